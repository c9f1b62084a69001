// A table that met a fault stands still for good: whatever its last moment asked, and until when, holds no more.

import type { TableView } from '../protocol'

export const isStopped = (view: TableView): boolean => view.head.phase === 'quarantined'

/** The view as it may be shown: of a stopped table nothing is asked, nobody is waited for, no clock runs. Any other is as it came. */
export function still(view: TableView): TableView {
  if (!isStopped(view)) return view
  const { head, hand, paoyao } = view
  return {
    ...view,
    head: { ...head, turn: null, seats: head.seats.map((seat) => ({ ...seat, managed: false, away_until: null })) },
    me: { ...view.me, answered: null },
    hand: hand && { ...hand, asked: null },
    paoyao: paoyao && { ...paoyao, asked: null, legal: [] },
  }
}
