// What the choices are worth, as the server reckons it, in plain words. Pure.

import type { PaoyaoView, Worth } from '../protocol'
import { choice } from './say'
import type { Say } from './texts'

/** Differences below this many chips are called none. */
const SAME = 0.005

/** Chips with a sign, two decimals: `+0.37`, `−1.05`. */
export function chips(value: number): string {
  const text = Math.abs(value).toFixed(2)
  return text === '0.00' ? '0' : `${value < 0 ? '−' : '+'}${text}`
}

/** The choices that are best on the average; none where nothing is known or all are the same. */
export function best(worth: Worth | null, view: PaoyaoView): string[] {
  if (!worth?.ready) return []
  const known = view.legal.filter((action) => worth.chips?.[action] !== undefined)
  const of = (action: string): number => worth.chips?.[action] ?? 0
  const [most, least] = [Math.max(...known.map(of)), Math.min(...known.map(of))]
  return known.length < 2 || most - least < SAME ? [] : known.filter((action) => most - of(action) < SAME)
}

/** By how much a number of a sample may be off; null where all was counted. */
export const error = (worth: Worth | null): string | null =>
  worth?.ready && !worth.exact ? Math.max(0.01, ...Object.values(worth.errors ?? {})).toFixed(2) : null

/** The best of what may be done, and by how much more than the next. Empty where nothing is known. */
export function advice(worth: Worth | null, view: PaoyaoView, say: Say): string {
  if (!worth?.ready) return ''
  const order = view.legal.map((action) => worth.chips?.[action]).filter((value) => value !== undefined).sort((a, b) => b - a)
  const [most = 0, next = 0] = order
  if (order.length < 2) return ''
  const top = best(worth, view)
  const said =
    top.length === 0
      ? say('worth.same')
      : top.length > 1
        ? say('worth.several', { n: (most - (order[top.length] ?? 0)).toFixed(2) })
        : say('worth.best', { best: choice(top[0] ?? '', view, say, null), n: (most - next).toFixed(2) })
  return worth.exact ? said : said + say('worth.sample')
}
