/** The example that searches with the engine (`packages/sdk/examples/search-bot.ts`), against house bots. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Character, houseBot, type Play } from '@arena/sdk'
import { expect, test } from 'vitest'
import { playMatch, type Outcome } from './house-matches/match.ts'
import { botOf } from './tests/example.ts'
import { IS_LONG, numbers } from './tests/series.ts'

const PROGRAM = 'packages/sdk/examples/search-bot.ts'
const GAMES = 10
/** It wins nearly all of ten games; a few may be lost to chance. */
const LEAST_WINS = 8
/** Time enough to meet and to strike. */
const FIVE_SECONDS = 300

test('it fits on a few pages', async () => {
  const source = await readFile(new URL(`../${PROGRAM}`, import.meta.url), 'utf8')
  expect(source.split('\n').length).toBeLessThan(250)
})

test('after five seconds it is ahead of a simple house bot', { timeout: 60_000 }, async () => {
  const walker = houseBot({ strength: 'walker', character: Character.Mario })
  const { names, stocks, percents, fault } = await match(0, await botOf(PROGRAM), walker, FIVE_SECONDS)
  expect(fault).toBeNull()
  const lost = (name: string): number => 300 * (4 - stocks[names.indexOf(name)]!) + percents[names.indexOf(name)]!
  expect(lost('house')).toBeGreaterThan(lost('search'))
})

test.runIf(IS_LONG)('it beats the strongest house bot, whatever its character', { timeout: 600_000 }, async () => {
  const play = await botOf(PROGRAM)
  const outcomes: Outcome[] = []
  for (const game of numbers(GAMES)) {
    const character = ((7 * game + 2) % 26) as Character
    outcomes.push(await match(game, play, houseBot({ strength: 'sound', character })))
  }
  expect(outcomes.filter(({ fault }) => fault !== null)).toEqual([])
  const won = outcomes.filter(({ names, winner }) => winner !== null && names[winner] === 'search')
  expect(won.length).toBeGreaterThanOrEqual(LEAST_WINS)
})

function match(game: number, search: () => Play, house: Play, end?: number): Promise<Outcome> {
  const seed = createHash('sha256').update(`search match ${game}`).digest('hex')
  const bots = [
    { name: 'search', play: search },
    { name: 'house', play: () => house },
  ] as const
  return playMatch(seed, bots, undefined, end)
}
