/** The pages in a real browser below a path of their host: scripts, worker, fighters and live data are found there. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Game, loadFighters } from '@arena/engine'
import { NEUTRAL } from '@arena/protocol'
import { writeReplay } from '@arena/slp'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complaintsOf, openPage } from '../../../scripts/tests/browser.ts'
import { PREFIX, startBehindProxy } from './prefix-proxy.ts'
import { shared } from './begun-once.ts'
import { endMatch, PICKS, seatMatch } from './stored-match.ts'

const PATIENCE = { timeout: 20_000, interval: 50 }

const arena = shared(() => startBehindProxy({ strips: false }))
/** What was asked outside the path, or not found. */
const refused: string[] = []

async function open(path: string): Promise<Page> {
  const page = await openPage()
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url())
    if (origin !== arena.origin) return
    if (!pathname.startsWith(`${PREFIX}/`) || response.status() >= 400) refused.push(`${response.status()} ${pathname}`)
  })
  await page.goto(arena.origin + PREFIX + path)
  return page
}

test('the page of a match plays its replay again, in the worker', async () => {
  await loadFighters(PICKS.map(({ character }) => character))
  const [first, second] = PICKS
  const { context } = arena.service
  const { matchId, seed } = await seatMatch(context, { names: ['Waveland', 'Edgeguard'] })
  const game = new Game({
    seed: Buffer.from(seed, 'hex'),
    stage: 31,
    players: [
      { ...first, name: 'Waveland' },
      { ...second, name: 'Edgeguard' },
    ],
  })
  const parts = [game.start().slice()]
  for (let i = 0; i < 400; i++) parts.push(game.step(NEUTRAL, NEUTRAL).slice())
  parts.push(game.end({ kind: 'forfeit', port: 1 }).slice())
  const replay = writeReplay(Buffer.concat(parts), {})
  await mkdir(context.replayDir, { recursive: true })
  await writeFile(join(context.replayDir, `${matchId}.slp`), replay)
  await endMatch(context, matchId, { replayBytes: replay.length })
  const page = await open(`/watch/${matchId}`)
  // The worker has loaded the engine and both fighters, and played every frame.
  const verdict = () => page.evaluate('document.querySelector("arena-replay").verdict?.state')
  await expect.poll(verdict, PATIENCE).toBe('equal')
  expect([...refused, ...complaintsOf(page)]).toEqual([])
  await page.close()
})
