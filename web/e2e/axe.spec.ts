import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test, type Page } from '@playwright/test'
import { open, over, playUntil, quickStart, settlement, unfold } from './play'

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

/** From here on in English on a large screen; the page is loaded again as it stands. */
async function english(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() => localStorage.setItem('erqishi.settings', JSON.stringify({ language: 'en', cut: 'auto' })))
  await page.reload()
}

const HAND = '/score#h=aaafghjjBBJ.wei-eee.peng-CCC.peng-AAA&c=e&o=other'
const CHANGED = `/rules/changde_qmt_big68#${new URLSearchParams({ x: JSON.stringify({ min_huxi: 21, 黑胡: false }) }).toString()}`

test('axe finds nothing on the pages', async ({ page }) => {
  for (const [path, heading] of [
    ['/', '贰柒拾'],
    ['/create', '开房'],
    ['/settings', '设置'],
    ['/rules', '规则'],
    [CHANGED, '常德全名堂（大六八番）'],
    [HAND, '算分器'],
    ['/fair', '验牌'],
    ['/hands', '牌谱'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    if (path === HAND) await expect(page.getByRole('heading', { name: /胡！/ })).toBeVisible()
    await unfold(page)
    await clean(page, path)
  }
})

test('axe finds nothing on the pages in English on a large screen', async ({ page }) => {
  await page.goto('/')
  await english(page)
  for (const [path, heading] of [
    ['/', '贰柒拾'],
    ['/create', 'Make a room'],
    ['/settings', 'Settings'],
    ['/rules', 'Rules'],
    [CHANGED, 'Changde, all mingtang (6 and 8)'],
    [HAND, 'Calculator'],
    ['/fair', 'Check a deal'],
    ['/hands', 'Hands'],
    ['/nonsense', 'There is no such page'],
    ['/t/12', 'There is no room 12'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    if (path === HAND) await expect(page.getByRole('heading', { name: /胡!/ })).toBeVisible()
    await unfold(page)
    await clean(page, path)
  }
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

test('axe finds nothing at the table, on the settlement, in the replay, in either language', async ({ page }) => {
  await quickStart(page)
  const table = page.url()
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
  await settlement(page).getByRole('link', { name: '验牌' }).click()
  await expect(page.locator('.verdict')).toContainText('没有问题')
  await clean(page, 'check of the deal')
  await page.getByRole('button', { name: /偷偷换/ }).click()
  await clean(page, 'check of an exchanged deal')
  await page.getByRole('link', { name: '看回放' }).click()
  await expect(page.locator('.hand .strip').first()).toBeVisible()
  await page.locator('.replay summary').click()
  await clean(page, 'replay')
  await page.goto(table)
  await english(page)
  await expect(settlement(page)).toContainText('Ledger', { ignoreCase: true })
  await clean(page, 'settlement in English')
  await settlement(page).getByRole('button', { name: 'Next hand' }).click()
  await playUntil([page], async () => (await open(page)).includes('discard') || (await over(page)))
  await clean(page, 'table in English')
})

test('axe finds nothing at a table of 跑腰, in both languages', async ({ page }) => {
  await page.goto('/paoyao')
  await expect(page.getByRole('button', { name: '立即开始' })).toBeVisible()
  await unfold(page)
  await expect(page.getByRole('group', { name: '底池归谁' })).toBeVisible()
  await clean(page, '/paoyao')
  await page.getByRole('group', { name: '打几局' }).getByText('1 局', { exact: true }).click()
  await page.getByRole('group', { name: '每手时间' }).getByText('不限时').click()
  await page.getByRole('group', { name: '电脑水平' }).getByText('新手').click()
  await page.getByRole('button', { name: /立即开始/ }).click()
  await expect(page.locator('[data-action=dig]')).toBeVisible()
  await clean(page, 'asked')
  await page.locator('.words-button').click()
  await clean(page, 'with words')
  await english(page)
  await expect(page.locator('[data-action=dig]')).toBeVisible()
  await clean(page, 'asked, in English')
  const end = Date.now() + 60_000
  while (!(await over(page))) {
    expect(Date.now()).toBeLessThan(end)
    const button = page.locator('[data-action]').first()
    if (await button.isVisible()) await button.click({ timeout: 2_000 }).catch(() => undefined)
    await page.waitForTimeout(100)
  }
  await clean(page, 'settlement')
  await settlement(page).getByRole('link', { name: 'Replay' }).click()
  await page.getByRole('slider').press('End')
  await clean(page, 'replay')
})
