// Unpack the Chromium of @sparticuz/chromium, with the libraries that a bare machine lacks; says where they are.

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import chromium, { inflate } from '@sparticuz/chromium'

const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin')
const libraries = join(tmpdir(), 'al2023')
if (!existsSync(libraries)) await inflate(join(bin, 'al2023.tar.br'))
console.log(JSON.stringify({ path: await chromium.executablePath(), libraries: join(libraries, 'lib'), fonts: join(tmpdir(), 'fonts') }))
