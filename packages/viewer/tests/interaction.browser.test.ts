/** What a person does to `<arena-replay>`, in Chromium: keys, touch, gamepad, files, full screen, what is saved, links. */
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { RAW_OFFSET } from '@arena/slp'
import type { CDPSession, Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frameOf, houseReplay, openViewer, when, whenShown } from './element-page.ts'
import { serveViewer, viewerFiles, type ServedViewer } from './served-viewer.ts'

let viewer: ServedViewer
let built: Map<string, string>
let replay: Buffer
let lastFrame: number
/** Files that a test adds. */
const files = new Map<string, Buffer>()
/** What was asked for, in order. */
let requests: string[] = []

/** As if another version of the game had recorded it. */
function foreign(): Buffer {
  const bytes = Buffer.from(replay)
  bytes[RAW_OFFSET + 1 + bytes[RAW_OFFSET + 1]! + 2]! -= 1
  return bytes
}

beforeAll(async () => {
  let match: Awaited<ReturnType<typeof houseReplay>>
  ;[built, match] = await Promise.all([viewerFiles(), houseReplay()])
  replay = match.replay
  lastFrame = match.lastFrame
  files.set('match.slp', replay)
  files.set('foreign.slp', foreign())
  viewer = await serveViewer(
    built,
    (name, response) => {
      const file = files.get(name)
      if (file) response.writeHead(200).end(file)
      return file !== undefined
    },
    (name) => requests.push(name),
  )
}, 120_000)

afterAll(() => viewer.close())

const open = (attributes: string, options = {}, more = ''): Promise<Page> =>
  openViewer(`${viewer.base}?with=${encodeURIComponent(attributes)}${more}`, options)

async function opened(attributes = 'src="match.slp" frame="600" paused', options = {}): Promise<Page> {
  const page = await open(attributes, options)
  await whenShown(page)
  await when(page, 'replay.info.end !== null')
  return page
}

/** A finger, with times of its own: a machine that is busy makes no double tap slow. */
class Finger {
  readonly #session: CDPSession
  #seconds = Date.now() / 1000

  private constructor(session: CDPSession) {
    this.#session = session
  }

  static async on(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page))
  }

  async #send(
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: readonly { x: number; y: number }[],
  ): Promise<void> {
    this.#seconds += 0.05
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints: [...points], timestamp: this.#seconds })
  }

  async tap(x: number, y: number): Promise<void> {
    await this.#send('touchStart', [{ x, y }])
    await this.#send('touchEnd', [])
  }

  async drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    await this.#send('touchStart', [from])
    for (let i = 1; i <= 10; i++) {
      const along = (a: number, b: number): number => a + ((b - a) * i) / 10
      await this.#send('touchMove', [{ x: along(from.x, to.x), y: along(from.y, to.y) }])
    }
    await this.#send('touchEnd', [])
  }

  /** Until the next tap is no second one. */
  rest(): void {
    this.#seconds += 2
  }
}

const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path())

