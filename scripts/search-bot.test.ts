/** The example that searches with the engine (`packages/sdk/examples/search-bot.ts`), in whole games against the strongest house bot. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { houseBot, type Character } from '@arena/sdk'
import { expect, test } from 'vitest'
import { playMatch, type Outcome } from './house-matches/match.ts'
import { botOf } from './tests/example.ts'
import { IS_LONG, numbers } from './tests/series.ts'

const PROGRAM = 'packages/sdk/examples/search-bot.ts'
const GAMES = IS_LONG ? 10 : 1
/** Of ten games. It wins nearly all of them; a few may be lost to chance. */
const LEAST_WINS = IS_LONG ? 8 : 1

test('it fits on a few pages', async () => {
  const source = await readFile(new URL(`../${PROGRAM}`, import.meta.url), 'utf8')
  expect(source.split('\n').length).toBeLessThan(250)
})

test('it beats the strongest house bot, whatever its character', { timeout: 600_000 }, async () => {
  const play = await botOf(PROGRAM)
  const outcomes: Outcome[] = []
  for (const game of numbers(GAMES)) {
    const seed = createHash('sha256').update(`search match ${game}`).digest('hex')
    const sound = houseBot({ strength: 'sound', character: ((7 * game + 2) % 26) as Character })
    outcomes.push(
      await playMatch(seed, [
        { name: 'search', play },
        { name: 'sound', play: () => sound },
      ]),
    )
  }
  expect(outcomes.filter(({ fault }) => fault !== null)).toEqual([])
  const won = outcomes.filter(({ names, winner }) => winner !== null && names[winner] === 'search')
  expect(won.length).toBeGreaterThanOrEqual(LEAST_WINS)
})
