/** A person at `/play`, in a real browser: keys and a gamepad play, the fight pauses, and the replay that is kept is played again here. */
import { readFile } from 'node:fs/promises'
import { loadReplayFighters, Rerun } from '@arena/engine/rerun'
import { BUTTON } from '@arena/protocol'
import { ColumnReader, readReplay } from '@arena/slp'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { closePages, complaintsOf, openPage } from '../../../scripts/tests/browser.ts'
import { sharedService } from './begun-once.ts'

/** Where there is no graphics card and the machine is busy, a second of the game may take several. */
const PATIENCE = { timeout: 90_000, interval: 25 }
const PICKS = '/play?me=fox&against=drift&stage=final-destination'

const service = sharedService()

afterEach(closePages)

/** `gamepads` in the page are what it believes to be plugged in. */
const GAMEPADS = `
  globalThis.gamepads = []
  navigator.getGamepads = () => gamepads
  globalThis.gamepad = (axes, down = []) => ({ index: 0, id: 'pad', connected: true, mapping: 'standard', axes,
    buttons: Array.from({ length: 17 }, (_, i) => ({ pressed: down.includes(i), value: Number(down.includes(i)) })) })`

async function open(path = PICKS, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage({ viewport: { width: 800, height: 700 }, ...options })
  await page.addInitScript(GAMEPADS)
  await page.goto(service.url + path)
  return page
}

const stateOf = (page: Page) => page.locator('.fight').getAttribute('data-state')
const frameOf = async (page: Page) => Number(await page.locator('.fight').getAttribute('data-frame'))
const does = (page: Page) => page.locator('.fight .card.port-0 .action').textContent()

/** Starts the fight by keyboard, and waits until the game takes inputs. */
async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start the fight' }).press('Enter')
  await expect.poll(() => stateOf(page), PATIENCE).toBe('playing')
  await expect.poll(() => frameOf(page), PATIENCE).toBeGreaterThan(0)
}

/** The file of a fight, and whether every byte of it comes out again. */
async function playAgain(file: Uint8Array): Promise<{ reader: ColumnReader; isEqual: boolean }> {
  const reader = new ColumnReader()
  reader.push(file)
  reader.end()
  await loadReplayFighters(reader)
  const rerun = new Rerun(reader)
  while (rerun.advance(1000) > 0);
  return { reader, isEqual: rerun.isEqual }
}

test(
  'keys walk and jump, P pauses, a full stop plays one frame, and the kept replay comes out equal here and in the viewer',
  { timeout: 300_000 },
  async () => {
    const page = await open()
    await start(page)
    await page.keyboard.down('ShiftLeft')
    await page.keyboard.down('KeyA')
    await expect.poll(() => does(page), PATIENCE).toMatch(/walk|tumbl|hit|damage/)
    await page.keyboard.up('KeyA')
    await page.keyboard.up('ShiftLeft')
    await page.keyboard.press('Space')
    const jumpedAt = await frameOf(page)
    await expect.poll(() => frameOf(page), PATIENCE).toBeGreaterThan(jumpedAt + 6)

    await page.keyboard.press('KeyP')
    expect(await stateOf(page)).toBe('paused')
    const pausedAt = await frameOf(page)
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
    expect(await frameOf(page)).toBe(pausedAt)
    await page.keyboard.press('Period')
    await expect.poll(() => frameOf(page), PATIENCE).toBe(pausedAt + 1)
    await page.keyboard.press('KeyP')
    await expect.poll(() => frameOf(page), PATIENCE).toBeGreaterThan(pausedAt + 3)

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Give up' }).click()
    const keep = page.getByRole('link', { name: 'Keep the .slp' })
    await expect.poll(() => keep.count(), PATIENCE).toBe(1)
    expect(await page.getByRole('heading', { name: 'You gave up' }).isVisible()).toBe(true)
    const [download] = await Promise.all([page.waitForEvent('download'), keep.click()])
    expect(download.suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d-\d{6}-fox-vs-drift\.slp$/)
    const file = await readFile(await download.path())
    const { gameStart, gameEnd } = readReplay(file)
    expect(gameStart.stageId).toBe(32)
    expect(gameStart.players.slice(0, 2).map(({ characterId, displayName }) => [characterId, displayName])).toEqual([
      [2, 'You'],
      [15, 'Drift'],
    ])
    expect(gameEnd).toMatchObject({ gameEndMethod: 7, lrasInitiatorIndex: 0 })
    const { reader, isEqual } = await playAgain(file)
    expect(isEqual).toBe(true)
    const { rawJoystickX, physicalButtons } = reader.columns.fighter(0)!.pre
    const sticks = new Set(rawJoystickX.subarray(0, reader.columns.count))
    expect([...sticks].toSorted((a, b) => a - b)).toEqual([-40, 0])
    expect([...new Set(physicalButtons.subarray(0, reader.columns.count))]).toEqual([0, BUTTON.X])

    await page.getByRole('button', { name: 'Watch it in the viewer' }).click()
    const verdict = page.locator('arena-replay .verdict')
    await expect.poll(() => verdict.textContent().catch(() => ''), PATIENCE).toContain('frames, equal')
    await page.getByRole('button', { name: 'Back to the result' }).click()
    await page.getByRole('button', { name: 'Play again' }).click()
    await expect.poll(() => stateOf(page), PATIENCE).toBe('playing')
    expect(complaintsOf(page)).toEqual([])
  },
)

test('a page that is hidden pauses', { timeout: 200_000 }, async () => {
  const page = await open()
  await start(page)
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { value: true })
    document.dispatchEvent(new Event('visibilitychange'))`)
  expect(await stateOf(page)).toBe('paused')
  expect(await page.getByRole('button', { name: 'Continue' }).first().isVisible()).toBe(true)
})

test('without scripts the picks are a form; where there is only touch, the page says what a fight takes', async () => {
  const plain = await open('/play', { javaScriptEnabled: false })
  await plain.getByRole('radio', { name: 'Marth', exact: true }).check()
  await plain.getByRole('button', { name: 'Start the fight' }).click()
  expect(new URL(plain.url()).search).toBe('?me=marth&against=ember&stage=battlefield')
  expect(await plain.getByRole('radio', { name: 'Marth', exact: true }).isChecked()).toBe(true)
  const touch = await open('/play', { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })
  expect(await touch.getByText('A fight takes a keyboard or a gamepad').isVisible()).toBe(true)
  expect(await touch.evaluate('document.documentElement.scrollWidth')).toBe(390)
  expect(await (await open('/play')).getByText('A fight takes a keyboard or a gamepad').isVisible()).toBe(false)
})
