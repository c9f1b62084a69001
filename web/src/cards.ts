// The twenty cards: names, sizes, colours. A card is its name, `五`; a card that cannot be seen is `?`.
// 王, the wild card of some local rules, is a twenty-first kind of neither size.

export const NAMES = [...'一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾']

export const WANG = '王'

/** 0…19 as everywhere in the project: small 一…十, then big 壹…拾; 20 for 王. -1 for a hidden card. */
export const kindOf = (card: string): number => (card === WANG ? 20 : NAMES.indexOf(card))
export const isSmall = (card: string): boolean => kindOf(card) < 10
/** 1…10 for both sizes; 王 is far from all of them. */
export const rankOf = (card: string): number => (card === WANG ? 99 : (kindOf(card) % 10) + 1)
/** 二 七 十 and 贰 柒 拾 are red (core.md §1). */
export const isRed = (card: string): boolean => [2, 7, 10].includes(rankOf(card)) && kindOf(card) >= 0

/** The cards of a text such as `一二三 壹`, spaces left out. */
export const parseCards = (text: string): string[] => [...text].filter((c) => c.trim() !== '')

export const byKind = (a: string, b: string): number => kindOf(a) - kindOf(b)

/** Count of each card. */
export function countCards(cards: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1)
  return counts
}

/** `cards` without one copy of each of `taken`; copies that are not there are ignored. */
export function without(cards: readonly string[], taken: Iterable<string>): string[] {
  const left = [...cards]
  for (const card of taken) {
    const at = left.indexOf(card)
    if (at >= 0) left.splice(at, 1)
  }
  return left
}
