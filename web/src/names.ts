// Names that people give themselves, their rooms and rules: counted as the server counts them, and kept from disturbing what stands
// beside them.

/** Characters of a person's name, and of a room's (`LONGEST_NAME`, `LONGEST_ROOM` of the server). */
export const LONGEST_NAME = 12
export const LONGEST_ROOM = 20

/** A name as the server keeps it: nothing unseen, single spaces. It is not cut here. */
export function kept(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u115f\u1160\u2800\u3164\uffa0]/g, ' ')
    .replace(/[^\P{C} ]/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
}

/** Characters, not the units of UTF-16: an emoji is one of twelve, not two. */
export const lengthOf = (text: string): number => [...kept(text)].length

/** The first characters of a name, none of them cut in two. */
export const cutTo = (text: string, longest: number): string => [...kept(text)].slice(0, longest).join('')

/** Whether anything of it can be seen. */
export const isBlank = (text: string): boolean => !/[\p{L}\p{N}\p{S}\p{P}]/u.test(kept(text))

const TURNS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A name for a sentence: what is written from right to left stays within itself (FSI … PDI), marks of direction are taken out. */
export function isolated(name: string): string {
  const plain = name.replace(CONTROLS, '')
  return TURNS.test(plain) ? `\u2068${plain}\u2069` : plain
}
