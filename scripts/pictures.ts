/**
 * Takes pictures, to be looked at: every page of a running arena and the viewer at ten frames of one match, in light and dark, on
 * wide and narrow screens; all fighters, stages and moments of a match on sheets. The pages have to be built.
 *
 *     npm run pictures -- OUT_FOLDER [pages|viewer|moving|fighters|stages|match]
 */
import { mkdirSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { takeFlows, takeFrames, takeMoving, takePages } from './pictures/pages.ts'
import { PlayedArena } from './pictures/played-arena.ts'
import { Sheets } from './pictures/take-sheets.ts'

const PARTS = ['pages', 'viewer', 'moving', 'fighters', 'stages', 'match'] as const

const [folder, only] = process.argv.slice(2)
if (folder === undefined || (only !== undefined && !(PARTS as readonly string[]).includes(only))) {
  console.error(`Usage: npm run pictures -- OUT_FOLDER [${PARTS.join('|')}]`)
  process.exit(2)
}
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
