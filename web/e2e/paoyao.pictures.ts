// Pictures of a table of 跑腰, for `python web_checks.py pictures`.

import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { over, settlement } from './play'

const OUT = join(import.meta.dirname, '../../docs/pictures')

for (const [width, height] of [
  [360, 800],
  [1440, 900],
] as const)
  test(`pictures of 跑腰 at ${width}×${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const shoot = (name: string): Promise<Buffer> => page.screenshot({ path: join(OUT, `${name}-${width}x${height}.jpg`), type: 'jpeg', quality: 84 })
    await page.goto('/paoyao')
    await page.getByRole('group', { name: '打几局' }).getByText('16 局').click()
    await page.getByRole('group', { name: '每手时间' }).getByText('不限时').click()
    await page.getByRole('button', { name: /立即开始/ }).click()
    await expect(page.locator('[data-action=dig]')).toBeVisible({ timeout: 60_000 })
    // on to a hand in which I can take something with a choice, and have taken something before the end
    const end = Date.now() + 200_000
    let shown = false
    while (!shown || !(await over(page))) {
      expect(Date.now(), 'no such hand came').toBeLessThan(end)
      if (await over(page)) await settlement(page).getByRole('button', { name: /下一局/ }).click()
      else if (await page.locator('.hand button.can').first().isVisible()) {
        await page.locator('.hand button.can').first().click()
        await page.waitForTimeout(600)
        if (!shown && (await page.locator('.hand button.picked').count()) && (await page.locator('.group').count())) {
          await expect(page.getByText('正在准备')).toHaveCount(0, { timeout: 60_000 }) // the hints, of a server that has just started
          await shoot('paoyao')
          shown = true
        }
        const open = page.locator('.open button.can').first()
        if (await open.isVisible()) await open.click()
      } else if (await page.locator('[data-action]').first().isVisible()) await page.locator('[data-action]').first().click()
      await page.waitForTimeout(200)
    }
    await page.waitForTimeout(400)
    if (width < 500) await shoot('paoyao-settlement')
  })
