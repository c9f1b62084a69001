// The 52 cards as text: suit and rank, `H8`. Names for the eye (♥8) and for the ear (红桃8). Pure.

import type { Language } from '../i18n/translate'

export type Suit = 'S' | 'H' | 'C' | 'D'

const SIGNS: Record<Suit, string> = { S: '♠', H: '♥', C: '♣', D: '♦' }
const NAMES: Record<Language, Record<Suit, string>> = {
  zh: { S: '黑桃', H: '红桃', C: '梅花', D: '方块' },
  en: { S: 'spades', H: 'hearts', C: 'clubs', D: 'diamonds' },
}
const COURT: Record<string, string> = { A: 'ace', J: 'jack', Q: 'queen', K: 'king' }

/** Our own drawings, in a square of 24 around 0. */
export const SUIT_PATH: Record<Suit, string> = {
  H: 'M0 11C-6 5-11 1-11-4.5C-11-8.5-8-11-5.2-11C-3-11-1-9.6 0-7.4C1-9.6 3-11 5.2-11C8-11 11-8.5 11-4.5C11 1 6 5 0 11Z',
  D: 'M0-12C2.5-7 5.5-3.5 9 0C5.5 3.5 2.5 7 0 12C-2.5 7-5.5 3.5-9 0C-5.5-3.5-2.5-7 0-12Z',
  S: 'M0-12C4-6 11-2 11 4C11 7.5 8.5 9.3 6 9.300C4.2 9.3 2.5 8.4 1.5 6.800C1.8 9 2.6 10.6 4.2 12H-4.200C-2.6 10.6-1.8 9-1.5 6.800C-2.5 8.4-4.2 9.3-6 9.300C-8.5 9.3-11 7.5-11 4C-11-2-4-6 0-12Z',
  C: 'M0-12C3.2-12 5.4-9.7 5.4-6.900C5.4-5.2 4.5-3.6 3.2-2.700C4-3.1 4.9-3.3 5.8-3.300C8.9-3.3 11.2-.9 11.2 2C11.2 5 8.9 7.3 5.8 7.300C4 7.3 2.4 6.5 1.4 5.200C1.7 8.2 2.5 10.4 4.2 12H-4.200C-2.5 10.4-1.7 8.2-1.4 5.200C-2.4 6.5-4 7.3-5.8 7.300C-8.9 7.3-11.2 5-11.2 2C-11.2-.9-8.9-3.3-5.8-3.300C-4.9-3.3-4-3.1-3.2-2.700C-4.5-3.6-5.4-5.2-5.4-6.900C-5.4-9.7-3.2-12 0-12Z',
}

export const suitOf = (card: string): Suit => card[0] as Suit
export const rankOf = (card: string): string => card.slice(1)
export const red = (card: string): boolean => card[0] === 'H' || card[0] === 'D'

/** `♥8`. */
export const sign = (card: string): string => SIGNS[suitOf(card)] + rankOf(card)
export const signs = (cards: readonly string[]): string => cards.map(sign).join(' ')

/** What a card is called aloud. */
export function spoken(card: string, language: Language): string {
  const suit = NAMES[language][suitOf(card)]
  return language === 'zh' ? suit + rankOf(card) : `${COURT[rankOf(card)] ?? rankOf(card)} of ${suit}`
}

/** 对子, 小王八, 大王八 by the number of equal cards. */
export const groupKey = (cards: readonly string[]): 'group.2' | 'group.3' | 'group.4' => `group.${Math.min(4, Math.max(2, cards.length)) as 2 | 3 | 4}`

/** A line from the server, with the signs of suits in place of their letters and a real minus: `H7` → `♥7`, `-2` → `−2`. */
export const withSigns = (text: string): string => text.replace(/\b([SHCD])(10|[2-9AJQK])\b/g, (card) => sign(card)).replace(/(^|[^\w-])-(?=\d)/g, '$1−')
