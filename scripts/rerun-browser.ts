/** Plays matches between house bots, hands each replay to Chromium, and counts those that come out equal there. See docs/engine.md. */
import { stderr, stdout } from 'node:process'
import { chromium } from 'playwright-core'
import { houseBots } from '@arena/sdk'
import { characterName } from '@arena/slp'
import { wholeNumber } from '@arena/host/command-line'
import { newScript } from './command-line.ts'
import { commandOf, fixturesOf } from './house-matches/series.ts'
import { BrowserReruns } from './rerun-browser/browser-reruns.ts'

async function main(): Promise<number> {
  const { games, first } = newScript(
    'npm run rerun:browser --',
    'Plays matches between house bots on the fast clock and runs each replay again in a worker of Chromium, as a page does.',
  )
    .option('--games <n>', 'number of matches', wholeNumber(1), 100)
    .option('--first <n>', 'first match of the endless series to play', wholeNumber(1), 1)
    .addHelpText(
      'after',
      '\nCHROMIUM_PATH names the browser. Exit status: 0 when every byte of every match came out equal, 1 when one did not, 2 for ' +
        'mistakes on the command line.',
    )
    .parse()
    .opts()
  await using browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  using reruns = await BrowserReruns.open(await browser.newPage())
  let equal = 0
  let frames = 0
  const characters = new Set<number>()
  for (const fixture of fixturesOf(houseBots(8), first, first + games - 1)) {
    const { verdict, info, error } = await reruns.run(fixture)
    for (const { character } of info?.players ?? []) characters.add(character)
    if (verdict.state === 'equal' && error === null) {
      equal++
      frames += verdict.frames
    } else stdout.write(`${JSON.stringify(verdict)} ${error ?? ''}\n  ${commandOf(fixture)}\n`)
    stderr.write(`\r${fixture.number - first + 1} of ${games}`)
  }
  stderr.write('\r')
  const played = [...characters].toSorted((a, b) => a - b).map(characterName)
  stdout.write(
    `${equal} of ${games} matches came out equal in Chromium ${browser.version()}, ${frames.toLocaleString('en')} frames\n`,
  )
  stdout.write(`characters: ${played.join(', ')}\n`)
  return equal === games ? 0 : 1
}

process.exitCode = await main()
