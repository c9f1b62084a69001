// What the player may choose, read from the complete legal actions of the server. Nothing here knows a rule:
// 吃 is offered in two steps by grouping the complete texts `chi 一二三 比 二贰贰`, so only completable choices appear.

export interface Choices {
  hu: boolean
  peng: boolean
  pass: boolean
  chi: Eating[]
  discards: string[]
}

export interface Eating {
  /** The set with the claimed card. */
  cards: string
  /** Every way to lay the further copies; `[[]]` when nothing is to be laid. */
  ways: { bi: string[]; action: string }[]
}

export function readChoices(legal: readonly string[]): Choices {
  const choices: Choices = { hu: false, peng: false, pass: false, chi: [], discards: [] }
  for (const action of legal) {
    const [word = '', first = '', ...rest] = action.split(' ')
    if (word === 'hu') choices.hu = true
    else if (word === 'peng') choices.peng = true
    else if (word === 'pass') choices.pass = true
    else if (word === 'discard') choices.discards.push(first)
    else if (word === 'chi') {
      const bi = rest.filter((part) => part !== '比')
      let eating = choices.chi.find((other) => other.cards === first)
      if (!eating) choices.chi.push((eating = { cards: first, ways: [] }))
      eating.ways.push({ bi, action })
    }
  }
  return choices
}

/** The open question of a 吃: first which set, then which 比. */
export type ChiStep = { step: 'set'; options: Eating[] } | { step: 'bi'; cards: string; options: Eating['ways'] }

/** Begin a 吃: the question to ask, or the action when there is nothing to ask. */
export function beginChi(choices: Choices): ChiStep | string | null {
  const only = choices.chi.length === 1 ? choices.chi[0] : undefined
  if (only) return pickSet(only)
  return choices.chi.length ? { step: 'set', options: choices.chi } : null
}

/** A set has been chosen: ask which 比, or act when there is one way only. */
export function pickSet(eating: Eating): ChiStep | string {
  const only = eating.ways.length === 1 ? eating.ways[0] : undefined
  return only ? only.action : { step: 'bi', cards: eating.cards, options: eating.ways }
}
