// Hands recorded from real play (web/tools/record_views.py), put into a real table: the same picture comes out every time.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const views = JSON.parse(readFileSync(join(import.meta.dirname, '../tests/recorded/views.json'), 'utf8')) as Record<string, { seat: number; asked?: { kind: string } }>

export interface Stage {
  /** Show a recorded hand; `changes` are laid over its view. */
  (name: string, waits?: string[], changes?: object): Promise<void>
  /** What the player answered since a hand is shown: the server hears nothing of it, and the page is told that it was taken. */
  acts: string[]
}

/** Catch the table as the server sends it, and show another hand in it. */
export async function stage(page: Page): Promise<Stage> {
  let table: Record<string, unknown> | null = null
  let show: (frame: string) => void = () => undefined
  let frozen = false
  let v = 9_000_000
  const acts: string[] = []
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer()
    show = (frame) => socket.send(frame)
    socket.onMessage((message) => {
      const said = JSON.parse(String(message)) as { t: string; cmd_id: string; action: string }
      if (!frozen || said.t !== 'act') return server.send(message)
      acts.push(said.action)
      show(JSON.stringify({ t: 'ack', cmd_id: said.cmd_id, v }))
    })
    server.onMessage((message) => {
      const told = JSON.parse(String(message)) as { t: string; view?: Record<string, unknown>; head?: unknown }
      if (told.t === 'table') table = told.view ?? null
      if (told.t === 'update' && table) table = { ...table, ...told, head: told.head ?? table['head'] }
      if (!frozen || (told.t !== 'update' && told.t !== 'table')) socket.send(message)
    })
  })
  const put = async (name: string, waits?: string[], changes?: object): Promise<void> => {
    frozen = true
    const recorded = views[name]
    if (!table || !recorded) throw new Error(`nothing to show for ${name}`)
    const view = { ...recorded, ...changes }
    const now = Date.now()
    const head = table['head'] as { active: number[]; seats: object[] }
    const active = [0, 1, 2].map((seat) => (seat - view.seat + 3) % 3)
    const turn = { kind: view.asked?.kind === 'discard' ? 'seat' : 'claim', seat: view.asked?.kind === 'discard' ? 0 : null, opened: now, deadline: now + 28_000 }
    const book = { ...(table['book'] as object), totals: [5, -3, -2] }
    const me = { seat: 0, hand_seat: view.seat, huxi: 12, waits: waits ? waits.map((card, n) => ({ card, huxi: 15 + n, left: 1 + (n % 3) })) : name === 'middle' ? [{ card: '六', huxi: 18, left: 2 }, { card: '玖', huxi: 21, left: 1 }] : null, thinks: 2 }
    show(JSON.stringify({ t: 'table', why: 'resume', view: { ...table, v: ++v, book, me, hand: view, head: { ...head, phase: 'playing', active, turn } } }))
    if (!changes) await page.waitForTimeout(700)
  }
  return Object.assign(put, { acts })
}
