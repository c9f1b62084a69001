import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './browser'

// One real server for all tests, with its data in a folder of its own; bots and breaths are quick, rules are not.
const port = Number(process.env['ERQISHI_E2E_PORT'] ?? 8377)
const python = process.env['ERQISHI_PYTHON'] ?? 'python3'
const store = join((process.env['ERQISHI_E2E_DATA'] ??= mkdtempSync(join(tmpdir(), 'erqishi-e2e-'))), 'data.sqlite')

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  timeout: 180_000,
  expect: { timeout: 15_000 },
  workers: 2,
  retries: 1, // a machine that stalls for seconds is no fault of the page; what passes only the second time is named flaky
  fullyParallel: true,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'zh-CN',
    // the deck is cut by itself, so that no hand waits for a gesture; tools.spec.ts cuts by hand
    storageState: { cookies: [], origins: [{ origin: `http://127.0.0.1:${port}`, localStorage: [{ name: 'erqishi.settings', value: '{"cut":"auto"}' }] }] },
    viewport: { width: 360, height: 800 },
    hasTouch: true,
    launchOptions: findBrowser(),
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: `"${python}" -m erqishi serve --host 127.0.0.1 --port ${port} --store "${store}" --pace ${process.env['ERQISHI_E2E_PACE'] ?? '0.12'} --log-level warning --no-browser`,
    url: `http://127.0.0.1:${port}/api/version`,
    timeout: 240_000,
    reuseExistingServer: false,
    env: { ERQISHI_GUESTS_PER_HOUR: '100000', ERQISHI_TABLES_PER_HOUR: '100000' },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
