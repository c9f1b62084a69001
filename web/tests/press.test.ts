// A press that begins on a button must end on it: what moves while it is pressed jumps away from the finger, and the click is lost.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const MOVES = /(^|[\s;{])(translate|transform|scale|rotate|inset|top|left|right|bottom|margin[\w-]*|padding[\w-]*|width|height|position|display)\s*:/

it('no rule for what is pressed moves or resizes it', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.(svelte|css)$/.test(file))
  let seen = 0
  const moving: string[] = []
  for (const file of files)
    for (const [, selector = '', body = ''] of readFileSync(join('src', file), 'utf8').matchAll(/([^{}]*:active[^{}]*)\{([^{}]*)\}/g)) {
      seen++
      if (MOVES.test(body)) moving.push(`${file}: ${selector.trim()} {${body}}`)
    }
  expect(moving).toEqual([])
  expect(seen).toBeGreaterThan(1)
})
