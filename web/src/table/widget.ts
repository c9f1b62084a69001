// The table as one object: give it news, it shows them; it calls back when the player acts. No framework inside.

import { installSprite } from '../art/card'
import { difference, fly, measure } from './anim'
import { listen } from './drag'
import { FRESH_MS } from './late'
import * as m from './mutate'
import { render, renderClock, runsUntil, skeleton, type Slot } from './render'
import { emptyState, type Call, type TableState } from './state'

export type Translate = (key: string, values?: Record<string, string | number>) => string

export interface TableOptions {
  t: Translate
  /** The player has chosen an action, as its text; done when it is acknowledged or refused. */
  act(action: string): Promise<void> | void
  /** A meld was touched: `seat:at`. */
  explain?(seat: number, at: number): void
  /** After every change, for the text table beside the widget. */
  changed?(state: TableState): void
  doubleTap?(): boolean
}

export interface TableApi {
  hear(news: m.News): void
  call(calls: Omit<Call, 'id'>[]): void
  tell(text: string | null): void
  key(event: KeyboardEvent): boolean
  press(slot: Slot | 'discard'): void
  choose(option: number): void
  pick(card: string): void
  /** Discard a card by its name, from the table in words. */
  discard(card: string): void
  state(): TableState
  destroy(): void
}

let lastCall = 0
const CALL_MS = 1700
const TOLD_MS = 6000

