// What people call themselves, where they go, and browsers that keep nothing.
import { expect, test, type Page } from '@playwright/test'

test('names are counted in characters, and what is wrong with one is said', async ({ page }) => {
  await page.goto('/settings')
  const field = page.getByLabel('名字')
  await expect(field).not.toHaveValue('')
  const save = page.getByRole('button', { name: '保存', exact: true })
  await field.fill('🀄'.repeat(13))
  await expect(page.getByText('太长了：13 个字，最多 12 个')).toBeVisible()
  await save.click()
  await expect(page.locator('.toast')).toHaveCount(0)
  await field.fill('\u3164\u200b')
  await save.click()
  await expect(page.getByText('名字不能空')).toBeVisible()
  await field.fill('🀄'.repeat(12))
  await save.click()
  await expect(page.locator('.toast', { hasText: '保存好了' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByText(`你好，${'🀄'.repeat(12)}`)).toBeVisible()
})

test('an endless name, or one written from right to left, disturbs nobody’s lobby', async ({ page }) => {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      const told = JSON.parse(String(message)) as { t: string; rooms?: object[] }
      if (told.t !== 'rooms') return socket.send(message)
      const room = { table: 'x', code: '123456', game: 'zipai', rules: 'std15', hands: 8, clock: 30, phase: 'waiting', people: 1, bots: 0, open: 2, watching: 0 }
      const host = { id: 'p', name: 'אבגד', avatar: 'ox' }
      const rules_name = { zh: 'L'.repeat(2_000), en: 'L'.repeat(2_000) }
      socket.send(JSON.stringify({ ...told, rooms: [{ ...room, name: 'W'.repeat(2_000), host, rules_name }, { ...room, table: 'y', code: '123457', name: '', host, rules_name }] }))
    })
  })
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/')
  await expect(page.locator('.rooms bdi', { hasText: 'WWW' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expect(page.locator('.rooms bdi', { hasText: 'אבגד' })).toHaveCSS('unicode-bidi', 'isolate')
})

test('a table that was left is closed, its seat is offered again, and nine tables can be opened one after the other', async ({ page }) => {
  const closed: string[] = []
  const refused: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const said = JSON.parse(String(payload)) as { t: string; table: string }
      if (said.t === 'close_table') closed.push(said.table)
    })
    socket.on('framereceived', ({ payload }) => {
      const told = JSON.parse(String(payload)) as { t: string; zh: string }
      if (told.t === 'refused') refused.push(told.zh)
    })
  })
  await page.goto('/')
  for (let n = 1; n <= 9; n++) {
    await page.getByRole('button', { name: /新手/ }).click()
    await expect(page.locator('.hand .strip').first()).toBeVisible()
    // looking something up is no leaving
    if (n === 1) {
      const at = new URL(page.url()).pathname
      await page.evaluate(() => history.pushState(null, '', '/rules'))
      await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(closed).toEqual([])
      await page.goBack()
      await expect(page).toHaveURL(new RegExp(`${at}$`))
      await expect(page.locator('.hand .strip').first()).toBeVisible()
    }
    await page.goBack()
    await expect(page.getByRole('button', { name: /新手/ })).toBeVisible()
    await expect.poll(() => new Set(closed).size).toBe(n)
  }
  expect(refused).toEqual([])
  await page.locator('a.back').last().click()
  await expect(page.locator('.hand .strip').first()).toBeVisible()
})

test.describe('a browser without storage', () => {
  const blocked = async (page: Page): Promise<void> => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('denied', 'SecurityError') } })
    })
  }
  const hello = async (page: Page): Promise<string> => (await page.locator('.hello strong').textContent()) ?? ''

  test('is known by its cookie after a reload, and nothing needs saying', async ({ page }) => {
    await blocked(page)
    const set = page.waitForResponse('**/api/me/hands')
    await page.goto('/')
    const name = await hello(page)
    expect((await set).status()).toBe(200)
    await page.reload()
    expect(await hello(page)).toBe(name)
    await expect(page.locator('.unkept')).toHaveCount(0)
  })

  test('and without cookies is told once, with the way to a device code', async ({ page }) => {
    await blocked(page)
    await page.route('**/api/me/hands', (route) => route.fulfill({ status: 401, json: { code: 'who', zh: '先打招呼', en: 'who' } }))
    const tokens: string[] = []
    let cut = (): Promise<void> => Promise.resolve()
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const server = socket.connectToServer()
      socket.onMessage((message) => {
        const said = JSON.parse(String(message)) as { t: string; token?: string }
        if (said.t === 'hello') tokens.push(said.token ?? '')
        server.send(message)
      })
      cut = () => socket.close({ code: 3001 })
    })
    await page.goto('/')
    const told = page.locator('.unkept')
    await expect(told).toContainText('座位也找不回来')
    await told.getByRole('link', { name: '换机码' }).click()
    await expect(page.getByRole('heading', { name: /换机码/ })).toBeVisible()
    await page.getByRole('link', { name: /大厅|返回/ }).first().click()
    await told.getByRole('button', { name: '知道了' }).click()
    await expect(told).toHaveCount(0)
    // as long as the page lives it says who it is: a lost connection makes nobody a stranger
    await cut()
    await expect.poll(() => tokens.length).toBeGreaterThan(1)
    expect(tokens.at(-1)).not.toBe('')
  })
})
