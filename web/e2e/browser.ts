// Which browser the tests drive: the one that ERQISHI_BROWSER names; a Chromium, Chrome or Edge of the machine; on Linux
// otherwise the Chromium that the npm package @sparticuz/chromium carries, unpacked into the system's temporary folder.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
  'C:/Program Files/Microsoft/Edge/Application/msedge.exe',
]

/** Path of the browser and the arguments it needs. */
export function findBrowser(): { executablePath: string; args: string[] } {
  const named = process.env['ERQISHI_BROWSER']
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found =
    named ??
    NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ??
    PLACES.find((path) => existsSync(path))
  const args = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run']
  if (found) return { executablePath: found, args }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('没有找到浏览器 · no browser found: install Chrome, Chromium or Edge, or name one in ERQISHI_BROWSER')
  }
  const unpack = "import('@sparticuz/chromium').then(async ({ default: c }) => console.log(JSON.stringify([await c.executablePath(), c.args])))"
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', unpack], { cwd: import.meta.dirname, encoding: 'utf8' })
  const [executablePath, own] = JSON.parse(told.trim().split('\n').pop() ?? '[]') as [string, string[]]
  return { executablePath, args: [...new Set([...args, ...own.filter((one) => !one.startsWith('--headless') && one !== '--single-process')])] }
}
