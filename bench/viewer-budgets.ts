/**
 * Measures what whoever watches has to wait for, in Chromium without a graphics card, and fails where the median of several runs is
 * over its budget (ADR 27). Wall time: only a machine that does nothing else says something about the viewer.
 *
 *     npx tsx --conditions=source bench/viewer-budgets.ts
 */
import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { wholeNumber } from '@arena/host/command-line'
import { chromium, type Page } from 'playwright-core'
import { longReplay } from '../packages/viewer/tests/long-replay.ts'
import { serveViewer, viewerFiles } from '../packages/viewer/tests/served-viewer.ts'
import { newScript } from '../scripts/command-line.ts'
import { thisMachine } from './this-machine.ts'

const values = newScript(
  'npx tsx --conditions=source bench/viewer-budgets.ts',
  'Measures what a spectator of a replay waits for in Chromium, and fails where a median is over its budget.',
)
  .option('--runs <n>', 'runs of which the median is taken', wholeNumber(1), 5)
  .option('--profile <file>', 'takes a profile of the first run')
  .parse()
  .opts()
const RUNS = values.runs
const SCRUBS = 240
const PLAY_MS = 5000
/** A picture of the screen that comes later than this was not in time. */
const IN_TIME_MS = 1000 / 60 + 2

interface Measured {
  readonly firstPictureMs: number
  /** From the end of the file, as its server saw it, to the first picture. */
  readonly afterFileMs: number
  readonly playedAgainMs: number
  /** Between two pictures of the screen. */
  readonly scrubMs: readonly number[]
  readonly playMs: readonly number[]
}

const [files, replay] = await Promise.all([viewerFiles(), longReplay()])
const body = gzipSync(replay)
let fileSentAt = 0
const viewer = await serveViewer(files, (name, response) => {
  if (name !== 'long.slp') return false
  response.writeHead(200, { 'content-encoding': 'gzip' }).end(body, () => (fileSentAt = Date.now()))
  return true
})
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})

/** What the page sees of it. */
type Shown = Omit<Measured, 'afterFileMs'> & { readonly shownAt: number }

/** Runs in the page; its policy forbids code from text, so that it is handed over as a function. */
async function inPage({ scrubs, playMs }: { scrubs: number; playMs: number }): Promise<Shown> {
  interface Viewer extends HTMLElement {
    verdict: { state: string } | null
    currentFrame: number
    play(): Promise<void>
    pause(): void
  }
  const element = document.querySelector<Viewer>('arena-replay')!
  const picture = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
  const startedAt = performance.now()
  const shown = new Promise((resolve) => element.addEventListener('arena-replay-ready', resolve, { once: true }))
  element.setAttribute('src', 'long.slp')
  await shown
  const firstPictureMs = performance.now() - startedAt
  const shownAt = Date.now()
  while (element.verdict?.state === 'running' || element.verdict === null) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const playedAgainMs = performance.now() - startedAt
  const intervals = async (
    each: (i: number) => void,
    isOver: (i: number, sinceMs: number) => boolean,
  ): Promise<number[]> => {
    const times: number[] = []
    const first = await picture()
    for (let i = 0, before = first; !isOver(i, before - first); i++) {
      each(i)
      const now = await picture()
      times.push(now - before)
      before = now
    }
    return times
  }
  const scrubMs = await intervals(
    (i) => (element.currentFrame = Math.round(14_000 + 14_000 * Math.sin(i / 20))),
    (i) => i === scrubs,
  )
  element.currentFrame = 1000
  await element.play()
  const times = await intervals(
    () => {},
    (_, sinceMs) => sinceMs > playMs,
  )
  element.pause()
  return { shownAt, firstPictureMs, playedAgainMs, scrubMs, playMs: times }
}

async function run(isProfiled: boolean): Promise<Measured> {
  // A context of its own has an empty cache: scripts are fetched and compiled anew.
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
  try {
    // Whatever runs this script keeps the names of functions by a helper that a page does not have.
    await context.addInitScript('globalThis.__name = (it) => it')
    const page = await context.newPage()
    await page.goto(viewer.base)
    const { shownAt, ...measured } = isProfiled
      ? await profiled(page)
      : await page.evaluate(inPage, { scrubs: SCRUBS, playMs: PLAY_MS })
    return { ...measured, afterFileMs: Math.max(0, shownAt - fileSentAt) }
  } finally {
    await context.close()
  }
}

/** Processor time by function, for chrome://inspect and `cpuprofile` readers. */
async function profiled(page: Page): Promise<Shown> {
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.start')
  const measured = await page.evaluate(inPage, { scrubs: SCRUBS, playMs: PLAY_MS })
  const { profile } = await session.send('Profiler.stop')
  await writeFile(values.profile!, JSON.stringify(profile))
  return measured
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
const share = (times: readonly number[], mostMs: number): number =>
  times.filter((ms) => ms <= mostMs).length / times.length

console.log(`${thisMachine()}\n${RUNS} runs, a replay of eight minutes, 1280x720`)
const runs: Measured[] = []
for (let i = 0; i < RUNS; i++) runs.push(await run(i === 0 && values.profile !== undefined))
console.log(thisMachine())
await browser.close()
viewer.close()

const budgets: readonly [what: string, value: number, most: number, unit: string][] = [
  ['first picture after the file is there', median(runs.map((each) => each.afterFileMs)), 1000, 'ms'],
  ['first picture, scripts and file anew', median(runs.map((each) => each.firstPictureMs)), 1000, 'ms'],
  ['read and played again to equal bytes', median(runs.map((each) => each.playedAgainMs)), 3000, 'ms'],
  ['longest picture while scrubbing', median(runs.map((each) => Math.max(...each.scrubMs))), 50, 'ms'],
  ['median picture while playing', median(runs.map((each) => median(each.playMs))), IN_TIME_MS, 'ms'],
  ['pictures too late while playing', 100 * median(runs.map((each) => 1 - share(each.playMs, IN_TIME_MS))), 5, '%'],
]
for (const [what, value, most, unit] of budgets) {
  const verdict = value <= most ? 'ok' : 'OVER'
  console.log(
    `${what.padEnd(40)} ${value.toFixed(1).padStart(8)} ${unit.padEnd(2)} of ${most.toFixed(0).padStart(5)}  ${verdict}`,
  )
}
process.exitCode = budgets.every(([, value, most]) => value <= most) ? 0 : 1
