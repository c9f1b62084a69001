// A person at the table, as far as tests need one: reads the buttons that can be pressed, presses one.

import { expect, type Locator, type Page } from '@playwright/test'

export const settlement = (page: Page): Locator => page.getByRole('dialog').filter({ has: page.locator('#settlement-title') })

/** Slots that can be pressed now. */
export const open = (page: Page): Promise<string[]> =>
  page.locator('.slot.can').evaluateAll((buttons) => buttons.map((button) => (button as HTMLElement).dataset['slot'] ?? ''))

/** One answer, if one is asked: 胡 above all, then 碰, 吃 (its first way), a discard, 过. */
export async function answer(page: Page): Promise<boolean> {
  const can = await open(page)
  const press = (slot: string): Promise<void> => page.locator(`.slot.${slot}`).click({ timeout: 3_000 })
  try {
    if (can.includes('hu')) await press('hu')
    else if (can.includes('peng')) await press('peng')
    else if (can.includes('chi')) {
      await press('chi')
      for (let step = 0; step < 2 && (await page.locator('.option').first().isVisible()); step++) {
        await page.locator('.chooser:not(.soon) .option').first().click({ timeout: 3_000 }) // the 比 take no press in their first moment
      }
    } else if (can.includes('discard')) {
      // the head of the card: further down the next card of the column lies over it
      await page.locator('.hand.asked .strip:not(.stays)').last().click({ position: { x: 12, y: 12 }, timeout: 3_000 })
      await press('discard')
    } else if (can.includes('pass')) await press('pass')
    else return false
  } catch (error) {
    // the question may have passed meanwhile (a claim was taken, the hand ended): look again
    if (!(error instanceof Error) || !/Timeout/.test(error.message)) throw error
  }
  return true
}

/** Play until something is so; fails when the hand takes too long. */
export async function playUntil(pages: Page[], done: () => Promise<boolean>, seconds = 150): Promise<void> {
  const end = Date.now() + seconds * 1_000
  while (!(await done())) {
    expect(Date.now(), 'the hand takes too long').toBeLessThan(end)
    const acted = (await Promise.all(pages.map(answer))).some(Boolean)
    await pages[0]?.waitForTimeout(acted ? 60 : 120)
  }
}

export const over = async (page: Page): Promise<boolean> => (await settlement(page).count()) > 0

/** 立即开始 against bots of the first level. */
export async function quickStart(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: /新手/ }).click()
  await expect(page.locator('.hand .strip').first()).toBeVisible()
}

/** Open everything that is folded away. */
export const unfold = (page: Page): Promise<void> =>
  page.locator('main details:not([open])').evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)))

/** Points of the settlement, by seat. */
export const net = (page: Page): Promise<number[]> =>
  settlement(page).locator('[data-net]').evaluateAll((cells) => cells.map((cell) => Number((cell as HTMLElement).dataset['net'])))

export const totals = (page: Page): Promise<number[]> =>
  settlement(page).locator('[data-total]').evaluateAll((cells) => cells.map((cell) => Number((cell.textContent ?? '').replace('−', '-'))))

export const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)

/** A room with options that the form does not offer, made over a connection of its own; gives its code. The page sits in it. */
export async function room(page: Page, options: object): Promise<string> {
  await page.goto('/')
  await expect(page.getByText(/你好，/)).toBeVisible() // only then the page has its token
  return await page.evaluate(
    (options) =>
      new Promise<string>((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/ws`)
        socket.onopen = () => socket.send(JSON.stringify({ t: 'hello', protocol: 1, token: localStorage.getItem('erqishi.token') }))
        socket.onerror = () => reject(new Error('no connection'))
        socket.onmessage = (event: MessageEvent<string>) => {
          const told = JSON.parse(event.data) as { t: string; zh?: string; view?: { room: { code: string } } }
          if (told.t === 'welcome') socket.send(JSON.stringify({ t: 'create_room', cmd_id: crypto.randomUUID?.() ?? String(Math.random()), options }))
          else if (told.t === 'table') resolve(told.view?.room.code ?? '')
          else if (told.t === 'refused') reject(new Error(told.zh))
        }
      }),
    options,
  )
}
