import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test, type Page } from '@playwright/test'
import { open, over, playUntil, quickStart, settlement } from './play'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { target: string[]; failureSummary: string }[]
}

async function clean(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(400) // flights and bubbles have come to rest
  await page.evaluate(axe)
  const found = await page.evaluate(async () => {
    const run = (window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }).axe.run
    return (await run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })).violations
  })
  const told = found.flatMap((violation) => violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} — ${node.failureSummary}`))
  expect(told, name).toEqual([])
}

async function english(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.addInitScript(() => localStorage.setItem('erqishi.settings', JSON.stringify({ language: 'en' })))
}

for (const [path, heading] of [
  ['/', '贰柒拾'],
  ['/create', '开房'],
  ['/settings', '设置'],
  ['/rules', '规则'],
  ['/hands', '牌谱'],
] as const) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await clean(page, path)
  })
}

for (const [path, heading] of [
  ['/', '贰柒拾'],
  ['/create', 'Make a room'],
  ['/settings', 'Settings'],
  ['/rules', 'Rules'],
  ['/hands', 'Hands'],
  ['/nonsense', 'There is no such page'],
  ['/t/12', 'There is no room 12'],
] as const) {
  test(`axe finds nothing in English on a large screen on ${path}`, async ({ page }) => {
    await english(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await clean(page, path)
  })
}

test('axe finds nothing in English on a large screen at the table and after it', async ({ page }) => {
  await english(page)
  await page.goto('/')
  await page.getByRole('button', { name: /Novice/ }).click()
  await expect(page.locator('.hand .strip').first()).toBeVisible()
  await playUntil([page], async () => (await open(page)).includes('discard') || (await over(page)))
  await clean(page, 'table')
  await playUntil([page], () => over(page))
  await clean(page, 'settlement')
})

test('axe finds nothing on the way into a room', async ({ page, browser }) => {
  await page.goto('/create')
  await page.getByRole('button', { name: '开房' }).click()
  await expect(page).toHaveURL(/\/t\/\d{6}$/)
  await expect(page.getByRole('img', { name: /二维码/ })).toBeVisible()
  await clean(page, 'waiting room')
  const guest = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await guest.goto(page.url())
  await expect(guest.getByRole('button', { name: '进去坐下' })).toBeVisible()
  await clean(guest, 'before joining')
  await guest.context().close()
})

test('axe finds nothing at the table, on the settlement, in the replay', async ({ page }) => {
  await quickStart(page)
  await playUntil([page], async () => (await open(page)).includes('discard') || (await over(page)))
  await clean(page, 'table')
  await page.getByRole('button', { name: '菜单' }).click()
  await clean(page, 'menu')
  await page.getByRole('button', { name: '菜单' }).click()
  await page.getByRole('button', { name: '文字牌桌' }).click()
  await clean(page, 'table in words')
  await page.getByRole('button', { name: '文字牌桌' }).click()
  await playUntil([page], () => over(page))
  await clean(page, 'settlement')
  await settlement(page).getByRole('link', { name: '看回放' }).click()
  await expect(page.locator('.hand .strip').first()).toBeVisible()
  await page.locator('.replay summary').click()
  await clean(page, 'replay')
})
