import { expect, test, type Page } from '@playwright/test'
import { open, quickStart } from './play'

/** From the next load on the server's word for a table of mine that is played at is that it met a fault. */
async function breakable(page: Page): Promise<() => void> {
  let broken = false
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => socket.send(broken ? String(message).replaceAll('"phase":"playing"', '"phase":"quarantined"') : message))
  })
  return () => {
    broken = true
  }
}
const word = '这张桌出了故障，停下了；牌谱和账都在。去大厅另开一间。'

async function stands(page: Page): Promise<void> {
  await expect(page.getByText(word)).toBeVisible()
  await expect(page.locator('.think, .clock:visible, .bar:visible, .acts .button')).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByText('出故障，已停下').first()).toBeVisible()
  await page.goBack()
  await page.getByText(word).locator('..').getByRole('button', { name: '离开' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('a table that met a fault says so for good, asks nothing and lets go at once', async ({ page }) => {
  const fault = await breakable(page)
  await quickStart(page)
  fault()
  await page.reload()
  await expect(page.getByText(word)).toBeVisible()
  expect(await open(page)).toEqual([])
  await expect(page.locator('.actions')).toBeHidden()
  await stands(page)
})

test('a table of 跑腰 too', async ({ page }) => {
  const fault = await breakable(page)
  await page.goto('/')
  await page.getByRole('link', { name: /跑腰/ }).click()
  await page.getByRole('button', { name: '开房' }).click()
  await page.getByRole('button', { name: '准备', exact: true }).click()
  await expect(page.locator('.acts')).toBeVisible()
  fault()
  await page.reload()
  await expect(page.getByText(word)).toBeVisible()
  await expect(page.locator('[data-action]')).toHaveCount(0)
  await stands(page)
})
