/** What stands about the picture of `<arena-replay>`, in Chromium: nothing hides a fighter, and a frame of another site holds it all. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePages } from '../../../scripts/tests/browser.ts'
import { houseReplay, openViewer, when, whenShown } from './element-page.ts'
import { serveViewer, viewerFiles, type ServedViewer } from './served-viewer.ts'

let viewer: ServedViewer
let replay: Buffer
let lastFrame: number

beforeAll(async () => {
  const [files, match] = await Promise.all([viewerFiles(), houseReplay()])
  replay = match.replay
  lastFrame = match.lastFrame
  viewer = await serveViewer(files, (name, response) => {
    if (name !== 'match.slp') return false
    response.end(replay)
    return true
  })
}, 120_000)

afterAll(() => viewer.close())

async function open(attributes: string, options: BrowserContextOptions): Promise<Page> {
  const page = await openViewer(`${viewer.base}?with=${encodeURIComponent(attributes)}`, options)
  await whenShown(page)
  await when(page, 'replay.info.end !== null')
  return page
}

interface Place {
  readonly name: string
  readonly isOver: boolean
  readonly isFaded: boolean
}

/** Says of each part that is seen whether it lies over the picture, and whether it has faded. */
const PLACES = `(() => {
  const inside = (selector) => [...replay.shadowRoot.querySelectorAll(selector)]
  const picture = inside('.picture')[0].getBoundingClientRect()
  return inside('.clock, .badge, .card').flatMap((part) => {
    const { top, bottom, width } = part.getBoundingClientRect()
    if (width === 0) return []
    const isOver = top < picture.bottom && bottom > picture.top
    return [{ name: part.className.split(' ')[0], isOver, isFaded: part.closest('.gives-way') !== null }]
  })
})()`

/** At frames all over the match. */
async function placesOver(page: Page, frames = 60): Promise<Place[]> {
  const all: Place[] = []
  for (let i = 0; i < frames; i++) {
    const frame = Math.round((lastFrame * i) / frames)
    await page.evaluate(`replay.currentFrame = ${frame}`)
    await when(page, `replay.shadowRoot.querySelector('.clock').textContent.includes('frame ${frame}')`)
    all.push(...(await page.evaluate<Place[]>(PLACES)))
  }
  return all
}

const SIZES = [
  ['a wide page', { width: 1280, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const

describe('Nothing hides a fighter', { timeout: 120_000 }, () => {
  it.each(SIZES)('on %s: names, percent and stocks stand below the picture', async (_, viewport) => {
    const page = await open('src="match.slp" frame="0" paused', { viewport })
    const cards = (await page.evaluate<Place[]>(PLACES)).filter(({ name }) => name === 'card')
    expect(cards).toEqual([
      { name: 'card', isOver: false, isFaded: false },
      { name: 'card', isOver: false, isFaded: false },
    ])
    await closePages()
  })

  it('in a low frame, which has no room below: what lies over the picture fades while a body is behind it, and only then', async () => {
    const page = await open('src="match.slp" frame="0" paused embed', { viewport: { width: 640, height: 360 } })
    expect((await page.evaluate<Place[]>(PLACES)).filter(({ isOver }) => !isOver)).toEqual([])
    // The camera leaves room below the bodies: that one of them is behind a card is rare. These cards are higher up.
    await page.evaluate(`(() => {
      replay.shadowRoot.querySelector('.hud').style.inset = '30% 0 auto'
      for (const card of replay.shadowRoot.querySelectorAll('.card')) card.style.padding = '20px'
    })()`)
    const over = await placesOver(page)
    for (const name of ['card', 'clock']) {
      const faded = over.filter((place) => place.name === name).map(({ isFaded }) => isFaded)
      expect([name, new Set(faded).size]).toEqual([name, 2])
    }
    await closePages()
  })

  it('where a page says itself how they stand, with hud="off", nothing lies over the picture', async () => {
    const page = await open('src="match.slp" frame="0" paused controls="off" hud="off"', {})
    expect(await page.evaluate(PLACES)).toEqual([])
    await closePages()
  })
})

describe('A frame of another site', { timeout: 60_000 }, () => {
  it.each([
    [640, 360],
    [800, 450],
    [960, 540],
    [390, 219],
    [390, 600],
    [300, 700],
  ])('of %i by %i holds the picture and its controls, without a scroll bar', async (width, height) => {
    const page = await open('src="match.slp" frame="0" paused embed', { viewport: { width, height } })
    const [element, picture, full] = (await page.evaluate(`[
      replay.getBoundingClientRect(),
      replay.shadowRoot.querySelector('.picture').getBoundingClientRect(),
      replay.shadowRoot.querySelector('[aria-label="Full screen"]').getBoundingClientRect(),
    ].map(({ top, bottom, right, height }) => ({ top, bottom, right, height }))`)) as DOMRect[]
    expect(element!.height).toBe(height)
    expect(picture!.height).toBeGreaterThan(height * 0.4)
    expect(full!.bottom).toBeLessThanOrEqual(element!.bottom)
    expect(full!.right).toBeLessThanOrEqual(width)
    await closePages()
  })
})

describe('Share and save', { timeout: 60_000 }, () => {
  const copied = async (attributes: string): Promise<{ items: string[]; text: string }> => {
    const page = await open(attributes, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.evaluate(`document.title = 'A "quoted" match, <b>'`)
    await page.getByRole('button', { name: 'Share and save' }).click()
    const items = await page.locator('.menu .item').allInnerTexts()
    const item = page.getByRole('button', { name: /^Copy the code to embed it/ })
    let text = ''
    if ((await item.count()) > 0) {
      await item.click()
      await page.getByText('The code is copied.').waitFor()
      text = await page.evaluate<string>('navigator.clipboard.readText()')
    }
    await closePages()
    return { items, text }
  }

  it('has the code that embeds the match, where the page names the address of its frame', async () => {
    const { text } = await copied(`src="match.slp" frame="0" paused embed-src="/watch/match_1?embed"`)
    const address = new URL('/watch/match_1?embed', viewer.base).href
    expect(text).toBe(
      `<iframe src="${address}" title="A &quot;quoted&quot; match, &lt;b>" width="800" height="450"` +
        ' style="border: 0; max-width: 100%" allow="fullscreen" loading="lazy"></iframe>',
    )
  })

  it('has no such code elsewhere', async () => {
    const { items } = await copied('src="match.slp" frame="0" paused')
    expect(items.join()).toContain('Copy a link to this frame')
    expect(items.join()).not.toContain('embed')
  })
})
