// Check a deal: does the seed fit the promise, is my cut in it, does the deck follow (docs/shuffle.md).

import { NAMES, WANG } from '../cards'
import type { ShuffleProof } from '../protocol'
import type { Kept } from './kept'
import { hex, hmac, sha256, unhex } from './sha256'

const utf8 = new TextEncoder()
const uint = (value: number, size: number): number[] =>
  Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** (size - 1 - i)) % 256)
const text = (value: string): number[] => {
  const raw = utf8.encode(value)
  return [...uint(raw.length, 2), ...raw]
}

export const commitmentOf = (proof: ShuffleProof): string => hex(sha256(unhex(proof.server_seed)))

/** The deck of ids that follows from a proof. */
export function shuffled(proof: ShuffleProof): number[] {
  const message = Uint8Array.from([
    ...text('erqishi-shuffle-1'),
    ...uint(proof.nonces.length, 2),
    ...proof.nonces.flatMap(text),
    ...text(proof.table),
    ...uint(proof.hand, 4),
    ...uint(proof.n, 2),
  ])
  const seed = hmac(unhex(proof.server_seed), message)
  let block: Uint8Array = new Uint8Array(0)
  let used = 0
  let counter = 0
  const deck = Array.from({ length: proof.n }, (_, i) => i)
  for (let i = proof.n - 1; i > 0; i--) {
    let byte: number
    do {
      if (used === block.length) {
        block = hmac(seed, Uint8Array.from(uint(counter++, 4)))
        used = 0
      }
      byte = block[used++] as number
    } while (byte >= 256 - (256 % (i + 1)))
    const j = byte % (i + 1)
    ;[deck[i], deck[j]] = [deck[j] as number, deck[i] as number]
  }
  return deck
}

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']

/** Names of the cards in dealing order; an id's kind is id // 4. Fifty-two are the cards of 跑腰, by rank. */
export function deckCards(proof: ShuffleProof): string[] {
  const names = proof.n === 52 ? RANKS : [...NAMES, WANG]
  return shuffled(proof).map((id) => names[Math.floor(id / 4)] ?? '?')
}

export interface Remembered {
  /** What this device noted before the hand. */
  kept: Kept | null
  /** Cards of the wall that were left, in drawing order: the deck must hold them side by side. */
  wall: string[] | null
}

/** Whether a proof fits what this client remembers of the hand. The whole check, with reasons, is fair/check.ts. */
export function honest(proof: ShuffleProof, { kept, wall }: Remembered): boolean {
  if (commitmentOf(proof) !== proof.commitment) return false
  if (kept && (kept.commitment !== proof.commitment || kept.table !== proof.table || kept.hand !== proof.hand)) return false
  if (kept && kept.nonce !== null && proof.nonces[kept.seat ?? -1] !== kept.nonce) return false
  return !wall?.length || `|${deckCards(proof).join('|')}|`.includes(`|${wall.join('|')}|`)
}
