// Tables at which I have a seat while another page is open: the others see me there as long as this page is connected.

import type { Phase, Seat, TableView } from '../protocol'

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

/** Whether the table waits for my answer. */
export const asksMe = (view: TableView): boolean =>
  view.head.phase === 'playing' && (view.me.seat ?? null) !== null && !view.head.seats[view.me.seat ?? -1]?.managed && !view.me.answered && Boolean(view.hand?.asked?.legal.length || view.paoyao?.legal.length)
