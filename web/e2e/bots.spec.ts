import { expect, test, type Page } from '@playwright/test'
import { net, open, over, playUntil, quickStart, settlement, sum, totals } from './play'

test('a whole hand against bots: settled line by line, checked, counted again, shown again, its record opened; the next hand begins', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await quickStart(page)
  await playUntil([page], () => over(page))

  const points = await net(page)
  expect(points).toHaveLength(3)
  expect(sum(points)).toBe(0)
  expect(await totals(page)).toEqual(points)
  await expect(settlement(page).locator('.hand-row')).toHaveCount(3)
  await expect(settlement(page).locator('.derived li').first()).toBeVisible()
  await expect(settlement(page)).toContainText('验过了')

  const download = page.waitForEvent('download')
  await settlement(page).getByRole('button', { name: '存成图片' }).click()
  expect((await download).suggestedFilename()).toMatch(/^erqishi-\d{6}\.png$/)

  const table = page.url()
  const huxi = /([0-9]+) 息/.exec((await settlement(page).getByRole('heading', { level: 2 }).textContent()) ?? '')?.[1]

  // the deal is checked here, step by step; two cards exchanged are found
  await settlement(page).getByRole('link', { name: '验牌' }).click()
  const verdict = page.locator('.verdict')
  await expect(verdict).toContainText('没有问题')
  await expect(verdict.locator('li.yes')).toHaveCount(5)
  await expect(page.locator('.deck > span')).toHaveCount(80)
  // the cut to the letter, with the seat, as `erqishi verify --sent` takes it
  const cut = await page.evaluate(() => (JSON.parse(localStorage.getItem('erqishi.cuts') ?? '[]') as { nonce: string; seat: number }[])[0])
  await expect(verdict.locator('.sent code')).toHaveText(`${cut?.seat}=${cut?.nonce}`)
  await verdict.getByRole('button', { name: '复制切牌' }).click()
  await expect(page.locator('.toast')).toContainText('复制好了')
  await page.getByRole('button', { name: /偷偷换/ }).click()
  await expect(verdict).toContainText('这副牌有问题')
  await expect(verdict.locator('li.no')).toHaveCount(1)
  const bad = page.locator('.deck > .bad')
  await expect(bad).toHaveCount(2)
  // the picture is the card that was played, as the sentence says; below it stands the one that it should be
  for (const one of await bad.all()) {
    const [, place, should, was] = /第 (\d+) 张应是 (.)，打的是 (.)/.exec((await one.getByRole('img').getAttribute('aria-label')) ?? '') ?? []
    await expect(one.locator('.tile')).toHaveAttribute('data-card', was ?? '')
    await expect(one.locator('b')).toHaveText(`✗ 应${should}`)
    await expect(verdict).toContainText(`第 ${place} 张应是 ${should}，打的是 ${was}`)
  }

  // the calculator says what the table said
  await page.goto(table)
  const counted = settlement(page).getByRole('link', { name: '用算分器核对' })
  await expect(counted).toHaveCount(huxi === undefined ? 0 : 1)
  if (huxi !== undefined) {
    await counted.click()
    await expect(page.locator('.result h2')).toContainText(`${huxi} 息`)
    const told = await page.locator('.result [data-net]').evaluateAll((cells) => cells.map((cell) => Number((cell as HTMLElement).dataset['net'])))
    expect(told.sort()).toEqual([...points].sort())
    await page.goto(table)
  }

  await settlement(page).getByRole('button', { name: '下一局' }).click()
  await expect(settlement(page)).toHaveCount(0)
  await expect(page.getByText('第 2/8 局')).toBeVisible()
  await expect(page.locator('.hand .strip').first()).toBeVisible()
  expect(errors).toEqual([])

  // the replay steps, seeks, turns the table, and gives the record away; the record opens again
  await page.goto('/hands')
  await page.locator('main li a').first().click()
  await expect(page.getByRole('heading', { name: '回放' })).toBeVisible()
  const seek = page.getByRole('slider')
  await expect(page.locator('.hand .strip').first()).toBeVisible()
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(seek).toHaveValue('1')
  await page.getByRole('button', { name: '结尾' }).click()
  await expect(seek).toHaveValue((await seek.getAttribute('max')) ?? '')
  await page.getByRole('button', { name: '开头' }).click()
  await page.getByRole('button', { name: '播放' }).click()
  await expect(seek).not.toHaveValue('0')
  await page.getByRole('button', { name: '暂停' }).click()

  await page.locator('.replay summary').click()
  await page.getByRole('group', { name: '看谁的' }).locator('label').nth(2).click()
  await expect(page.locator('.row.open .tile')).toHaveCount(0)

  // the options scroll below the table, which stays in sight; the wall keeps its corner where there is little room
  await page.getByRole('link', { name: '下载文字牌谱' }).scrollIntoViewIfNeeded()
  const board = await page.locator('.replay .widget').boundingBox()
  expect([board!.y >= -1, board!.y + board!.height < 800]).toEqual([true, true])
  await page.setViewportSize({ width: 720, height: 450 })
  for (const step of ['8', '20']) {
    await seek.fill(step)
    await page.waitForTimeout(400)
    const [wall, card] = [await page.locator('.wall-count').boundingBox(), await page.locator('.play .strip').boundingBox({ timeout: 2_000 }).catch(() => null)]
    if (card) expect(Math.min(wall!.x + wall!.width, card.x + card.width) - Math.max(wall!.x, card.x), `step ${step}`).toBeLessThanOrEqual(1)
  }
  await page.setViewportSize({ width: 360, height: 800 })

  const record: unknown = await (await page.request.get(`/api/hands/${page.url().split('/').pop()}/record.json`)).json()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: '下载文字牌谱' }).click()
  const file = await (await saved).path()
  await page.goto('/hands')
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page).toHaveURL(/\/open$/)
  await expect(page.locator('.hand .strip').first()).toBeVisible()

  // a file of several hands: the first is shown, any other can be chosen
  await page.goto('/hands')
  const several = Buffer.from(`${JSON.stringify(record)}\n${JSON.stringify(record)}\n`)
  await page.locator('input[type=file]').setInputFiles({ name: 'two.json', mimeType: 'application/json', buffer: several })
  await expect(page.locator('.toast')).toContainText('这里面有 2 局')
  await seek.fill('3')
  await page.getByLabel('看第几局').selectOption('1')
  await expect(page.locator('.seek')).toContainText('0/')
  await expect(page.locator('.hand .strip').first()).toBeVisible()

  await page.goto('/fair')
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(verdict).toContainText('没有问题')
  await expect(page.locator('.deck > span')).toHaveCount(80)

  // a device that noted nothing of the hand cannot tell, and says so instead of “all right”
  await page.evaluate(() => localStorage.removeItem('erqishi.cuts'))
  await page.goto('/fair')
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(verdict).toContainText('没查全')
  await expect(verdict).not.toContainText('没有问题')
  await expect(verdict.locator('li.yes')).toHaveCount(2)
  await expect(verdict.locator('li.no')).toHaveCount(0)
})

