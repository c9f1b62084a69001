// A double tap answers one question: the next one may stand there before the second tap comes.
import { expect, test, type Page } from '@playwright/test'
import { quickStart } from './play'
import { stage, type Stage } from './stage'

const asked = (card: string, legal: string[]): object => ({ in_play: { card, origin: 'draw', owner: 0 }, asked: { kind: 'claims', legal } })

/** Press twice, 180 ms apart, the next card being turned up in between. */
async function twice(page: Page, show: Stage, press: () => Promise<void>, next: object): Promise<void> {
  await press()
  await show('claims', undefined, next)
  await page.waitForTimeout(180)
  await press()
  await page.waitForTimeout(80)
}

for (const slot of ['pass', 'peng'] as const) {
  test(`a double tap on ${slot} leaves the next card alone, and a slower press is taken`, async ({ page }) => {
    const show = await stage(page)
    await quickStart(page)
    await show('claims')
    const box = (await page.locator(`.slot.${slot}`).boundingBox())!
    const tap = (): Promise<void> => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await twice(page, show, tap, asked('六', ['pass', 'peng']))
    expect(show.acts).toEqual([slot])
    // the card is there and can be claimed, soon enough for anybody
    await expect(page.locator('.play .strip')).toHaveAttribute('data-card', '六')
    await expect(page.locator('.slot.pass.can')).toBeVisible({ timeout: 600 })
    await tap()
    await expect.poll(() => show.acts).toEqual([slot, slot])
    // the same card once more is another question
    await show('claims', undefined, { ...asked('六', ['pass', 'peng']), wall: 5 })
    await expect(page.locator('.slot.pass.soon')).toBeVisible()
    await page.keyboard.press('g')
    await page.waitForTimeout(80)
    expect(show.acts).toEqual([slot, slot])
  })
}

test('a key held down, and two presses of one, answer once', async ({ page }) => {
  const show = await stage(page)
  await quickStart(page)
  await show('claims')
  await page.keyboard.down('g')
  await show('claims', undefined, asked('六', ['pass', 'peng']))
  await page.waitForTimeout(600)
  await page.keyboard.down('g') // the browser repeats a key that is held
  await page.keyboard.up('g')
  expect(show.acts).toEqual(['pass'])
  await page.keyboard.press('g')
  await expect.poll(() => show.acts).toEqual(['pass', 'pass'])
})

test('a double tap on a set does not choose a 比 that nobody has seen', async ({ page }) => {
  const show = await stage(page)
  await quickStart(page)
  await show('chi')
  await page.locator('.slot.chi').click()
  await expect(page.locator('.chooser-head')).toContainText('1')
  const box = (await page.locator('.option').first().boundingBox())!
  for (const wait of [180, 500]) {
    await page.mouse.click(box.x + 20, box.y + 30)
    await page.waitForTimeout(wait)
  }
  expect(show.acts).toEqual([])
  await expect(page.locator('.chooser .steps')).toHaveText('2')
  await page.locator('.option').first().click()
  await expect.poll(() => show.acts).toHaveLength(1)
})
