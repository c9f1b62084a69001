// Seconds that are left until a moment of the server's clock.

import { offset } from './app.svelte'

/**
 * The whole seconds left, null without a deadline. `until` is the deadline in the server's milliseconds; call this while a component is made.
 * The two clocks are never quite together: rounded, so that thirty seconds begin at 30 and not at 31.
 */
export function countdown(until: () => number | null | undefined): () => number | null {
  let seconds: number | null = $state(null)
  $effect(() => {
    const there = until()
    const deadline = there ? there - offset() : null
    const count = (): void => {
      seconds = deadline === null ? null : Math.max(0, Math.round((deadline - Date.now()) / 1000))
    }
    count()
    if (deadline === null) return
    const timer = window.setInterval(count, 500)
    return () => clearInterval(timer)
  })
  return () => seconds
}
