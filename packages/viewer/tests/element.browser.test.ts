/** `<arena-replay>` in Chromium, on a page whose policy forbids whatever is not a file of its own. */
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { RAW_OFFSET } from '@arena/slp'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { frameOf, houseReplay, openViewer, SEED, when, whenShown } from './element-page.ts'
import { serveViewer, viewerFiles, type ServedViewer } from './served-viewer.ts'

/** Bytes of a frame, about. */
const FRAME_BYTES = 326

let viewer: ServedViewer
/** The scripts that the site has. */
let files: Map<string, string>
let replay: Buffer
let lastFrame: number
/** Answers to the requests for /live.slp, first to last. */
let live: ((response: ServerResponse) => Promise<void>)[] = []
const complaints: string[] = []

/** The match as if another version of the game had recorded it. */
function foreign(): Buffer {
  const bytes = Buffer.from(replay)
  const gameStart = RAW_OFFSET + 1 + bytes[RAW_OFFSET + 1]!
  bytes[gameStart + 2]! -= 1
  return bytes
}

/** Sends the bytes as a match that is played would, at six frames a tenth of a second. */
async function sendLive(response: ServerResponse, from: number, to: number): Promise<void> {
  for (let at = from; at < to && !response.destroyed; at += 6 * FRAME_BYTES) {
    response.write(replay.subarray(at, Math.min(to, at + 6 * FRAME_BYTES)))
    await sleep(100)
  }
}

beforeAll(async () => {
  let match: Awaited<ReturnType<typeof houseReplay>>
  ;[files, match] = await Promise.all([viewerFiles(), houseReplay()])
  replay = match.replay
  lastFrame = match.lastFrame
  const bodies: Record<string, () => Buffer> = {
    'match.slp': () => replay,
    'half.slp': () => replay.subarray(0, 1_000_000),
    'foreign.slp': foreign,
    'picture.slp': () => Buffer.alloc(5000, 'PNG'),
  }
  viewer = await serveViewer(files, (name, response) => {
    const body = bodies[name]
    if (body) response.writeHead(200).end(body())
    else if (name === 'live.slp') {
      response.writeHead(200)
      const send = live.shift()
      if (send) void send(response)
      else response.destroy()
    } else return false
    return true
  })
}, 120_000)

afterAll(() => viewer.close())

/** A page with an element that has these attributes. */
const open = (attributes: string, options?: BrowserContextOptions): Promise<Page> =>
  openViewer(`${viewer.base}?with=${encodeURIComponent(attributes)}`, options, complaints)

const text = (page: Page, selector: string): Promise<string> => page.locator(selector).innerText()