export function createTable(root: HTMLElement, options: TableOptions): TableApi {
  installSprite()
  root.classList.add('table')
  const parts = skeleton(root, options.t)
  let state: TableState = emptyState
  let ticking = 0
  let toldTimer = 0
  let freshTimer = 0
  let sent = 0

  const set = (next: TableState): void => {
    if (next === state) return
    const rects = measure(root)
    const flights = difference(state, next)
    const told = next.told !== state.told
    // another question, or another step of the 吃, begins its own moment
    const newly = next.fresh && (!state.fresh || next.view !== state.view && m.questionOf(next) !== m.questionOf(state))
    state = next
    render(state, parts, options.t)
    fly(root, flights, rects)
    tick()
    if (told) {
      clearTimeout(toldTimer)
      if (state.told) toldTimer = window.setTimeout(() => set(m.tell(state, null)), TOLD_MS)
    }
    if (newly) {
      clearTimeout(freshTimer)
      freshTimer = window.setTimeout(() => set(m.ripen(state)), FRESH_MS)
    }
    options.changed?.(state)
  }

  /** Four times a second, only while a clock runs and somebody looks. */
  function tick(): void {
    renderClock(state, parts, Date.now(), options.t)
    const run = runsUntil(state, Date.now()) > 0 && !document.hidden
    if (run && !ticking) ticking = window.setInterval(() => tick(), 250)
    if (!run && ticking) {
      clearInterval(ticking)
      ticking = 0
    }
  }
  const seen = (): void => tick()
  document.addEventListener('visibilitychange', seen)

  const send = (action: string): void => {
    if (state.watching || state.pending) return
    set(m.send(state, action))
    const mine = ++sent
    const done = (): void => {
      if (mine === sent) set(m.settle(state)) // the answer to an earlier one says nothing about this one
    }
    void Promise.resolve(options.act(action)).then(done, done)
  }

  /** `dragged`: a card that was pulled out is no second tap. */
  const discard = (dragged = false): void => {
    if (state.fresh && !dragged) return
    const card = m.selectedCard(state)
    if (state.view?.asked?.kind !== 'discard') set(m.tell(state, options.t(state.view?.asked ? 'told.claims' : 'told.wait')))
    else if (!card) set(m.tell(state, options.t('told.pick')))
    else send(`discard ${card}`)
  }

  const press = (slot: Slot | 'discard'): void => {
    if (!m.takesPress(state)) return
    if (slot === 'discard') return discard()
    const choices = m.choicesOf(state)
    if (!state.view?.asked) return set(m.tell(state, options.t(state.answered ? 'table.answered' : 'told.wait')))
    if (slot === 'chi' && choices.chi.length) {
      const { state: next, action } = m.pressChi(state)
      set(next)
      if (action) send(action)
    } else if (slot === 'chi') {
      set(m.tell(state, options.t('told.chi')))
    } else {
      send(slot) // the server says which rule forbids it, if one does
    }
  }

  const choose = (option: number): void => {
    const { chi } = state
    if (!m.takesPress(state)) return
    if (chi?.step === 'set' && chi.options[option]) {
      const { state: next, action } = m.pressSet(state, chi.options[option])
      set(next)
      if (action) send(action)
    } else if (chi?.step === 'bi' && chi.options[option]) {
      send(chi.options[option].action)
    }
  }

  const click = (event: MouseEvent): void => {
    const target = event.target as HTMLElement
    const slot = target.closest<HTMLElement>('[data-slot]')?.dataset['slot']
    const option = target.closest<HTMLElement>('[data-option]')?.dataset['option']
    const meld = target.closest<HTMLElement>('[data-meld]')?.dataset['meld']
    if (slot) press(slot as Slot)
    else if (option) choose(Number(option))
    else if (target.closest('[data-back]')) set(m.backChi(state))
    else if (target.closest('.sort')) set(m.sort(state))
    else if (target.closest('.told')) set(m.tell(state, null))
    else if (meld) {
      const [seat = 0, at = 0] = meld.split(':').map(Number)
      options.explain?.(seat, at)
    }
  }
  root.addEventListener('click', click)

  const forget = listen(root, parts.hand, parts.line, {
    tap: (column, row) => set(m.select(state, column, row)),
    doubleTap: (column, row) => {
      set({ ...state, selected: { column, row } })
      if (options.doubleTap?.() && state.view?.asked?.kind === 'discard') discard()
    },
    doubleTapCloth: () => set(m.sort(state)),
    mayDiscard: () => state.view?.asked?.kind === 'discard' && !state.watching,
    dropOut: (column, row) => {
      set({ ...state, selected: { column, row } })
      discard(true)
    },
    dropInto: (column, row, target) => set(m.moveCard(state, column, row, target)),
  })

  const key = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    const slots: Record<string, Slot> = { h: 'hu', p: 'peng', c: 'chi', g: 'pass' }
    const name = event.key.toLowerCase()
    const slot = slots[name]
    // a key that is held down answers once
    if (event.repeat && (slot || /^([1-9d ]|enter)$/.test(name))) return true
    if (slot) press(slot)
    else if (state.chi && /^[1-9]$/.test(name)) choose(Number(name) - 1)
    else if (/^[1-9]$/.test(name) && state.columns[Number(name) - 1]) {
      const column = Number(name) - 1
      const again = state.selected?.column === column
      const rows = state.columns[column]?.cards.length ?? 1
      set({ ...state, selected: { column, row: again ? ((state.selected?.row ?? 0) + 1) % rows : 0 } })
    } else if (name === 'arrowleft') set(m.step(state, -1, 0))
    else if (name === 'arrowright') set(m.step(state, 1, 0))
    else if (name === 'arrowup') set(m.step(state, 0, -1))
    else if (name === 'arrowdown') set(m.step(state, 0, 1))
    else if (name === 'd' || ((name === 'enter' || name === ' ') && !(event.target as HTMLElement).closest?.('button, a, input, select, textarea, summary'))) discard()
    else if (name === 's') set(m.sort(state))
    else if (name === 'escape' && state.chi) set(m.backChi(state))
    else if (name === 'escape' && state.selected) set({ ...state, selected: null })
    else return false
    return true
  }

  render(state, parts, options.t)
  return {
    hear: (news) => set(m.hear(state, news)),
    call: (calls) => {
      const made = calls.map((one) => ({ ...one, id: ++lastCall }))
      set(m.call(state, made))
      for (const one of made) window.setTimeout(() => set(m.hush(state, one.id)), CALL_MS)
    },
    tell: (text) => set(m.tell(state, text)),
    key,
    press,
    choose,
    pick: (card) => {
      for (const [column, held] of state.columns.entries()) {
        const row = held.cards.indexOf(card)
        if (row >= 0) return set({ ...state, selected: { column, row } })
      }
    },
    discard: (card) => {
      if (m.takesPress(state)) send(`discard ${card}`)
    },
    state: () => state,
    destroy: () => {
      forget()
      clearInterval(ticking)
      clearTimeout(toldTimer)
      clearTimeout(freshTimer)
      root.removeEventListener('click', click)
      document.removeEventListener('visibilitychange', seen)
      root.replaceChildren()
    },
  }
}
