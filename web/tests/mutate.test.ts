import { describe, expect, it } from 'vitest'
import * as m from '../src/table/mutate'
import { emptyState, placeOf, type TableState } from '../src/table/state'
import type { View } from '../src/protocol'
import views from './recorded/views.json'

const recorded = views as unknown as Record<string, View>
const fresh = (): TableState => m.hear(emptyState, { view: recorded['fresh'] as View, bottom: 0 })
const cards = (state: TableState): string => state.columns.flatMap((column) => column.cards).sort().join('')

describe('hearing news', () => {
  it('puts the hand into columns', () => {
    expect(cards(fresh())).toBe(m.handOf(fresh()).sort().join(''))
  })
  it('keeps the columns when a card has left the hand', () => {
    const state = fresh()
    const view = { ...(recorded['fresh'] as View), asked: null, hand: (recorded['fresh']?.hand ?? '').replace('陆', '') }
    const next = m.hear(state, { view })
    expect(cards(next)).toBe(m.handOf(next).sort().join(''))
    expect(next.columns.length).toBeLessThanOrEqual(state.columns.length)
  })
  it('a new question ends the choice that was open for the old one', () => {
    const asked = m.hear(emptyState, { view: recorded['chi'] as View, bottom: recorded['chi']?.seat ?? 0 })
    const open = m.pressChi(asked).state
    expect(open.chi?.step).toBe('set')
    expect(m.hear(open, { view: { ...(recorded['chi'] as View), asked: null } }).chi).toBe(null)
  })
  it('the same question again leaves an open choice open', () => {
    const asked = m.hear(emptyState, { view: recorded['chi'] as View, bottom: recorded['chi']?.seat ?? 0 })
    const open = m.pressChi(asked).state
    expect(m.hear(open, { view: structuredClone(recorded['chi']) as View }).chi?.step).toBe('set')
  })
})

describe('a question that has only just appeared', () => {
  const claims = (changes: Partial<View> = {}): View => ({ ...(recorded['claims'] as View), ...changes })
  const other = { in_play: { card: '六', origin: 'draw', owner: 0 }, asked: { kind: 'claims', legal: ['pass', 'peng'] } } as const
  const asked = (changes: object = {}): TableState => m.hear(emptyState, { view: claims(changes), bottom: 1 })
  it('takes no press until it is ripe', () => {
    expect(m.takesPress(asked())).toBe(false)
    expect(m.takesPress(m.ripen(asked()))).toBe(true)
  })
  it('the next card after a press is one, though the press is no longer on its way', () => {
    const next = m.hear(m.send(m.ripen(asked()), 'pass'), { view: claims(other as object) })
    expect([next.pending, next.fresh]).toEqual([null, true])
  })
  it('so is the same card once more, with the same answers', () => {
    expect(m.hear(m.ripen(asked(other)), { view: claims({ ...(other as object), wall: 5 }) }).fresh).toBe(true)
  })
  it('news that ask nothing new keep nobody waiting', () => {
    const ripe = m.ripen(asked())
    expect(m.hear(ripe, { view: structuredClone(claims()), answered: null }).fresh).toBe(false)
    expect(m.hear(ripe, { view: claims({ asked: null }) }).fresh).toBe(false)
  })
  it('the 比 of a set stand where the set was pressed', () => {
    const chi = m.ripen(m.hear(emptyState, { view: recorded['chi'] as View, bottom: recorded['chi']?.seat ?? 0 }))
    const sets = m.pressChi(chi).state
    expect(sets.fresh).toBe(false)
    const eating = m.choicesOf(sets).chi.find((one) => one.ways.length > 1)
    expect(m.pressSet(sets, eating!).state.fresh).toBe(true)
  })
})

describe('choosing', () => {
  it('touching selects, touching again deselects', () => {
    const once = m.select(fresh(), 1, 0)
    expect(once.selected).toEqual({ column: 1, row: 0 })
    expect(m.select(once, 1, 0).selected).toBe(null)
  })
  it('the arrow keys reach every card', () => {
    let state = fresh()
    const reached = new Set<string>()
    for (let column = 0; column < state.columns.length; column++) {
      state = m.step(state, 1, 0)
      for (let row = 0; row < 4; row++) {
        state = m.step(state, 0, 1)
        reached.add(`${state.selected?.column}:${state.selected?.row}`)
      }
    }
    expect(reached.size).toBe(m.handOf(state).length)
  })
  it('a selected card stays selected while other cards leave', () => {
    const state = m.select(fresh(), 0, 0)
    const card = m.selectedCard(state)
    const other = m.handOf(state).find((one) => one !== card) ?? ''
    const next = m.hear(state, { view: { ...(recorded['fresh'] as View), hand: (recorded['fresh']?.hand ?? '').replace(other, '') } })
    expect(m.selectedCard(next)).toBe(card)
  })
  it('going back from the 比 leads to the sets, from the sets to nothing', () => {
    const asked = m.hear(emptyState, { view: recorded['chi'] as View, bottom: recorded['chi']?.seat ?? 0 })
    const sets = m.pressChi(asked).state
    if (sets.chi?.step !== 'set') throw new Error('expected the sets')
    const several = sets.chi.options.find((option) => option.ways.length > 1)
    if (!several) throw new Error('the recorded claim has a choice of 比')
    const bi = m.pressSet(sets, several).state
    expect(bi.chi?.step).toBe('bi')
    expect(m.backChi(bi).chi?.step).toBe('set')
    expect(m.backChi(m.backChi(bi)).chi).toBe(null)
  })
  it('nothing is changed in place', () => {
    const state = Object.freeze(fresh())
    m.select(state, 0, 0)
    m.sort(state)
    m.moveCard(state, 0, 0, 1)
    m.send(state, 'pass')
    expect(state.selected).toBe(null)
  })
})

it('下家 sits to the right, 上家 to the left, whoever I am', () => {
  expect([0, 1, 2].map((seat) => placeOf(seat, 1, 3))).toEqual(['left', 'me', 'right'])
  expect([0, 1, 2, 3].map((seat) => placeOf(seat, 0, 4))).toEqual(['me', 'right', 'across', 'left'])
  expect([0, 1].map((seat) => placeOf(seat, 0, 2))).toEqual(['me', 'right'])
})
