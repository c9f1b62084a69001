// Pictures for the documents, for `python web_checks.py pictures`.

import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { over, playUntil, room, settlement } from './play'
import { stage } from './stage'

const ROOT = join(import.meta.dirname, '../..')
const OUT = join(ROOT, 'docs/pictures')
const SIZES = [
  [360, 800],
  [800, 360],
  [768, 1024],
  [1440, 900],
] as const

/** No call stands over the cards, and none is in flight. */
const calm = (page: Page): Promise<unknown> => page.waitForFunction(() => !document.querySelector('.bubble'), null, { timeout: 10_000 }).catch(() => undefined)

for (const [width, height] of SIZES) {
  test(`pictures at ${width}×${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const shoot = (name: string): Promise<Buffer> => page.screenshot({ path: join(OUT, `${name}-${width}x${height}.jpg`), type: 'jpeg', quality: 84 })
    const show = await stage(page)
    await page.goto('/')
    await expect(page.getByRole('button', { name: /新手/ })).toBeVisible()
    await page.waitForTimeout(300)
    await shoot('lobby')
    await page.goto('/create')
    await expect(page.locator('li').first()).toBeVisible()
    await expect(page.locator('option[value=std15]')).toHaveText(/标准/)
    await shoot('create')
    await page.goto('/settings')
    await expect(page.getByLabel('名字')).toHaveValue(/./)
    await shoot('settings')
    await page.goto('/')
    await page.getByRole('button', { name: /高手/ }).click()
    await expect(page.locator('.hand .strip').first()).toBeVisible()
    await show('middle')
    await page.locator('.hand .strip').nth(-2).click({ position: { x: 12, y: 12 } })
    await page.waitForTimeout(300)
    await calm(page)
    await shoot('table')
    await show('chi')
    await page.keyboard.press('c')
    await page.waitForTimeout(300)
    await shoot('chi')
    await page.keyboard.press('1')
    await page.waitForTimeout(300)
    await shoot('bi')
    await show('claims')
    await shoot('claims')
    // six cards to wait for, and the largest type: the two things that ask for the most room
    await show('middle', ['一', '四', '七', '二', '五', '八'])
    await page.evaluate(() => document.documentElement.style.setProperty('--type', '1.4'))
    await page.waitForTimeout(300)
    await shoot('large')
  })

  test(`pictures of the calculator, of rules, of the cut at ${width}×${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const shoot = (name: string): Promise<Buffer> => page.screenshot({ path: join(OUT, `${name}-${width}x${height}.jpg`), type: 'jpeg', quality: 84 })
    await page.goto('/score#h=aaafghjjBB.wei-eee.peng-CCC.peng-AAA&c=e&o=other&r=changde_qmt_big68&huang=1')
    await expect(page.locator('.result')).toBeVisible()
    await shoot('score')
    await page.goto('/score#h=aaafghjjBBJ.wei-eee.peng-CCC.peng-AAA&c=e&o=other&r=changde_qmt_big68&huang=1')
    await expect(page.locator('.result .groups')).toBeVisible()
    await page.getByRole('button', { name: '算一算' }).click()
    await page.waitForTimeout(1_200)
    await shoot('scored')
    await page.goto(`/rules/changde_qmt_big68#${new URLSearchParams({ x: JSON.stringify({ min_huxi: 18, 黑胡: false }), n: '外婆家的打法' }).toString()}`)
    await expect(page.locator('.agreed .new')).toBeVisible()
    await shoot('rule')
    await page.locator('.mingtang').scrollIntoViewIfNeeded()
    await page.evaluate(() => document.querySelector('.mingtang')?.scrollIntoView())
    await shoot('mingtang')
    await page.goto('/rules/xiangtan')
    await expect(page.locator('.agreed li').first()).toBeVisible()
    await shoot('rule-xiangtan')
    await page.evaluate(() => localStorage.setItem('erqishi.settings', '{"cut":"hand"}'))
    await page.goto('/')
    await page.getByRole('button', { name: /新手/ }).click()
    const box = await page.getByRole('button', { name: '切牌' }).boundingBox()
    if (box) await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2)
    await page.waitForTimeout(300)
    await shoot('cut')
  })

  test(`pictures of two and of four at ${width}×${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    for (const [name, options] of [['four', { players: 4 }], ['two', { changes: { seats: 2, wall: 39 } }]] as const) {
      for (let deal = 0; deal < 8; deal++) {
        await page.goto(`/t/${await room(page, { clock: 0, ...options })}`)
        await page.getByRole('button', { name: '准备', exact: true }).click()
        await expect(page.locator('.hand .strip, .aside').first()).toBeVisible()
        if ((await page.locator('.aside').count()) === 0) break // who sits out has no cards to show
      }
      let seen = 0
      await playUntil([page], async () => (await over(page)) || seen++ > 7)
      await page.waitForTimeout(600)
      await calm(page)
      await page.screenshot({ path: join(OUT, `${name}-${width}x${height}.jpg`), type: 'jpeg', quality: 84 })
    }
  })

  test(`pictures of 打鸟 at ${width}×${height}`, async ({ page, browser }) => {
    const shoot = (name: string): Promise<Buffer> => bird.screenshot({ path: join(OUT, `${name}-${width}x${height}.jpg`), type: 'jpeg', quality: 84 })
    const code = await room(page, { clock: 0, players: 6, hands: 16 })
    const context = await browser.newContext({ locale: 'zh-CN', viewport: { width, height } })
    const bird = await context.newPage()
    await bird.goto(`/t/${code}`)
    await bird.getByRole('button', { name: '只看看' }).click()
    await bird.locator('.seats li').nth(4).getByRole('button', { name: '坐这里' }).click()
    await bird.waitForTimeout(400)
    await shoot('birds-room')
    await bird.getByRole('button', { name: '准备', exact: true }).click()
    await page.goto(`/t/${code}`)
    await page.getByRole('button', { name: '准备', exact: true }).click()
    await expect(bird.locator('.aside')).toBeVisible()
    // a hand that somebody wins, and of which the 鸟家 feels something
    for (let hand = 0; hand < 12; hand++) {
      await playUntil([page], () => over(page))
      await expect(settlement(bird)).toBeVisible()
      if ((await settlement(bird).locator('.winner').count()) > 0 && (await settlement(bird).locator('[data-bird]').first().getAttribute('data-bird')) !== '0') break
      for (const one of [page, bird]) await settlement(one).getByRole('button', { name: '下一局' }).click()
      await expect(settlement(bird)).toHaveCount(0)
    }
    await bird.waitForTimeout(2_000)
    await shoot('birds')
    await context.close()
    await page.setViewportSize({ width, height })
    await page.goto(`/t/${await room(page, { clock: 0, rules: 'pingxiang' })}`)
    await page.getByRole('button', { name: '准备', exact: true }).click()
    await expect(page.getByRole('group', { name: '飘不飘？' })).toBeVisible()
    await page.waitForTimeout(300)
    await page.screenshot({ path: join(OUT, `stake-${width}x${height}.jpg`), type: 'jpeg', quality: 84 })
  })

  test(`pictures of the end at ${width}×${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const shoot = (name: string): Promise<Buffer> => page.screenshot({ path: join(OUT, `${name}-${width}x${height}.jpg`), type: 'jpeg', quality: 84 })
    await page.goto('/create')
    await page.getByRole('button', { name: '开房' }).click()
    await expect(page.getByRole('img', { name: /二维码/ })).toBeVisible()
    await page.waitForTimeout(200)
    await shoot('room')
    await page.getByRole('button', { name: '准备', exact: true }).click()
    // a hand that somebody wins makes the better picture
    for (let hand = 0; hand < 8; hand++) {
      await playUntil([page], () => over(page))
      if ((await settlement(page).locator('.winner').count()) > 0) break
      await settlement(page).getByRole('button', { name: '下一局' }).click()
      await expect(settlement(page)).toHaveCount(0)
    }
    await page.waitForTimeout(2_000)
    await shoot('settlement')
    const table = page.url()
    await settlement(page).getByRole('link', { name: '验牌' }).click()
    await expect(page.locator('.verdict li.yes')).toHaveCount(5)
    await shoot('verify-ok')
    await page.getByRole('button', { name: /偷偷换/ }).click()
    await expect(page.locator('.verdict li.no')).toHaveCount(1)
    await page.waitForTimeout(200)
    await shoot('verify-bad')
    await page.goto(table)
    await expect(settlement(page)).toBeVisible()
    await settlement(page).getByRole('link', { name: '看回放' }).click()
    await expect(page.locator('.hand .strip').first()).toBeVisible()
    const seek = page.getByRole('slider')
    await seek.fill(String(Math.floor(Number(await seek.getAttribute('max')) * 0.6)))
    await page.waitForTimeout(2_200)
    await shoot('replay')
  })
}
