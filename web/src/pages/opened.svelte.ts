// A record opened from disk: the server reads it, so that no rule is needed here.

import { toast } from '../app.svelte'
import { api, ApiError } from '../net/api'
import type { Replay } from '../protocol'
import { go } from '../router.svelte'
import { line } from '../settings.svelte'

export const opened = $state<{ replay: Replay | null }>({ replay: null })

export async function openRecord(text: string): Promise<void> {
  try {
    opened.replay = await api.open(text)
    go('/open')
  } catch (error) {
    if (error instanceof ApiError) toast(line(error.told))
    else throw error
  }
}
