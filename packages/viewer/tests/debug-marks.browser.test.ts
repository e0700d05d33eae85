/** What bots drew over their frames, in Chromium: from a page, from a person's files, and who hears of it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { houseReplay, openViewer, when, whenShown } from './element-page.ts'
import { serveViewer, viewerFiles, type ServedViewer } from './served-viewer.ts'

let viewer: ServedViewer
let elsewhere: ServedViewer
let replay: Buffer
const MARKS = [
  { frame: 600, port: 0, kind: 'circle', at: [0, 20], radius: 30, colour: 'red', isFilled: true },
  { frame: 600, port: 0, kind: 'text', at: { screen: [0.5, 0.3] }, text: 'approach' },
  { frame: 600, port: 1, kind: 'log', text: 'I wait' },
  { frame: 600, port: 1, kind: 'line', from: [-40, 5], to: [40, 30], colour: '#0f0' },
  { frame: 601, kind: 'log', text: 'the frame after' },
]
const LINES = MARKS.map((mark) => JSON.stringify(mark)).join('\n')

beforeAll(async () => {
  const [built, match] = await Promise.all([viewerFiles(), houseReplay()])
  replay = match.replay
  const files = new Map([
    ['match.slp', replay],
    ['match.debug.jsonl', Buffer.from(LINES)],
    ['broken.debug.jsonl', Buffer.from(`${LINES}\nno mark\n`)],
  ])
  const serve = () =>
    serveViewer(built, (name, response) => {
      const file = files.get(name)
      if (file) response.writeHead(200, { 'access-control-allow-origin': '*' }).end(file)
      return file !== undefined
    })
  ;[viewer, elsewhere] = [await serve(), await serve()]
}, 120_000)

afterAll(() => {
  viewer.close()
  elsewhere.close()
})

const FROM_PAGE = 'src="match.slp" frame="600" paused'

async function opened(attributes: string): Promise<Page> {
  const page = await openViewer(`${viewer.base}?with=${encodeURIComponent(attributes)}`)
  await whenShown(page)
  await when(page, 'replay.info.end !== null')
  return page
}

const SAID = `[...replay.shadowRoot.querySelectorAll('.thoughts li')].map((item) => item.textContent)`
const IS_LISTED = `!replay.shadowRoot.querySelector('.thoughts').hidden`
const NOTICE = `replay.shadowRoot.querySelector('.notice').textContent`
/** Pixels of the picture that are nearly pure green: only the line is. */
const GREENS = `(() => {
  const { width, height } = replay.shadowRoot.querySelector('.picture')
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  context.drawImage(replay.shadowRoot.querySelector('.picture'), 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  let count = 0
  for (let i = 0; i < data.length; i += 4) if (data[i] < 40 && data[i + 1] > 230 && data[i + 2] < 40) count++
  return count
})()`

async function switches(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Overlays' }).click()
  const labels = await page.locator('.menu .item').allTextContents()
  await page.keyboard.press('Escape')
  return labels
}

describe('Debug marks', { timeout: 90_000 }, () => {
  it('that a page gives are drawn on their frame, and their texts are listed; D switches them off and on', async () => {
    const page = await opened(`${FROM_PAGE} debug="match.debug.jsonl"`)
    await when(page, IS_LISTED)
    expect(await page.evaluate(SAID)).toEqual([expect.stringMatching(/ approach$/), expect.stringMatching(/ I wait$/)])
    expect(await page.getByRole('region', { name: 'What the bots said on this frame' }).isVisible()).toBe(true)
    expect(await page.evaluate(GREENS)).toBeGreaterThan(50)
    await page.keyboard.press('d')
    await when(page, `${GREENS} === 0`)
    expect(await page.evaluate(IS_LISTED)).toBe(false)
    await page.keyboard.press('d')
    await when(page, `${GREENS} > 50`)
    await page.keyboard.press('.')
    await when(page, `${SAID}.join() === 'the frame after'`)
    expect(await page.evaluate(GREENS)).toBe(0)
  })

  it('have a switch in the menu where there are any, and none elsewhere', async () => {
    const isTheirs = (label: string): boolean => label.startsWith('Debug marks')
    expect((await switches(await opened(FROM_PAGE))).some(isTheirs)).toBe(false)
    const page = await opened(`${FROM_PAGE} debug="match.debug.jsonl"`)
    await when(page, IS_LISTED)
    expect((await switches(page)).some(isTheirs)).toBe(true)
  })

  it('of another site, or that are not there, are not shown, and the replay is', async () => {
    for (const address of [`${elsewhere.base}match.debug.jsonl`, 'nothing.jsonl']) {
      const page = await opened(`${FROM_PAGE} debug="${address}"`)
      await when(page, `${NOTICE} === 'The debug marks of this replay cannot be read.'`)
      expect(await page.evaluate(IS_LISTED)).toBe(false)
    }
  })

  it('that break the rules are left out, and their number is told', async () => {
    const page = await opened(`${FROM_PAGE} debug="broken.debug.jsonl"`)
    await when(page, `${NOTICE} === 'Lines without a debug mark: 1.'`)
    expect(await page.evaluate(IS_LISTED)).toBe(true)
  })

  it('may be chosen together with a replay, or for the one that is open', async () => {
    const page = await openViewer(`${viewer.base}?with=`)
    await when(page, `replay.shadowRoot.querySelector('input[type=file]') !== null || (replay.play(), false)`)
    const files = [
      { name: 'game.slp', mimeType: 'application/octet-stream', buffer: replay },
      { name: 'game.debug.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(LINES) },
    ]
    const picker = page.locator('input[type=file]')
    await picker.setInputFiles(files)
    await whenShown(page)
    await page.evaluate('void (replay.currentFrame = 600)')
    await when(page, `${SAID}.length === 2`)
    await picker.setInputFiles([files[0]!])
    await when(page, `!(${IS_LISTED})`)
    await page.evaluate('void (replay.currentFrame = 600)')
    await picker.setInputFiles([files[1]!])
    await when(page, `${SAID}.length === 2`)
  })

  it('go with a file that a page hands over', async () => {
    const page = await openViewer(`${viewer.base}?with=paused`)
    await page.evaluate(`(async () => {
      const [file, debug] = await Promise.all(['match.slp', 'match.debug.jsonl'].map(async (name) => (await fetch(name)).blob()))
      await replay.open(file, { debug })
      replay.currentFrame = 600
    })()`)
    await whenShown(page)
    await when(page, `${SAID}.length === 2`)
  })
})
