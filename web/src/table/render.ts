// State in, elements out. The skeleton is built once; each region is filled again only when it would look different.

import { faceClass, glyph, strip, tile } from '../art/card'
import { countCards, parseCards } from '../cards'
import { sayAway } from '../net/held'
import { signed } from '../signed'
import type { MeldView } from '../protocol'
import { shownDiscards } from './anim'
import { readChoices } from './choices'
import { h, region, text } from './dom'
import { handOf, selectedCard } from './mutate'
import { placeOf, type TableState } from './state'
import type { Translate } from './widget'

export const SLOTS = ['pass', 'chi', 'peng', 'hu'] as const
export type Slot = (typeof SLOTS)[number]
const SLOT_GLYPH: Record<Slot, string> = { pass: '过', chi: '吃', peng: '碰', hu: '胡' }
const MELD_GLYPH: Record<MeldView['kind'], string> = { ti: '提', pao: '跑', wei: '偎', chouwei: '偎', peng: '碰', chi: '吃' }

export interface Skeleton {
  seats: Record<'me' | 'left' | 'right' | 'across', SeatParts>
  middle: HTMLElement
  wall: HTMLElement
  play: HTMLElement
  says: HTMLElement
  clock: HTMLElement
  clockText: HTMLElement
  bar: HTMLElement
  hand: HTMLElement
  line: HTMLElement
  actions: HTMLElement
  slots: Record<Slot | 'discard', HTMLButtonElement>
  sort: HTMLButtonElement
  hints: HTMLElement
  chooser: HTMLElement
  told: HTMLElement
}

interface SeatParts {
  root: HTMLElement
  who: HTMLElement
  melds: HTMLElement
  discards: HTMLElement
  unclaimed: HTMLElement
  open: HTMLElement
  call: HTMLElement
}

/** The elements that stay for as long as the table does. */
export function skeleton(root: HTMLElement, t: Translate): Skeleton {
  const seat = (place: string): SeatParts => {
    const parts = {
      who: h('div', 'who'),
      melds: h('div', 'melds'),
      discards: h('div', 'row discards'),
      unclaimed: h('div', 'row unclaimed'),
      open: h('div', 'row open'),
      call: h('div', 'call'),
    }
    const piles = h('div', 'piles', parts.discards, parts.unclaimed)
    return { root: h('div', `seat ${place}`, parts.who, parts.melds, piles, parts.open, parts.call), ...parts }
  }
  const seats = { me: seat('me'), left: seat('left'), right: seat('right'), across: seat('across') }
  const wall = h('div', 'wall')
  const play = h('div', 'play')
  const says = h('div', 'says')
  const clockText = h('span', 'clock-text')
  const clock = h('div', 'clock', clockText)
  const middle = h('div', 'middle', wall, play, h('div', 'wait', clock, says))
  const hand = h('div', 'hand')
  const line = h('div', 'line', h('span', '', t('table.release')))
  const bar = h('div', 'bar')
  const button = (slot: Slot | 'discard', ...inside: (Node | string)[]): HTMLButtonElement => {
    const made = h('button', `slot ${slot}`, ...inside)
    made.type = 'button'
    made.dataset['slot'] = slot
    return made
  }
  const slots = {
    discard: button('discard', h('b', '', t('table.discard'))),
    pass: button('pass', glyph(SLOT_GLYPH.pass), h('b', 'name', t('act.pass'))),
    chi: button('chi', glyph(SLOT_GLYPH.chi), h('b', 'name', t('act.chi'))),
    peng: button('peng', glyph(SLOT_GLYPH.peng), h('b', 'name', t('act.peng'))),
    hu: button('hu', glyph(SLOT_GLYPH.hu), h('b', 'name', t('act.hu'))),
  }
  const actions = h('div', 'actions', slots.discard, slots.pass, slots.chi, slots.peng, slots.hu)
  const sort = h('button', 'sort', t('table.sort'))
  sort.type = 'button'
  const hints = h('div', 'hints')
  const chooser = h('div', 'chooser')
  chooser.setAttribute('role', 'group')
  const told = h('div', 'told')
  told.setAttribute('role', 'status')
  const stage = h('div', 'stage', seats.left.root, seats.across.root, seats.right.root, middle, seats.me.root, hints, sort, actions, hand, line, bar, chooser, told)
  for (const part of [wall, play, hand, ...Object.values(seats).flatMap((one) => [one.melds, one.discards, one.unclaimed])]) {
    part.setAttribute('aria-hidden', 'true') // the text table says all of it in words
  }
  root.replaceChildren(stage)
  return { seats, middle, wall, play, says, clock, clockText, bar, hand, line, actions, slots, sort, hints, chooser, told }
}

