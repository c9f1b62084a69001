// A hand in words, out of its view alone: what was done, line by line, and what a choice is called. Pure.

import type { Did, PaoyaoView } from '../protocol'
import { sign, signs } from './cards'
import type { Say, TextKey } from './texts'

/** The words of a choice. ante: what 挖 costs, where it is known. */
export function choice(action: string, view: PaoyaoView, say: Say, ante: number | null): string {
  const [word = '', a = '', b = ''] = action.split(' ')
  switch (word) {
    case 'dig':
      return ante === null ? say('act.dig') : say('act.dig.n', { n: ante })
    case 'capture':
      return say('act.capture', { a: sign(a), b: sign(b) })
    case 'extend':
      return say('act.extend', { rank: a, b: sign(b) })
    case 'merge':
      return say('act.merge', { a: sign(a) })
    case 'lay':
      return say('act.lay', { cards: signs(action.split(' ').slice(1)) })
    case 'take_yao':
      return say('act.take_yao', { card: view.yao ? sign(view.yao) : '' })
    default:
      return say(`act.${word}` as TextKey)
  }
}

function sentence({ seat, action }: Did, view: PaoyaoView, names: readonly string[], say: Say): string {
  const [word = '', a = '', b = ''] = action.split(' ')
  const who = names[seat] ?? ''
  switch (word) {
    case 'capture':
      return say('did.capture', { who, a: sign(a), b: sign(b) })
    case 'extend':
      return say('did.extend', { who, rank: a, b: sign(b) })
    case 'merge':
      return say('did.merge', { who, a: sign(a) })
    case 'lay':
      return say('did.lay', { who, cards: signs(action.split(' ').slice(1)) })
    case 'take_yao':
      return say('did.take_yao', { who, card: view.yao ? sign(view.yao) : '' })
    default:
      return say(`did.${word}` as TextKey, { who })
  }
}

/** The hand so far, a line for each thing that happened. */
export function told(view: PaoyaoView, names: readonly string[], say: Say): string[] {
  const lines: string[] = []
  if (view.opened.length) lines.push(say('did.dealt', { cards: signs(view.opened) }))
  if (view.carry) lines.push(say('did.carry', { n: view.carry }))
  let up = view.yao === null
  const turnUp = (): void => {
    if (!up && view.yao) lines.push(say('did.yao', { card: sign(view.yao) }))
    up = true
  }
  for (const did of view.course) {
    if (/_yao$/.test(did.action)) turnUp()
    lines.push(sentence(did, view, names, say))
  }
  turnUp()
  if (view.yao_void) lines.push(say('did.yao_void'))
  if (view.over) lines.push(say(view.over.outcome === 'liuju' ? 'did.liuju' : 'did.over'))
  return lines
}

/** What the seat is asked, in one line; empty when it is asked nothing. */
export function question(view: PaoyaoView, say: Say): string {
  if (!view.legal.length) return ''
  if (view.legal.includes('show_xier')) return say('ask.xier')
  if (view.legal.includes('dig')) return say('ask.bet')
  if (view.legal.includes('take_yao')) return say('ask.yao', { card: view.yao ? sign(view.yao) : '' })
  return say(view.compelled ? 'ask.compelled' : 'ask.capture')
}

/** How the hand ended, in one line. */
export function ending(view: PaoyaoView, names: readonly string[], say: Say): string {
  const card = view.yao ? sign(view.yao) : ''
  if (view.over?.outcome === 'liuju') return say('over.liuju')
  const by = (action: string): string => names[view.course.find((did) => did.action === action)?.seat ?? -1] ?? ''
  if (view.over?.outcome === 'sole') return say('over.sole', { who: by('dig') })
  if (view.over?.outcome === 'xier') return say('over.xier', { who: by('show_xier') })
  if (view.yao_taken_by !== null) return say('over.taken', { who: names[view.yao_taken_by] ?? '', card })
  return view.yao ? say('over.void', { card }) : say('over.settled')
}