describe('The element', { timeout: 60_000 }, () => {
  it('plays, runs the match again to equal bytes, and follows keys, slider, overlays and moments', async () => {
    const page = await open('src="match.slp" seed="' + SEED + '"')
    await whenShown(page)
    expect(await page.evaluate('replay.isPlaying')).toBe(false)
    await page.keyboard.press('Space')
    await when(page, 'replay.currentFrame > -100')
    await page.keyboard.press('Space')
    await when(page, 'replay.verdict.state === "equal"')
    const frames = (lastFrame + 124).toLocaleString('en')
    expect(await text(page, '.verdict')).toBe(`Run again in this browser: ${frames} frames, equal`)

    await page.keyboard.press('5')
    expect(await frameOf(page)).toBe(Math.round(-123 + (lastFrame + 123) / 2))
    const half = await frameOf(page)
    await page.keyboard.press('ArrowUp')
    expect(await page.getByRole('button', { name: 'Speed: 1.5' }).count()).toBe(1)
    await page.getByLabel('Search').press('9')
    expect(await frameOf(page)).toBe(half)

    const slider = page.getByRole('slider', { name: 'Place in the match' })
    await slider.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/^-0:02, frame -123\b/)
    const box = (await slider.boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + 25)
    expect(Math.abs((await frameOf(page)) - half)).toBeLessThan(20)

    await page.getByRole('button', { name: 'Overlays' }).click()
    await page.getByRole('button', { name: 'Hitboxes' }).click()
    expect(await page.getByRole('button', { name: 'Hitboxes' }).getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Inputs', exact: true }).click()
    expect(await page.getByRole('img', { name: 'Inputs over time' }).isVisible()).toBe(true)
    await page.keyboard.press('m')
    const moment = page.locator('.moment').first()
    const [minutes, seconds] = (await moment.locator('.moment-time').innerText()).split(':').map(Number) as [
      number,
      number,
    ]
    await moment.click()
    await page.keyboard.press(',')
    expect(Math.abs((await frameOf(page)) - (minutes * 60 + seconds - 1) * 60)).toBeLessThan(150)

    // Whatever may be pressed, and whatever is a picture, has a name.
    const nameless = `[...replay.shadowRoot.querySelectorAll('button, select, canvas:not(.seek-canvas), [role]')]
      .filter((each) => !each.matches('.silent, .failure')
        && !(each.getAttribute('aria-label') || (each.matches('button') && each.textContent.trim()))).length`
    expect(await page.evaluate(nameless)).toBe(0)

    await page.getByRole('button', { name: 'Share and save' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Picture (PNG)' }).click()
    expect((await saved).suggestedFilename()).toMatch(
      /^Drift-vs-Gale-frame--?\d+\.png$|^Gale-vs-Drift-frame--?\d+\.png$/,
    )

    await page.evaluate(`replay.currentFrame = ${lastFrame - 20}; void replay.play()`)
    await when(page, 'seen.includes("arena-replay-end")')
    expect(await frameOf(page)).toBe(lastFrame)
    await page.close()
  })

  it('a link to a frame opens paused at it, on a dark phone without sideways scrolling', async () => {
    const page = await open('src="match.slp" frame="1500" paused overlays="hitboxes,inputs"', {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      hasTouch: true,
    })
    await whenShown(page)
    expect(await frameOf(page)).toBe(1500)
    expect(await page.evaluate('replay.isPlaying')).toBe(false)
    expect(await text(page, '.clock')).toContain('frame 1500')
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(await page.evaluate(`getComputedStyle(replay.shadowRoot.querySelector('.bar')).backgroundColor`)).toBe(
      'rgb(27, 30, 38)',
    )
    const small = await page.evaluate(`[...replay.shadowRoot.querySelectorAll('.buttons button')]
      .map((button) => [button.getAttribute('aria-label'), button.getBoundingClientRect()])
      .filter(([label, { width, height }]) => width > 0 && (!label || width < 48 || height < 48)).length`)
    expect(small).toBe(0)
    // A tap plays.
    await page.locator('.picture').tap({ position: { x: 190, y: 60 } })
    await when(page, 'replay.isPlaying && replay.currentFrame > 1510')
    await page.close()
  })

  it('files that are no good end as a sentence', async () => {
    const page = await open('src="none.slp"')
    const failure = page.getByRole('alert')
    await failure.getByText('The replay could not be fetched: there is none at this address.').waitFor()
    expect(await page.evaluate('seen')).toEqual(['arena-replay-error'])
    await page.evaluate('replay.setAttribute("src", "picture.slp")')
    await failure.getByText('This is no replay: the file does not begin like one.').waitFor()
    await page.evaluate('void replay.open(new File([new Uint8Array(70 << 20)], "big.slp"))')
    await failure.getByText('The replay is too big').waitFor()
    await page.evaluate('replay.setAttribute("src", "foreign.slp")')
    await page.getByText('A recording of another game: poses only').waitFor()
    await page.evaluate('replay.setAttribute("src", "half.slp")')
    await page.getByText('The replay is cut off: the file ends before it should. What comes before is shown.').waitFor()
    await whenShown(page)
    await page.close()
  })

  it('follows a live match, outlives a lost connection, and says when the match is over', async () => {
    const first = 600 * FRAME_BYTES
    live = [
      async (response) => {
        response.write(replay.subarray(0, first))
        await sendLive(response, first, first + 150 * FRAME_BYTES)
        response.destroy()
      },
      async (response) => {
        const sent = first + 240 * FRAME_BYTES
        response.write(replay.subarray(0, sent))
        await sendLive(response, sent, sent + 60 * FRAME_BYTES)
        response.end(replay.subarray(sent + 60 * FRAME_BYTES))
      },
    ]
    const page = await open('src="live.slp" live')
    await when(page, 'replay.isPlaying && replay.currentFrame > 400')
    expect(await page.getByRole('button', { name: 'Live' }).getAttribute('aria-pressed')).toBe('true')
    await page.getByText('The connection is lost.').waitFor()
    const before = await frameOf(page)
    await page.getByText('The connection is back.').waitFor()
    expect(await frameOf(page)).toBeGreaterThanOrEqual(before)
    await when(page, `replay.info.lastFrame === ${lastFrame}`)
    await page.evaluate(`replay.currentFrame = ${lastFrame - 10}`)
    await when(page, 'seen.includes("ended")')
    await page.close()
  })

  it('a page learns by its style when the picture stands: not while it loads, nor when the stream is lost for good', async () => {
    let lose: () => void = () => {}
    live = [
      async (response) => {
        response.write(replay.subarray(0, 600 * FRAME_BYTES))
        lose = () => response.destroy()
      },
    ]
    const page = await open('src="live.slp" live')
    await when(page, 'replay.matches(":state(shown)")')
    lose()
    await when(page, '!replay.matches(":state(shown)")')
    await page.getByText('The connection is lost.').waitFor()
    await page.evaluate('replay.removeAttribute("live"); replay.setAttribute("src", "none.slp")')
    await page.getByRole('alert').getByText('there is none at this address').waitFor()
    expect(await page.evaluate('replay.matches(":state(shown)")')).toBe(false)
    await page.close()
  })

  it('a match that is broken off while it is watched says so', async () => {
    const broken = Buffer.from(replay)
    // Game End's method, before metadata.
    const end = broken.lastIndexOf(Buffer.from('U\x08metadata', 'latin1')) - 7
    expect(broken[end]).toBe(0x39)
    broken[end + 1] = 7
    live = [async (response) => void response.end(broken)]
    const page = await open('src="live.slp" live')
    await page.getByText('Match broken off').waitFor()
    await page.close()
  })

  describe('whose scripts do not come, as on a page from before the site was updated,', () => {
    const SENTENCE = 'A part of the viewer could not be loaded: the connection is lost, or the site has been updated.'
    let gone: [string, string][] = []

    function remove(name: RegExp): void {
      gone = [...files].filter(([file]) => name.test(file))
      expect(gone).not.toEqual([])
      for (const [file] of gone) files.delete(file)
    }
    const restore = (): void => gone.splice(0).forEach(([file, code]) => files.set(file, code))
    afterEach(restore)

    it('says so, keeps what the page has in it within reach, and asks again at the next press', async () => {
      remove(/^player-/)
      const page = await open('src="match.slp"')
      await page.evaluate('replay.innerHTML = `<a href="match.slp" download>Download the replay</a>`')
      const failure = page.getByRole('alert')
      await failure.getByText(SENTENCE).waitFor()
      expect(await page.getByRole('link', { name: 'Download the replay' }).isVisible()).toBe(true)
      expect(await page.evaluate('replay.error')).toBe(SENTENCE)
      const again = page.getByRole('button', { name: 'Try again' })
      await again.press('Enter')
      await when(page, 'seen.includes("arena-replay-error")')
      await expect.poll(() => again.evaluate((button) => button.matches(':focus'))).toBe(true)
      restore()
      await again.press('Enter')
      await whenShown(page)
      expect(await page.evaluate('replay.error')).toBeNull()
      await page.close()
    })

    it('has a button that reads the page anew', async () => {
      remove(/^player-/)
      const page = await open('src="match.slp"')
      const reload = page.getByRole('button', { name: 'Reload the page' })
      await reload.waitFor()
      restore()
      await Promise.all([page.waitForEvent('load'), reload.click()])
      await page.getByRole('slider', { name: 'Place in the match' }).waitFor()
      await page.close()
    })

    it.each([
      ['the worker', /^replay-worker-/],
      [
        'the fighters',
        /^(?!arena-replay|dom-|settings-|palette-|debug-marks-|preload-helper-|player-|replay-worker-|rolldown-|engine-)/,
      ],
    ])('takes no missing script of %s for a lost stream', async (_, name) => {
      let streams = 0
      const send = async (response: ServerResponse): Promise<void> => {
        streams++
        response.write(replay.subarray(0, 600 * FRAME_BYTES))
      }
      live = [send, send]
      remove(name)
      const page = await open('src="live.slp" live')
      await page.getByRole('alert').getByText(SENTENCE).waitFor()
      expect(await page.getByRole('button', { name: 'Reload the page' }).isVisible()).toBe(true)
      expect(await page.getByText('The connection is lost.').count()).toBe(0)
      expect(streams).toBeLessThan(2)
      restore()
      await page.getByRole('button', { name: 'Try again' }).click()
      await whenShown(page)
      await page.close()
    })

    it('connects to a lost stream again once they come', async () => {
      live = [
        async (response) => {
          response.write(replay.subarray(0, 600 * FRAME_BYTES))
          await sleep(500)
          remove(/^replay-worker-/)
          response.destroy()
        },
        async (response) => void response.end(replay),
      ]
      const page = await open('src="live.slp" live')
      await page.getByText('Trying again in 1 s.').waitFor()
      await page.getByText('Trying again in 2 s.').waitFor()
      restore()
      await page.getByText('The connection is back.').waitFor()
      await page.close()
    })
  })

  it('nothing broke the policy of the page', () => {
    expect(complaints.filter((each) => !/status of 404|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE/.test(each))).toEqual(
      [],
    )
  })
})
