import { expect, test, type Page } from '@playwright/test'
import { net, open, over, playUntil, room, settlement, sum } from './play'

const guest = async (page: Page): Promise<Page> => (await (await page.context().browser()!.newContext({ locale: 'zh-CN' })).newPage())

test('a path that is no page says what to do, and pages load again', async ({ page }) => {
  expect((await page.goto('/nonsense'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '没有这个网页' })).toBeVisible()
  await page.getByRole('link', { name: '回大厅' }).click()
  await expect(page.getByRole('button', { name: /新手/ })).toBeVisible()
  for (const path of ['/create', '/settings', '/rules', '/hands', '/open', '/t/000000', '/hand/none-0']) expect((await page.goto(path))?.status(), path).toBe(200)
})

test('a mistyped number and a room that is not there are told apart', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('输入六位房号').fill('1234')
  await page.getByRole('button', { name: '进房' }).click()
  await expect(page.locator('.toast', { hasText: '六位数字' })).toBeVisible()
  await page.goto('/t/12ab')
  await expect(page.getByText('房号是六位数字')).toBeVisible()
  await page.goto('/t/000000')
  await expect(page.getByText('房间没人了也会关掉')).toBeVisible()
})

test('rules that cannot be played yet say why, before anything is pressed', async ({ page }) => {
  // every shipped rule set can be played: a lack is put into the answers of the server
  const lacks = { missing: [{ zh: '五张王', en: 'five 王' }] }
  await page.route('**/api/rules', async (route) => {
    const list = (await (await route.fetch()).json()) as { id: string }[]
    await route.fulfill({ json: list.map((one) => (one.id === 'quanzhou' ? { ...one, ...lacks } : one)) })
  })
  await page.route('**/api/rules/quanzhou', async (route) => route.fulfill({ json: { ...((await (await route.fetch()).json()) as object), ...lacks } }))
  await page.goto('/rules/quanzhou')
  await expect(page.getByText(/还差：五张王/)).toBeVisible()
  await expect(page.getByRole('link', { name: '用这套规则开房' })).toHaveCount(0)
  await page.goto('/create#r=quanzhou') // an old link: the form does not offer them
  await expect(page.getByText(/还差：五张王/)).toBeVisible()
  await expect(page.getByRole('button', { name: '开房' })).toHaveCount(0)
  await page.getByRole('button', { name: '改打标准' }).click()
  await expect(page.getByRole('button', { name: '开房' })).toBeVisible()
  await expect(page.getByLabel('打哪种规则').locator('option[value=std15]')).toHaveCount(1)
  await expect(page.getByLabel('打哪种规则').locator('option[value=quanzhou]')).toHaveCount(0)
})

test('摸庄 is in the rules of the room, and everybody sees the cards', async ({ page }) => {
  await page.goto('/create')
  await page.getByText('摸庄（摸牌比大）').click()
  await expect(page.getByText('不露口风（每张牌等 4 秒）')).toBeVisible()
  await page.getByText('答完就走').first().click()
  // opened on the machine itself, the room is offered to phones at the address of the machine in its network
  await page.route('**/api/version', async (route) => route.fulfill({ json: { ...((await (await route.fetch()).json()) as object), lan: 'http://192.168.1.5:8270/' } }))
  await page.getByRole('button', { name: '开房' }).click()
  await expect(page.locator('.invite')).toContainText(/http:\/\/192\.168\.1\.5:8270\/t\/\d{6}/)
  await expect(page.getByText('同一个 Wi-Fi 里的手机才打得开')).toBeVisible()
  await expect(page.getByText('摸庄：开场每家摸一张')).toBeVisible()
  await page.getByRole('button', { name: '准备', exact: true }).click()
  await expect(page.locator('.toast', { hasText: /摸庄：.*坐庄/ })).toBeVisible()
})

test('a full room and one that plays say so; who leaves ends the sitting with a word; the host sends somebody away', async ({ page }) => {
  const code = await room(page, { clock: 0, bots: 'wait' })
  await page.goto(`/t/${code}`)
  const [second, third, fourth] = [await guest(page), await guest(page), await guest(page)]
  for (const one of [second, third]) {
    await one.goto(`/t/${code}`)
    await one.getByRole('button', { name: '进去坐下' }).click()
    await expect(one.getByRole('button', { name: '准备', exact: true })).toBeVisible()
  }
  await fourth.goto(`/t/${code}`)
  await expect(fourth.getByText('坐满了')).toBeVisible()
  await page.getByRole('button', { name: '请走' }).last().click()
  await expect(third.locator('.toast', { hasText: '房主请你离座' })).toBeVisible()
  await third.goto(`/t/${code}`)
  await third.getByRole('button', { name: '进去坐下' }).click()
  for (const one of [page, second, third]) await one.getByRole('button', { name: '准备', exact: true }).click()
  await expect(second.locator('.hand .strip').first()).toBeVisible()
  await fourth.goto(`/t/${code}`)
  await expect(fourth.getByText('已经开打')).toBeVisible()
  await page.getByRole('button', { name: '菜单' }).click()
  await page.locator('#table-menu').getByRole('button', { name: '离开' }).click()
  const ask = page.getByRole('dialog')
  await expect(ask.getByRole('button', { name: '不走' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(ask).toHaveCount(0)
  await page.getByRole('button', { name: '菜单' }).click()
  await page.locator('#table-menu').getByRole('button', { name: '离开' }).click()
  await ask.getByRole('button', { name: '离开' }).click()
  await expect(page.getByRole('button', { name: /新手/ })).toBeVisible()
  await expect(second.getByRole('dialog')).toContainText('有人离开，这一场结束')
  await expect(second.getByRole('dialog').getByRole('button', { name: '回大厅' })).toBeVisible()
  for (const one of [second, third, fourth]) await one.context().close()
})

for (const [seats, options] of [[2, { changes: { seats: 2, wall: 39 } }], [4, { players: 4 }]] as const) {
  test(`a table of ${seats}, standing and lying: a hand to its end, all in sight, the sums zero`, async ({ page }) => {
    await page.goto(`/t/${await room(page, { clock: 0, hands: 4, bot_level: 'novice', ...options })}`)
    await page.getByRole('button', { name: '准备', exact: true }).click()
    let turn = 0
    await playUntil([page], async () => {
      if (!(await over(page)) && (await open(page)).includes('discard')) {
        const [width, height] = turn++ % 2 ? [800, 360] : [360, 800]
        await page.setViewportSize({ width, height })
        await page.waitForTimeout(60)
        for (const seat of await page.locator('.seat:visible').all()) {
          const box = await seat.boundingBox()
          if (box) expect([box.x >= -1, box.y >= -1, box.x + box.width <= width + 1, box.y + box.height <= height + 1]).toEqual([true, true, true, true])
        }
      }
      return over(page)
    })
    const points = await net(page)
    expect(points).toHaveLength(seats)
    expect(sum(points)).toBe(0)
    if (seats === 4) {
      await expect(settlement(page).locator('.hand-row')).toHaveCount(3)
      await expect(settlement(page)).toContainText('醒')
    }
  })
}
