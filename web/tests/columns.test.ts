import { describe, expect, it } from 'vitest'
import { NAMES, parseCards } from '../src/cards'
import { arrange, distance, follow, inColumn, MAX_COLUMNS, move } from '../src/table/columns'

const shown = (hand: string): string[] => arrange(parseCards(hand)).map((column) => column.cards.join(''))
const flat = (columns: { cards: string[] }[]): string => columns.flatMap((column) => column.cards).sort().join('')

/** A seeded deck, so that a failure can be seen again. */
function deal(seed: number, cards: number): string[] {
  let state = seed * 2654435761 + 1
  const next = (below: number): number => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
  const deck = NAMES.flatMap((name) => [name, name, name, name])
  return Array.from({ length: cards }, () => deck.splice(next(deck.length), 1)[0] ?? '')
}

describe('the order of the columns', () => {
  it('is four of a kind, three of a kind, sentences with 息, without, loose threes, pairs, partials, rest', () => {
    expect(shown('九 捌捌 五六七 壹贰叁 四四四 拾拾拾拾')).toEqual(['拾拾拾拾', '四四四', '壹贰叁', '五六七', '捌捌', '九'])
    expect(shown('一二三 伍五五 玖玖 贰叁')).toEqual(['一二三', '伍五五', '玖玖', '贰叁'])
  })
  it('knows 二七十 of both sizes as a sentence with 息', () => {
    expect(shown('二七十 贰柒拾')).toEqual(['二七十', '贰柒拾'])
  })
  it('prefers a whole sentence to a pair', () => {
    expect(shown('四五五六')).toEqual(['四五六', '五'])
  })
})

describe('within a column', () => {
  it('small stands above large, lower above higher', () => {
    expect(inColumn(['叁', '二', '一'])).toEqual(['一', '二', '叁'])
  })
  it('the odd card stands above its pair', () => {
    expect(inColumn(['八', '捌', '八'])).toEqual(['捌', '八', '八'])
    expect(inColumn(['捌', '八', '捌'])).toEqual(['八', '捌', '捌'])
  })
})

it('distance: same 0, 大小 1, 二七十 partners 1, same size the difference, otherwise 10', () => {
  expect([distance('五', '五'), distance('五', '伍'), distance('二', '十'), distance('三', '六'), distance('三', '肆')]).toEqual([0, 1, 1, 3, 10])
})

describe('laws over many hands', () => {
  const hands = Array.from({ length: 300 }, (_, seed) => deal(seed, 1 + (seed % 21)))
  it('no card is lost, and there are never more than seven columns', () => {
    for (const hand of hands) {
      const columns = arrange(hand)
      expect(flat(columns)).toBe([...hand].sort().join(''))
      expect(columns.length).toBeLessThanOrEqual(MAX_COLUMNS)
      for (const column of columns) expect(column.cards.length).toBeLessThanOrEqual(4)
    }
  })
  it('following a shorter hand loses no card and moves none to another column', () => {
    for (const hand of hands) {
      const columns = arrange(hand)
      const left = hand.slice(2)
      const after = follow(columns, left)
      expect(flat(after)).toBe([...left].sort().join(''))
      for (const column of after) expect(columns.some((old) => column.cards.every((card) => old.cards.includes(card)))).toBe(true)
    }
  })
  it('moving a card loses none', () => {
    for (const hand of hands) {
      const columns = arrange(hand)
      for (let to = 0; to <= columns.length; to++) expect(flat(move(columns, 0, 0, to))).toBe([...hand].sort().join(''))
    }
  })
})

it('a column arranged by the player is never broken by sorting', () => {
  const columns = move(arrange(parseCards('一二三 五六 拾')), 0, 0, 1)
  const pinned = columns.filter((column) => column.pinned).map((column) => column.cards.join(''))
  expect(pinned.length).toBeGreaterThan(0)
  const again = arrange(columns.flatMap((column) => column.cards), columns)
  for (const held of pinned) expect(again.map((column) => column.cards.join(''))).toContain(held)
})

it('王 stand together in a column of their own, and none is lost', () => {
  const hand = [...'王王一二三七七壹贰叁九九九捌玖']
  const columns = arrange(hand)
  expect(columns.flatMap((column) => column.cards).sort()).toEqual([...hand].sort())
  expect(columns.some((column) => column.cards.join('') === '王王')).toBe(true)
})
