/** Matches of the house bots, played again from their replays as a viewer does. */
import { loadReplayFighters, Rerun } from '@arena/engine/rerun'
import { houseBots } from '@arena/sdk'
import { ColumnReader } from '@arena/slp'
import { expect, test } from 'vitest'
import { playMatch } from './house-matches/match.ts'
import { fixturesOf } from './house-matches/series.ts'
import { some } from './tests/series.ts'

const FIXTURES = [...fixturesOf(houseBots(8), 5, 9)].map(({ contestants, seed }) => {
  const [first, second] = contestants
  return { first: first.name, second: second.name, contestants, seed }
})

test.each(some(FIXTURES, 5))('$first against $second comes out equal, with the match’s own draws', async (fixture) => {
  const reader = new ColumnReader()
  const { fault } = await playMatch(fixture.seed, fixture.contestants, (events) => reader.push(events))
  expect(fault).toBeNull()
  reader.end()
  await loadReplayFighters(reader)
  const rerun = new Rerun(reader, Buffer.from(fixture.seed, 'hex'))
  rerun.advance(Infinity)
  expect(rerun.difference).toBeNull()
  expect(rerun.played).toBe(reader.columns.count)
  expect(rerun.isEqual).toBe(true)
})
