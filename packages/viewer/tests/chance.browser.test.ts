/** Who is winning, in Chromium: the bar under the picture, the curve over the seek bar, what bots say of themselves, and the switch. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RAW_OFFSET } from '@arena/slp'
import { houseReplay, openViewer, when, whenShown } from './element-page.ts'
import { serveViewer, viewerFiles, type ServedViewer } from './served-viewer.ts'

let viewer: ServedViewer
const MARKS = [
  { frame: 600, port: 1, kind: 'chance', chance: 0.31 },
  { frame: 600, kind: 'log', text: 'a thought' },
]

beforeAll(async () => {
  const [built, { replay }] = await Promise.all([viewerFiles(), houseReplay()])
  const foreign = Buffer.from(replay)
  // As if another version of the game had recorded it.
  foreign[RAW_OFFSET + 1 + foreign[RAW_OFFSET + 1]! + 2]! -= 1
  const files = new Map([
    ['match.slp', replay],
    ['foreign.slp', foreign],
    ['match.debug.jsonl', Buffer.from(MARKS.map((mark) => JSON.stringify(mark)).join('\n'))],
  ])
  viewer = await serveViewer(built, (name, response) => {
    const file = files.get(name)
    if (file) response.writeHead(200).end(file)
    return file !== undefined
  })
}, 120_000)

afterAll(() => viewer.close())

async function opened(attributes: string): Promise<Page> {
  const page = await openViewer(`${viewer.base}?with=${encodeURIComponent(attributes)}`)
  await whenShown(page)
  await when(page, 'replay.verdict.state !== "running"')
  return page
}

const PAUSED = 'src="match.slp" frame="600" paused names="Needle,Talon"'
const BAR = `replay.shadowRoot.querySelector('.chance')`
const SAID = `${BAR}.getAttribute('aria-label')`
const IS_SEEN = `!${BAR}.hidden`
const SLIDER = `replay.shadowRoot.querySelector('.seek')`
const PLACE = `${SLIDER}.getAttribute('aria-valuetext')`
const HEIGHT = `${SLIDER}.querySelector('canvas').clientHeight`
/** How likely the bar says that port 0 wins, in percent. */
const SHARE = `parseInt(${BAR}.querySelector('span.port-0').textContent)`

describe('The chance of winning', { timeout: 90_000 }, () => {
  it('is a bar with a name and a figure for readers of screens, and a part of the seek bar’s words', async () => {
    const page = await opened(PAUSED)
    await when(page, IS_SEEN)
    expect(await page.evaluate(SAID)).toMatch(/^Chance of winning: (?:Needle|Talon) [5-9]\d %$/)
    expect(await page.evaluate(PLACE)).toMatch(/^0:10, frame 600, (?:Needle|Talon) \d\d %$/)
    await page.evaluate('void (replay.currentFrame = Infinity)')
    await when(page, `/^Chance of winning: (?:Needle|Talon) 100 %$/.test(${SAID})`)
  })

  it('reckons with the ratings that the page gives, also where they come later', async () => {
    const page = await opened(`${PAUSED} ratings="32 1.5;25 1.5"`)
    await when(page, IS_SEEN)
    const better: number = await page.evaluate(SHARE)
    await page.evaluate(`replay.setAttribute('ratings', 'none')`)
    await when(page, `${SHARE} < ${better - 5}`)
    const even: number = await page.evaluate(SHARE)
    await page.evaluate(`replay.setAttribute('ratings', '25 1.5;32 1.5')`)
    await when(page, `${SHARE} < ${even - 5}`)
  })

  it('is switched off and on: by C, in the menu, by the attribute', async () => {
    const page = await opened(PAUSED)
    await when(page, `${IS_SEEN} && ${HEIGHT} > 60`)
    await page.keyboard.press('c')
    await when(page, `!(${IS_SEEN}) && ${HEIGHT} < 60`)
    expect(await page.evaluate(PLACE)).toBe('0:10, frame 600')
    await page.getByRole('button', { name: 'Overlays' }).click()
    await page.getByRole('button', { name: /^Chance of winning/ }).click()
    await when(page, `${IS_SEEN} && ${HEIGHT} > 60`)
    await page.evaluate(`replay.setAttribute('chance', 'off')`)
    await when(page, `!(${IS_SEEN})`)
  })

  it('that a bot gives itself is shown beside the arena’s', async () => {
    const page = await opened(`${PAUSED} debug="match.debug.jsonl"`)
    await when(page, `${PLACE}.endsWith(', P2 says 31 %')`)
    await page.keyboard.press('d')
    await when(page, `!${PLACE}.includes('says')`)
  })

  it('is not claimed of a recording of another game', async () => {
    const page = await opened('src="foreign.slp" frame="600" paused')
    expect(await page.evaluate(IS_SEEN)).toBe(false)
    expect(await page.evaluate(PLACE)).toBe('0:10, frame 600')
    await page.getByRole('button', { name: 'Overlays' }).click()
    expect(await page.getByRole('button', { name: /^Chance of winning/ }).count()).toBe(0)
  })
})