export function render(state: TableState, parts: Skeleton, t: Translate): void {
  const { view } = state
  const count = view?.seats?.length ?? 3
  for (const place of ['left', 'right', 'across', 'me'] as const) {
    const seat = Array.from({ length: count }, (_, n) => n).find((n) => placeOf(n, state.bottom, count) === place)
    parts.seats[place].root.hidden = seat === undefined
    if (seat !== undefined) renderSeat(state, seat, parts.seats[place], t)
  }
  renderMiddle(state, parts, t)
  renderHand(state, parts)
  renderActions(state, parts, t)
  renderHints(state, parts, t)
  renderChooser(state, parts, t)
  text(parts.told, state.told ?? '')
  parts.told.hidden = !state.told
}

function renderSeat(state: TableState, seat: number, parts: SeatParts, t: Translate): void {
  const { view } = state
  const info = state.seats[seat]
  const shown = view?.seats?.[seat]
  const due = state.waiting?.kind === 'seat' && state.waiting.seat === seat
  parts.root.classList.toggle('due', due && !view?.over)
  parts.root.classList.toggle('won', view?.won?.seat === seat)
  parts.root.dataset['seat'] = String(seat)
  const facts = [
    info?.name, info?.avatar, info?.bot, info?.connected, info?.grace, info?.managed, info?.points, shown?.size, shown?.dead, shown?.barred,
    view?.dealer === seat, seat === state.bottom ? state.hints.huxi : null,
  ]
  region(parts.who, JSON.stringify(facts), () => {
    const face = h('span', `face ${info?.bot ? 'bot' : ''}`, info?.bot ? t('seat.bot') : info?.avatar ? t(`avatar.${info.avatar}`) : ([...(info?.name ?? '')][0] ?? ''))
    face.dataset['at'] = `seat:${seat}`
    const name = h('bdi', 'name', info?.name ?? '')
    const badges = h('span', 'badges')
    if (view?.dealer === seat) badges.append(h('i', 'badge dealer', t('seat.dealer')))
    if (shown?.dead) badges.append(h('i', 'badge dead', t('seat.dead')))
    if (shown?.barred) badges.append(h('i', 'badge dead', t('seat.barred')))
    if (info?.managed) badges.append(h('i', 'badge managed', t('seat.managed')))
    const numbers = h('span', 'numbers')
    if (seat === state.bottom && state.hints.huxi !== null) numbers.append(h('b', 'huxi', t('seat.huxi', { n: state.hints.huxi })))
    if (seat !== state.bottom && shown) numbers.append(h('span', 'size', t('seat.cards', { n: shown.size })))
    // beside the numbers, not beside the name: it grows by the seconds that are left
    if (info && !info.connected && !info.bot) numbers.append(h('i', 'badge away', sayAway(info.grace, Date.now(), t)))
    numbers.append(h('span', 'points', signed(info?.points ?? 0)))
    return [face, h('span', 'label', h('span', 'first', name, badges), numbers)]
  })
  const melds = shown?.melds ?? []
  parts.melds.classList.toggle('many', melds.length > 4)
  region(parts.melds, `${seat}${JSON.stringify(melds)}${state.bottom}`, () => melds.map((meld, at) => meldOf(meld, seat, at, t)))
  pile(parts.discards, shownDiscards(state, seat), `discards:${seat}`, t('pile.discards'))
  pile(parts.unclaimed, shown?.unclaimed ?? [], `unclaimed:${seat}`, t('pile.unclaimed'))
  const open = seat !== state.bottom ? (state.open?.[seat] ?? '') : ''
  region(parts.open, open, () => parseCards(open).map((card) => tile(card)))
  const made = state.calls.find((one) => one.seat === seat)
  region(parts.call, made ? `${made.id}` : '', () => made ? [h('span', 'bubble', ...[...made.word].map((word) => glyph(word)), made.card ? tile(made.card) : null)] : [])
}

