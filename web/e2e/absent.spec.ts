// Who was not there, and comes back: the one button takes every press, and stands over nothing that matters.

import { expect, test, type Locator, type Page } from '@playwright/test'
import { over, quickStart, settlement } from './play'

const back = (page: Page): Locator => page.getByRole('button', { name: '我回来了' })

async function awayAtTheTable(page: Page): Promise<void> {
  await page.getByRole('button', { name: '菜单' }).click()
  await page.locator('#table-menu').getByRole('button', { name: '托管' }).click()
  await expect(back(page)).toBeVisible()
}

/** A finger or a mouse in the upper left quarter of a button, down long enough to be seen. */
async function press(page: Page, button: Locator): Promise<void> {
  const box = await button.boundingBox()
  if (!box) throw new Error('there is no button')
  await page.mouse.move(box.x + box.width * 0.12, box.y + box.height * 0.12)
  await page.mouse.down()
  await page.waitForTimeout(120)
  expect(await button.boundingBox()).toEqual(box) // it has not moved away
  await page.mouse.up()
}

test('我回来了 takes a press in its corner and a tap, and covers neither the card in play nor my name', async ({ page }) => {
  await quickStart(page)
  for (const [width, height] of [[360, 800], [800, 360], [768, 1024], [320, 460]] as const) {
    if (await over(page)) await settlement(page).getByRole('button', { name: /下一局/ }).click()
    await page.setViewportSize({ width, height })
    await awayAtTheTable(page)
    const one = (await back(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    for (const part of ['.middle .play', '.seat.me .who', '.seat.left .who', '.seat.right .who']) {
      const box = await page.locator(part).boundingBox()
      if (!box) continue
      const apart = one.x >= box.x + box.width || one.x + one.width <= box.x || one.y >= box.y + box.height || one.y + one.height <= box.y
      expect(apart, `${part} at ${width}×${height}: ${JSON.stringify([one, box])}`).toBe(true)
    }
    expect(one.x >= 0 && one.x + one.width <= width && one.y + one.height <= height, `all of it is seen at ${width}×${height}`).toBe(true)
    expect(await back(page).evaluate((button) => button.scrollHeight <= button.clientHeight + 1 && button.scrollWidth <= button.clientWidth + 1), `its words fit at ${width}×${height}`).toBe(true)
    await press(page, back(page))
    await expect(back(page)).toHaveCount(0)
    if (await over(page)) continue
    await awayAtTheTable(page)
    const again = (await back(page).boundingBox()) ?? one
    await page.touchscreen.tap(again.x + again.width * 0.15, again.y + again.height * 0.15)
    await expect(back(page)).toHaveCount(0)
  }
})

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

test('a network that swallows everything: amber, red, not sent yet; and back at once when it is there again', async ({ page }) => {
  let dead = false
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (dead) return // it opens, and says nothing
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (!dead) server.send(message)
    })
    server.onMessage((message) => {
      if (!dead) socket.send(message)
    })
  })
  await quickStart(page)
  dead = true
  await page.getByRole('button', { name: '菜单' }).click()
  await page.locator('#table-menu').getByRole('button', { name: '托管' }).click()
  const banner = page.locator('.banner')
  await expect(banner).toContainText('还没送到，正在重发', { timeout: 4_000 })
  await expect(banner).toContainText('信号不好', { timeout: 12_000 })
  await expect(banner).toContainText('断线了', { timeout: 12_000 })
  await page.waitForTimeout(6_000) // an attempt hangs by now
  dead = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(banner).toHaveCount(0, { timeout: 4_000 })
  await expect(back(page)).toBeVisible() // what was pressed came through in the end
})
