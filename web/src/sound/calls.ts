// From events to words at the table: what is called, by whom, with which card.

import type { GameEvent } from '../protocol'

export interface Made {
  seat: number
  word: string
  card: string
}

/** The call that an event is, if it is one. */
export function callOf(event: GameEvent): Made | null {
  switch (event.event) {
    case 'penged':
      return { seat: event.seat, word: '碰', card: event.card }
    case 'ate':
      return { seat: event.seat, word: '吃', card: event.card }
    case 'laid':
      return { seat: event.seat, word: '比', card: event.card }
    case 'ti':
      return { seat: event.seat, word: '提', card: event.card ?? '' }
    case 'pao':
      return { seat: event.seat, word: '跑', card: event.card }
    case 'wei':
      return { seat: event.seat, word: '偎', card: event.card ?? '' }
    case 'chou_wei':
      return { seat: event.seat, word: '臭偎', card: event.card }
    case 'won':
      return { seat: event.seat, word: event.tianhu ? '天胡' : '胡', card: event.card }
    default:
      return null
  }
}

/** The sound of an event that is no call. */
export function noiseOf(event: GameEvent): { name: string; card: string } | null {
  if (event.event === 'discarded') return { name: '打', card: event.card }
  if (event.event === 'turned_up') return { name: '翻', card: event.card }
  if (event.event === 'wall_empty') return { name: '荒', card: '' }
  return null
}
