// Events in words: for the live region, the spoken log and the replay.

import { placeOf } from '../table/state'
import type { GameEvent } from '../protocol'
import type { Translate } from '../table/widget'

export interface Sight {
  bottom: number
  seats: number
  /** Names by seat, for who looks on: nobody is 我 or 上家 then. */
  names?: string[]
  t: Translate
}

/** One sentence, or nothing for what needs none. */
export function sentence(event: GameEvent, { bottom, seats, names, t }: Sight): string {
  const who = (seat: number): string => names?.[seat] ?? t(`place.${placeOf(seat, bottom, seats)}`)
  switch (event.event) {
    case 'hand_started':
      return t('event.hand_started', { card: event.liang })
    case 'turned_up':
    case 'discarded':
    case 'penged':
    case 'chou_wei':
    case 'liang_taken':
    case 'pao':
      return t(`event.${event.event}`, { who: who(event.seat), card: event.card })
    case 'ti':
    case 'wei':
      return t(`event.${event.event}`, { who: who(event.seat), card: event.card ?? '' }).trim()
    case 'ate':
    case 'laid':
      return t(`event.${event.event}`, { who: who(event.seat), cards: event.cards })
    case 'unclaimed':
      return t('event.unclaimed', { card: event.card })
    case 'dead':
    case 'drew_hidden':
      return t(`event.${event.event}`, { who: who(event.seat) })
    case 'punished':
      return t(`event.${event.mistake}`, { who: who(event.seat), card: event.card })
    case 'marked':
      return t('event.marked', { card: event.card })
    case 'won':
      return t('event.won', { who: who(event.seat), card: event.card, huxi: event.huxi })
    case 'wall_empty':
      return t('event.wall_empty')
    default:
      return ''
  }
}

/** What is asked, for the live region. */
export function question(event: GameEvent, card: string, t: Translate): string {
  if (event.event !== 'asked') return ''
  if (event.kind === 'discard') return t('event.asked.discard')
  const words = new Set(event.legal.map((action) => action.split(' ')[0] ?? ''))
  return t('event.asked.claims', { card, choices: ['hu', 'peng', 'chi', 'pass'].filter((word) => words.has(word)).map((word) => t(`act.${word}`)).join(t('mark.and')) })
}
