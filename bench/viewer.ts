/**
 * How long a frame of the viewer takes to draw in Chromium without a graphics card: with Canvas 2D as it is, and bodies alone by a
 * fragment shader (the alternative of ADR 27).
 *
 *     npx tsx --conditions=source bench/viewer.ts
 */
import { chromium } from 'playwright-core'
import type { StageId } from '@arena/engine'
import { bundle } from '../scripts/pictures/sheets/bundle.ts'
import { stretch } from '../scripts/pictures/sheets/match.ts'
import { thisMachine } from './this-machine.ts'

const FRAMES = 240
/** A shader takes so long without a card that few have to do. */
const SHADER_FRAMES = 10
const STAGES: readonly StageId[] = [31, 28, 2, 3]

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page = await browser.newPage()
await page.addScriptTag({ content: await bundle(new URL('viewer/page.ts', import.meta.url)) })

async function measure(name: string, call: string, ...values: readonly unknown[]): Promise<void> {
  const times = await page.evaluate(
    ([method, given]) => {
      const { bench } = globalThis as unknown as {
        bench: Record<string, (...all: readonly unknown[]) => number[]>
      }
      return bench[method]!(...given)
    },
    [call, values] as const,
  )
  times.sort((a, b) => a - b)
  const at = (share: number): string => times[Math.floor((times.length - 1) * share)]!.toFixed(1)
  console.log(`${name.padEnd(44)} median ${at(0.5)} ms, 95 % ${at(0.95)} ms, 10 % ${at(0.1)} ms`)
}

console.log(`${thisMachine()}\n1280x720, ${FRAMES} frames each`)
await measure('a blit of the whole picture', 'blit', FRAMES)
for (const stage of STAGES) {
  const { info, pictures } = await stretch(stage, FRAMES)
  for (const theme of ['light', 'dark'])
    await measure(`Canvas 2D, stage ${stage}, ${theme}`, 'canvas2d', info, pictures, theme)
  if (stage === 31) {
    await measure('Canvas 2D, 390x300 at ratio 2, stage 31', 'canvas2d', info, pictures, 'light', 390, 300, 2)
    await measure('WebGL, bodies alone, stage 31', 'shader', pictures.slice(0, SHADER_FRAMES))
  }
}
console.log(thisMachine())
await browser.close()
