// A table's own rules: a shipped rule set and what is changed in it, with a name. Kept on this device, sent as a link or a file.

import { api } from '../net/api'
import { changesOf } from '../score/hand'

export interface House {
  base: string
  name: string
  changes: Record<string, unknown>
}

/** What the changes start from: a rule file that was opened, or nothing; the other changes are choices within it. */
export const startOf = (changes: Record<string, unknown>): Record<string, unknown> =>
  changes['file'] === undefined ? {} : { file: changes['file'] }

const KEY = 'erqishi.house'
const MOST = 40

/** The part of a link behind the #. */
export function encodeHouse(house: Pick<House, 'name' | 'changes'>): string {
  const link = new URLSearchParams()
  if (Object.keys(house.changes).length) link.set('x', JSON.stringify(house.changes))
  if (house.name) link.set('n', house.name)
  return link.toString()
}

export function decodeHouse(hash: string): Pick<House, 'name' | 'changes'> {
  const link = new URLSearchParams(hash.replace(/^#/, ''))
  return { name: (link.get('n') ?? '').slice(0, 40), changes: changesOf(link.get('x')) }
}

export const linkOf = (house: House): string => {
  const hash = encodeHouse(house)
  return `/rules/${encodeURIComponent(house.base)}${hash ? `#${hash}` : ''}`
}

/** A file that says what it is. */
export const fileOf = (house: House): string =>
  `${JSON.stringify({ erqishi: 'house-rules-1', about: '贰柒拾的本桌规则，在网页“规则”里打开 · house rules of erqishi; open under Rules', ...house }, null, 2)}\n`

/** The house rules of a file; null when it is none. */
export function readFile(text: string): House | null {
  try {
    const file = JSON.parse(text.replace(/^\ufeff/, '')) as Record<string, unknown>
    if (file['erqishi'] !== 'house-rules-1' || typeof file['base'] !== 'string') return null
    const name = typeof file['name'] === 'string' ? file['name'].slice(0, 40) : ''
    return { base: file['base'], name, changes: changesOf(JSON.stringify(file['changes'] ?? {})) }
  } catch {
    return null
  }
}

/** The house rules of a file, of whichever kind; null when it is neither. ApiError says what is wrong with a rule file. */
export async function openFile(name: string, text: string): Promise<House | null> {
  const house = readFile(text)
  if (house || !/\.toml$/i.test(name)) return house
  return await api.rulesFile(text)
}

export function saved(): House[] {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown
    return Array.isArray(list) ? (list as House[]).filter((one) => typeof one?.base === 'string' && typeof one.name === 'string' && typeof one.changes === 'object') : []
  } catch {
    return [] // a storage that cannot be read is an empty one
  }
}

/** Keep it under its name, in place of an older one of that name; false when the device keeps nothing. */
export function keep(house: House): boolean {
  return put([house, ...saved().filter((one) => one.name !== house.name)].slice(0, MOST))
}

export const forget = (name: string): boolean => put(saved().filter((one) => one.name !== name))

function put(list: House[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(list))
    return true
  } catch {
    return false
  }
}
