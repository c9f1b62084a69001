// Pictures for the documents. The hands shown are recorded from real play (web/tools/record_views.py) and put into a
// real table, so that the same picture comes out every time.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { over, playUntil, settlement } from './play'

const ROOT = join(import.meta.dirname, '../..')
const OUT = join(ROOT, 'docs/pictures')
const views = JSON.parse(readFileSync(join(ROOT, 'web/tests/recorded/views.json'), 'utf8')) as Record<string, { seat: number; asked?: { kind: string } }>
const SIZES = [
  [360, 800],
  [800, 360],
  [768, 1024],
  [1440, 900],
] as const

/** Catch the table as the server sends it, and show another hand in it. */
async function stage(page: Page): Promise<(name: string) => Promise<void>> {
  let table: Record<string, unknown> | null = null
  let show: (frame: string) => void = () => undefined
  let frozen = false
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer()
    show = (frame) => socket.send(frame)
    server.onMessage((message) => {
      const told = JSON.parse(String(message)) as { t: string; view?: Record<string, unknown>; head?: unknown }
      if (told.t === 'table') table = told.view ?? null
      if (told.t === 'update' && table) table = { ...table, ...told, head: told.head ?? table['head'] }
      if (!frozen || (told.t !== 'update' && told.t !== 'table')) socket.send(message)
    })
  })
  return async (name) => {
    frozen = true
    const view = views[name]
    if (!table || !view) throw new Error(`nothing to show for ${name}`)
    const now = Date.now()
    const head = table['head'] as { active: number[]; seats: object[] }
    const active = [0, 1, 2].map((seat) => (seat - view.seat + 3) % 3)
    const turn = { kind: view.asked?.kind === 'discard' ? 'seat' : 'claim', seat: view.asked?.kind === 'discard' ? 0 : null, opened: now, deadline: now + 28_000 }
    const book = { ...(table['book'] as object), totals: [5, -3, -2] }
    const me = { seat: 0, hand_seat: view.seat, huxi: 12, waits: name === 'middle' ? [{ card: '六', huxi: 18, left: 2 }, { card: '玖', huxi: 21, left: 1 }] : null, thinks: 2 }
    show(JSON.stringify({ t: 'table', why: 'resume', view: { ...table, v: 9_000_000, book, me, hand: view, head: { ...head, phase: 'playing', active, turn } } }))
    await page.waitForTimeout(700)
  }
}

for (const [width, height] of SIZES) {
  test(`pictures at ${width}×${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const shoot = (name: string): Promise<Buffer> => page.screenshot({ path: join(OUT, `${name}-${width}x${height}.jpg`), type: 'jpeg', quality: 84 })
    const show = await stage(page)
    await page.goto('/')
    await expect(page.getByRole('button', { name: /新手/ })).toBeVisible()
    await page.waitForTimeout(300)
    await shoot('lobby')
    await page.goto('/create')
    await expect(page.locator('li').first()).toBeVisible()
    await shoot('create')
    await page.goto('/settings')
    await shoot('settings')
    await page.goto('/')
    await page.getByRole('button', { name: /高手/ }).click()
    await expect(page.locator('.hand .strip').first()).toBeVisible()
    await show('middle')
    await page.locator('.hand .strip').nth(-2).click({ position: { x: 12, y: 12 } })
    await page.waitForTimeout(300)
    await shoot('table')
    await show('chi')
    await page.keyboard.press('c')
    await page.waitForTimeout(300)
    await shoot('chi')
    await page.keyboard.press('1')
    await page.waitForTimeout(300)
    await shoot('bi')
    await show('claims')
    await shoot('claims')
  })

  test(`pictures of the end at ${width}×${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const shoot = (name: string): Promise<Buffer> => page.screenshot({ path: join(OUT, `${name}-${width}x${height}.jpg`), type: 'jpeg', quality: 84 })
    await page.goto('/create')
    await page.getByRole('button', { name: '开房' }).click()
    await expect(page.getByRole('img', { name: /二维码/ })).toBeVisible()
    await page.waitForTimeout(200)
    await shoot('room')
    await page.getByRole('button', { name: '准备', exact: true }).click()
    // a hand that somebody wins makes the better picture
    for (let hand = 0; hand < 8; hand++) {
      await playUntil([page], () => over(page))
      if ((await settlement(page).locator('.winner').count()) > 0) break
      await settlement(page).getByRole('button', { name: '下一局' }).click()
      await expect(settlement(page)).toHaveCount(0)
    }
    await page.waitForTimeout(2_000)
    await shoot('settlement')
    await settlement(page).getByRole('link', { name: '看回放' }).click()
    await expect(page.locator('.hand .strip').first()).toBeVisible()
    const seek = page.getByRole('slider')
    await seek.fill(String(Math.floor(Number(await seek.getAttribute('max')) * 0.6)))
    await page.waitForTimeout(2_200)
    await shoot('replay')
  })
}
