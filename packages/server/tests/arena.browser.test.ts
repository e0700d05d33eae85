/** What a person does with an arena, from the first sign-in to the replay: a whole arena, real bots, the live clock, a real browser. */
import { join } from 'node:path'
import { serveBot, stick } from '@arena/sdk'
import type { Hands } from '@arena/sdk'
import { afterAll, expect, test } from 'vitest'
import { seriousFaults } from '../../../scripts/tests/axe.ts'
import { complaintsOf, openPage } from '../../../scripts/tests/browser.ts'
import { createTestArena } from './arena/kit.ts'
import { readOutbox, signInOf } from './mailbox.ts'
import { shared } from './begun-once.ts'

const EMAIL = 'ada@example.org'
const TIMEOUT = { timeout: 120_000 }
const bots: AsyncDisposable[] = []
const arena = shared(() => createTestArena({ pace: { clock: 'live' } }))

afterAll(async () => {
  for (const bot of bots) await bot[Symbol.asyncDispose]()
})

/** The address of a bot that plays Fox and has the same hands in every frame. */
async function serve(hands: (frame: number) => Hands): Promise<string> {
  const bot = await serveBot({
    port: 0,
    play: () => ({ pick: () => ({ character: 2, costume: 0 }), frame: ({ frame }) => hands(frame) }),
  })
  bots.push({ [Symbol.asyncDispose]: () => bot.close() })
  return `http://127.0.0.1:${bot.port}`
}

/** Notes whether the card of the first page ever shows fewer stocks than its viewer, which is a second behind the game. */
const WATCH_CARD = `
  globalThis.cardStocks = () => document.querySelectorAll('.card[data-large="true"] .stocks [data-left="true"]').length
  globalThis.hasGivenAway = false
  document.addEventListener('arena-replay-frame', ({ detail }) => {
    globalThis.viewerStocks = detail.players.reduce((sum, { stocks }) => sum + stocks, 0)
    if (cardStocks() < viewerStocks) globalThis.hasGivenAway = true
  })
`

test(
  'a person signs in, registers a bot, watches its match as it is played, and sees it come out equal',
  TIMEOUT,
  async () => {
    const page = await openPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(`${arena.url}/account`)
    await page.getByLabel('E-mail address').fill(EMAIL)
    await page.keyboard.press('Enter')
    await page.getByLabel('Code').waitFor()
    await arena.parts.mailer.settled()
    const [mail] = await readOutbox(join(arena.dataDir, 'outbox'), EMAIL)
    await page.getByLabel('Code').fill(signInOf(mail!).code)
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Handle' }).fill('ada')
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Site' }).getByText('@ada').waitFor()

    // One walks off the stage again and again, so that a match by the live clock takes half a minute.
    const [faller, stander] = [await serve(() => stick(-1)), await serve(() => stick(0))]
    const form = page.locator('form.bot-form').filter({ has: page.getByRole('button', { name: 'Register' }) })
    await form.getByLabel('Name').fill('Faller')
    await form.getByLabel('URL').fill(faller)
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: 'Faller' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])

    await arena.own(await arena.account(), 'POST', '/bots', { name: 'Stander', mode: 'live', url: stander })
    await page.goto(arena.url)
    const card = page.getByRole('article', { name: /Faller against Stander|Stander against Faller/ })
    await card.waitFor()
    await page.evaluate(WATCH_CARD)
    await expect.poll(() => page.evaluate('[globalThis.viewerStocks, cardStocks()]'), TIMEOUT).toEqual([7, 7])
    expect(await page.evaluate('globalThis.hasGivenAway')).toBe(false)
    await card.getByRole('link', { name: /Watch/ }).click()
    const viewer = page.locator('arena-replay')
    await viewer.getByText('Live', { exact: true }).first().waitFor()
    await viewer.getByText(/frames so far/).waitFor()
    expect(await seriousFaults(page)).toEqual([])

    await page.getByText('Won by stocks').waitFor({ timeout: 90_000 })
    await viewer.getByRole('button', { name: 'Play', exact: true }).first().click()
    await viewer
      .getByText(/Run again in this browser: [\d,]+ frames, equal, from the seed to the bytes that \S+ has signed/)
      .waitFor()
    expect(await seriousFaults(page)).toEqual([])
    expect(complaintsOf(page)).toEqual([])
  },
)
