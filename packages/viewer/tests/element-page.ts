/** Pages with an element, for the browser suites: opening one, and waiting in it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { houseBots, stick, type HouseBot } from '@arena/sdk'
import { writeReplay } from '@arena/slp'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openPage } from '../../../scripts/tests/browser.ts'
import { playMatch } from '../../../scripts/house-matches/match.ts'

export const SEED = 'cd'.repeat(32)

/** As long as the tests need, and no longer: each page that opens the replay runs all of it again. */
const GIVES_UP_AT = 3000

/** Plays as the bot does, until it walks off the stage for the rest of the game. */
const givesUp = ({ name, play }: HouseBot): Pick<HouseBot, 'name' | 'play'> => ({
  name,
  play() {
    const bot = play()
    return {
      pick: (request) => bot.pick(request),
      frame: (game) => (game.frame < GIVES_UP_AT ? bot.frame(game) : stick(-1)),
    }
  },
})

/** A match between two house bots. */
export async function houseReplay(): Promise<{ readonly replay: Buffer; readonly lastFrame: number }> {
  const bots = houseBots(8)
  const messages: Buffer[] = []
  const { frames } = await playMatch(SEED, [bots[2]!, givesUp(bots[3]!)], (events) =>
    messages.push(Buffer.from(events)),
  )
  return { replay: Buffer.from(writeReplay(Buffer.concat(messages), {})), lastFrame: frames - 1 }
}

/** Makes what the tests ask for known to the page: the element, and the events that it has sent. */
const WATCH = `
  globalThis.replay = document.querySelector('arena-replay')
  globalThis.seen = []
  for (const name of ['arena-replay-ready', 'arena-replay-end', 'arena-replay-error', 'ended'])
    replay.addEventListener(name, () => seen.push(name))
`

/** `complaints` also gets what the page logs. */
export async function openViewer(
  url: string,
  options: BrowserContextOptions = {},
  complaints: string[] = [],
): Promise<Page> {
  const page = await openPage({ viewport: { width: 1280, height: 900 }, ...options })
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error.stack)))
  await page.goto(url)
  await page.evaluate(WATCH)
  return page
}

export const frameOf = (page: Page): Promise<number> => page.evaluate('replay.currentFrame')

/** Longer than anything takes on a machine that is busy with other things. */
const PATIENCE_MS = 45_000

/** Asks again and again: to wait inside the page takes what its policy forbids. */
export async function when(page: Page, claim: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  while (!(await page.evaluate(claim))) {
    if (Date.now() > until) throw new Error(`never: ${claim}`)
    await sleep(30)
  }
}

export const whenShown = (page: Page): Promise<void> => when(page, 'seen.includes("arena-replay-ready")')
