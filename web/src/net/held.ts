// Tables at which I have a seat while another page is open: the others see me there as long as this page is connected.

import type { Phase, Seat, TableView, Turn } from '../protocol'

/** So many at once, those seen last: the server lets nobody look at more than eight, and the table one goes to is one of them. */
export const HELD = 4

/** Whether anybody would miss me: a table of mine and of bots waits for me as soon as I look away, and is not to go on without me. */
export const company = (phase: Phase, people: number): boolean => phase === 'waiting' || (phase !== 'ended' && people > 1)

/**
 * Which tables are followed from another page: mine, with others at them.
 *
 * left: tables whose seat I gave up. seen: codes of tables in the order in which they were looked at.
 */
export function followed(views: readonly TableView[], left: ReadonlySet<string>, seen: readonly string[]): Set<string> {
  return new Set(
    views
      .filter((view) => (view.me.seat ?? null) !== null && !left.has(view.table))
      .filter(({ head }) => company(head.phase, head.seats.filter((seat) => seat.person).length))
      .sort((a, b) => seen.indexOf(a.room.code) - seen.indexOf(b.room.code))
      .slice(-HELD)
      .map((view) => view.table),
  )
}

/** Whether somebody sits there whose client is gone. What is false is not sent. */
export const away = (seat: Seat | null | undefined): boolean => Boolean(seat?.person && !seat.connected)

/** On a table without a clock who is gone is waited for so long, from the moment of going or, if later, from that of the turn (docs/protocol.md). */
const ABSENT_MS = 60_000

/**
 * Until when who is gone is waited for, by the server's clock, null if nobody waits any more. `due`: the table waits for this very
 * seat, and acts for it then; otherwise it is the grace that the server sends for a lost connection.
 */
export function graceOf(seat: Seat | null | undefined, turn: Turn | null, clock: number): { until: number; due: boolean } | null {
  if (!seat || !away(seat)) return null
  const due = clock === 0 && turn?.kind === 'seat' && turn.seat === seat.seat
  const until = Math.max(seat.away_until ?? 0, due ? turn.opened + ABSENT_MS : 0)
  return until ? { until, due } : null
}

/** What the mark of who is gone says. `grace` by the clock that tells `now`. */
export function sayAway(grace: { until: number; due: boolean } | null | undefined, now: number, t: (key: string, values?: Record<string, number>) => string): string {
  const n = grace ? Math.ceil((grace.until - now) / 1000) : 0
  return n > 0 ? t(grace?.due ? 'seat.away.wait' : 'seat.away.left', { n }) : t('seat.away')
}

/** Whether the table waits for my answer. */
export const asksMe = (view: TableView): boolean =>
  view.head.phase === 'playing' && (view.me.seat ?? null) !== null && !view.head.seats[view.me.seat ?? -1]?.managed && !view.me.answered && Boolean(view.hand?.asked?.legal.length || view.paoyao?.legal.length)