function pile(element: HTMLElement, cards: string[], place: string, name: string): void {
  region(element, `${place}${cards.join('')}`, () => [
    cards.length ? h('span', 'pile-name', name) : null,
    ...cards.map((card, n) => {
      const made = tile(card)
      made.dataset['at'] = `${place}:${n}`
      return h('span', 'spot', made)
    }),
  ])
}

/** 提 shows one card, 偎 none, 臭偎 one; a player knows his own hidden cards, which lie shaded. */
function meldOf(meld: MeldView, seat: number, at: number, t: Translate): HTMLElement {
  const cards = [...meld.cards]
  const element = h('button', `meld ${meld.kind}`)
  element.type = 'button'
  element.dataset['meld'] = `${seat}:${at}`
  element.tabIndex = -1
  const hidden = meld.kind === 'ti' ? cards.length - 1 : meld.kind === 'wei' ? cards.length : meld.kind === 'chouwei' ? cards.length - 1 : 0
  let claimed = meld.claimed ?? null
  for (const [n, card] of cards.entries()) {
    const covered = n < hidden
    const made = tile(covered && meld.kind !== 'wei' ? '?' : card, covered ? 'covered' : '')
    if (card === claimed) {
      made.classList.add('claimed')
      claimed = null
    }
    made.dataset['at'] = `melds:${seat}:${at}:${n}`
    element.append(made)
  }
  const name = meld.kind === 'chi' && !meld.claimed ? '比' : MELD_GLYPH[meld.kind]
  const word = t(`kind.${meld.kind === 'chi' && !meld.claimed ? 'bi' : meld.kind}`)
  element.append(h('span', 'meld-name', meld.kind === 'chouwei' ? glyph('臭', 'glyph') : null, glyph(name), h('i', 'word', word)))
  element.title = t(`meld.${meld.kind}`)
  return element
}

function renderMiddle(state: TableState, parts: Skeleton, t: Translate): void {
  const { view } = state
  const left = view?.wall ?? 0
  region(parts.wall, `${left}`, () => {
    const pack = h('span', `pack ${left > 12 ? 'high' : left > 5 ? 'mid' : left ? 'low' : 'none'}`, strip('?'))
    pack.dataset['at'] = 'wall'
    return [pack, h('span', 'wall-count', h('b', '', String(left)), h('i', '', t('table.left')))]
  })
  const play = view?.in_play && view.in_play.origin !== 'own_meld' ? view.in_play : null
  const count = view?.seats?.length ?? 3
  const towards = play ? placeOf(play.owner, state.bottom, count) : ''
  parts.play.dataset['towards'] = towards
  const won = view?.won
  region(parts.play, JSON.stringify([play, won?.card, won?.seat, state.bottom, state.watching && play ? state.seats[play.owner]?.name : null]), () => {
    if (!play) return []
    const card = strip(play.card, play.origin)
    card.dataset['at'] = 'play'
    // who looks on has no 上家 and no 我: the names say whose card it is
    const owner =
      play.origin === 'liang'
        ? t('play.liang')
        : state.watching && (play.origin === 'draw' || play.origin === 'discard')
          ? t(`play.${play.origin}.name`, { name: state.seats[play.owner]?.name ?? '' })
          : t(`play.${play.origin}.${towards}`)
    return [card, h('span', 'from', owner), won && won.card === play.card ? h('span', 'stamp', glyph('胡')) : null]
  })
  const due = state.waiting
  const where = due?.seat !== null && due?.seat !== undefined ? placeOf(due.seat, state.bottom, count) : null
  parts.middle.dataset['due'] = view?.over ? '' : due?.kind === 'seat' && where ? where : ''
  text(parts.says, sayWaiting(state, where, t))
}

