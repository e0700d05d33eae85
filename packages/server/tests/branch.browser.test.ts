/** From a frame of a real arena's match others play on, in a real browser: the file that comes of it is the match up to there. */
import { readFile } from 'node:fs/promises'
import { Rerun, loadReplayFighters } from '@arena/engine/rerun'
import type { Match } from '@arena/protocol'
import { ColumnReader, FIRST_FRAME, readReplay } from '@arena/slp'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { contrastFaults, seriousFaults } from '../../../scripts/tests/axe.ts'
import { closePages, complaintsOf, openPage } from '../../../scripts/tests/browser.ts'
import { createTestArena } from './arena/kit.ts'
import { STANDS, WALKS_OFF } from './arena/spec-bot.ts'
import { shared } from './begun-once.ts'

/** Where there is no graphics card and the machine is busy, a second of the game may take several. */
const PATIENCE = { timeout: 90_000, interval: 25 }
const FRAME = 300

const arena = shared(() => createTestArena())
let match: Match
let original: ColumnReader

beforeAll(async () => {
  const walker = await arena.player(WALKS_OFF)
  await arena.player(STANDS)
  const seat = await walker.bot.seat()
  ;({ match } = await arena.ended(seat.matchId))
  original = readerOf(await arena.replay(match.id))
})
afterEach(closePages)

function readerOf(file: Uint8Array): ColumnReader {
  const reader = new ColumnReader()
  reader.push(file)
  reader.end()
  return reader
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage({ viewport: { width: 1100, height: 900 }, ...options })
  await page.goto(arena.url + path)
  return page
}

const fight = (page: Page) => page.locator('.fight')
const stateOf = (page: Page) => fight(page).getAttribute('data-state')
const choice = (page: Page) => page.getByRole('form', { name: /^Take over at/ })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The file that the page offers once a game is over. */
async function kept(page: Page): Promise<Buffer> {
  const link = page.getByRole('link', { name: 'Keep the .slp' })
  await expect.poll(() => link.count(), PATIENCE).toBe(1)
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  return readFile(await download.path())
}

/** The stream up to a frame, which is what a branch has of its match. */
const upTo = ({ raw, columns }: ColumnReader, frame: number): Buffer =>
  Buffer.from(raw.subarray(0, columns.frames.endAt[frame - FIRST_FRAME]))

async function isEqualAgain(file: Uint8Array): Promise<boolean> {
  const reader = readerOf(file)
  await loadReplayFighters(reader)
  const rerun = new Rerun(reader, Buffer.from(match.seed!, 'hex'))
  rerun.advance(Infinity)
  return rerun.isEqual
}

/** Plays a game of nobody's to its end. */
async function hurry(page: Page): Promise<void> {
  await expect.poll(() => stateOf(page), PATIENCE).toBe('playing')
  await page.keyboard.press('KeyP')
  await button(page, 'To the end at once').click()
}

test('by its address two house bots play on to the end; the file is the match up to there, and opens beside it', async () => {
  const page = await open(`/play?match=${match.id}&frame=${FRAME}&0=ember&1=gale`)
  expect(new URL(page.url()).pathname).toBe(`/watch/${match.id}`)
  await hurry(page)
  const file = await kept(page)
  expect(upTo(readerOf(file), FRAME).equals(upTo(original, FRAME))).toBe(true)
  expect(readReplay(file).gameEnd).toMatchObject({ gameEndMethod: 2 })
  expect(await isEqualAgain(file)).toBe(true)

  await button(page, 'Watch both').click()
  const viewers = page.locator('arena-replay')
  const branch = viewers.nth(1)
  await expect.poll(() => branch.locator('.verdict').textContent(), PATIENCE).toContain('frames, equal')
  const frames = () =>
    page.evaluate<number[]>(`[...document.querySelectorAll('arena-replay')].map((it) => it.currentFrame)`)
  await expect.poll(frames, PATIENCE).toEqual([FRAME, FRAME])
  expect(await branch.getAttribute('branch-points')).toBe(String(FRAME))
  expect([...(await seriousFaults(page)), ...(await contrastFaults(page))]).toEqual([])
  await branch.getByRole('button', { name: 'One frame on' }).click()
  await expect.poll(frames, PATIENCE).toEqual([FRAME + 1, FRAME + 1])
  await page.keyboard.press('5')
  await expect.poll(async () => new Set(await frames()).size, PATIENCE).toBe(1)
  // From the branch it goes on again.
  await page.keyboard.press('t')
  const [at] = await frames()
  await expect.poll(() => choice(page).getByRole('heading').textContent(), PATIENCE).toMatch(new RegExp(`frame ${at}$`))
  await button(page, 'Begin').click()
  await hurry(page)
  expect(upTo(readerOf(await kept(page)), at!).equals(upTo(readerOf(file), at!))).toBe(true)
  expect(complaintsOf(page)).toEqual([])
})

