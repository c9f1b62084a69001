import { expect, test, type Page } from '@playwright/test'
import { open, over, playUntil, quickStart, unfold } from './play'
import { stage } from './stage'

const SIZES = [
  [360, 800],
  [800, 360],
  [768, 1024],
  [1440, 900],
  [360, 640],
  // small phones under the bars of their browsers
  [320, 460],
  [320, 568],
  [360, 560],
  [375, 553],
  [568, 280],
] as const

const boxes = (page: Page, selector: string): Promise<{ x: number; y: number; right: number; bottom: number; width: number; height: number }[]> =>
  page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { x, y, right, bottom, width, height } = one.getBoundingClientRect()
      return { x, y, right, bottom, width, height }
    }),
  )

test('the table fits every size, turned in mid-hand: nothing cut off, buttons large and never moving', async ({ page }) => {
  await quickStart(page)
  const first = new Map<number, Awaited<ReturnType<typeof boxes>>>() // the buttons as they stood at first, by size
  let seen = 0
  const stop = await playUntil([page], async () => {
    seen++
    if (seen % 8 === 1 && !(await over(page))) {
      for (const [n, [width, height]] of SIZES.entries()) {
        await page.setViewportSize({ width, height })
        await page.waitForTimeout(60)
        const slots = await boxes(page, '.slot')
        if (await over(page)) break
        expect(slots, `${width}×${height}`).toEqual(first.get(n) ?? slots)
        first.set(n, slots)
        for (const box of slots) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
        for (const box of [...slots, ...(await boxes(page, '.seat .who')), ...(await boxes(page, '.seat .melds .meld'))]) {
          expect(box.x).toBeGreaterThanOrEqual(-1)
          expect(box.right).toBeLessThanOrEqual(width + 1)
          expect(box.bottom).toBeLessThanOrEqual(height + 1)
        }
        for (const column of await boxes(page, '.hand .column')) expect(column.bottom).toBeLessThanOrEqual(height + 1)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      }
    }
    return (await over(page)) || seen > 60
  })
  expect(stop).toBeUndefined()
  expect(first.size).toBe(SIZES.length)
})

test('pages fit every size without sideways scrolling', async ({ page }) => {
  for (const path of ['/', '/create', '/settings', '/rules', '/rules/changde_qmt_big68', '/score#h=aaafghjjBBJ.wei-eee.peng-CCC.peng-AAA&c=e&o=other', '/fair', '/hands']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (path.startsWith('/score')) await expect(page.locator('.result')).toBeVisible()
    if (path.startsWith('/rules/')) await expect(page.locator('.mingtang')).toBeVisible()
    await unfold(page)
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      const at = `${path} ${width}×${height}`
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), at).toBe(true)
      const small = await page.locator('main :is(button, a.button, .choice span, input:not([type=radio], [type=checkbox], [type=file]))').evaluateAll((all) =>
        all.filter((one) => !one.classList.contains('quiet') && one.getBoundingClientRect().height > 0 && one.getBoundingClientRect().height < 43.5).map((one) => one.textContent),
      )
      expect(small, at).toEqual([])
    }
  }
})

test('nothing lies over anything at any size, in normal and largest type: a late hand, six cards to wait for', async ({ page }) => {
  const show = await stage(page)
  await quickStart(page)
  for (const [name, waits] of [['fresh', undefined], ['middle', ['一', '四', '七', '二', '五', '八']], ['middle', undefined], ['claims', ['六', '玖']]] as const) {
    await show(name, waits && [...waits])
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      for (const type of [1, 1.4]) {
        await page.evaluate((type) => document.documentElement.style.setProperty('--type', String(type)), type)
        await page.waitForTimeout(250)
        const cut = await page.locator('.seat').evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.className))
        expect(cut, `${name} ${width}×${height} ${type}`).toEqual([])
        const apart = ['.seat.left', '.seat.right', '.seat.me', '.slot', '.hand .column', '.wall', '.play .strip', '.clock', '.says', '.hints', '.sort']
        const found = await Promise.all(apart.map(async (part) => (await boxes(page, part)).filter((box) => box.width > 0).map((box) => ({ part, ...box }))))
        const all = found.flat()
        for (const box of all) {
          expect(Math.min(box.x, box.y), box.part).toBeGreaterThanOrEqual(-1)
          expect(box.right, box.part).toBeLessThanOrEqual(width + 1)
          expect(box.bottom, box.part).toBeLessThanOrEqual(height + 1)
        }
        const over = all.flatMap((a, n) =>
          all.slice(n + 1).filter((b) => a.part !== b.part && !(a.part === '.seat.me' && b.part === '.sort') && Math.min(a.right, b.right) - Math.max(a.x, b.x) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.y, b.y) > 2).map((b) => `${a.part} and ${b.part}`),
        )
        expect(over, `${name} ${width}×${height} ${type}`).toEqual([])
      }
    }
  }
})

test('the type size of the settings reaches the table', async ({ page }) => {
  const height = async (type: string): Promise<number> => {
    await page.goto('/settings')
    await page.getByRole('group', { name: '字号' }).getByText(type, { exact: true }).click()
    await quickStart(page)
    const name = page.locator('.seat.me .name')
    let size = Number.NaN
    // A name that the first view has just replaced has no style any more.
    await expect
      .poll(async () => (size = await name.evaluate((shown) => parseFloat(getComputedStyle(shown).fontSize))))
      .toBeGreaterThan(0)
    return size
  }
  expect(await height('最大')).toBeGreaterThan((await height('大')) * 1.2)
})

test('at 200 % zoom a phone still shows the whole table', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await quickStart(page)
  await playUntil([page], async () => (await open(page)).includes('discard') || (await over(page)))
  for (const box of await boxes(page, '.slot, .hand .column')) expect(box.bottom).toBeLessThanOrEqual(451)
})

test('English reaches every page', async ({ page }) => {
  await page.goto('/settings')
  await page.getByText('English').click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await page.goto('/')
  await page.getByRole('button', { name: /Novice/ }).click()
  await expect(page.locator('.hand .strip').first()).toBeVisible()
  await expect(page.locator('.says, .from').first()).not.toContainText(/[家等轮]/)
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
})

test('nothing is asked of any other host, and the policy of the server is kept', async ({ page }) => {
  const outside: string[] = []
  const broken: string[] = []
  page.on('request', (request) => {
    if (!/^(http|ws):\/\/127\.0\.0\.1|^(data|blob):/.test(request.url())) outside.push(request.url())
  })
  page.on('console', (message) => /Content Security Policy/.test(message.text()) && broken.push(message.text()))
  await quickStart(page)
  await page.goto('/create')
  await page.goto('/rules')
  expect(outside).toEqual([])
  expect(broken).toEqual([])
})