function sayWaiting(state: TableState, where: string | null, t: Translate): string {
  const { view, waiting } = state
  if (!view || view.over) return view?.over ? (view.won ? '' : t('table.huang')) : ''
  if (state.answered) return t('table.answered')
  if (view.asked && !state.watching) return t(view.asked.kind === 'discard' ? 'ask.discard' : 'ask.claims')
  if (waiting?.kind === 'claim') return t('wait.claim')
  if (waiting?.kind === 'seat' && where) return state.watching ? t('wait.name', { name: state.seats[waiting.seat ?? 0]?.name ?? '' }) : t(`wait.${where}`)
  return ''
}

function renderHand(state: TableState, parts: Skeleton): void {
  const legal = readChoices(state.view?.asked?.legal ?? [])
  const chou = state.hints.chou ? Object.keys(state.view?.marks ?? {}) : []
  const sign = JSON.stringify([state.columns, state.bottom, chou])
  region(parts.hand, sign, () => {
    const seen = new Map<string, number>()
    return state.columns.map((column, c) => {
      const element = h('div', `column${column.pinned ? ' pinned' : ''}${column.cards.length > 3 ? ' tall' : ''}`)
      element.dataset['column'] = String(c)
      for (const [row, card] of column.cards.entries()) {
        const n = seen.get(card) ?? 0
        seen.set(card, n + 1)
        const made = strip(card, chou.includes(card) ? 'chou' : '')
        made.dataset['at'] = `hand:${state.bottom}:${card}:${n}`
        made.dataset['row'] = String(row)
        element.append(made)
      }
      if (column.pinned) element.append(h('i', 'pin'))
      return element
    })
  })
  parts.hand.classList.toggle('asked', legal.discards.length > 0)
  for (const element of parts.hand.querySelectorAll<HTMLElement>('.strip')) {
    const column = Number(element.parentElement?.dataset['column'])
    const picked = state.selected?.column === column && state.selected.row === Number(element.dataset['row'])
    element.classList.toggle('selected', picked)
    const card = element.dataset['card'] ?? ''
    element.classList.toggle('stays', legal.discards.length > 0 && !legal.discards.includes(card))
  }
}

function renderActions(state: TableState, parts: Skeleton, t: Translate): void {
  const choices = readChoices(state.view?.asked?.legal ?? [])
  const idle = state.watching || Boolean(state.pending) || Boolean(state.answered)
  const can = { pass: choices.pass, chi: choices.chi.length > 0, peng: choices.peng, hu: choices.hu, discard: choices.discards.length > 0 }
  parts.actions.hidden = state.watching
  parts.sort.hidden = state.watching
  for (const slot of [...SLOTS, 'discard'] as const) {
    const button = parts.slots[slot]
    const ready = can[slot] && !idle && !state.fresh
    button.classList.toggle('can', ready)
    button.classList.toggle('soon', can[slot] && !idle && state.fresh)
    button.classList.toggle('open', slot === 'chi' && Boolean(state.chi))
    button.setAttribute('aria-disabled', String(!ready))
  }
  parts.slots.discard.classList.toggle('armed', can.discard && !idle && !state.fresh && selectedCard(state) !== null)
  text(parts.slots.discard.firstElementChild as HTMLElement, t('table.discard'))
  parts.actions.classList.toggle('pending', Boolean(state.pending))
}

