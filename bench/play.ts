/**
 * What a fight on `/play` costs: the engine with the bot in Node, and in Chromium each drawing of the page (inputs, engine, bot and
 * picture) and how many drawings and frames of the game there are in a second. The arena has to be running:
 *
 *     npx tsx --conditions=source bench/play.ts http://127.0.0.1:8080
 */
import { cpuUsage } from 'node:process'
import { chromium } from 'playwright-core'
import { STAGE_IDS } from '@arena/engine'
import { NEUTRAL } from '@arena/protocol'
import { houseBots } from '@arena/sdk/house'
import { Sparring } from '../packages/web/src/play/fight/sparring.ts'
import { newScript } from '../scripts/command-line.ts'
import { thisMachine } from './this-machine.ts'

const SECONDS = 20
const FRAMES = 3000
const [base] = newScript(
  'npx tsx --conditions=source bench/play.ts',
  'Measures a fight on /play of a running arena, in Node and in Chromium.',
)
  .argument('[url]', 'address of the arena', 'http://127.0.0.1:8080')
  .parse().processedArgs

function show(name: string, times: number[]): void {
  times.sort((a, b) => a - b)
  const at = (share: number): string => times[Math.floor((times.length - 1) * share)]!.toFixed(2)
  console.log(`${name.padEnd(44)} median ${at(0.5)} ms, 95 % ${at(0.95)} ms, 10 % ${at(0.1)} ms`)
}

async function inNode(): Promise<void> {
  const [, , opponent] = houseBots()
  const fight = await Sparring.begin({
    seed: new Uint8Array(32),
    matchId: `match_${'0'.repeat(26)}`,
    stage: STAGE_IDS[0],
    character: 2,
    opponent: opponent!,
    startedAt: 0,
  })
  const times: number[] = []
  const before = cpuUsage()
  for (let frame = 0; frame < FRAMES && !fight.result; frame++) {
    const began = performance.now()
    // Walks from side to side, and jumps.
    fight.step({ ...NEUTRAL, stickX: frame % 90 < 45 ? 168 : 88, buttons: frame % 70 < 4 ? 0x400 : 0 })
    times.push(performance.now() - began)
  }
  const { user, system } = cpuUsage(before)
  console.log(`${times.length} frames, ${((user + system) / 1000 / times.length).toFixed(2)} ms of processor time each`)
  show('engine, bot and recording, in Node', times.slice(200))
}

/** Times each drawing of the page, and when it came. */
const WATCH = `
  globalThis.drawings = []
  const ask = requestAnimationFrame
  globalThis.requestAnimationFrame = (draw) => ask((now) => {
    const began = performance.now()
    draw(now)
    drawings.push([began, performance.now() - began])
  })`

async function inChromium(stage: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  // The page gives the picture what is left of its width; here it has 1280 by 720.
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 }, bypassCSP: true })
  await page.addInitScript(WATCH)
  await page.goto(`${base}/play?me=fox&against=gale&stage=${stage}`)
  await page.addStyleTag({ content: 'main { max-width: none } .fight:not([hidden]) { width: 1282px }' })
  await page.getByRole('button', { name: 'Start the fight' }).click()
  await page.waitForSelector('.fight[data-state=playing]')
  await page.waitForTimeout(3000)
  const size = await page.evaluate<string>(`(() => {
    const { width, height } = document.querySelector('.fight-screen').shadowRoot.querySelector('.picture')
    return width + 'x' + height
  })()`)
  const frameAt = () => page.locator('.fight').getAttribute('data-frame').then(Number)
  await page.evaluate('drawings.length = 0')
  const [first, began] = [await frameAt(), performance.now()]
  for (let key = 0; performance.now() - began < SECONDS * 1000; key++) {
    await page.keyboard.press(['Space', 'KeyJ', 'KeyK', 'KeyU'][key % 4]!, { delay: 60 })
    await page.keyboard.press(key % 8 < 4 ? 'KeyD' : 'KeyA', { delay: 200 })
  }
  const seconds = (performance.now() - began) / 1000
  const frames = (await frameAt()) - first
  const drawings = (await page.evaluate('drawings')) as [number, number][]
  console.log(
    `${stage}, ${size}: ${(drawings.length / seconds).toFixed(1)} drawings and ${(frames / seconds).toFixed(1)} frames a second`,
  )
  show(
    '  each drawing, inputs to picture',
    drawings.map(([, took]) => took),
  )
  show(
    '  from one drawing to the next',
    drawings.slice(1).map(([at], i) => at - drawings[i]![0]),
  )
  await browser.close()
}

console.log(thisMachine())
await inNode()
for (const stage of ['battlefield', 'final-destination']) await inChromium(stage)
console.log(thisMachine())
