/**
 * Draws fighters, stages and moments of a match as the viewer draws them, to be looked at: PNG files in a folder.
 *
 *     npm run pictures -- OUT_FOLDER [fighters|stages|match]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { Game, loadAllFighters, Picture, PICTURE_BYTES, STAGE_IDS, type Pad } from '@arena/engine'
import { bundle } from './contact-sheet/bundle.ts'
import { CHARACTERS } from './contact-sheet/names.ts'
import { moments, stageMoment, type Shown } from './contact-sheet/match.ts'

const [folder, only] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: contact-sheet.ts OUT_FOLDER [fighters|stages|match]')
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
mkdirSync(folder, { recursive: true })

const NEUTRAL: Pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }
const A = 0x0100
const X = 0x0400

function shot(game: Game): string {
  const buffer = new ArrayBuffer(PICTURE_BYTES)
  game.show(new Picture(buffer))
  return Buffer.from(buffer).toString('base64')
}

/** Standing, in a strong attack, in an aerial one; then the rival standing. */
function posesOf(character: number): string[] {
  const game = new Game({
    seed: new Uint8Array(32).fill(7),
    stage: 32,
    players: [
      { character, costume: 0, name: '' },
      { character, costume: 0, name: '' },
    ],
  })
  const picture = new Picture()
  const play = (pad: Partial<Pad>, frames: number): void => {
    for (let i = 0; i < frames; i++) game.step({ ...NEUTRAL, ...pad }, NEUTRAL)
  }
  const untilHit = (pad: Partial<Pad>): void => {
    for (let i = 0; i < 60; i++) {
      play(i < 2 ? pad : {}, 1)
      game.show(picture)
      if (picture.bodies[0]!.hitboxCount > 0) {
        play({}, 1)
        return
      }
    }
  }
  play({}, 150)
  const standing = shot(game)
  untilHit({ buttons: A, stickX: 255 })
  const attacking = shot(game)
  play({}, 80)
  play({ buttons: X }, 4)
  play({}, 12)
  untilHit({ buttons: A, stickX: 200 })
  return [standing, attacking, shot(game), standing]
}

await loadAllFighters()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const page = await browser.newPage()
await page.addScriptTag({ content: await bundle(new URL('contact-sheet/page.ts', import.meta.url)) })

async function save(name: string, call: string, ...values: readonly unknown[]): Promise<void> {
  const text = await page.evaluate(
    ([method, given]) => {
      const { sheet } = globalThis as unknown as {
        sheet: Record<string, (...all: readonly unknown[]) => string>
      }
      return sheet[method]!(...given)
    },
    [call, values] as const,
  )
  writeFileSync(join(folder!, `${name}.png`), Buffer.from(text.slice(text.indexOf(',') + 1), 'base64'))
}

const THEMES = ['light', 'dark'] as const
const NO_OVERLAYS = { hurtboxes: false, hitboxes: false, ecb: false, ledgeBoxes: false, shields: false, zones: false }
const ALL_OVERLAYS = { hurtboxes: true, hitboxes: true, ecb: true, ledgeBoxes: true, shields: true, zones: true }

if (only === undefined || only === 'fighters') {
  const rows = Array.from({ length: 26 }, (_, character) => ({
    name: CHARACTERS[character]!,
    poses: posesOf(character),
  }))
  for (const theme of THEMES) {
    await save(`fighters-60-${theme}`, 'fighters', rows, theme, 60, 5)
    await save(`fighters-160-${theme}`, 'fighters', rows, theme, 160, 2)
  }
}

async function saveMoment(name: string, shown: Shown, overlays: object = NO_OVERLAYS): Promise<void> {
  for (const theme of THEMES) await save(`${name}-${theme}`, 'moment', shown, theme, 1280, 720, 1, overlays)
}

if (only === undefined || only === 'stages') {
  for (const stage of STAGE_IDS) await saveMoment(`stage-${stage}`, await stageMoment(stage))
}

if (only === undefined || only === 'match') {
  const shown = await moments()
  for (const [i, each] of shown.entries()) {
    await saveMoment(`match-${i}`, each)
    await save(`match-${i}-narrow`, 'moment', each, 'light', 390, 300, 2, NO_OVERLAYS)
  }
  await saveMoment('overlays', shown[2]!, ALL_OVERLAYS)
}

await browser.close()
