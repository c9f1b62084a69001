import { expect, test, type Page } from '@playwright/test'
import { net, over, settlement, sum, totals } from './play'

/** Answer if asked: dig, and take whatever can be taken; captures by tapping the hand card and then the open one. */
async function answer(page: Page): Promise<boolean> {
  try {
    const card = page.locator('.hand button.can').first()
    if (await card.isVisible()) {
      if ((await card.getAttribute('aria-pressed')) !== 'true') await card.click({ timeout: 2_000 })
      await page.locator('.open button.can').first().click({ timeout: 2_000 })
      return true
    }
    const button = page.locator('[data-action]:not([data-action=no_dig]):not([data-action=pass])').first()
    if (!(await button.isVisible())) return false
    await button.click({ timeout: 2_000 })
  } catch (error) {
    // the table went on meanwhile: look again
    if (!(error instanceof Error) || !/Timeout/.test(error.message)) throw error
  }
  return true
}

async function playHand(pages: Page[]): Promise<void> {
  const end = Date.now() + 90_000
  while (!(await Promise.all(pages.map(over))).every(Boolean)) {
    expect(Date.now(), 'the hand takes too long').toBeLessThan(end)
    const acted = (await Promise.all(pages.map(answer))).some(Boolean)
    await pages[0]?.waitForTimeout(acted ? 60 : 120)
  }
}

const pot = (page: Page): Promise<number> => settlement(page).locator('[data-net-pot]').evaluate((cell) => Number((cell as HTMLElement).dataset['netPot']))
const potTotal = (page: Page): Promise<number> => settlement(page).locator('[data-total-pot]').evaluate((cell) => Number((cell as HTMLElement).dataset['totalPot']))

test('跑腰: three browsers through a sitting of two hands; seats and pot sum to zero', async ({ browser, page: host }) => {
  const second = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })).newPage()
  const third = await (await browser.newContext({ viewport: { width: 360, height: 800 }, locale: 'zh-CN' })).newPage()
  await host.goto('/')
  await host.getByRole('link', { name: /跑腰/ }).click()
  await host.getByRole('group', { name: '打几局' }).getByText('2 局', { exact: true }).click()
  await host.getByRole('group', { name: '每手时间' }).getByText('不限时').click()
  await host.getByRole('group', { name: '空座位' }).getByText('等人来').click()
  await host.getByRole('button', { name: '开房' }).click()
  await expect(host).toHaveURL(/\/t\/\d{6}$/)
  for (const page of [second, third]) {
    await page.goto(host.url())
    await page.getByRole('button', { name: '进去坐下' }).click()
  }
  const pages = [host, second, third]
  for (const page of pages) await page.getByRole('button', { name: '准备', exact: true }).click()
  for (const page of pages) await expect(page.locator('.hand [data-hand]')).toHaveCount(3)
  for (const page of pages) await expect(page.locator('.others .backs .card')).toHaveCount(6) // nobody sees another's hand

  const kept: number[][] = []
  let left = 0
  for (let hand = 1; hand <= 2; hand++) {
    await playHand(pages)
    const points = await net(host)
    left += await pot(host)
    expect(points).toHaveLength(3)
    expect(sum(points) + (await pot(host))).toBe(0)
    kept.push(points)
    for (const page of pages) {
      expect(await net(page)).toEqual(points)
      expect(await totals(page)).toEqual(points.map((_, seat) => sum(kept.map((one) => one[seat] ?? 0))))
      expect(await potTotal(page)).toBe(left)
      await expect(settlement(page)).toContainText('验过了')
    }
    if (hand === 1) {
      for (const page of pages) await settlement(page).getByRole('button', { name: '下一局' }).click()
      for (const page of pages) await expect(settlement(page)).toHaveCount(0)
    }
  }
  // the account closes: every seat's result large, what is left in the pot goes back, nothing speaks of a next hand
  for (const page of pages) {
    await expect(settlement(page)).toContainText('这一场打完了')
    await expect(settlement(page)).not.toContainText(/下局|下一局/)
    const home = await settlement(page).locator('[data-home]').evaluateAll((cells) => cells.map((cell) => Number((cell as HTMLElement).dataset['home'])))
    expect(sum(home)).toBe(0)
    const row = async (name: string): Promise<number[]> =>
      settlement(page).locator(`tr.${name} td`).evaluateAll((cells) => cells.map((cell) => Number((cell.textContent ?? '').replace('−', '-'))))
    expect(await row('result')).toEqual([...home, 0])
    if (left) expect(await row('refund')).toEqual([...home.map((points, seat) => points - sum(kept.map((one) => one[seat] ?? 0))), -left])
    else await expect(settlement(page).locator('tr.refund')).toHaveCount(0)
  }

  // the deal can be checked, card by card, and the hand looked at again, step by step
  await settlement(host).getByRole('link', { name: '验牌' }).click()
  await expect(host.getByRole('heading', { name: /没有问题/ })).toBeVisible()
  await expect(host.getByRole('listitem').filter({ hasText: '每一张牌' })).toContainText(/1[34] 张牌，张张都对/)
  await host.goBack()
  await settlement(host).getByRole('link', { name: '看回放' }).click()
  await expect(host.locator('.said')).toContainText(/\S/)
  await host.getByRole('slider').press('End')
  await expect(host.locator('.said')).toContainText(/打完|流局/)
  await expect(host.locator('.backs')).toHaveCount(0)
  await second.context().close()
  await third.context().close()
})

