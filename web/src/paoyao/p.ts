// The translator of 跑腰.

import { isolated } from '../names'
import { settings } from '../settings.svelte'
import { texts, type Say } from './texts'

/** A text of 跑腰 in the language that is set. */
export const p: Say = (key, values = {}) => texts[settings.language][key].replace(/\{(\w+)\}/g, (whole, name: string) => isolated(String(values[name] ?? whole)))
