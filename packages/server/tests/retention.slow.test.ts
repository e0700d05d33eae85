/** Replays past their retention are deleted, by a clock that may jump. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ServingParts } from '../src/machine/serving.ts'
import { retentionRounds } from '../src/replays/retention-keeper.ts'
import { startService } from './http-service.ts'
import { endMatch, seatMatch } from './stored-match.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 1)

/** A wall clock that can be set, and one that cannot. */
class Clock {
  wall = START
  #elapsed = 0
  readonly now = () => this.wall
  readonly elapsed = () => this.#elapsed

  pass(ms: number): void {
    this.wall += ms
    this.#elapsed += ms
  }
}

async function replayEnding(context: ServingParts, endedAt: number): Promise<string> {
  const { matchId } = await seatMatch(context, { startedAt: endedAt - HOUR })
  await writeFile(join(context.replayDir, `${matchId}.slp`), 'a replay')
  await endMatch(context, matchId, { replayBytes: 8 }, endedAt)
  return matchId
}

test('a clock that jumps years ahead costs no replay; what has come of age by then is deleted as ever', async () => {
  await using service = await startService({ ARENA_REPLAY_DAYS: '90' })
  const { context } = service
  await mkdir(context.replayDir)
  const clock = new Clock()
  const kept = async () => (await readdir(context.replayDir)).toSorted()
  const hours = async (count: number, round: () => Promise<number>) => {
    let deleted = 0
    for (let hour = 0; hour < count; hour++) {
      clock.pass(HOUR)
      deleted += await round()
    }
    return deleted
  }

  const old = await replayEnding(context, START - 89 * DAY)
  const young = await replayEnding(context, START - DAY / 2)
  const first = retentionRounds(context, clock)
  expect(await first()).toBe(0)
  clock.wall += 3650 * DAY
  expect(await hours(2, first)).toBe(0)
  expect(service.logged()).toContain('the clock has jumped ahead')
  // Nor after a restart, with the clock as it is.
  const second = retentionRounds(context, clock)
  expect(await second()).toBe(0)
  expect(await hours(23, second)).toBe(1)
  expect(await kept()).toEqual([`${young}.slp`])
  expect(await context.matches.find(old)).toMatchObject({ replayBytes: null })

  // It was right: in a week it is believed.
  expect(await hours(5 * 24, second)).toBe(0)
  expect(await hours(3 * 24, second)).toBe(1)
  expect(await kept()).toEqual([])
})
