/** A live match in `<arena-replay>`, in Chromium, whose connection is lost while somebody looks back. */
import type { ServerResponse } from 'node:http'
import { envelopeHead } from '@arena/slp'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { closePages } from '../../../scripts/tests/browser.ts'
import { FALCO, foreignGame, FOX } from '../../slp/tests/foreign-game.ts'
import { openViewer, when, whenShown } from './element-page.ts'
import { serveViewer, viewerFiles, type ServedViewer } from './served-viewer.ts'

const FIGHTERS = [
  { port: 0, ...FOX },
  { port: 1, ...FALCO },
]
const match = Buffer.concat([envelopeHead(), foreignGame({ frames: 1200, fighters: FIGHTERS })])
const half = match.subarray(0, match.length / 2)

let viewer: ServedViewer
let connections: ServerResponse[] = []
/** What each connection to the match is sent at once, first to last; what is null is refused. */
let sent: (Buffer | null)[] = []

beforeAll(async () => {
  viewer = await serveViewer(await viewerFiles(), (name, response) => {
    if (name !== 'live.slp') return false
    const bytes = sent[connections.length] ?? null
    connections.push(response)
    if (bytes === null) response.writeHead(503).end()
    else response.writeHead(200).write(bytes)
    return true
  })
})

afterEach(async () => {
  await closePages()
  connections = []
})
afterAll(() => viewer.close())

/** Watches the first half of the match, and loses its connection. */
async function watchHalf(page: Page): Promise<void> {
  await page.evaluate(
    `replay.addEventListener('arena-replay-frame', ({ detail }) => (globalThis.shown = detail.frame))`,
  )
  await when(page, 'replay.isPlaying && replay.currentFrame > 300')
  await page.evaluate('replay.pause()')
  connections[0]!.destroy()
}

/** A page that has watched the first half of the match, and lost its connection. */
async function whereItBroke(): Promise<Page> {
  const page = await openViewer(`${viewer.base}?with=${encodeURIComponent('hidden src="live.slp" live')}`)
  await page.clock.install()
  await page.evaluate('replay.hidden = false')
  await watchHalf(page)
  await page.getByText('The connection is lost.').waitFor()
  return page
}

/** Looks at frames far from each other, none of which has been shown. */
async function lookBack(page: Page): Promise<void> {
  for (const frame of [10, 250, 70, 190, 130]) {
    await page.evaluate(`replay.currentFrame = ${frame}`)
    await when(page, `shown === ${frame}`)
  }
}

const open = (): number => connections.filter(({ closed }) => !closed).length

describe('Who looks back while the connection to a live match is lost', { timeout: 90_000 }, () => {
  it('sees each frame, and waits over one connection', async () => {
    // The second stream begins, and is not there yet.
    sent = [half, half.subarray(0, 2000)]
    const page = await whereItBroke()
    await expect.poll(() => connections.length, { timeout: 20_000 }).toBe(2)
    await lookBack(page)
    // By then it would have tried once more.
    await page.clock.fastForward(3000)
    await lookBack(page)
    expect(connections).toHaveLength(2)
    connections[1]!.end(match.subarray(2000))
    await page.getByText('The connection is back.').waitFor()
    await lookBack(page)
    await when(page, 'replay.info.end !== null')
    expect(await page.evaluate('replay.isPlaying')).toBe(false)
    await page.evaluate('replay.remove()')
    await expect.poll(open).toBe(0)
    await expect.poll(() => page.workers().length).toBe(0)
  })

  it('sees each frame also after the last attempt, and is told once that it was the last', async () => {
    sent = [half]
    const page = await openViewer(`${viewer.base}?with=${encodeURIComponent('hidden src="live.slp" live')}`)
    // The waits between the attempts add up to 45 s.
    await page.evaluate(`globalThis.later = setTimeout
      globalThis.setTimeout = (act, ms, ...rest) => later(act, ms / 20, ...rest)
      replay.hidden = false`)
    await watchHalf(page)
    await page.getByText('The connection to the match is lost.').waitFor()
    await lookBack(page)
    expect(connections).toHaveLength(7)
    expect(await page.evaluate('seen')).toEqual(['arena-replay-ready'])
    expect(await page.evaluate('replay.matches(":state(shown)")')).toBe(false)
  })
})

describe('A live match on a phone', () => {
  it.each([328, 344, 390])('has its controls in two rows, none of them alone, %i px wide', async (width) => {
    sent = [half]
    const at = `${viewer.base}?with=${encodeURIComponent('src="live.slp" live')}`
    const page = await openViewer(at, { viewport: { width, height: 800 }, hasTouch: true })
    await whenShown(page)
    await page.getByRole('button', { name: 'Live' }).waitFor()
    const middles: number[] = await page.evaluate(`[...replay.shadowRoot.querySelectorAll('.buttons button')]
      .map((button) => button.getBoundingClientRect())
      .filter(({ height }) => height > 0)
      .map(({ top, bottom }) => Math.round((top + bottom) / 2))`)
    const rows = [...new Set(middles)].map((row) => middles.filter((middle) => middle === row).length)
    expect(rows).toHaveLength(2)
    expect(Math.min(...rows)).toBeGreaterThan(1)
  })
})