describe('A person', { timeout: 90_000 }, () => {
  it('who zooms, or moves the page to another screen, sees it as sharp as before', async () => {
    const page = await opened()
    const session = await page.context().newCDPSession(page)
    const ratios = (): Promise<number[]> =>
      page.evaluate(
        `['.picture', '.seek canvas'].map((each) => replay.shadowRoot.querySelector(each))
          .map(({ width, clientWidth }) => Math.round((10 * width) / clientWidth) / 10)`,
      )
    const size = page.viewportSize()!
    for (const deviceScaleFactor of [1.5, 2, 1]) {
      await session.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor, mobile: false })
      // Without a screen Chromium looks at its media queries only when another feature changes, too.
      await page.emulateMedia({ reducedMotion: deviceScaleFactor === 2 ? 'no-preference' : 'reduce' })
      await expect.poll(ratios).toEqual([deviceScaleFactor, deviceScaleFactor])
    }
    await page.close()
  })

  it('by keys: digits go to tenths, comma and full stop to the frame beside, arrows by seconds, space plays', async () => {
    const page = await opened()
    const span = lastFrame + 123
    for (let digit = 0; digit <= 9; digit++) {
      await page.keyboard.press(String(digit))
      expect(await frameOf(page), `key ${digit}`).toBe(Math.round(-123 + (span * digit) / 10))
    }
    await page.keyboard.press('4')
    const start = await frameOf(page)
    for (const [key, by] of [
      ['.', 1],
      [',', 0],
      [',', -1],
      ['ArrowRight', 119],
      ['ArrowLeft', -1],
      ['Shift+ArrowRight', 599],
      ['Shift+ArrowLeft', -1],
    ] as const) {
      await page.keyboard.press(key)
      expect((await frameOf(page)) - start, key).toBe(by)
    }
    await page.keyboard.press(' ')
    await when(page, `replay.isPlaying && replay.currentFrame > ${start + 5}`)
    await page.keyboard.press(' ')
    expect(await page.evaluate('replay.isPlaying')).toBe(false)
    await page.close()
  })

  it('by touch: two taps at a side jump two seconds, a drag on the seek bar seeks, one on the picture scrubs', async () => {
    const page = await opened(undefined, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const finger = await Finger.on(page)
    const picture = (await page.locator('.picture').boundingBox())!
    const y = picture.y + 30
    const twice = async (x: number): Promise<number> => {
      const before = await frameOf(page)
      await finger.tap(x, y)
      await finger.tap(x, y)
      finger.rest()
      expect(await page.evaluate('replay.isPlaying')).toBe(false)
      return (await frameOf(page)) - before
    }
    // Between the two taps it plays for a moment.
    const right = await twice(picture.x + picture.width - 20)
    expect(right).toBeGreaterThanOrEqual(120)
    expect(right).toBeLessThan(240)
    const left = await twice(picture.x + 20)
    expect(left).toBeGreaterThanOrEqual(-120)
    expect(left).toBeLessThan(0)
    const bar = (await page.getByRole('slider', { name: 'Place in the match' }).boundingBox())!
    const at = (share: number): { x: number; y: number } => ({ x: bar.x + 8 + share * (bar.width - 16), y: bar.y + 25 })
    await finger.drag(at(0.2), at(0.75))
    expect(Math.abs((await frameOf(page)) - (-123 + 0.75 * (lastFrame + 123)))).toBeLessThan(40)
    await page.evaluate('replay.currentFrame = 1000')
    await finger.drag({ x: picture.x + 100, y }, { x: picture.x + 200, y })
    expect(Math.abs((await frameOf(page)) - (1000 + (900 * 100) / picture.width))).toBeLessThan(30)
    await page.close()
  })

  it('by gamepad: A plays and pauses, the shoulder buttons step, the stick scrubs', async () => {
    const page = await opened()
    await page.evaluate(`
      globalThis.pad = { buttons: Array.from({ length: 16 }, () => ({ pressed: false })), axes: [0, 0] }
      navigator.getGamepads = () => [null, pad]
      dispatchEvent(new Event('gamepadconnected'))
      globalThis.pictures = (count) => new Promise((resolve) => {
        const next = () => (count-- > 0 ? requestAnimationFrame(next) : resolve())
        next()
      })
      globalThis.press = async (button) => {
        await pictures(3)
        pad.buttons[button].pressed = true
        await pictures(3)
        pad.buttons[button].pressed = false
        await pictures(3)
      }
    `)
    await page.evaluate('press(0)')
    expect(await page.evaluate('replay.isPlaying')).toBe(true)
    await page.evaluate('press(0)')
    expect(await page.evaluate('replay.isPlaying')).toBe(false)
    const start = await frameOf(page)
    await page.evaluate('press(5).then(() => press(5))')
    expect(await frameOf(page)).toBe(start + 2)
    await page.evaluate('press(4)')
    expect(await frameOf(page)).toBe(start + 1)
    await page.evaluate('pad.axes[0] = -1; pictures(5).then(() => (pad.axes[0] = 0))')
    expect(await frameOf(page)).toBeLessThan(start - 20)
    await page.close()
  })

  it('drops a recording of another game, which is shown by its poses', async () => {
    const page = await open('src="match.slp"')
    await whenShown(page)
    await page.evaluate(`fetch('foreign.slp').then((response) => response.blob()).then((blob) => {
      globalThis.carried = new DataTransfer()
      carried.items.add(new File([blob], 'foreign.slp'))
      globalThis.drag = (type) => replay.shadowRoot.querySelector('.viewer')
        .dispatchEvent(new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true, composed: true }))
    })`)
    expect(await page.evaluate('drag("dragover")'), 'not left to the browser').toBe(false)
    expect(await page.getByText('Drop the replay here').isVisible()).toBe(true)
    expect(await page.evaluate('drag("drop")'), 'not left to the browser').toBe(false)
    await page.getByText('A recording of another game: poses only').waitFor()
    expect(await page.getByText('Drop the replay here').isVisible()).toBe(false)
    await when(page, 'replay.info.kind === "foreign" && seen.length > 1')
    await page.close()
  })

  it('has the viewer alone on the screen, and back', async () => {
    const page = await opened()
    await page.keyboard.press('f')
    await when(page, 'document.fullscreenElement === replay')
    await page.getByRole('button', { name: 'Full screen' }).click()
    await when(page, 'document.fullscreenElement === null')
    await page.close()
  })

  it('saves a picture as PNG and a clip as WebM', async () => {
    const page = await opened()
    const share = page.getByRole('button', { name: 'Share and save' })
    await share.click()
    const picture = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Picture (PNG)' }).click()
    const png = await bytesOf(await picture)
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(
      await page.evaluate('(({ width, height }) => [width, height])(replay.shadowRoot.querySelector(".picture"))'),
    )
    await share.click()
    await page.getByRole('button', { name: 'Begin a clip here' }).click()
    await page.keyboard.press('ArrowRight')
    await share.click()
    const clip = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Clip of frames 600 to 720' }).click()
    const download = await clip
    expect(download.suggestedFilename()).toMatch(/-frame-600\.webm$/)
    const webm = await bytesOf(download)
    expect(webm.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
    expect(webm.length).toBeGreaterThan(5000)
    await page.getByText('The clip is saved.').waitFor()
    await page.close()
  })

  it('opens a replay in Slippi by its whole address', async () => {
    const page = await opened()
    await page.getByRole('button', { name: 'Share and save' }).click()
    const link = page.getByRole('link', { name: 'Open in Slippi' })
    const path = encodeURIComponent(`${viewer.base}match.slp`)
    expect(await link.getAttribute('href')).toBe(`slippi://play?path=${path}`)
    await page.close()
  })

  it('follows a link: #f= opens paused at the frame; the query sets time, speed and whether it is embedded', async () => {
    const settings = `import('/arena-replay.js').then(({ settingsFromUrl }) => {
      for (const [name, value] of Object.entries(settingsFromUrl(location.href))) replay.setAttribute(name, value)
      replay.setAttribute('src', 'match.slp')
    })`
    const linked = await open('autoplay', {}, '#f=200')
    await linked.evaluate(settings)
    await whenShown(linked)
    expect(await linked.evaluate('[replay.currentFrame, replay.isPlaying]')).toEqual([200, false])
    await linked.close()
    const set = await open('', {}, '&t=0:20&speed=0.5&embed')
    await set.evaluate(settings)
    await whenShown(set)
    expect(await frameOf(set)).toBe(1200)
    expect(await set.getByRole('button', { name: 'Speed: 0.5' }).count()).toBe(1)
    const border = 'getComputedStyle(replay.shadowRoot.querySelector(".viewer")).borderTopWidth'
    expect(await set.evaluate(border)).toBe('0px')
    await set.close()
  })
})

