// Presses that come too early, and whether a question about a card ran out before it was answered: the table passes then, and the
// player should know.

import type { View } from '../protocol'
import type { TableState } from './state'

/** A question takes no press for so long. The two taps of a double tap are closer, a person who has seen the card is slower. */
export const FRESH_MS = 400

/** The clocks of server and device may differ by this, milliseconds. */
const SLACK = 400

/** The card that was asked for in `before` and is no longer, because the time was over; null if nothing was missed. */
export function missed(before: TableState, now: View | null, time: number): string | null {
  const asked = before.view?.asked
  const card = before.view?.in_play?.card
  const deadline = before.waiting?.deadline
  if (asked?.kind !== 'claims' || !card || !deadline || before.watching || before.answered || before.pending) return null
  if (now?.asked?.kind === 'claims' && now.in_play?.card === card) return null // still asked
  return time >= deadline - SLACK ? card : null
}
