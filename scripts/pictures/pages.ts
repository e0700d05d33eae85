/** Every page of a running arena, in every look, and the viewer at ten frames of one match. */
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { houseBots } from '@arena/sdk'
import { FIRST_FRAME } from '@arena/slp'
import { writeReplay } from '../../packages/slp/src/envelope.ts'
import { playMatch } from '../house-matches/match.ts'
import { fixturesOf } from '../house-matches/series.ts'
import { inLook, LOOKS } from './looks.ts'
import type { PlayedArena } from './played-arena.ts'

const PATIENCE_MS = 60_000

/** What is shown where, by the name of the picture. */
async function pagesOf(arena: PlayedArena): Promise<Readonly<Record<string, string>>> {
  const [[running], ended, ranked] = await Promise.all([arena.live(), arena.ended(), arena.leaderboard()])
  const [first, second] = ranked
  if (!running || !ended[0] || !first || !second) throw new Error('The arena has nothing to show yet')
  return {
    home: '/',
    live: `/watch/${running.id}`,
    match: `/watch/${ended[0].id}#f=1200`,
    embed: `/watch/${ended[0].id}?embed#f=1200`,
    bot: `/b/${first.botId}`,
    ranking: '/ranking',
    ratings: '/ratings',
    fairness: '/fairness',
    results: '/results',
    compare: `/compare?a=${first.botId}&b=${second.botId}`,
    docs: '/docs',
    'docs-watching': '/docs/watching',
    missing: '/b/nobody',
    account: '/account',
    play: '/play?me=marth&against=needle&stage=battlefield',
  }
}

/** A viewer has drawn, where there is one. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  const viewer = page.locator('arena-replay').first()
  if ((await viewer.count()) === 0) return
  await viewer.scrollIntoViewIfNeeded()
  await page.waitForFunction(
    () => {
      const shown = document.querySelector('arena-replay') as (Element & { info?: unknown; error?: unknown }) | null
      return !!shown?.info || !!shown?.error
    },
    undefined,
    { timeout: PATIENCE_MS },
  )
  await page.waitForTimeout(1_500)
  await page.evaluate(() => scrollTo(0, 0))
}

export async function takePages(browser: Browser, arena: PlayedArena, folder: string, say: (name: string) => void) {
  const pages = Object.entries(await pagesOf(arena))
  for (const look of LOOKS) {
    const context = await inLook(browser, look)
    for (const [name, path] of pages) {
      const page = await context.newPage()
      await page.goto(arena.url + path)
      await settle(page)
      await page.screenshot({ path: join(folder, `page-${name}-${look.name}.png`), fullPage: true })
      await page.close()
      say(`${name}, ${look.name}`)
    }
    await context.close()
  }
}

/** What is seen after something was done: an account, and a fight. */
export async function takeFlows(browser: Browser, arena: PlayedArena, folder: string, say: (name: string) => void) {
  for (const look of LOOKS) {
    const context = await inLook(browser, look)
    const page = await context.newPage()
    const take = (name: string) =>
      page.screenshot({ path: join(folder, `page-${name}-${look.name}.png`), fullPage: true })
    const email = `${look.name}@example.org`
    await page.goto(`${arena.url}/account`)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send me a mail' }).click()
    await page.getByLabel('Code').waitFor()
    await take('account-code')
    await page.getByLabel('Code').fill(await arena.codeOf(email))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await take('account-signed-in')
    await page.goto(`${arena.url}/play?me=marth&against=needle&stage=battlefield`)
    await page.getByRole('button', { name: 'Start the fight' }).click()
    await page.waitForFunction(() => Number(document.querySelector('.fight')?.getAttribute('data-frame')) > 200)
    await page.keyboard.press('p')
    await take('play-paused')
    say(`account and fight, ${look.name}`)
    await context.close()
  }
}

/** The same match each time: a pair of house bots, whose game its seed decides. */
async function fixedReplay(): Promise<{ file: Uint8Array; seed: string; frames: number; firstKill: number }> {
  const [fixture] = fixturesOf(houseBots(8), 9, 9)
  const parts: Uint8Array[] = []
  let firstKill = 0
  const { frames } = await playMatch(fixture!.seed, fixture!.contestants, (events, game) => {
    parts.push(events.slice())
    if (firstKill === 0 && game.players.some(({ stocks }) => stocks < 4)) firstKill = game.frame
  })
  return { file: writeReplay(Buffer.concat(parts), { lastFrame: frames - 1 }), seed: fixture!.seed, frames, firstKill }
}

/** Ten frames over the whole of the match, with what a viewer can show on some of them. */
const MOMENTS = Array.from({ length: 10 }, (_, i) => (i + 0.5) / 10)
const OVERLAYS = 'hitboxes,hurtboxes,ecb,ledges,shields'

/** Shows a frame as a page does that sets attributes, and waits until it is drawn. */
async function show(viewer: Locator, frame: number, overlays: string): Promise<void> {
  await viewer.evaluate(
    async (element, shown) => {
      const isShown = new Promise((resolve) => element.addEventListener('arena-replay-frame', resolve, { once: true }))
      element.setAttribute('overlays', shown.overlays)
      element.setAttribute('frame', String(shown.frame))
      await isShown
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    },
    { frame, overlays },
  )
}

/** A viewer on a page, with the fixed replay played again to its end. */
async function openFixed(page: Page, arena: PlayedArena, replay: { file: Uint8Array; seed: string }): Promise<Locator> {
  const [ended] = await arena.ended()
  await page.route('**/fixed.slp', (route) => route.fulfill({ body: Buffer.from(replay.file) }))
  await page.goto(`${arena.url}/watch/${ended!.id}?embed`)
  const viewer = page.locator('arena-replay')
  await viewer.evaluate((element, seed) => {
    for (const [name, value] of Object.entries({ src: '/fixed.slp', seed, paused: '' }))
      element.setAttribute(name, value)
  }, replay.seed)
  await page.getByText(/frames, equal/).waitFor({ timeout: PATIENCE_MS })
  return viewer
}

/** Frames before and after the first kill, of which each third makes a moving picture of 20 a second. */
const BEFORE_KILL = 170
const AFTER_KILL = 40

export async function takeMoving(browser: Browser, arena: PlayedArena, folder: string): Promise<void> {
  const replay = await fixedReplay()
  const page = await browser.newPage({ viewport: { width: 720, height: 405 }, colorScheme: 'dark' })
  const viewer = await openFixed(page, arena, replay)
  await viewer.evaluate((element) => element.setAttribute('controls', 'off'))
  let number = 0
  for (let frame = replay.firstKill - BEFORE_KILL; frame < replay.firstKill + AFTER_KILL; frame += 3) {
    await show(viewer, frame, '')
    await page.screenshot({ path: join(folder, `moving-${String(number++).padStart(3, '0')}.png`) })
  }
  await page.close()
}

export async function takeFrames(browser: Browser, arena: PlayedArena, folder: string, say: (name: string) => void) {
  const replay = await fixedReplay()
  for (const look of LOOKS) {
    const context = await inLook(browser, look)
    const page = await context.newPage()
    const viewer = await openFixed(page, arena, replay)
    for (const [i, share] of MOMENTS.entries()) {
      await show(viewer, Math.round(FIRST_FRAME + share * replay.frames), i % 2 === 1 ? OVERLAYS : 'inputs')
      await page.screenshot({ path: join(folder, `viewer-${i}-${look.name}.png`) })
    }
    say(`viewer, ${look.name}`)
    await context.close()
  }
}
