/** Matches of the house bots, handed to Chromium's worker as a page does it. `npm run rerun:browser` does so with a hundred. */
import { houseBots } from '@arena/sdk'
import { expect, test } from 'vitest'
import { fixturesOf } from '../../../scripts/house-matches/series.ts'
import { openPage } from '../../../scripts/tests/browser.ts'
import { BrowserReruns } from '../../../scripts/rerun-browser/browser-reruns.ts'

/** The numbers of three of a hundred matches, apart from each other. */
const SAMPLE = [4, 37, 71]

test('matches of house bots come out byte for byte in Chromium', { timeout: 180_000 }, async () => {
  using reruns = await BrowserReruns.open(await openPage())
  for (const number of SAMPLE) {
    const [fixture] = [...fixturesOf(houseBots(8), number, number)]
    const { verdict, error } = await reruns.run(fixture!)
    expect({ number, state: verdict.state, error }).toEqual({ number, state: 'equal', error: null })
  }
})
