// Stakes beside the hand. 打鸟: a room of five, two people, bots, and a 鸟家, who sees what anybody sees and shares what the last wall card
// says. 飘 and 打坨: asked before the deal.

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
  // who played has the animal of the table, on a page that never saw that table too
  await bird.reload()
  await expect(bird.locator('.face:not(.bot)')).toHaveText([/^[鼠牛虎兔龙蛇马羊猴鸡狗猪]$/])
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

test('飘 is asked before the deal, told to all, and paid', async ({ page }) => {
  await page.goto(`/t/${await room(page, { clock: 0, hands: 1, rules: 'pingxiang', bot_level: 'novice' })}`)
  await page.getByRole('button', { name: '准备', exact: true }).click()
  const asked = page.getByRole('group', { name: '飘不飘？' })
  await expect(asked.getByRole('button')).toHaveText(['不飘', '飘 1', '飘 2', '飘 3'])
  for (const button of await asked.getByRole('button').all()) expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(56)
  await asked.getByRole('button', { name: '飘 2' }).click()
  await expect(page.locator('.toast', { hasText: '飘2' })).toBeVisible()
  await expect(asked).toHaveCount(0)
  await playUntil([page], () => over(page))
  expect(sum(await net(page))).toBe(0)
  if ((await settlement(page).locator('.winner').count()) > 0) await expect(settlement(page)).toContainText(/（飘[02]\+[02]）/)
})

test('打坨 is asked once, before the first hand of a sitting', async ({ page }) => {
  await page.goto(`/t/${await room(page, { clock: 0, hands: 1, rules: 'xiangxiang_gaohuzi', bot_level: 'novice' })}`)
  await page.getByRole('button', { name: '准备', exact: true }).click()
  await page.getByRole('group', { name: '打不打坨？' }).getByRole('button', { name: '打坨', exact: true }).click()
  await playUntil([page], () => over(page))
  await expect(settlement(page)).toContainText('打坨：')
})
