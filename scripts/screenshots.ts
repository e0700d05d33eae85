/**
 * Takes pictures of every page of a running arena and of the viewer, to be looked at: PNG files in a folder. The pages have to be built.
 *
 *     npm run screenshots -- OUT_FOLDER [pages|viewer]
 */
import { mkdirSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { PlayedArena } from './pictures/played-arena.ts'
import { takeFrames, takePages } from './pictures/pages.ts'

const [folder, only] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: npm run screenshots -- OUT_FOLDER [pages|viewer]')
mkdirSync(folder, { recursive: true })

const say = (text: string): void => console.log(text)
await using arena = await PlayedArena.open(say)
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
if (only !== 'viewer') await takePages(browser, arena, folder, say)
if (only !== 'pages') await takeFrames(browser, arena, folder, say)
await browser.close()