describe('Hostile files', { timeout: 120_000 }, () => {
  /** The same numbers each time. */
  function* numbers(seed: number): Generator<number, never> {
    for (let state = seed; ;) yield (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
  }

  function fuzzed(seed: number): Buffer {
    const bytes = Buffer.from(replay)
    const random = numbers(seed)
    // In the first bytes, among the payload sizes and in Game Start most of all.
    const within = [40, 800, bytes.length][seed % 3]!
    for (let i = 0; i < 1 + (seed % 7); i++) bytes[random.next().value % within] = random.next().value >>> 24
    return bytes
  }

  const hostile: Record<string, () => Buffer> = {
    'an empty file': () => Buffer.alloc(0),
    'one byte': () => replay.subarray(0, 1),
    'the head alone': () => replay.subarray(0, RAW_OFFSET),
    'cut inside Game Start': () => replay.subarray(0, 300),
    'cut inside a frame': () => replay.subarray(0, 200_001),
    'a head that promises 4 GB': () =>
      Buffer.concat([replay.subarray(0, RAW_OFFSET - 4), Buffer.alloc(4, 255), replay.subarray(RAW_OFFSET, 50_000)]),
    'four megabytes of noise': () => {
      const random = numbers(9)
      return Buffer.from(Uint8Array.from({ length: 4 << 20 }, () => random.next().value >>> 24))
    },
    'zeros behind a good start': () => Buffer.concat([replay.subarray(0, 100_000), Buffer.alloc(3_000_000)]),
    ...Object.fromEntries(Array.from({ length: 12 }, (_, seed) => [`bytes changed, seed ${seed}`, () => fuzzed(seed)])),
  }

  it('end in a sentence or are shown; the page goes on drawing', async () => {
    for (const [i, make] of Object.values(hostile).entries()) files.set(`hostile-${i}.slp`, make())
    const page = await open('')
    for (const [i, what] of Object.keys(hostile).entries()) {
      await page.evaluate(`replay.setAttribute('src', 'hostile-${i}.slp')`)
      await when(
        page,
        `replay.getAttribute('src') === 'hostile-${i}.slp' && (replay.error !== null
          || ['equal', 'differs', 'foreign'].includes(replay.verdict?.state))`,
      )
      const error = (await page.evaluate('replay.error')) as string | null
      if (error !== null) expect(error, what).toMatch(/^(The|This) .*\.$/)
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))')
    }
    await page.evaluate(`replay.setAttribute('src', 'match.slp')`)
    await when(page, 'replay.verdict?.state === "equal"')
    await page.close()
  })
})

