// 打鸟: a room of five. Two people, bots, and a 鸟家, who sees what anybody sees and shares what the last wall card says.

import { expect, test } from '@playwright/test'
import { net, over, playUntil, room, settlement, sum } from './play'

test('the fifth of a room bets: sees no cards, shares in full, and finds it in settlement, list and replay', async ({ page, browser }) => {
  const code = await room(page, { clock: 0, hands: 1, players: 5, bot_level: 'novice' })
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 360, height: 800 } })
  const bird = await context.newPage()
  await page.goto(`/t/${code}`)
  await bird.goto(`/t/${code}`)
  await bird.getByRole('button', { name: '只看看' }).click()
  const last = bird.locator('.seats li').nth(4)
  await expect(last).toContainText('鸟家')
  await expect(bird.locator('.seats li').nth(3)).not.toContainText('鸟家')
  await last.getByRole('button', { name: '坐这里' }).click()
  await expect(last).toContainText('（我）')
  await bird.getByRole('button', { name: '准备', exact: true }).click()
  await page.getByRole('button', { name: '准备', exact: true }).click()
  await expect(bird.locator('.aside')).toContainText('你打鸟')
  await bird.getByRole('button', { name: '菜单' }).click()
  await expect(bird.locator('#table-menu .outside li')).toHaveCount(2)
  await bird.getByRole('button', { name: '菜单' }).click()
  await playUntil([page], async () => {
    if (await over(page)) return true
    expect(await bird.locator('.hand .strip, .slot.can').count()).toBe(0) // no card, and nothing to press
    return false
  })
  await expect(settlement(bird)).toBeVisible()
  const points = await net(bird)
  expect(points).toHaveLength(5)
  expect(sum(points)).toBe(0)
  const fell = settlement(bird).getByRole('region', { name: '打鸟' })
  await expect(fell).toContainText(/打中(庄家|下家|醒家|上家)/)
  expect(Number(await fell.locator('[data-bird]').getAttribute('data-bird'))).toBe(points[4])
  expect(points.slice(0, 4)).toContain(points[4])
  await expect(settlement(bird).locator('.hand-row')).toHaveCount(3)
  await settlement(bird).getByRole('link', { name: '看回放' }).click()
  await expect(bird.locator('.net', { hasText: '鸟家' })).toHaveCount(1)
  await bird.goto('/hands')
  await expect(bird.locator('.how').first()).toContainText('鸟家')
  await context.close()
})

test('the form offers rooms up to eight, and says what 打鸟 is', async ({ page }) => {
  await page.goto('/create')
  await page.getByText('6 人（2 人打鸟）').click()
  await expect(page.getByText('跟哪一家共输赢')).toBeVisible()
  await page.getByRole('button', { name: '开房' }).click()
  await expect(page.locator('.seats li')).toHaveCount(6)
  await expect(page.locator('.seats .role')).toHaveCount(2)
  await expect(page.getByText('第5人起打鸟')).toBeVisible()
})
