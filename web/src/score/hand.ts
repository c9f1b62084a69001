// A hand as somebody lays it out in the calculator, its place in a link, and the question to the server. No rule is here:
// which cards go together, and what they are worth, the server says.

import { NAMES, WANG } from '../cards'
import type { ScoreAsk } from '../protocol'

/** 门子 by name (glossary); the cards in the hand are `hand`, the card won with is `card`. */
export const KINDS = ['ti', 'pao', 'wei', 'kan', 'peng', 'chi', 'run', 'jiao', 'jiang'] as const
export type Kind = (typeof KINDS)[number]
/** Kinds of the replay that the calculator writes as one of its own: a 臭偎 counts as 偎, what was laid beside a 吃 as 吃. */
const ALIKE: Record<string, Kind> = { chouwei: 'wei', bi: 'chi' }
export const WORDS: Record<Kind, string> = { ti: '提', pao: '跑', wei: '偎', kan: '坎', peng: '碰', chi: '吃', run: '句', jiao: '绞', jiang: '将' }
/** How many cards one tap lays: all of one face, or one by one until there are three. */
export const SAME: Partial<Record<Kind, number>> = { ti: 4, pao: 4, wei: 3, kan: 3, peng: 3, jiang: 2 }
/** These lie in the hand, not on the table. */
const HELD: readonly Kind[] = ['kan', 'run', 'jiao', 'jiang']
export const CARDS = [...NAMES, WANG]
export const COPIES = 4

export const ORIGINS = ['self', 'other', 'discard', 'liang', 'deal'] as const
export type Origin = (typeof ORIGINS)[number]
export const FLAGS = ['dealer', 'last', 'first_draw', 'first_discard'] as const
export const NUMBERS = ['huang', 'charge', 'piao', 'xing', 'birds', 'claims', 'discards', 'left', 'base', 'players'] as const

export interface Group {
  kind: Kind
  cards: string
}

export interface Hand {
  held: string
  groups: Group[]
  /** What was pasted and cannot be shown as tapped cards; goes to the server as it is. */
  text: string
  card: string
  origin: Origin | ''
  flags: Record<(typeof FLAGS)[number], boolean>
  /** Left out where nobody says anything. */
  numbers: Partial<Record<(typeof NUMBERS)[number], number>>
  wang: string
  rules: string
  changes: Record<string, unknown>
}

export const emptyHand = (): Hand => ({
  held: '',
  groups: [],
  text: '',
  card: '',
  origin: '',
  flags: { dealer: false, last: false, first_draw: false, first_discard: false },
  numbers: {},
  wang: '',
  rules: 'std15',
  changes: {},
})

const LETTERS = 'abcdefghijABCDEFGHIJw'
const letters = (cards: string): string => [...cards].map((card) => LETTERS[CARDS.indexOf(card)] ?? '').join('')
const named = (text: string): string => [...text].map((letter) => CARDS[LETTERS.indexOf(letter)] ?? '').join('')

/** Cards used so far, the winning one included when it is not among them. */
export function used(hand: Hand): Map<string, number> {
  const counts = new Map<string, number>()
  const extra = hand.held ? hand.card : ''
  for (const card of hand.held + hand.groups.map((group) => group.cards).join('') + extra) counts.set(card, (counts.get(card) ?? 0) + 1)
  return counts
}

/** The part of a link behind the #: letters for cards (a…j small, A…J big, w 王), nothing that is as it is by itself. */
export function encode(hand: Hand): string {
  const link = new URLSearchParams()
  const cards = [letters(hand.held), ...hand.groups.map((group) => `${group.kind}-${letters(group.cards)}`)].join('.')
  if (cards) link.set('h', cards)
  if (hand.text) link.set('t', hand.text)
  if (hand.card) link.set('c', letters(hand.card))
  if (hand.origin) link.set('o', hand.origin)
  for (const flag of FLAGS) if (hand.flags[flag]) link.set(flag, '1')
  for (const name of NUMBERS) if (hand.numbers[name] !== undefined) link.set(name, String(hand.numbers[name]))
  if (hand.wang) link.set('wang', hand.wang)
  if (hand.rules !== 'std15') link.set('r', hand.rules)
  if (Object.keys(hand.changes).length) link.set('x', JSON.stringify(hand.changes))
  return link.toString()
}

