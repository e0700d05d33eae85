/**
 * Takes pictures, to be looked at: every page of a running arena and the viewer at ten frames of one match, in light and dark, on
 * wide and narrow screens; all fighters, stages and moments of a match on sheets. The pages have to be built.
 *
 *     npm run pictures -- FOLDER
 */
import { mkdirSync } from 'node:fs'
import { Argument } from '@commander-js/extra-typings'
import { chromium } from 'playwright-core'
import { newScript } from './command-line.ts'
import { takeFlows, takeFrames, takeMoving, takePages } from './pictures/pages.ts'
import { PlayedArena } from './pictures/played-arena.ts'
import { Sheets } from './pictures/take-sheets.ts'

const PARTS = ['pages', 'viewer', 'moving', 'fighters', 'stages', 'match'] as const

const [folder, only] = newScript(
  'npm run pictures --',
  'Takes pictures of pages and of the viewer, to be looked at. CHROMIUM_PATH names the browser.',
)
  .argument('<folder>', 'takes the pictures')
  .addArgument(new Argument('[part]', 'only this part').choices(PARTS))
  .parse().processedArgs
const wants = (part: (typeof PARTS)[number]): boolean => only === undefined || only === part
mkdirSync(folder, { recursive: true })

await using browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const say = (text: string): void => console.log(text)
if (wants('pages') || wants('viewer') || wants('moving')) {
  await using arena = await PlayedArena.open(say)
  if (wants('pages')) {
    await takePages(browser, arena, folder, say)
    await takeFlows(browser, arena, folder, say)
  }
  if (wants('viewer')) await takeFrames(browser, arena, folder, say)
  if (wants('moving')) await takeMoving(browser, arena, folder)
}
if (wants('fighters') || wants('stages') || wants('match')) {
  const sheets = await Sheets.open(browser, folder)
  for (const part of ['fighters', 'stages', 'match'] as const) {
    if (!wants(part)) continue
    await sheets[part]()
    say(`sheets: ${part}`)
  }
}
