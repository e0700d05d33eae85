import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LiveMatches } from '../../live/live-matches.ts'
import { openEmptyDatabase } from '../../../tests/data-folder.ts'
import { abortedOf, Fixture } from '../../../tests/storage/fixture.ts'
import type { Database } from '../../db/schema.ts'
import { Recorder } from './recorder.ts'
import { ReplayRecords } from '../../replays/records.ts'

let db: Database
beforeAll(async () => {
  db = await openEmptyDatabase()
})
afterAll(() => db.destroy())

/** The database, which fails a number of times before it works. */
function failing(times: number): Database {
  let left = times
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction' && left-- > 0) throw new Error('the connection is gone')
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

/** One whose database fails a number of times before it works, and what it logs. */
function recording(failures = 0) {
  const logged: { msg: string }[] = []
  const write = (line: string) => void logged.push(JSON.parse(line) as { msg: string })
  const log = pino({ base: null, timestamp: false }, { write })
  const parts = { db: failing(failures), replayRecords: new ReplayRecords(db, 90), live: new LiveMatches(), log }
  return { recorder: new Recorder(parts), logged }
}

test('a host that polls late for several reports is reported once, and once when it is over', async () => {
  const { recorder, logged } = recording()
  for (const p99 of [50, 2, 50, 50, 50, 50, 2, 2, 50]) {
    const latenessMs = { p50: 0, p99, p999: p99, max: p99 }
    recorder.load({ latenessMs, histogram: [], polls: 600, missed: 0, matches: 7 }, 1)
  }
  expect(logged).toEqual([
    { level: 40, host: 1, p99Ms: 50, matches: 7, msg: 'a host polls late: the machine has too much to do' },
    { level: 30, host: 1, p99Ms: 2, matches: 7, msg: 'a host polls in time again' },
  ])
})

test('a result that the database does not take is tried again until it does', async () => {
  const { recorder, logged } = recording(2)
  const fixture = new Fixture(db)
  const { matchId } = await fixture.seat(await fixture.bot(), await fixture.bot())
  recorder.finished(abortedOf(matchId, { cause: 'shutdown' }))
  await recorder.settled()
  expect(logged.map(({ msg }) => msg)).toEqual([
    'a result could not be written; it is tried again',
    'a result could not be written; it is tried again',
    'match ended',
  ])
})

test('a second signal aborts at once: a database that stays away does not keep the arena from its end', async () => {
  const { recorder, logged } = recording(Infinity)
  recorder.finished(abortedOf('match_none', { cause: 'shutdown' }))
  await recorder.close(1)
  expect(logged.at(-1)).toMatchObject({ msg: 'a result was given up', matchId: 'match_none' })
})