/** The hand of a link; whatever cannot be read is left out. */
export function decode(hash: string): Hand {
  const link = new URLSearchParams(hash.replace(/^#/, ''))
  const hand = emptyHand()
  const [held = '', ...groups] = (link.get('h') ?? '').split('.')
  hand.held = named(held)
  for (const group of groups) {
    const [kind, cards = ''] = group.split('-')
    if (KINDS.includes(kind as Kind)) hand.groups.push({ kind: kind as Kind, cards: named(cards) })
  }
  hand.text = (link.get('t') ?? '').slice(0, 400)
  hand.card = named(link.get('c') ?? '').slice(0, 1)
  const origin = link.get('o') as Origin
  if (ORIGINS.includes(origin)) hand.origin = origin
  for (const flag of FLAGS) hand.flags[flag] = link.get(flag) === '1'
  for (const name of NUMBERS) {
    const number = Number(link.get(name))
    if (link.has(name) && Number.isInteger(number) && number >= 0) hand.numbers[name] = number
  }
  hand.wang = (link.get('wang') ?? '').slice(0, 8)
  hand.rules = link.get('r') ?? 'std15'
  hand.changes = changesOf(link.get('x'))
  return hand
}

/** Changes of rules as they stand in a link. */
export function changesOf(text: string | null): Record<string, unknown> {
  try {
    const read = JSON.parse(text ?? '{}') as unknown
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : {}
  } catch {
    return {} // a link that was cut off in the middle: the rules as they are
  }
}

/** The hand as people write it down: what the server reads, and what goes into a chat. */
export function write(hand: Hand): string {
  if (hand.text) return hand.text
  const loose = hand.held ? hand.groups.filter((group) => HELD.includes(group.kind)) : []
  const rest = hand.groups.filter((group) => !loose.includes(group))
  return [hand.held + loose.map((group) => group.cards).join(''), ...rest.map((group) => WORDS[group.kind] + group.cards)].filter(Boolean).join(' ')
}

/** Tapped cards of a text such as `一一一二 碰叁叁叁`; null when it says more than taps can. What stands apart behind a whole group is of the hand. */
export function read(text: string): Pick<Hand, 'held' | 'groups'> | null {
  const apart = (cards: string): string[] => cards.split(/[\s，,、;；|/]+/).filter(Boolean)
  const pieces = text.split(/(臭偎|提|跑|偎|坎|碰|吃|比|句|绞|将)/)
  const groups: Group[] = []
  let held = apart(pieces[0] ?? '').join('')
  for (let n = 1; n < pieces.length; n += 2) {
    const word = (pieces[n] ?? '').replace('臭偎', '偎').replace('比', '吃')
    const kind = KINDS.find((one) => WORDS[one] === word)
    if (!kind) continue
    const words = apart(pieces[n + 1] ?? '')
    let cards = ''
    while (words.length && cards.length < (SAME[kind] ?? 3)) cards += words.shift()
    groups.push({ kind, cards })
    held += words.join('')
  }
  const all = [held, ...groups.map((group) => group.cards)]
  if (!all.join('') || groups.some((group) => !group.cards)) return null
  const plain = all.every((cards) => [...cards].every((card) => CARDS.includes(card)))
  const counted = used({ ...emptyHand(), held, groups })
  return plain && [...counted.values()].every((n) => n <= COPIES) ? { held, groups } : null
}

const SIZES = [NAMES.slice(0, 10), NAMES.slice(10)]

/** Whether three cards are what they are called: 句 three of one size in a row or 二七十 (一五十 where it is one), 绞 both sizes of one rank. */
export function fits(kind: Kind, cards: string, fifth = false): boolean {
  if (cards.includes(WANG)) return true // the server knows what a 王 may stand for
  const faces = [...cards]
  const size = (card: string): number => (SIZES[0]?.includes(card) ? 0 : 1)
  const ranks = faces.map((card) => (SIZES[size(card)] ?? []).indexOf(card) + 1).sort((a, b) => a - b)
  const [low = 0, middle = 0, high = 0] = ranks
  const one = new Set(faces.map(size)).size === 1
  const jiao = !one && low === high
  const odd = [[2, 7, 10], ...(fifth ? [[1, 5, 10]] : [])].some((run) => run.every((rank, n) => rank === ranks[n]))
  const run = one && ((middle === low + 1 && high === low + 2) || odd)
  return kind === 'jiao' ? jiao : kind === 'run' ? run : kind === 'chi' ? run || jiao : true
}

/** How many cards the hand counts for: the fourth of a 提 or 跑 is one more than a hand holds. */
export const counted = (hand: Hand): number =>
  hand.held.length + hand.groups.reduce((all, group) => all + group.cards.length - (group.kind === 'ti' || group.kind === 'pao' ? 1 : 0), 0)

/** The question to the server. */
export function ask(hand: Hand): ScoreAsk {
  const given: ScoreAsk = { cards: write(hand), rules: hand.rules, changes: hand.changes, ...hand.numbers, ...hand.flags }
  if (hand.card) given.card = hand.card
  if (hand.origin) given.origin = hand.origin
  if (hand.wang) given.wang = hand.wang
  return given
}

/** The winner's hand as a table reveals it, for a link to the calculator. */
export function ofTable(won: {
  cards: string
  melds: { kind: string; cards: string }[]
  card: string
  origin: string
  zimo: boolean
  tianhu: boolean
  dealer: boolean
  dealt: boolean
  wall: number
  /** Hands without a winner just before this one. */
  huang: number
  /** What the wall added: 醒, and 鸟 that hit. */
  xing?: number
  birds?: number
  rules: string
  changes: Record<string, unknown>
  players: number
}): Hand {
  const hand = emptyHand()
  hand.held = won.cards.replace(/\s/g, '')
  hand.groups = won.melds.map(({ kind, cards }) => ({ kind: ALIKE[kind] ?? (kind as Kind), cards: cards.replace(/\s/g, '') }))
  // the card that was laid as 偎 or 提 before the 胡 lies among the melds already
  const laid = won.origin === 'own_meld' || won.dealt
  hand.card = laid ? '' : won.card
  hand.origin = won.dealt ? 'deal' : won.origin === 'liang' ? 'liang' : won.origin === 'discard' ? 'discard' : won.zimo ? 'self' : 'other'
  hand.flags.dealer = won.dealer
  hand.flags.last = won.wall === 0 && !won.tianhu
  hand.rules = won.rules
  hand.changes = won.changes
  if (won.huang) hand.numbers.huang = won.huang
  if (won.xing) hand.numbers.xing = won.xing
  if (won.birds) hand.numbers.birds = won.birds
  // 鸟家 stand outside the hand: to the calculator it is a table of four
  if (won.players !== 3) hand.numbers.players = Math.min(won.players, 4)
  return hand
}