for (const [width, height] of [
  [360, 800],
  [1440, 900],
] as const)
  test(`跑腰 with three bots at ${width}×${height}: all in sight, buttons large enough, also in English`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/paoyao')
    await page.getByRole('group', { name: '几个人' }).getByText('4 人').click()
    await page.getByRole('group', { name: '每手时间' }).getByText('不限时').click()
    await page.getByRole('group', { name: '电脑水平' }).getByText('新手').click()
    await page.getByRole('button', { name: /立即开始/ }).click()
    await expect(page.locator('[data-action=dig]')).toBeVisible({ timeout: 60_000 })
    await expect(page.locator('[data-action=dig]')).toContainText('1')
    for (const part of ['.seat >> nth=0', '.seat >> nth=2', '.pot', '.yao', '.open .card >> nth=3', '.hand .card >> nth=2', '[data-action=dig]', '[data-action=no_dig]'])
      await expect(page.locator(part).first(), part).toBeInViewport({ ratio: 1 })
    for (const button of await page.locator('main button:visible').all()) {
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), await button.innerText()).toBeGreaterThanOrEqual(44)
    }
    await page.evaluate(() => localStorage.setItem('erqishi.settings', '{"cut":"auto","language":"en"}'))
    await page.reload()
    await expect(page.getByRole('button', { name: 'Do not dig' }).first()).toBeVisible()
  })