describe('What is loaded', { timeout: 60_000 }, () => {
  it('is the entry until a viewer is seen; then the engine, and of the fighters those that play', async () => {
    requests = []
    const page = await open('src="match.slp" hidden')
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 0))')
    const first = requests.filter((name) => name.endsWith('.js'))
    expect(first[0]).toBe('arena-replay.js')
    expect(first.filter((name) => /^(?:player|replay-worker|engine)-/.test(name))).toEqual([])
    expect(first.reduce((bytes, name) => bytes + gzipSync(built.get(name)!).length, 0)).toBeLessThan(12_000)
    await page.evaluate('replay.hidden = false')
    await when(page, 'replay.verdict?.state === "equal"')
    const scripts = requests.filter((name) => name.endsWith('.js'))
    expect(scripts.filter((name) => name.startsWith('engine-'))).toHaveLength(1)
    const idle = ['fox', 'marth', 'kirby', 'yoshi', 'ness', 'mewtwo', 'bowser', 'samus', 'pikachu', 'peach']
    const loaded = idle.filter((fighter) => scripts.some((name) => name.startsWith(`${fighter}-`)))
    expect(loaded.length).toBeLessThanOrEqual(2)
    await page.close()
  })

  it('is no more than was decided, compressed: 10 kB at first, then what draws, then the engine and a file for each fighter', () => {
    const kilobytes = (name: RegExp): number => {
      const sizes = [...built].flatMap(([file, code]) => (name.test(file) ? gzipSync(code).length : []))
      expect(sizes, String(name)).not.toEqual([])
      return Math.max(...sizes) / 1000
    }
    expect(kilobytes(/^arena-replay\.js$/)).toBeLessThan(10)
    expect(kilobytes(/^player-/)).toBeLessThan(120)
    expect(kilobytes(/^replay-worker-/)).toBeLessThan(10)
    expect(kilobytes(/^engine-/)).toBeLessThan(110)
    expect(kilobytes(/^(?!engine-|player-)/)).toBeLessThan(60)
  })
})
