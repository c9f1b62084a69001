// Who was not there, and comes back: the one button takes every press, and stands over nothing that matters.

import { expect, test, type Locator, type Page } from '@playwright/test'
import { over, quickStart, settlement } from './play'

const back = (page: Page): Locator => page.getByRole('button', { name: '我回来了' })

/** 托管, whatever the hand is at: it may end at any moment, and the next one begins. */
async function awayAtTheTable(page: Page): Promise<void> {
  const choice = page.locator('#table-menu').getByRole('button', { name: '托管' })
  await expect(async () => {
    if (await over(page)) await settlement(page).getByRole('button', { name: /下一局/ }).click({ timeout: 2_000 })
    if (await back(page).isVisible()) return
    if (!(await choice.isVisible())) await page.getByRole('button', { name: '菜单' }).click({ timeout: 2_000 })
    await choice.click({ timeout: 2_000 })
    await expect(back(page)).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 40_000 })
}

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox({ timeout: 2_000 })
  if (!box) throw new Error('it is not there')
  return box
}

/** A finger or a mouse in the upper left quarter of a button, down long enough to be seen. */
async function press(page: Page, button: Locator): Promise<void> {
  const box = await boxOf(button)
  await page.mouse.move(box.x + box.width * 0.12, box.y + box.height * 0.12)
  await page.mouse.down()
  await page.waitForTimeout(120)
  expect(await boxOf(button)).toEqual(box) // it has not moved away
  await page.mouse.up()
}

test('我回来了 takes a press in its corner and a tap, and covers neither the card in play nor my name', async ({ page }) => {
  await quickStart(page)
  for (const [width, height] of [[360, 800], [800, 360], [768, 1024], [320, 460]] as const) {
    await page.setViewportSize({ width, height })
    // a hand of the computer's may be over in the middle of it: then once more
    await expect(() => comesBack(page, width, height)).toPass({ timeout: 60_000 })
  }
})

async function comesBack(page: Page, width: number, height: number): Promise<void> {
  await awayAtTheTable(page)
  const where = `at ${width}×${height}`
  const one = await boxOf(back(page))
  for (const part of ['.middle .play', '.seat.me .who', '.seat.left .who', '.seat.right .who']) {
    const box = await boxOf(page.locator(part))
    const apart = one.x >= box.x + box.width || one.x + one.width <= box.x || one.y >= box.y + box.height || one.y + one.height <= box.y
    expect(apart, `${part} ${where}: ${JSON.stringify([one, box])}`).toBe(true)
  }
  expect(one.x >= 0 && one.x + one.width <= width && one.y + one.height <= height, `all of it is seen ${where}`).toBe(true)
  const fits = await back(page).evaluate((button) => button.scrollHeight <= button.clientHeight + 1 && button.scrollWidth <= button.clientWidth + 1, null, { timeout: 2_000 })
  expect(fits, `its words fit ${where}`).toBe(true)
  await press(page, back(page))
  await expect(back(page)).toHaveCount(0, { timeout: 3_000 })
  expect(await over(page)).toBe(false)
  await awayAtTheTable(page)
  const again = await boxOf(back(page))
  await page.touchscreen.tap(again.x + again.width * 0.15, again.y + again.height * 0.15)
  await expect(back(page)).toHaveCount(0, { timeout: 3_000 })
  expect(await over(page)).toBe(false)
}

test('看结算 takes a press in its corner', async ({ page }) => {
  await quickStart(page)
  await awayAtTheTable(page)
  await expect(settlement(page)).toBeVisible({ timeout: 120_000 })
  await settlement(page).getByRole('button', { name: '看牌桌' }).click()
  await press(page, page.getByRole('button', { name: '看结算' }))
  await expect(settlement(page)).toBeVisible()
  // and from checking the deal one comes back to the table, not to the lobby
  const { pathname } = new URL(page.url())
  await settlement(page).getByRole('link', { name: '验牌' }).click()
  await expect(page).toHaveURL(/\/fair/)
  await page.getByRole('button', { name: '返回' }).or(page.getByRole('link', { name: '返回' })).click()
  await expect(page).toHaveURL(new RegExp(`${pathname}$`))
  await expect(settlement(page)).toBeVisible()
})

/** A network that swallows all it is given while it is dead: a connection opens then, and says nothing. */
async function swallowing(page: Page): Promise<{ dead: boolean }> {
  const net = { dead: false }
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (net.dead) return
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (!net.dead) server.send(message)
    })
    server.onMessage((message) => {
      if (!net.dead) socket.send(message)
    })
  })
  return net
}

test('a network that swallows everything: amber, red, not sent yet; and back at once when it is there again', async ({ page }) => {
  const net = await swallowing(page)
  await quickStart(page)
  net.dead = true
  await page.getByRole('button', { name: '菜单' }).click()
  await page.locator('#table-menu').getByRole('button', { name: '托管' }).click()
  const banner = page.locator('.banner')
  await expect(banner).toContainText('还没送到，正在重发', { timeout: 4_000 })
  await expect(banner).toContainText('信号不好', { timeout: 12_000 })
  await expect(banner).toContainText('断线了', { timeout: 12_000 })
  await page.waitForTimeout(6_000) // an attempt hangs by now
  net.dead = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(banner).toHaveCount(0, { timeout: 4_000 })
  await expect(back(page)).toBeVisible() // what was pressed came through in the end
})

test('who comes back hears what was done meanwhile', async ({ page }) => {
  const net = await swallowing(page)
  await quickStart(page)
  await awayAtTheTable(page)
  net.dead = true
  await expect(page.locator('.banner')).toContainText('断线了', { timeout: 25_000 })
  net.dead = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.locator('.toast')).toContainText(/你不在的时候，(牌桌替你|[上这]一局打完了)/)
})