test('跑腰: begun at once with bots, the table says what each choice is worth; a room of people only if the host wants it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/paoyao')
  await page.locator('summary', { hasText: '改规则' }).click()
  await page.getByRole('group', { name: '底池归谁' }).getByText('挖了的人平分').click()
  await expect(page.getByRole('listitem').filter({ hasText: '底池归谁：挖了的人平分' })).toBeVisible()
  await expect(page.getByRole('region', { name: '和电脑打' }).getByRole('checkbox', { name: /每个选择平均/ })).toBeChecked()
  await expect(page.getByRole('region', { name: '约人打' }).getByRole('checkbox', { name: /每个选择平均/ })).not.toBeChecked()
  await page.getByRole('button', { name: '立即开始' }).click()
  const dig = page.locator('[data-action=dig]')
  await expect(dig).toBeVisible({ timeout: 30_000 })
  await expect(dig).toContainText(/平均 [+−0]/, { timeout: 90_000 }) // a server that has never reckoned compiles first
  await expect(page.locator('.worth')).toContainText(/提示：.*(划算|差不多)/)
  expect((await dig.textContent())?.trim()).toMatch(/^(★ ?)?挖（放 1 个）\s*平均/)
  for (const button of await page.locator('.acts .button').all()) {
    expect(await button.evaluate((each) => each.scrollHeight <= each.clientHeight && each.scrollWidth <= each.clientWidth), 'a name on one line').toBe(true)
    const box = await button.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 800, 'the buttons stay in the window').toBe(true)
  }
  // what an average is, is told where it stands
  await page.locator('.worth button').click()
  await expect(page.getByRole('dialog')).toContainText('多赢 0.30 个')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('跑腰 can be begun from the home page at once, and its rules are told where it is opened and among the rules', async ({ page }) => {
  await page.goto('/paoyao')
  await page.locator('summary', { hasText: '跑腰一分钟看懂' }).click()
  await expect(page.getByText('没有一个人挖，流局')).toBeVisible()
  await page.goto('/rules#paoyao')
  await expect(page.getByRole('heading', { name: '跑腰一分钟看懂' })).toBeInViewport()
  await page.goto('/')
  await page.getByRole('button', { name: /和电脑打/ }).click()
  await expect(page.locator('[data-action=dig]')).toBeVisible({ timeout: 60_000 })
})

// Questions as the server asks them, whatever was dealt: the answer of the server is changed on its way to the page.
const QUESTIONS: Record<string, { legal: string[]; compelled?: boolean; yao?: string; hand?: string[]; table?: string[]; front?: string[][]; other?: string[][] }> = {
  喜儿: { legal: ['show_xier', 'pass_xier'], hand: ['H8', 'S8', 'C8'] },
  挖坑: { legal: ['dig', 'no_dig'], hand: ['H10', 'S8', 'C5'] },
  抢牌: { legal: ['capture H10 D10', 'capture S8 D8', 'capture C5 D5', 'pass'], hand: ['H10', 'S8', 'C5'], table: ['D10', 'D8', 'D5', 'SK'] },
  必须抢: { legal: ['capture H10 D10', 'extend 8 D8'], compelled: true, hand: ['H10'], table: ['D10', 'D8', 'D5'], front: [['S8', 'H8']] },
  几种抢法: { legal: ['capture H10 D10', 'capture H10 C10', 'capture S10 D10', 'capture S10 C10', 'pass'], hand: ['H10', 'S10', 'C5'], table: ['D10', 'C10', 'D5', 'SK'] },
  手里抢腰: { legal: ['take_yao', 'pass_yao'], yao: 'D9', hand: ['H9', 'S9'], table: ['HK'], front: [['SQ', 'CQ']], other: [['S3', 'H3'], ['C7', 'D7']] },
  面前抢腰: { legal: ['take_yao', 'pass_yao'], yao: 'DQ', hand: ['C5'], table: ['HK'], front: [['SQ', 'CQ'], ['SJ', 'CJ']], other: [['S3', 'H3']] },
}
type Asked = (typeof QUESTIONS)[string]