test('with the recorded pads on both sides it is the match, byte for byte', async () => {
  const page = await open(`/watch/${match.id}?0=recorded&1=recorded#f=${FRAME}`)
  await hurry(page)
  const { raw } = readerOf(await kept(page))
  expect(Buffer.from(raw).equals(Buffer.from(original.raw))).toBe(true)
})

test('with the keyboard alone a person takes over a side: it begins with the first press, which is on the pad', async () => {
  const options = { viewport: { width: 390, height: 800 }, colorScheme: 'dark' } as const
  const page = await open(`/watch/${match.id}#f=${FRAME}`, options)
  await expect.poll(() => page.locator('.branch-offer').isVisible(), PATIENCE).toBe(true)
  await page.keyboard.press('t')
  await expect.poll(() => choice(page).getAttribute('data-state'), PATIENCE).toBe('ready')
  expect([...(await seriousFaults(page)), ...(await contrastFaults(page))]).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  // The focus is on the button that begins.
  await page.keyboard.press('Enter')
  await expect.poll(() => stateOf(page), PATIENCE).toBe('ready')
  await page.keyboard.down('KeyD')
  const frameOf = async () => Number(await fight(page).getAttribute('data-frame'))
  await expect.poll(frameOf, PATIENCE).toBeGreaterThan(FRAME + 3)
  await page.keyboard.up('KeyD')
  await page.keyboard.press('Escape')
  await button(page, 'Give up').click()
  const file = await kept(page)
  const reader = readerOf(file)
  expect(upTo(reader, FRAME).equals(upTo(original, FRAME))).toBe(true)
  expect(reader.columns.fighter(0)!.pre.rawJoystickX[FRAME + 1 - FIRST_FRAME]).toBe(80)
  expect(readReplay(file).gameEnd).toMatchObject({ gameEndMethod: 7, lrasInitiatorIndex: 0 })
  expect(await isEqualAgain(file)).toBe(true)
  await button(page, 'Back to the match').click()
  expect(await page.locator('arena-replay').isVisible()).toBe(true)
  expect(complaintsOf(page)).toEqual([])
})

test('where the match cannot be played on, the page says why', async () => {
  const page = await open(`/watch/${match.id}#f=${FRAME}`)
  const last = match.summary!.frames - 1
  await page.goto(`${arena.url}/watch/${match.id}?0=you#f=${last}`)
  await page.reload()
  await expect.poll(() => page.getByRole('alert').textContent(), PATIENCE).toContain(`not from ${last}.`)
  expect(await button(page, 'Begin').isDisabled()).toBe(true)
  await page.keyboard.press('Tab')
  await button(page, 'Cancel').click()
  expect(await choice(page).count()).toBe(0)
  await page.goto(`${arena.url}/play?match=${match.id}&frame=99999&0=you`)
  expect(await page.getByText(`The match has no frame 99999: its last one is ${last}.`).count()).toBe(1)
})
