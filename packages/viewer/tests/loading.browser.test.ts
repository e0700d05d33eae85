/** `<arena-replay>` in Chromium while its script is on its way, and before it is on a page. */
import type { ServerResponse } from 'node:http'
import { writeReplay } from '@arena/slp'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { FALCO, foreignGame, FOX } from '../../slp/tests/foreign-game.ts'
import { openViewer, when } from './element-page.ts'
import { serveViewer, viewerFiles, type ServedViewer } from './served-viewer.ts'

const FIGHTERS = [
  { port: 0, ...FOX },
  { port: 1, ...FALCO },
]
const game = Buffer.from(writeReplay(foreignGame({ frames: 400, fighters: FIGHTERS }), {}))

let viewer: ServedViewer
/** The script that is held back, and the answers that wait for it. */
let script: string
let waiting: ServerResponse[] = []
let isHeldBack = true

function deliver(): void {
  isHeldBack = false
  for (const response of waiting.splice(0)) response.end(script)
}

beforeAll(async () => {
  const files = await viewerFiles()
  const name = [...files.keys()].find((each) => each.startsWith('player-'))!
  script = files.get(name)!
  files.delete(name)
  viewer = await serveViewer(files, (asked, response) => {
    if (asked === 'game.slp') response.end(game)
    else if (asked === name) {
      response.writeHead(200, { 'content-type': 'text/javascript' })
      waiting.push(response)
      if (!isHeldBack) deliver()
    } else return false
    return true
  })
})

afterEach(() => {
  isHeldBack = true
  waiting = []
})
afterAll(() => viewer.close())

const open = (attributes: string): Promise<Page> => openViewer(`${viewer.base}?with=${encodeURIComponent(attributes)}`)

const whenAsked = (): Promise<void> => expect.poll(() => waiting.length, { timeout: 20_000 }).toBeGreaterThan(0)

/** A new element in place of the page's own. */
const ANEW = `replay.remove()
  globalThis.replay = document.createElement('arena-replay')
  globalThis.seen = []
  replay.addEventListener('arena-replay-ready', () => seen.push('arena-replay-ready'))`

describe('An element', { timeout: 60_000 }, () => {
  it('shows what its page has drawn for the time until there is a picture, and nothing black', async () => {
    const page = await open('src="game.slp" paused')
    await page.evaluate(`replay.innerHTML = '<div slot="poster">The stage</div>'`)
    const poster = page.getByText('The stage')
    await whenAsked()
    expect(await poster.isVisible()).toBe(true)
    const [stage, shown] = await Promise.all([page.locator('.stage').boundingBox(), poster.boundingBox()])
    expect(shown).toEqual(stage)
    await page.evaluate(`globalThis.early = []
      const look = () => {
        const picture = replay.shadowRoot.querySelector('.picture')
        if (picture && !seen.includes('arena-replay-ready')) early.push(getComputedStyle(picture).visibility)
        if (!seen.includes('arena-replay-ready')) requestAnimationFrame(look)
      }
      look()`)
    deliver()
    await when(page, 'seen.includes("arena-replay-ready")')
    expect(new Set(await page.evaluate<string[]>('early'))).toEqual(new Set(['hidden']))
    await expect.poll(() => page.locator('.picture').isVisible()).toBe(true)
    await page.close()
  })

  it('that is moved while it loads has one player, which goes with it', async () => {
    const page = await open('src="game.slp"')
    await whenAsked()
    await page.evaluate('document.body.append(replay)')
    // It is seen there, and loads again.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))')
    deliver()
    await when(page, 'seen.includes("arena-replay-ready")')
    await when(page, 'replay.verdict.state === "foreign"')
    expect(page.workers()).toHaveLength(1)
    expect(await page.evaluate('seen')).toEqual(['arena-replay-ready'])
    await page.evaluate('replay.remove()')
    await expect.poll(() => page.workers().length).toBe(0)
    await page.close()
  })

  it('plays and opens what it was asked to before it was on the page', async () => {
    deliver()
    const page = await open('')
    await page.evaluate(`${ANEW}
      replay.setAttribute('src', 'game.slp')
      void replay.play()`)
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
    await page.evaluate('document.body.append(replay)')
    await when(page, 'replay.isPlaying && replay.currentFrame > -100')

    await page.evaluate(`${ANEW}
      fetch('game.slp').then((response) => response.blob()).then((blob) => replay.open(blob))
        .then(() => document.body.append(replay))`)
    await when(page, 'seen.includes("arena-replay-ready")')
    expect(await page.evaluate('[replay.isPlaying, replay.info.kind]')).toEqual([false, 'foreign'])
    await page.close()
  })

  it.each([
    ['play() and then pause()', 'void replay.play(); replay.pause()', false],
    ['pause() where it would play by itself', 'replay.setAttribute("autoplay", ""); replay.pause()', false],
    ['pause() and then play()', 'replay.pause(); void replay.play()', true],
  ])('obeys the last word while it loads: %s', async (_, words, isPlaying) => {
    const page = await open('src="game.slp"')
    await whenAsked()
    await page.evaluate(words)
    deliver()
    await when(page, 'seen.includes("arena-replay-ready")')
    expect(await page.evaluate('replay.isPlaying')).toBe(isPlaying)
    await page.close()
  })
})
