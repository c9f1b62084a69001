import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sign, spoken, withSigns } from '../src/paoyao/cards'
import { check } from '../src/fair/check'
import { seen } from '../src/fair/live'
import { deckCards, pokerCard } from '../src/net/shuffle'
import { compareDeal, withDeal } from '../src/paoyao/deal'
import { able, reach, stillPicked, takes, tapped } from '../src/paoyao/moves'
import { choice, ending, question, told } from '../src/paoyao/say'
import { texts, type Say, type TextKey } from '../src/paoyao/texts'
import { guide } from '../src/paoyao/guide'
import { advice, best, chips, error } from '../src/paoyao/worth'
import type { Did, PaoyaoSeat, PaoyaoView, ShuffleProof, TableView } from '../src/protocol'
import vectors from '../../src/erqishi/data/shuffle_vectors.json'

const say: Say = (key, values = {}) => texts.zh[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
// two eights in the hand, two eights open, a pair of fives in front and a five open
const legal = ['capture H8 D8', 'capture H8 C8', 'capture S8 D8', 'capture S8 C8', 'extend 5 C5', 'pass']

const view = (more: Partial<PaoyaoView>): PaoyaoView => ({
  seat: 0,
  rules: 'changchun_literal',
  version: '1',
  players: 2,
  dealer: 0,
  phase: 'capture',
  asked: 0,
  compelled: false,
  legal: [],
  seats: [],
  table: [],
  stock: 40,
  yao: null,
  yao_taken_by: null,
  yao_void: false,
  last_capturer: null,
  pot: 1,
  over: null,
  stacks: [20, 20],
  carry: 0,
  dealt: [],
  opened: ['D8', 'C8', 'C5', 'HK'],
  course: [],
  ...more,
})

it('captures are read from the legal actions, with what takes and what is taken', () => {
  expect(takes(legal)).toHaveLength(5)
  expect(takes(legal)[4]).toEqual({ action: 'extend 5 C5', by: null, open: 'C5' })
  expect(able(legal)).toEqual(new Set(['H8', 'S8']))
  expect(takes(['dig', 'no_dig', 'take_yao', 'merge H8', 'lay H8 S8'])).toEqual([])
})

it('open cards in reach follow the hand card that is picked', () => {
  expect(reach(legal, null)).toEqual(new Set(['D8', 'C8', 'C5']))
  expect(reach(legal, 'H8')).toEqual(new Set(['D8', 'C8']))
  expect(reach(legal, 'HK')).toEqual(new Set())
})

it('a tap on an open card answers only when it is clear what takes it', () => {
  expect(tapped(legal, 'S8', 'C8')).toBe('capture S8 C8')
  expect(tapped(legal, null, 'C8')).toBeNull() // two hand cards could
  expect(tapped(legal, null, 'C5')).toBe('extend 5 C5')
  expect(tapped(legal, 'H8', 'C5')).toBeNull() // the picked card cannot, and nothing else was asked to
  expect(tapped(legal, null, 'HK')).toBeNull()
  // whatever a tap answers with is one of the legal actions
  for (const open of ['D8', 'C8', 'C5', 'HK'])
    for (const picked of [null, 'H8', 'S8', 'HK']) {
      const action = tapped(legal, picked, open)
      if (action) expect(legal).toContain(action)
    }
})

it('a hand card and a pair in front that both could take the same card leave the choice to the buttons', () => {
  const both = ['capture H8 D8', 'extend 8 D8']
  expect(tapped(both, null, 'D8')).toBeNull()
  expect(tapped(both, 'H8', 'D8')).toBe('capture H8 D8')
})

it('a picked card is let go of when it has nothing left to take', () => {
  expect(stillPicked(legal, 'H8')).toBe('H8')
  expect(stillPicked(['capture S8 C8', 'pass'], 'H8')).toBeNull()
  expect(stillPicked([], null)).toBeNull()
})

it('every action has words, and so has everything that was done', () => {
  const actions = ['dig', 'no_dig', 'capture H8 D8', 'extend 8 C8', 'pass', 'take_yao', 'pass_yao', 'show_xier', 'pass_xier', 'merge H8', 'lay H8 S8']
  for (const language of ['zh', 'en'] as const) {
    const tell: Say = (key, values = {}) => texts[language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
    for (const action of actions) {
      expect(choice(action, view({ yao: 'S5' }), tell, 1)).not.toMatch(/undefined|^$/)
      const lines = told(view({ yao: 'S5', course: [{ seat: 1, action }] }), ['甲', '乙'], tell)
      expect(lines.filter((text) => text.includes('乙')).join()).not.toMatch(/undefined|^$/)
    }
  }
  expect(choice('dig', view({}), say, 2)).toBe('挖（放 2 个）')
  expect(choice('capture H8 D8', view({}), say, 1)).toBe('♥8 抢 ♦8')
})

it('the story tells of the 腰 before it is taken, and once', () => {
  const course: Did[] = [{ seat: 1, action: 'dig' }, { seat: 0, action: 'no_dig' }, { seat: 0, action: 'capture H8 D8' }, { seat: 0, action: 'take_yao' }]
  const lines = told(view({ course, yao: 'S8', yao_taken_by: 0 }), ['甲', '乙'], say)
  expect(lines).toEqual(['发牌，明牌 ♦8 ♣8 ♣5 ♥K', '乙：挖', '甲：不挖', '甲用 ♥8 抢到 ♦8', '亮腰：♠8', '甲抢到腰 ♠8！'])
  expect(told(view({ yao: 'S8', yao_void: true }), ['甲', '乙'], say).slice(-2)).toEqual(['亮腰：♠8', '腰没人抢'])
})

it('what is asked and how it ended are said in one line', () => {
  expect(question(view({ legal: ['dig', 'no_dig'] }), say)).toBe('挖不挖？')
  expect(question(view({ legal: ['capture H8 D8'], compelled: true }), say)).toBe(texts.zh['ask.compelled'])
  expect(question(view({}), say)).toBe('')
  const over = { type: 'hand_over' as const, outcome: 'xier', units: [], due: [], net: [8, -8], chips: [28, 12], carry: 0, next_dealer: 1 }
  expect(ending(view({ over, course: [{ seat: 1, action: 'show_xier' }] }), ['甲', '乙'], say)).toBe('乙亮出喜儿')
  expect(ending(view({ over: { ...over, outcome: 'liuju' } }), ['甲', '乙'], say)).toBe('没人挖，流局')
})

it('cards have a short name and a spoken one', () => {
  expect(sign('S10')).toBe('♠10')
  expect(spoken('H8', 'zh')).toBe('红桃8')
  expect(spoken('DQ', 'en')).toBe('queen of diamonds')
  expect(withSigns('腰是 H7，没有人抢；S10 DA')).toBe('腰是 ♥7，没有人抢；♠10 ♦A')
  expect(withSigns('净 -2，D-3 +1-2')).toBe('净 −2，D-3 +1-2')
  expect(withSigns('DHC8 SOS 对子A 1 = 1')).toBe('DHC8 SOS 对子A 1 = 1')
})

it('English has every text of 跑腰, none is empty, and both have the same holes', () => {
  const holes = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()
  expect(Object.keys(texts.en).sort()).toEqual(Object.keys(texts.zh).sort())
  for (const [key, text] of Object.entries(texts.zh)) {
    expect(text.length, key).toBeGreaterThan(0)
    expect(texts.en[key as TextKey].length, key).toBeGreaterThan(0)
    expect(holes(texts.en[key as TextKey]), key).toEqual(holes(text))
  }
})

// a deck of the shared vectors, dealt here by hand: three rounds of one card, the dealer (seat 2) first
const proof = (vectors.vectors as unknown as ShuffleProof[]).find((one) => one.n === 52) as ShuffleProof
const deck = deckCards(proof)
const seatWith = (seat: number, hand: string[]): PaoyaoSeat => ({ seat, chips: 20, dug: null, playing: true, hand, hidden: 0, front: [], shown: [] })
const dealtTo = (round: number[]): string[] => round.map((place) => deck[place] as string).reverse()
const open = (more: Partial<PaoyaoView> = {}): PaoyaoView =>
  view({
    players: 3,
    dealer: 2,
    seats: [seatWith(0, dealtTo([1, 4, 7])), seatWith(1, dealtTo([2, 5, 8])), seatWith(2, dealtTo([0, 3, 6]))],
    opened: deck.slice(9, 13),
    yao: deck[51] as string,
    ...more,
  })

it('a dealt hand is compared with the deck of its proof, card by card', () => {
  expect(new Set(deck).size).toBe(52)
  expect(pokerCard(0)).toBe('SA')
  expect(pokerCard(51)).toBe('DK')
  expect(compareDeal(deck, [view({ opened: [] }), open({ yao: null }), open()])).toEqual({ wrong: [], compared: [...deck.slice(0, 13), deck[51]] })
  expect(compareDeal(deck, [open({ yao: null })])?.compared).toHaveLength(13)
  expect(withDeal(check(proof, null, null), [open()])).toMatchObject({ cards: true, verdict: 'unknown' })
  const kept = { table: proof.table, hand: proof.hand, n: 52, scheme: 'erqishi-shuffle-1', commitment: proof.commitment, nonce: proof.nonces[0] ?? '', seat: 0, id: 'x' }
  const table = { head: {}, paoyao: open({ seat: 0, dealt: dealtTo([1, 4, 7]) }) } as unknown as TableView
  const live = seen(table, [], null) ?? undefined
  expect(live?.piles.map(({ at, step, cards }) => [at, step, cards.length])).toEqual([[1, 3, 3], [9, undefined, 1], [10, undefined, 1], [11, undefined, 1], [12, undefined, 1], [51, undefined, 1]])
  expect(withDeal(check(proof, { ...kept, live }, null), [open()])).toMatchObject({ seen: true, saw: 8, cards: true, verdict: 'good' })
  // what I was dealt was another card than the proof and the open hands have now
  const other = { ...table, paoyao: open({ seat: 0, dealt: [deck[40] as string, ...dealtTo([4, 7])] }) } as unknown as TableView
  const found = withDeal(check(proof, { ...kept, live: seen(other, [], null) ?? undefined }, null), [open()])
  expect(found).toMatchObject({ seen: false, cards: true, verdict: 'bad', wrong: [{ place: 1, should: sign(deck[1] as string), was: sign(deck[40] as string) }] })
})

it('a card exchanged in a hand, on the table or as the 腰 is found', () => {
  const other = deck[30] as string
  const hand = [seatWith(0, dealtTo([1, 4, 7])), seatWith(1, [other, ...dealtTo([5, 8])]), seatWith(2, dealtTo([0, 3, 6]))]
  expect(compareDeal(deck, [open({ seats: hand })])?.wrong).toEqual([{ place: 2, should: sign(deck[2] as string), was: sign(other) }])
  expect(compareDeal(deck, [open({ opened: [deck[9] as string, other, ...deck.slice(11, 13)] })])?.wrong).toHaveLength(1)
  expect(withDeal(check(proof, null, null), [open({ yao: other })])).toMatchObject({ cards: false, verdict: 'bad' })
  // a view with hidden cards cannot be compared
  expect(compareDeal(deck, [open({ seats: [{ ...seatWith(0, []), hidden: 3 }] })])).toBeNull()
})

it('what the choices are worth is told by the best of them, how far it is ahead, and that a sample is one', () => {
  const bet = view({ phase: 'bet', legal: ['dig', 'no_dig'] })
  const told = (more: object): string => advice({ ready: true, exact: true, errors: {}, ...more }, bet, say)
  expect(told({ chips: { dig: -1.05, no_dig: -0.48 } })).toBe('提示：★ 不挖最划算，平均多 0.57 个')
  expect(told({ chips: { dig: 0.2, no_dig: 0.199 } })).toBe('提示：差不多，怎么选都行')
  expect(told({ exact: false, chips: { dig: 1, no_dig: 0 }, errors: { dig: 0.061, no_dig: 0.02 } })).toBe('提示：★ 挖最划算，平均多 1.00 个（约数）')
  expect(told({ ready: false, chips: {} })).toBe('')
  expect(told({ chips: { pass: 1, 'capture H8 D8': 2 } })).toBe('') // of another question
  expect(advice(null, bet, say)).toBe('')
  expect(error({ ready: true, exact: false, chips: {}, errors: { dig: 0.061, no_dig: 0.02 } })).toBe('0.06')
  expect(error({ ready: true, exact: true, chips: {}, errors: {} })).toBeNull()
})

it('the best choices are marked, and none where they are all the same or unknown', () => {
  const bet = view({ phase: 'bet', legal: ['dig', 'no_dig'] })
  expect(best({ ready: true, exact: true, errors: {}, chips: { dig: -1, no_dig: -0.5 } }, bet)).toEqual(['no_dig'])
  expect(best({ ready: true, exact: true, errors: {}, chips: { dig: 0.2, no_dig: 0.199 } }, bet)).toEqual([])
  expect(best({ ready: false }, bet)).toEqual([])
  expect(best(null, bet)).toEqual([])
  const three = view({ legal: ['capture H8 D8', 'capture S8 D8', 'pass'] })
  expect(best({ ready: true, exact: true, errors: {}, chips: { 'capture H8 D8': 1, 'capture S8 D8': 1, pass: 0 } }, three)).toEqual(['capture H8 D8', 'capture S8 D8'])
})

it('the page of rules for players has the same text as the screen', () => {
  const page = readFileSync(new URL('../../docs/rules/paoyao.md', import.meta.url), 'utf8')
  for (const language of ['zh', 'en'] as const) {
    const { title, steps, words, list, more } = guide[language]
    const text = [`## ${title}`, '', ...steps.map((step, n) => `${n + 1}. ${step}`), '', `### ${words}`, '', ...list.map(([word, what]) => `* **${word}** ${what}`), '', more].join('\n')
    expect(page).toContain(text)
  }
  expect(guide.en.steps.length).toBe(guide.zh.steps.length)
  expect(guide.en.list.length).toBe(guide.zh.list.length)
})

it('two captures as good as each other are not told apart', () => {
  const capture = view({ legal })
  const worth = { ready: true, exact: true, errors: {}, chips: { 'capture H8 D8': 1.2, 'capture S8 D8': 1.2, pass: 0.1 } }
  expect(advice(worth, capture, say)).toBe('提示：★ 一样好，平均多 1.10 个')
})

it('chips carry their sign, and what rounds to nothing is 0', () => {
  expect([0.374, -1.05, 0.001, -0.001].map(chips)).toEqual(['+0.37', '−1.05', '0', '0'])
})
