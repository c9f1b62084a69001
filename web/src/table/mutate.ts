// Pure changes of the table's state: each takes a state and returns the next one.

import { parseCards } from '../cards'
import { beginChi, pickSet, readChoices, type ChiStep, type Choices, type Eating } from './choices'
import { arrange, follow, move, type Column } from './columns'
import type { Call, TableState } from './state'

/** What the server has just told, or the page knows about the seats. */
export type News = Partial<
  Pick<TableState, 'view' | 'seats' | 'bottom' | 'open' | 'waiting' | 'hints' | 'answered' | 'watching'>
>

/** The cards held at the bottom of the table. */
export function handOf(state: Pick<TableState, 'view' | 'open' | 'bottom'>): string[] {
  const open = state.open?.[state.bottom]
  if (open !== undefined) return parseCards(open)
  return state.view?.seat === state.bottom ? parseCards(state.view.hand ?? '') : []
}

/** Take in news. A new question ends whatever the player was about to choose for the old one. */
export function hear(state: TableState, news: News): TableState {
  const next: TableState = { ...state, ...news }
  const question = questionOf(next)
  const asked = Boolean(next.view?.asked)
  if (!asked) next.fresh = false
  if (question !== questionOf(state)) {
    next.fresh = asked
    next.chi = null
    next.pending = null
    next.told = null
    if (next.view?.asked?.kind === 'claims') next.selected = null
  }
  const hand = handOf(next)
  const held = handOf(state)
  const sameSeat = next.bottom === state.bottom
  if (!sameSeat || !state.columns.length || hand.length > held.length + 2) next.columns = arrange(hand)
  else if (hand.join('') !== held.join('')) next.columns = follow(state.columns, hand)
  if (next.columns !== state.columns) next.selected = keepSelection(state, next.columns)
  return next
}

/** What is asked, and about which card: two cards of the same kind, one after the other, are two questions. */
export function questionOf({ view }: TableState): string {
  const play = view?.in_play
  return JSON.stringify([view?.asked?.legal ?? null, play?.card, play?.owner, play?.origin, view?.wall])
}

/** A card stays selected if it is still where the player touched it. */
function keepSelection(state: TableState, columns: Column[]): TableState['selected'] {
  if (!state.selected) return null
  const card = state.columns[state.selected.column]?.cards[state.selected.row]
  for (const [column, held] of columns.entries()) {
    const row = held.cards.indexOf(card ?? '')
    if (row >= 0) return { column, row }
  }
  return null
}

export const choicesOf = (state: TableState): Choices => readChoices(state.view?.asked?.legal ?? [])

export function select(state: TableState, column: number, row: number): TableState {
  const same = state.selected?.column === column && state.selected.row === row
  return { ...state, selected: same ? null : { column, row } }
}

/** Move the selection by keyboard: through the columns, and within one. */
export function step(state: TableState, dx: number, dy: number): TableState {
  if (!state.columns.length) return state
  const now = state.selected ?? { column: dx < 0 ? state.columns.length : -1, row: 0 }
  const column = (now.column + dx + state.columns.length * 2) % state.columns.length
  const rows = state.columns[column]?.cards.length ?? 1
  const row = dy ? (now.row + dy + rows) % rows : Math.min(now.row, rows - 1)
  return { ...state, selected: { column: state.selected ? column : Math.max(0, Math.min(column, state.columns.length - 1)), row } }
}

export function selectedCard(state: TableState): string | null {
  return state.selected ? (state.columns[state.selected.column]?.cards[state.selected.row] ?? null) : null
}

export function sort(state: TableState): TableState {
  return { ...state, columns: arrange(handOf(state), state.columns), selected: null }
}

/** Forget how the player arranged the hand, and sort all of it. */
export function sortAll(state: TableState): TableState {
  return { ...state, columns: arrange(handOf(state)), selected: null }
}

export function moveCard(state: TableState, from: number, row: number, to: number): TableState {
  return { ...state, columns: move(state.columns, from, row, to), selected: null }
}

export function unpin(state: TableState, column: number): TableState {
  const columns = state.columns.map((held, at) => (at === column ? { ...held, pinned: !held.pinned } : held))
  return { ...state, columns }
}

/** Pressing 吃: a question to show, or the action to send at once. */
export function pressChi(state: TableState): { state: TableState; action: string | null } {
  if (state.chi) return { state: { ...state, chi: null }, action: null }
  return answerChi(state, beginChi(choicesOf(state)))
}

export function pressSet(state: TableState, eating: Eating): { state: TableState; action: string | null } {
  return answerChi(state, pickSet(eating))
}

/** One step back in the 吃: from the 比 to the sets, from the sets to nothing. */
export function backChi(state: TableState): TableState {
  const sets = choicesOf(state).chi
  return { ...state, chi: state.chi?.step === 'bi' && sets.length > 1 ? { step: 'set', options: sets } : null }
}

function answerChi(state: TableState, outcome: ChiStep | string | null) {
  if (typeof outcome === 'string') return { state: { ...state, chi: null }, action: outcome }
  // the 比 stand where the sets stood
  return { state: { ...state, chi: outcome, fresh: state.chi?.step === 'set' && outcome?.step === 'bi' }, action: null }
}

/** Whether a press counts: not while an answer is on its way, and not in the first moment of a question. */
export const takesPress = (state: TableState): boolean => !state.watching && !state.pending && !state.fresh
/** The question has been there long enough to be seen. */
export const ripen = (state: TableState): TableState => (state.fresh ? { ...state, fresh: false } : state)

export const send = (state: TableState, action: string): TableState => ({ ...state, pending: action, chi: null, told: null })
export const settle = (state: TableState): TableState => ({ ...state, pending: null })
export const tell = (state: TableState, told: string | null): TableState => ({ ...state, told })

export function call(state: TableState, made: Call[]): TableState {
  return { ...state, calls: [...state.calls.filter((old) => !made.some((one) => one.seat === old.seat)), ...made] }
}
export function hush(state: TableState, id: number): TableState {
  return { ...state, calls: state.calls.filter((made) => made.id !== id) }
}
