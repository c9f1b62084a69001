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
      await expect(settlement(page)).toContainText('验证通过')
    }
    if (hand === 1) {
      for (const page of pages) await settlement(page).getByRole('button', { name: '下一局' }).click()
      for (const page of pages) await expect(settlement(page)).toHaveCount(0)
    }
  }
  for (const page of pages) await expect(settlement(page)).toContainText('这一场打完了')

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
    await expect(page.getByRole('button', { name: 'No 不挖' }).first()).toBeVisible()
  })

test('跑腰: begun at once with bots, the table says what each choice is worth; a room of people only if the host wants it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/paoyao')
  await page.locator('summary', { hasText: '改规则' }).click()
  await page.getByRole('group', { name: '底池归谁' }).getByText('挖了的人平分').click()
  await expect(page.getByRole('listitem').filter({ hasText: '底池归谁：挖了的人平分' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^(✓ ?)?每个选择平均/ })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /提示.*每个选择平均/ })).not.toBeChecked()
  await page.getByRole('button', { name: '立即开始，和电脑打' }).click()
  const dig = page.locator('[data-action=dig]')
  await expect(dig).toBeVisible({ timeout: 30_000 })
  await expect(dig).toContainText(/平均 [+−0]/, { timeout: 90_000 }) // a server that has never reckoned compiles first
  await expect(page.locator('.worth')).toContainText(/提示：.*(划算|差不多)/)
  expect((await dig.textContent())?.trim()).toMatch(/^挖（放 1 个）\s*平均/)
  for (const button of await page.locator('.acts .button').all()) {
    expect(await button.evaluate((each) => each.scrollHeight <= each.clientHeight && each.scrollWidth <= each.clientWidth), 'a name on one line').toBe(true)
    const box = await button.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 800, 'the buttons stay in the window').toBe(true)
  }
})
