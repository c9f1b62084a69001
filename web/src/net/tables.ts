// Versions of a table's view: what to take, what to ignore, when something is missing (docs/protocol.md §4). Pure.
// `hash` is not compared: it is for clients that fold the events themselves. Here each update brings the hand whole, and a
// gap shows in the versions.

import type { TableView, Update } from '../protocol'

export type Taken = { view: TableView; took: boolean } | { missing: true }

/** The view after an update. */
export function take(view: TableView, update: Update): Taken {
  if (update.v <= view.v) return { view, took: false }
  if (update.prev > view.v) return { missing: true }
  const next: TableView = { ...view, v: update.v, hash: update.hash, now: update.now }
  if (update.head !== undefined) next.head = update.head
  if (update.book !== undefined) next.book = update.book
  if (update.me !== undefined) next.me = update.me
  if (update.hand !== undefined) next.hand = update.hand
  if (update.paoyao !== undefined) next.paoyao = update.paoyao
  return { view: next, took: true }
}
