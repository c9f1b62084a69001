// What the table did for me while I was not there, from the two views around my absence and what the table told everybody.

import type { Notice, TableView } from '../protocol'

type Say = (key: string, values?: Record<string, string | number>) => string

/** Of notices, those that are new since `before`; the list loses its oldest, and is emptied before a hand. */
export function newNotices(before: readonly Notice[], now: readonly Notice[]): Notice[] {
  const same = (from: number): boolean => before.slice(from).every((one, n) => JSON.stringify(one) === JSON.stringify(now[n]))
  let from = 0
  while (from < before.length && !same(from)) from++
  return now.slice(before.length - from)
}

/** The cards of `now` that are not in `before`. */
function more(before: readonly string[], now: readonly string[]): string[] {
  const had = [...before]
  return now.filter((card) => {
    const at = had.indexOf(card)
    if (at >= 0) had.splice(at, 1)
    return at < 0
  })
}

/**
 * One sentence for who comes back, '' if nothing was done. `before`: the last view that was seen. answering: an answer of mine was on
 * its way, so that a question that is gone may have been answered by me.
 */
export function doneMeanwhile(before: TableView, now: TableView, answering: boolean, t: Say): string {
  const seat = now.me.seat ?? null
  if (seat === null || before.me.seat !== seat || before.head.phase !== 'playing') return ''
  if (before.head.hand_id !== now.head.hand_id) return t('away.hand')
  const over = now.head.phase !== 'playing'
  const mine = newNotices(before.head.notices, now.head.notices).filter((one) => one.seat === seat)
  const managed = Boolean(now.head.seats[seat]?.managed || before.head.seats[seat]?.managed)
  const told = mine.some((one) => one.code === 'auto_discard')
  const what: string[] = []
  if (told || managed) {
    const at = now.me.hand_seat ?? 0
    const cards = more(before.hand?.seats?.[at]?.discards ?? [], now.hand?.seats?.[at]?.discards ?? [])
    if (cards.length) what.push(t('away.discarded', { cards: cards.join(t('mark.and')) }))
    else if (told) what.push(t(now.paoyao ? 'away.answered' : 'away.discarded.some'))
  }
  const hu = mine.some((one) => one.code === 'auto_hu')
  const asked = before.hand?.asked
  const still = now.hand?.asked?.kind === 'claims' && now.hand.in_play?.card === before.hand?.in_play?.card
  if (asked?.kind === 'claims' && !before.me.answered && !still && !over && !hu && !answering) what.unshift(t('away.passed'))
  if (hu) what.push(t('away.hu'))
  if (!what.length && managed && !before.head.seats[seat]?.managed) what.push(t('away.answered'))
  if (what.length) return t('away.did', { what: what.join(t('mark.and')) })
  return over ? t('away.over') : ''
}
