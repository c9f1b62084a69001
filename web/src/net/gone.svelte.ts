// The mark of who is gone, counted down as long as somebody is.

import { offset } from '../app.svelte'
import type { Seat, TableView } from '../protocol'
import { t } from '../settings.svelte'
import { away, graceOf, sayAway } from './held'

/** What stands at a seat whose client is gone, '' at any other. Call this while a component is made. */
export function gone(view: () => TableView): (seat: Seat | null | undefined) => string {
  let moment = $state(Date.now())
  const some = $derived(view().head.seats.some((seat) => away(seat)))
  $effect(() => {
    if (!some) return
    moment = Date.now()
    const timer = window.setInterval(() => (moment = Date.now()), 1000)
    return () => clearInterval(timer)
  })
  return (seat) => (away(seat) ? sayAway(graceOf(seat, view().head.turn, view().room.options.clock ?? 30), moment + offset(), t) : '')
}
