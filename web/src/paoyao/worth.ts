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

/** The best of what may be done, and by how much; then, of a sample, its error. Empty where nothing is known. */
export function advice(worth: Worth | null, view: PaoyaoView, say: Say): string {
  if (!worth?.ready) return ''
  const known = view.legal.filter((action) => worth.chips?.[action] !== undefined)
  if (known.length < 2) return ''
  const of = (action: string): number => worth.chips?.[action] ?? 0
  const order = [...known].sort((a, b) => of(b) - of(a))
  const [best = '', second = ''] = order
  const worst = order[order.length - 1] ?? ''
  const ahead = of(best) - of(second)
  const name = (action: string): string => choice(action, view, say, null)
  const said =
    of(best) - of(worst) < SAME
      ? say('worth.same')
      : ahead < SAME
        ? say('worth.several', { best: name(best), n: (of(best) - of(worst)).toFixed(2), worst: name(worst) })
        : say('worth.best', { best: name(best), n: ahead.toFixed(2), second: name(second) })
  return worth.exact ? said : said + say('worth.sample', { n: Math.max(0.01, ...known.map((action) => worth.errors?.[action] ?? 0)).toFixed(2) })
}
