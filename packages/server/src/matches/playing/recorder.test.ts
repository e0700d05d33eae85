import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LiveMatches } from '../../live/live-matches.ts'
import { openEmptyDatabase } from '../../../tests/data-folder.ts'
import { Fixture } from '../../../tests/storage/fixture.ts'
import type { Database } from '../../db/schema.ts'
import type { MatchResult } from '../../../../host/src/order.ts'
import { Recorder } from './recorder.ts'
import { ReplayRecords } from '../../replays/records.ts'

let db: Database
beforeAll(async () => {
  db = await openEmptyDatabase()
})
afterAll(() => db.destroy())

const result: MatchResult = {
  matchId: 'match_01k9y40r6yes3v1c5hzq8p2n7t',
  status: 'aborted',
  cause: 'shutdown',
  detail: '',
  summary: null,
  played: false,
  answered: [false, false],
  replayBytes: null,
}

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

test('a host that polls late for several reports is reported once, and once when it is over', async () => {
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) })
  const recorder = new Recorder({ db, replayRecords: new ReplayRecords(db, 90), live: new LiveMatches(), log })
  for (const p99 of [50, 2, 50, 50, 50, 50, 2, 2, 50]) {
    const latenessMs = { p50: 0, p99, p999: p99, max: p99 }
    recorder.load({ latenessMs, histogram: [], polls: 600, missed: 0, matches: 7 }, 1)
  }
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { level: 40, host: 1, p99Ms: 50, matches: 7, msg: 'a host polls late: the machine has too much to do' },
    { level: 30, host: 1, p99Ms: 2, matches: 7, msg: 'a host polls in time again' },
  ])
})

test('a result that the database does not take is tried again until it does', async () => {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const recorder = new Recorder({
    db: failing(2),
    replayRecords: new ReplayRecords(db, 90),
    live: new LiveMatches(),
    log,
  })
  const fixture = new Fixture(db)
  const { matchId } = await fixture.seat(await fixture.bot(), await fixture.bot())
  recorder.finished({ ...result, matchId })
  await recorder.settled()
  const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
  expect(messages).toEqual([
    'a result could not be written; it is tried again',
    'a result could not be written; it is tried again',
    'match ended',
  ])
})

test('a second signal aborts at once: a database that stays away does not keep the arena from its end', async () => {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const recorder = new Recorder({
    db: failing(Infinity),
    replayRecords: new ReplayRecords(db, 90),
    live: new LiveMatches(),
    log,
  })
  recorder.finished(result)
  await recorder.close(1)
  const last = JSON.parse(lines.at(-1)!) as { msg: string; matchId: string }
  expect(last).toMatchObject({ msg: 'a result was given up', matchId: result.matchId })
})
