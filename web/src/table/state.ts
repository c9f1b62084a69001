// Everything the table shows, in one object. The server's view is taken as it is; the rest is how this player holds
// the hand and what the player is just doing. Changes are in mutate.ts, pictures in render.ts.

import type { View, Wait } from '../protocol'
import type { ChiStep } from './choices'
import type { Column } from './columns'

/** Who sits where, per seat of the hand. */
export interface SeatInfo {
  name: string
  /** One of the twelve animals, or null for a bot. */
  avatar: string | null
  bot: string | null
  connected: boolean
  /** Until when who is not connected is waited for, by the clock of this device; `due`: the table waits for this very seat. */
  grace?: { until: number; due: boolean } | null
  managed: boolean
  /** Points in this sitting. */
  points: number
}

/** What the table is waiting for; times by the clock of this device. */
export interface Waiting {
  kind: 'claim' | 'cut' | 'next' | 'ready' | 'seat'
  /** Seat of the hand. */
  seat: number | null
  opened: number
  deadline: number | null
}

/** A word called out at the table: 碰, 吃 … with its card. */
export interface Call {
  id: number
  seat: number
  word: string
  card: string
}

export interface TableHints {
  huxi: number | null
  waits: Wait[] | null
  unseen: Record<string, number> | null
  chou: boolean
}

export interface TableState {
  view: View | null
  seats: SeatInfo[]
  /** Seat of the hand that is shown at the bottom. */
  bottom: number
  /** Cards of every seat, when they lie open (replay). */
  open: string[] | null
  columns: Column[]
  selected: { column: number; row: number } | null
  chi: ChiStep | null
  /**
   * A question, or a step of the 吃, has only just appeared where the last press was made: nothing is taken for a moment, so that the
   * second half of a double tap never answers what nobody has seen.
   */
  fresh: boolean
  /** Sent and not yet acknowledged. */
  pending: string | null
  /** Acknowledged, held until the window closes. */
  answered: string | null
  waiting: Waiting | null
  calls: Call[]
  hints: TableHints
  /** A sentence shown over the table: a refusal, or the reason of a forced move. */
  told: string | null
  /** Nobody acts from here (replay, spectator). */
  watching: boolean
}

export const emptyState: TableState = {
  view: null,
  seats: [],
  bottom: 0,
  open: null,
  columns: [],
  selected: null,
  chi: null,
  fresh: false,
  pending: null,
  answered: null,
  waiting: null,
  calls: [],
  hints: { huxi: null, waits: null, unseen: null, chou: false },
  told: null,
  watching: false,
}

/** Where a seat of the hand is on the screen: 下家 sits to the right, 上家 to the left. */
export type Place = 'me' | 'right' | 'across' | 'left'
export function placeOf(seat: number, bottom: number, seats: number): Place {
  const step = (((seat - bottom) % seats) + seats) % seats
  if (step === 0) return 'me'
  if (seats === 2) return 'right'
  if (seats === 4 && step === 2) return 'across'
  return step === 1 ? 'right' : 'left'
}
