// What this device noted of a hand before it began: the fingerprint that was shown, and its own cut. It stays on the device, so
// that a deal can be checked after a reload and days later.

import type { Commitment } from '../protocol'

export interface Kept {
  table: string
  hand: number
  commitment: string
  /** My cut; null while I have made none. */
  nonce: string | null
  /** Seat of the table that cut, not of the hand. */
  seat: number | null
}

const KEY = 'erqishi.cuts'
const MOST = 200
let list: Kept[] = load()

function load(): Kept[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown
    return Array.isArray(kept) ? (kept as Kept[]).filter((one) => typeof one?.table === 'string' && typeof one.commitment === 'string') : []
  } catch {
    return [] // nothing is kept here: checks then use what the proof says itself
  }
}

function save(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list))
  } catch {
    // it lasts as long as the page
  }
}

export const recall = (table: string, hand: number): Kept | null => list.find((one) => one.table === table && one.hand === hand) ?? null

/** The first fingerprint that is shown for a hand is the one that counts. */
export function promised({ table, hand, commitment }: Commitment): void {
  if (recall(table, hand)) return
  list = [...list.slice(1 - MOST), { table, hand, commitment, nonce: null, seat: null }]
  save()
}

/** My cut was taken. */
export function cutTaken(table: string, hand: number, nonce: string, seat: number): void {
  const kept = recall(table, hand)
  if (!kept || kept.nonce !== null) return
  kept.nonce = nonce
  kept.seat = seat
  save()
}

/** A cut as text: where the deck was parted, then letters that nobody can foresee. */
export const nonceOf = (at: number, chance: string): string => `${at}/${chance}`
export const placeOf = (nonce: string): number | null => {
  const at = /^(\d{1,3})\//.exec(nonce)?.[1]
  return at === undefined ? null : Number(at)
}
