/** Recordings of other games in `<arena-replay>`, in Chromium: what they hold that no match of an arena does. */
import { EventWriter, writeReplay } from '@arena/slp'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complaintsOf } from '../../../scripts/tests/browser.ts'
import { FALCO, foreignGame, FOX, NANA, POPO, type ForeignGame } from '../../slp/tests/foreign-game.ts'
import { frameOf, openViewer, when, whenShown } from './element-page.ts'
import { serveViewer, viewerFiles, type ServedViewer } from './served-viewer.ts'

const YOSHIS_STORY = 8
const SHY_GUY = 210

const TWO = [
  { port: 0, ...FOX },
  { port: 1, ...FALCO },
]

let viewer: ServedViewer
const games = new Map<string, Buffer>()

beforeAll(async () => {
  viewer = await serveViewer(await viewerFiles(), (name, response) => {
    const game = games.get(name)
    if (game) response.writeHead(200).end(game)
    return game !== undefined
  })
})

afterAll(() => viewer.close())

/** A page that shows the game. */
async function open(game: ForeignGame, attributes = ''): Promise<Page> {
  games.set('game.slp', Buffer.from(writeReplay(foreignGame(game), {})))
  const page = await openViewer(`${viewer.base}?with=${encodeURIComponent(`src="game.slp" ${attributes}`)}`)
  await whenShown(page)
  return page
}

const text = (page: Page, selector: string): Promise<string> => page.locator(selector).innerText()

describe('A recording of another game', { timeout: 60_000 }, () => {
  it('plays where items belong to nobody, as the stage’s own do', async () => {
    const items = (frame: number) => [{ typeId: SHY_GUY, owner: -1, positionX: frame / 2, positionY: 20 }]
    const page = await open({ frames: 200, fighters: TWO, start: { stageId: YOSHIS_STORY }, items }, 'autoplay')
    await when(page, 'seen.includes("arena-replay-end")')
    expect(await frameOf(page)).toBe(76)
    expect(complaintsOf(page)).toEqual([])
    await page.close()
  })

  it('has the names that the page gives to its ports, which are not those of a file that a person opens', async () => {
    const fighters = [
      { port: 1, ...FOX },
      { port: 3, ...FALCO },
    ]
    const page = await open({ frames: 60, fighters }, 'names="\n🤖 Needle, v2\n\nשלום"')
    const names = () => page.locator('.hud .name').allInnerTexts()
    expect(await names()).toEqual(['🤖 Needle, v2', 'שלום'])
    await page.evaluate('replay.setAttribute("names", "A, B, C, D")')
    await expect.poll(names).toEqual(['B', 'D'])
    await page.evaluate(`fetch('game.slp').then((response) => response.blob()).then((blob) => replay.open(blob))`)
    await expect.poll(names).toEqual(['Fox (P2)', 'Falco (P4)'])
    await page.close()
  })

  it('has names that take their own direction, one that is Hebrew beside one that is not', async () => {
    const page = await open({ frames: 60, fighters: TWO }, 'names="שלום 2.0!\nNeedle 2.0!"')
    const direction = (name: Element): string => getComputedStyle(name).direction
    const directions = (await page.locator('.hud .name').all()).map((name) => name.evaluate(direction))
    expect(await Promise.all(directions)).toEqual(['rtl', 'ltr'])
    await page.close()
  })

  it.each([
    ['down from its time limit', { startingTimerSeconds: 120 }, '1:59.00'],
    ['up, as it says', { gameBitfield1: 0x33 }, '0:01.00'],
    ['up where it has no limit', { gameBitfield1: 0x30 }, '0:01.00'],
  ])('has a clock that counts %s', async (_, start, clock) => {
    const page = await open({ frames: 200, fighters: TWO, start }, 'frame="60"')
    await expect.poll(() => text(page, '.clock')).toContain('frame 60')
    expect(await text(page, '.clock')).toContain(clock)
    await page.close()
  })

  it('of a mode that counts its frames otherwise says so, and who plays where', async () => {
    const writer = new EventWriter()
    const opening = foreignGame({ frames: 0, fighters: TWO }).subarray(0, -7)
    for (const frame of [262_433, 262_434]) {
      writer.frameStart({ frame, seed: 0, sceneFrameCounter: 0 })
      writer.frameBookend({ frame, latestFinalizedFrame: frame })
    }
    games.set('game.slp', Buffer.from(writeReplay(Buffer.concat([opening, writer.bytes()]), {})))
    const page = await openViewer(`${viewer.base}?with=${encodeURIComponent('src="game.slp"')}`)
    await when(page, 'seen.includes("arena-replay-error")')
    expect(await page.evaluate('replay.error')).toBe(
      'The recording is of a mode that is not supported: its frames are not counted as those of a game. ' +
        'All that can be shown: Fox, Falco on Battlefield.',
    )
    await page.close()
  })

  it('of four has a card for each, which says when its player is out of the game', async () => {
    const fighters = [...TWO, { port: 2, ...POPO }, { port: 2, ...NANA }, { port: 3, ...FOX }]
    // A recording has no more of a player that is out.
    const post = (frame: number, { port }: { port: number }) =>
      port === 3 && frame >= 50 ? null : { percent: 30 * port, stocksRemaining: port === 3 ? 1 : 4 }
    const page = await open({ frames: 300, fighters, post }, 'frame="49"')
    const card = (player: string) => page.getByRole('region', { name: player })
    const last = card('Fox (P4)')
    const label = () => last.getByRole('img').first().getAttribute('aria-label')
    for (const player of ['Fox (P1)', 'Falco (P2)', 'Ice Climbers (P3)']) expect(await card(player).count()).toBe(1)
    await expect.poll(() => last.innerText()).toContain('90%')
    expect(await label()).toBe('1 stock left')
    for (const [frame, percent, stocks] of [
      [60, '0%', '0 stocks left'],
      [40, '90%', '1 stock left'],
    ] as const) {
      await page.evaluate(`replay.currentFrame = ${frame}`)
      await expect.poll(label).toBe(stocks)
      expect(await last.innerText()).toContain(percent)
    }
    await page.close()
  })

  it('goes on after a picture that cannot be drawn, which is reported once', async () => {
    const page = await open({ frames: 300, fighters: TWO }, 'frame="0"')
    await page.evaluate(`globalThis.drawn = CanvasRenderingContext2D.prototype.arc
      CanvasRenderingContext2D.prototype.arc = () => { throw new Error('no arc') }
      void replay.play()`)
    await page.getByText('A picture could not be drawn: the viewer failed.').waitFor()
    await when(page, 'replay.currentFrame > 40')
    await page.evaluate(`CanvasRenderingContext2D.prototype.arc = drawn
      replay.pause()
      replay.addEventListener('arena-replay-frame', ({ detail }) => (globalThis.shown = detail.frame))
      replay.currentFrame = 10`)
    await when(page, 'globalThis.shown === 10')
    await page.keyboard.press('.')
    await when(page, 'globalThis.shown === 11')
    expect(await text(page, '.clock')).toContain('frame 11')
    expect(complaintsOf(page).filter((each) => each.includes('no arc'))).toHaveLength(1)
    await page.close()
  })
})
