// Who looks at another page in the middle of a hand is still there for the others, and is told when the table waits.

import { expect, test, type Page } from '@playwright/test'
import { answer, open, room } from './play'

const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    const link = document.body.appendChild(Object.assign(document.createElement('a'), { href: to }))
    link.click()
    link.remove()
  }, path)

test('the lobby, the rules and a page loaded anew keep the seat; a page that is gone does not', async ({ page, browser }) => {
  const code = await room(page, { clock: 0, hands: 1, bot_level: 'novice' })
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 360, height: 800 } })
  const guest = await context.newPage()
  await guest.goto(`/t/${code}`)
  await guest.getByRole('button', { name: '进去坐下' }).click()
  await page.goto(`/t/${code}`)
  await guest.goto('about:blank')
  await expect(page.locator('.seats')).toContainText(/掉线 · \d+秒/)
  await guest.goto(`/t/${code}`)
  await expect(page.locator('.seats')).not.toContainText('掉线')
  // already while the room waits
  await guest.getByRole('button', { name: '准备', exact: true }).click()
  for (const one of [page, guest]) await expect(one.locator('.seats li')).toHaveCount(3)
  await follow(guest, '/')
  await expect(guest.locator('a.back')).toBeVisible()
  await page.waitForTimeout(800)
  await expect(page.locator('.seats')).not.toContainText('掉线')
  await guest.locator('a.back').click()
  await page.getByRole('button', { name: '准备', exact: true }).click()
  for (const one of [page, guest]) await expect(one.locator('.hand .strip').first()).toBeVisible()

  const gone = page.locator('.seat .badge.away')
  for (const leave of [() => follow(guest, '/'), () => follow(guest, '/rules'), () => guest.reload(), () => guest.goto('/')]) {
    await leave()
    await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(gone).toHaveCount(0)
    await page.waitForTimeout(800)
    await expect(gone).toHaveCount(0)
  }
  await guest.goto('about:blank')
  await expect(gone).toHaveCount(1)
  // the grace is counted down
  await expect(gone).toHaveText(/^掉线 · (还等)?\d+秒$/)
  expect(await gone.evaluate((mark) => mark.getBoundingClientRect().right <= (mark.closest('.seat')?.getBoundingClientRect().right ?? 0)), 'the seconds are not cut off').toBe(true)
  const left = async (): Promise<number> => Number(/\d+/.exec((await gone.textContent()) ?? '')?.[0])
  const first = await left()
  expect(first).toBeLessThanOrEqual(61)
  await expect.poll(left).toBeLessThan(first)
  await guest.goto('/')
  await expect(gone).toHaveCount(0)

  // the table asks: the lobby says so, and leads there
  const called = guest.getByRole('link', { name: '轮到你了' })
  const end = Date.now() + 60_000
  while (!(await called.isVisible())) {
    expect(Date.now()).toBeLessThan(end)
    await answer(page)
    await page.waitForTimeout(100)
  }
  expect((await called.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await called.click()
  await expect(guest).toHaveURL(new RegExp(`/t/${code}$`))
  await expect(called).toHaveCount(0)
  await expect.poll(() => open(guest)).not.toEqual([])
  await context.close()
})
