// The translator of the pages that are fetched only when asked for.

import { settings } from '../settings.svelte'
import { tools, type ToolKey } from './tools'

export type { ToolKey }

/** A text of these pages in the language that is set. */
export const w = (key: ToolKey, values: Record<string, string | number> = {}): string =>
  tools[settings.language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
