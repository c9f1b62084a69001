import { expect, test, type Page } from '@playwright/test'
import { open, over, settlement } from './play'

/** Tab until an element of this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press('Tab')
    const text = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText ?? '')
    if (name.test(text)) return
  }
  throw new Error(`${name} cannot be reached by Tab`)
}

test('a whole hand with the keyboard alone', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: /新手/ })).toBeVisible()
  await tabTo(page, /新手/)
  await page.keyboard.press('Enter')
  await expect(page.locator('.hand .strip').first()).toBeVisible()
  const end = Date.now() + 150_000
  while (!(await over(page))) {
    expect(Date.now()).toBeLessThan(end)
    const can = await open(page)
    if (can.includes('hu')) await page.keyboard.press('h')
    else if (can.includes('peng')) await page.keyboard.press('p')
    else if (can.includes('chi')) {
      await page.keyboard.press('c')
      for (let step = 0; step < 2 && (await page.locator('.option').first().isVisible()); step++) {
        await expect(page.locator('.chooser.soon')).toHaveCount(0)
        await page.keyboard.press('1')
      }
    } else if (can.includes('discard')) {
      await page.keyboard.press('ArrowLeft')
      if (await page.locator('.strip.selected:not(.stays)').count()) await page.keyboard.press('Enter')
    } else if (can.includes('pass')) await page.keyboard.press('g')
    await page.waitForTimeout(90)
  }
  // the settlement has the focus: its buttons are the next stops
  await tabTo(page, /下一局/)
  await page.keyboard.press('Enter')
  await expect(settlement(page)).toHaveCount(0)
})

test('the table is told in words: hand, seats, wall, what happened, what is asked', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /新手/ }).click()
  const words = page.getByRole('region', { name: '文字牌桌' })
  await expect(words).toContainText('我的手牌')
  await expect(words).toContainText(/墩上还有 \d+ 张/)
  await expect(words).toContainText('上家')
  await expect(words.getByRole('log')).toContainText('发牌')
  await page.getByRole('button', { name: '文字牌桌' }).click()
  await expect(words).toBeVisible()
  const play = words.getByRole('button', { name: /^打 / })
  const end = Date.now() + 120_000
  while (!(await play.count())) {
    expect(Date.now()).toBeLessThan(end)
    // another may win before my first turn: then the next hand has to show it
    if (await over(page)) await page.getByRole('button', { name: /下一局/ }).first().click()
    else if ((await open(page)).includes('pass')) await page.keyboard.press('g')
    await page.waitForTimeout(100)
  }
  const before = await page.locator('.hand .strip').count()
  await play.first().click()
  await expect.poll(() => page.locator('.hand .strip').count()).toBeLessThan(before) // a 跑 may have taken three more by then

  // while the computer plays there is one button, and any key brings the player back
  await page.getByRole('button', { name: '菜单' }).click()
  await page.locator('#table-menu').getByRole('button', { name: '托管' }).click()
  await expect(page.getByRole('button', { name: '我回来了' })).toBeVisible()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('button', { name: '我回来了' })).toHaveCount(0)
})
