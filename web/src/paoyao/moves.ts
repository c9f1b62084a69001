// What can be done, out of the complete list of legal actions: nothing here knows a rule. Pure.

export interface Take {
  /** The text to answer with. */
  action: string
  /** The hand card that takes, null when a group in front does. */
  by: string | null
  /** The open card that is taken. */
  open: string
}

/** All captures among the legal actions, in their order. */
export function takes(legal: readonly string[]): Take[] {
  const found: Take[] = []
  for (const action of legal) {
    const [word, first = '', second = ''] = action.split(' ')
    if (word === 'capture') found.push({ action, by: first, open: second })
    else if (word === 'extend') found.push({ action, by: null, open: second })
  }
  return found
}

/** Hand cards that can take something. */
export const able = (legal: readonly string[]): Set<string> => new Set(takes(legal).flatMap((take) => take.by ?? []))

/** Open cards in reach: of the picked hand card, or of anything while none is picked. */
export const reach = (legal: readonly string[], picked: string | null): Set<string> =>
  new Set(takes(legal).filter((take) => picked === null || take.by === picked).map((take) => take.open))

/**
 * The answer when an open card is tapped: one action when it is clear what takes it, null when there are several ways
 * (or none) and the buttons have to decide. A picked hand card decides; where it cannot take this one, nothing does.
 */
export function tapped(legal: readonly string[], picked: string | null, open: string): string | null {
  const ways = takes(legal).filter((take) => take.open === open && (picked === null || take.by === picked))
  return ways.length === 1 ? (ways[0]?.action ?? null) : null
}

/** A picked card that is no longer mine, or has nothing left to take, is not picked any more. */
export const stillPicked = (legal: readonly string[], picked: string | null): string | null => (picked !== null && able(legal).has(picked) ? picked : null)
