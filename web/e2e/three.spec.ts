import { expect, test, type Page } from '@playwright/test'
import { net, over, playUntil, settlement, sum, totals } from './play'

test('three browsers in one room: by code, by link, two hands, one account', async ({ browser, page: host }) => {
  const guests: Page[] = []
  for (let n = 0; n < 2; n++) guests.push(await (await browser.newContext({ viewport: { width: n ? 800 : 360, height: n ? 360 : 800 }, locale: 'zh-CN' })).newPage())
  const [second, third] = guests as [Page, Page]

  await host.goto('/create')
  await host.getByRole('group', { name: '打几局' }).getByText('2 局').click()
  await host.getByRole('group', { name: '每手时间' }).getByText('不限时').click()
  await host.getByRole('group', { name: '空座位' }).getByText('等人来').click()
  await expect(host.getByRole('heading', { name: '本桌规则' })).toBeVisible()
  await host.getByRole('button', { name: '开房' }).click()
  await expect(host).toHaveURL(/\/t\/\d{6}$/)
  const code = host.url().slice(-6)
  await expect(host.getByRole('img', { name: /二维码/ })).toBeVisible()

  await second.goto('/')
  await second.getByLabel('输入六位房号').fill(code)
  await second.getByRole('button', { name: '进房' }).click()
  await expect(second.getByRole('heading', { name: '本桌规则' })).toBeVisible()
  await second.getByRole('button', { name: '进去坐下' }).click()
  await third.goto(`/t/${code}`)
  await third.getByRole('button', { name: '进去坐下' }).click()

  const pages = [host, second, third]
  for (const page of pages) await page.getByRole('button', { name: '准备', exact: true }).click()
  for (const page of pages) await expect(page.locator('.hand .strip').first()).toBeVisible()

  const kept: number[][] = []
  for (let hand = 1; hand <= 2; hand++) {
    await playUntil(pages, async () => (await Promise.all(pages.map(over))).every(Boolean))
    const points = await net(host)
    expect(sum(points)).toBe(0)
    kept.push(points)
    for (const page of pages) {
      expect(await net(page)).toEqual(points)
      expect(await totals(page)).toEqual(points.map((_, seat) => sum(kept.map((one) => one[seat] ?? 0))))
      await expect(settlement(page)).toContainText('验过了')
    }
    if (hand === 1) {
      for (const page of pages) await settlement(page).getByRole('button', { name: '下一局' }).click()
      for (const page of pages) await expect(settlement(page)).toHaveCount(0)
    }
  }
  for (const page of pages) await expect(settlement(page)).toContainText('这一场打完了')
  await second.context().close()
  await third.context().close()
})

test('nobody’s page holds another’s cards', async ({ browser, page: host }) => {
  const guest = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  const seen: string[] = []
  guest.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => seen.push(String(payload))))
  await host.goto('/create')
  await host.getByRole('group', { name: '每手时间' }).getByText('不限时').click()
  await host.getByRole('button', { name: '开房' }).click()
  await expect(host).toHaveURL(/\/t\/\d{6}$/)
  await guest.goto(host.url())
  await guest.getByRole('button', { name: '进去坐下' }).click()
  for (const page of [host, guest]) await page.getByRole('button', { name: '准备', exact: true }).click()
  await expect(guest.locator('.hand .strip').first()).toBeVisible()
  const dealt = seen.flatMap((frame) => [...frame.matchAll(/"event":"dealt"[^}]*"seat":(\d)|"seat":(\d)[^}]*"event":"dealt"/g)])
  expect(new Set(dealt.map((match) => match[1] ?? match[2])).size).toBeLessThanOrEqual(1)
  expect(seen.join('')).not.toContain('server_seed":"')
  await guest.context().close()
})