async function asking(page: Page): Promise<{ ask: (question: Asked) => void }> {
  let now: Asked | null = null
  const change = (text: string): string => {
    const message = JSON.parse(text) as { view?: Record<string, unknown>; [key: string]: unknown }
    const holder = (message.view ?? message) as { head?: { turn?: object | null }; paoyao?: { over: unknown; seats: { hand: string[]; front: string[][]; hidden: number }[]; seat: number | null; [key: string]: unknown } | null }
    const hand = holder.paoyao
    if (now && holder.head) holder.head.turn = { kind: 'seat', opened: 0, ...holder.head.turn, deadline: Date.now() + 28_000 } // the clock takes its place too
    const mine = hand && hand.seat !== null ? hand.seats[hand.seat] : undefined
    if (!now || !hand || hand.over || !mine) return JSON.stringify(message)
    Object.assign(mine, { hand: now.hand ?? mine.hand, front: now.front ?? [], dug: true })
    hand.seats.forEach((seat, n) => {
      const front = (n === ((hand.seat ?? 0) + 1) % hand.seats.length && now?.other) || []
      if (n !== hand.seat) Object.assign(seat, { front, hidden: 3 - front.length, dug: n % 2 === 0 })
    })
    Object.assign(hand, { legal: now.legal, compelled: now.compelled ?? false, asked: hand.seat, table: now.table ?? hand.table, yao: now.yao ?? null })
    return JSON.stringify(message)
  }
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((text) => socket.send(change(String(text))))
  })
  await page.route(/\/api\/tables\/.*\/worth/, (route) =>
    route.fulfill({ json: { ready: true, exact: false, chips: Object.fromEntries((now?.legal ?? []).map((action, n) => [action, 5.42 - n])), errors: Object.fromEntries((now?.legal ?? []).map((action) => [action, 0.04])) } }),
  )
  return { ask: (question) => (now = question) }
}

for (const players of [2, 3, 4])
  test(`跑腰 with ${players}: every kind of question has all its buttons in sight, in both languages, on every phone`, async ({ page }) => {
    test.setTimeout(300_000)
    const { ask } = await asking(page)
    await page.goto('/paoyao')
    await page.getByRole('group', { name: '几个人' }).getByText(`${players} 人`).click()
    await page.getByRole('group', { name: '每手时间' }).getByText('不限时').click()
    await page.getByRole('group', { name: '电脑水平' }).getByText('新手').click()
    await page.getByRole('button', { name: '立即开始' }).click()
    await expect(page.locator('[data-action=dig]')).toBeVisible({ timeout: 60_000 })
    for (const language of ['zh', 'en']) {
      await page.evaluate((language) => localStorage.setItem('erqishi.settings', `{"cut":"auto","language":"${language}"}`), language)
      for (const [name, question] of Object.entries(QUESTIONS)) {
        ask(question)
        await page.reload()
        await expect(page.locator('.acts .button')).toHaveCount(question.legal.length)
        await expect(page.locator('.worth')).toContainText('★')
        await expect(page.locator('.acts .best')).toHaveCount(1)
        await expect(page.locator('.acts .good')).toHaveCount(0) // the mark alone says what is best
        for (const [width, height] of [
          [360, 800],
          [320, 568],
          [800, 360],
          [1440, 900],
        ] as const) {
          await page.setViewportSize({ width, height })
          const where = `${name}, ${language}, ${width}×${height}`
          if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${players}-${language}-${width}-${Object.keys(QUESTIONS).indexOf(name)}.png` })
          // All at one moment: asked part by part this took minutes.
          const parts = await page.evaluate(async () => {
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
            const found = [...document.querySelectorAll<HTMLElement>('.acts .button, .hand .card, .worth button, .now')]
            return found.map((each) => {
              const { left, top, right, bottom } = each.getBoundingClientRect()
              const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
              const full = each.scrollHeight <= each.clientHeight + 1 && each.scrollWidth <= each.clientWidth + 1
              return { text: each.innerText, inside, full }
            })
          })
          expect(parts.length, where).toBeGreaterThan(question.legal.length)
          for (const part of parts) {
            expect(part.inside, `in the window: ${part.text}: ${where}`).toBe(true)
            expect(part.full, `nothing cut off: ${part.text}: ${where}`).toBe(true)
          }
          const [acts, worth] = [await page.locator('.acts').boundingBox(), await page.locator('.worth').boundingBox()]
          expect((worth?.y ?? 0) + (worth?.height ?? 0), `one below the other: ${where}`).toBeLessThanOrEqual((acts?.y ?? 0) + 1)
        }
      }
    }
  })
