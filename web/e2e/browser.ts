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

export interface Browser {
  executablePath: string
  args: string[]
  env?: Record<string, string>
}

/** Path of the browser, the arguments it needs, and its environment where it differs from ours. */
export function findBrowser(): Browser {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found =
    process.env['ERQISHI_BROWSER'] ??
    NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ??
    PLACES.find((path) => existsSync(path))
  const args = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run']
  if (found) return { executablePath: found, args }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('没有找到浏览器 · no browser found: install Chrome, Chromium or Edge, or name one in ERQISHI_BROWSER')
  }
  const told = execFileSync(process.execPath, ['unpack.mjs'], { cwd: import.meta.dirname, encoding: 'utf8' })
  const carried = JSON.parse(told.trim().split('\n').pop() ?? '') as { path: string; libraries: string; fonts: string }
  const env = Object.fromEntries(Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined))
  // the machine's own libraries come first wherever it has them all
  if (/not found/.test(execFileSync('ldd', [carried.path], { encoding: 'utf8' }))) env['LD_LIBRARY_PATH'] = carried.libraries
  if (!existsSync('/etc/fonts')) env['FONTCONFIG_PATH'] = carried.fonts
  return { executablePath: carried.path, args: [...args, '--no-zygote', '--disable-gpu'], env }
}