function renderHints(state: TableState, parts: Skeleton, t: Translate): void {
  const { waits, unseen } = state.hints
  const selected = selectedCard(state)
  const many = (waits?.length ?? 0) > 2
  parts.hints.classList.toggle('many', many)
  region(parts.hints, JSON.stringify([waits, unseen, selected]), () => {
    const shown: Node[] = []
    if (waits?.length) {
      shown.push(h('span', 'hint-name', t('hint.waits')))
      for (const wait of waits) shown.push(h('span', 'waiting-card', tile(wait.card), h('small', '', t('hint.huxi', { huxi: wait.huxi })), h('small', '', many ? String(wait.left) : t('hint.copies', { n: wait.left }))))
    }
    if (unseen && selected) shown.push(h('span', 'hint-left', t('hint.left', { card: selected, n: unseen[selected] ?? 0 })))
    return shown
  })
}

function renderChooser(state: TableState, parts: Skeleton, t: Translate): void {
  const { chi } = state
  parts.chooser.hidden = !chi
  parts.chooser.classList.toggle('soon', state.fresh)
  region(parts.chooser, JSON.stringify([chi, state.view?.in_play?.card]), () => {
    if (!chi) return []
    const claimed = state.view?.in_play?.card ?? ''
    const options = h('div', 'options')
    const title = chi.step === 'set' ? t('chi.set') : t('chi.bi', { cards: chi.cards })
    const list = chi.step === 'set' ? chi.options.map((eating) => ({ sets: [eating.cards], more: eating.ways.some((way) => way.bi.length) })) : chi.options.map((way) => ({ sets: way.bi, more: false }))
    for (const [n, option] of list.entries()) {
      const button = h('button', 'option', h('i', 'digit', String(n + 1)))
      button.type = 'button'
      button.dataset['option'] = String(n)
      button.setAttribute('aria-label', option.sets.join(' ') || t('chi.nothing'))
      for (const set of option.sets) {
        let mark = chi.step === 'set'
        const group = h('span', 'set')
        for (const card of set) {
          group.append(tile(card, mark && card === claimed ? 'claimed' : ''))
          if (card === claimed) mark = false
        }
        button.append(group)
      }
      if (!option.sets.length) button.append(h('span', 'set none', t('chi.nothing')))
      if (option.more) button.append(h('small', 'more', t('chi.more')))
      options.append(button)
    }
    const back = h('button', 'back-step', t('chi.back'))
    back.type = 'button'
    back.dataset['back'] = '1'
    const steps = h('span', 'steps', chi.step === 'set' ? '1' : '2')
    return [h('div', 'chooser-head', steps, h('b', '', title), back), options]
  })
}

/** Until when a running number has to be told: of the clock, or of somebody who is gone; 0 if none runs. */
export function runsUntil(state: TableState, now: number): number {
  const graces = state.seats.map((seat) => (seat.connected ? 0 : (seat.grace?.until ?? 0))).filter((until) => until > now)
  return state.view?.over ? 0 : Math.max(0, state.waiting?.deadline ?? 0, ...graces)
}

/** The running clock and the grace of who is gone: told four times a second, without a new render. */
export function renderClock(state: TableState, parts: Skeleton, now: number, t: Translate): void {
  for (const { root, who } of Object.values(parts.seats)) {
    const badge = who.querySelector<HTMLElement>('.badge.away')
    if (badge) text(badge, sayAway(state.seats[Number(root.dataset['seat'])]?.grace, now, t))
  }
  const { waiting } = state
  const running = Boolean(waiting?.deadline) && !state.view?.over
  parts.clock.hidden = !running
  parts.bar.hidden = !running || !state.view?.asked
  if (!running || !waiting?.deadline) return
  const left = Math.max(0, waiting.deadline - now)
  const share = left / Math.max(1, waiting.deadline - waiting.opened)
  text(parts.clockText, String(Math.ceil(left / 1000)))
  parts.clock.style.setProperty('--share', share.toFixed(3))
  parts.bar.style.setProperty('--share', share.toFixed(3))
  const urgent = left < 5000 && Boolean(state.view?.asked)
  parts.clock.classList.toggle('urgent', urgent)
  parts.bar.classList.toggle('urgent', urgent)
}

export { countCards, faceClass, handOf }