/** A move that a rule forbids says why in words, without the paragraph, and changes nothing. */
async function forbidden(page: Page): Promise<void> {
  await expect(page.locator('.actions.pending')).toHaveCount(0)
  const count = await page.locator('.hand .strip').count()
  await expect(async () => {
    await page.locator('.slot.peng').click({ force: true }) // it only looks off: it is never disabled
    await expect(page.locator('.told')).toHaveText('现在要打牌', { timeout: 1_500 })
  }).toPass({ timeout: 12_000 }) // an answer of before may still be on its way: then a press changes nothing
  await expect(page.locator('.hand .strip')).toHaveCount(count)
  expect(await open(page)).toContain('discard')
}

test('reloading in mid-hand brings the same hand back; a forbidden move says why', async ({ page }) => {
  await quickStart(page)
  await playUntil([page], async () => (await open(page)).includes('discard') || (await over(page)))
  const held = (): Promise<string[]> => page.locator('.hand .strip').evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset['card'] ?? '').sort())
  const before = await held()
  await page.reload()
  await expect(page.locator('.hand .strip')).toHaveCount(before.length)
  expect(await held()).toEqual(before)
  await expect.poll(() => open(page)).toContain('discard') // a question takes no press at first
  await forbidden(page)
})

test('a lost connection is shown, and the table comes back by itself', async ({ page, context }) => {
  await quickStart(page)
  await playUntil([page], async () => (await open(page)).includes('discard') || (await over(page)))
  const count = await page.locator('.hand .strip').count()
  await context.setOffline(true)
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await expect(page.getByRole('alert')).toContainText('正在重连', { timeout: 40_000 })
  await context.setOffline(false)
  await expect(page.getByRole('alert')).not.toContainText('正在重连', { timeout: 20_000 })
  await expect(page.locator('.hand .strip')).toHaveCount(count)
})

test('a card dragged over the line is put down; dragged along, it changes its column', async ({ page }) => {
  await quickStart(page)
  await playUntil([page], async () => (await open(page)).includes('discard') || (await over(page)))
  const strips = page.locator('.hand .strip')
  const count = await strips.count()
  const columns = (): Promise<number[]> => page.locator('.hand .column').evaluateAll((all) => all.map((column) => column.querySelectorAll('.strip').length))
  const before = await columns()
  const last = (await page.locator('.hand .column').last().locator('.strip').last().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const beside = (await page.locator('.hand .column').nth(-2).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(last.x + 20, last.y + 14)
  await page.mouse.down()
  await page.mouse.move(last.x - 20, last.y + 10, { steps: 4 })
  await page.mouse.move(beside.x + beside.width / 2, last.y + 10, { steps: 6 })
  await page.mouse.up()
  if ((before.at(-2) ?? 4) < 4) expect(await columns()).not.toEqual(before)

  const card = page.locator('.hand.asked .strip:not(.stays)').last()
  await card.hover({ position: { x: 15, y: 12 } }) // waits until the cards have come to rest
  const box = (await card.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.down()
  await page.mouse.move(box.x + 15, box.y - 60, { steps: 5 })
  await expect(page.locator('.line')).toBeVisible()
  await page.mouse.move(box.x + 15, 200, { steps: 8 })
  await page.mouse.up()
  await expect(strips).toHaveCount(count - 1)
})
