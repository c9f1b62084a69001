// A record opened from disk: the server reads it, so that no rule is needed here.

import { toast } from '../app.svelte'
import { api, ApiError } from '../net/api'
import type { Replay } from '../protocol'
import { go } from '../router.svelte'
import { line, t } from '../settings.svelte'

/** `records`: the hands of the file, if it holds several (JSON, one a line); `at`: the one that is shown. */
export const opened = $state<{ replay: Replay | null; records: string[]; at: number }>({ replay: null, records: [], at: 0 })

/** The records of a text: its lines if each of several is JSON of its own, else the text as it is. */
export function recordsOf(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((one) => one.trim())
  const whole = lines.length > 1 && lines.every((one) => one.trimStart().startsWith('{') && one.trimEnd().endsWith('}'))
  return whole ? lines : [text]
}

export async function openRecord(text: string): Promise<void> {
  try {
    const records = recordsOf(text)
    opened.replay = await api.open(records[0] ?? '')
    opened.records = records
    opened.at = 0
    go('/open')
    if (records.length > 1) toast(t('replay.several', { n: records.length }))
  } catch (error) {
    if (error instanceof ApiError) toast(line(error.told))
    else throw error
  }
}

/** Show another hand of the file. */
export async function openNth(at: number): Promise<void> {
  try {
    opened.replay = await api.open(opened.records[at] ?? '')
    opened.at = at
  } catch (error) {
    if (error instanceof ApiError) toast(line(error.told))
    else throw error
  }
}
