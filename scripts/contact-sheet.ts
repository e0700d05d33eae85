/**
 * Draws fighters, stages and moments of a match as the viewer draws them, to be looked at: PNG files in a folder.
 *
 *     npm run pictures -- OUT_FOLDER [fighters|stages|match]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { loadAllFighters, STAGE_IDS, type PickId } from '@arena/engine'
import { ACTION_NAMES, actionsOf } from './contact-sheet/actions.ts'
import { bundle } from './contact-sheet/bundle.ts'
import { CHARACTERS } from './contact-sheet/names.ts'
import { moments, stageMoment, stageViews, type Shown } from './contact-sheet/match.ts'

const [folder, only] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: contact-sheet.ts OUT_FOLDER [fighters|stages|match]')
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
mkdirSync(folder, { recursive: true })

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
    moments: actionsOf(character as PickId),
  }))
  const parts = (size: number): (typeof rows)[] =>
    Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size))
  for (const theme of THEMES) {
    await save(`fighters-${theme}`, 'portraits', rows, theme)
    for (const [i, part] of parts(13).entries())
      await save(`actions-60-${i + 1}-${theme}`, 'actions', part, ACTION_NAMES, theme, 60, ACTION_NAMES.length)
    for (const [i, part] of parts(3).entries())
      await save(`actions-130-${i + 1}-${theme}`, 'actions', part, ACTION_NAMES, theme, 130, 7)
  }
}

async function saveMoment(name: string, shown: Shown, overlays: object = NO_OVERLAYS): Promise<void> {
  for (const theme of THEMES) await save(`${name}-${theme}`, 'moment', shown, theme, 1280, 720, 1, overlays)
}

if (only === undefined || only === 'stages') {
  const rows = []
  for (const stage of STAGE_IDS) rows.push(await stageViews(stage))
  for (const theme of THEMES) await save(`stages-${theme}`, 'stages', rows, theme)
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
