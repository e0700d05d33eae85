/** Contract of day secrets: what a seed follows from, and when its secret is committed to and public, for any database. */
import { commitmentOf, readEntry, seedOf } from '@arena/protocol/public-log'
import { describe, expect, test } from 'vitest'
import { Scheduler } from '../../../src/matches/seating/tick.ts'
import { nextNumber, prepareDays } from '../../../src/public-log/days.ts'
import { DAY, resultOf } from '../fixture.ts'
import type { Fixture } from '../fixture.ts'
import { beginLog } from '../test-machine.ts'
import { hearing, TICK } from './kit.ts'

export function daysContract(f: Fixture): void {
  const { scheduler } = hearing(f)
  const next = () => f.db.transaction().execute((trx) => nextNumber(trx, f.now))
  const matches = () => f.db.selectFrom('matches').select(['day', 'number', 'seed']).orderBy('started_at').execute()
  const days = () => f.db.selectFrom('days').select(['day', 'secret', 'seated']).orderBy('day').execute()
  const date = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const entries = async () => {
    const rows = await f.db.selectFrom('public_log_entries').select('text').orderBy('index').execute()
    return rows.map(({ text }) => readEntry(text))
  }
  const secrets = async () => (await entries()).filter(({ kind }) => kind === 'secret')

  describe('day secrets', () => {
    test('the tick that commits to the secret of today seats nobody; it commits to that of tomorrow as well', async () => {
      await f.newBots(2)
      await beginLog(f.db, f.now)
      const ofTick = (one: Scheduler) => Scheduler.prototype.tick.call(one)
      const one = scheduler()
      expect((await ofTick(one)).order).toBeNull()
      const drawn = await days()
      expect(drawn).toMatchObject([{ day: date(f.now) }, { day: date(f.now + DAY) }])
      const commitments = drawn.map(({ day, secret }) => ({ day, first: 1, commitment: commitmentOf(secret) }))
      expect((await entries()).slice(1)).toMatchObject(commitments)
      f.now += TICK
      expect((await ofTick(one)).order).not.toBeNull()
      expect(await entries()).toHaveLength(3)
    })

    test('the seed of a match is the HMAC of its number under the secret of its day, in seating order', async () => {
      await f.newBots(4)
      const one = scheduler()
      for (let i = 0; i < 2; i++) {
        await one.tick()
        f.now += TICK
      }
      const [today] = await days()
      const seeds = [1, 2].map((number) => Buffer.from(seedOf(today!.secret, number)).toString('hex'))
      expect(await matches()).toEqual(seeds.map((seed, i) => ({ day: today!.day, number: i + 1, seed })))
      expect(today!.seated).toBe(2)
    })

    test('a clock that is set back by a day stays in the newest day that has matches', async () => {
      await beginLog(f.db, f.now)
      await prepareDays(f.db, f.now)
      f.now += DAY
      await prepareDays(f.db, f.now)
      expect(await next()).toMatchObject({ day: date(f.now), number: 1 })
      const newest = date(f.now)
      f.now -= DAY
      expect(await prepareDays(f.db, f.now)).toBe(true)
      expect(await next()).toMatchObject({ day: newest, number: 2 })
    })

    test('the secret of a day is public once a later day has a match and none of its own runs', async () => {
      await f.newBots(4)
      const one = scheduler()
      const first = (await one.tick()).order!
      const [today] = await days()
      f.now += DAY
      const second = (await one.tick()).order!
      f.now += TICK
      await one.tick()
      expect(await secrets()).toEqual([])
      await f.finish(resultOf(first.matchId))
      await one.tick()
      const { day, secret } = today!
      expect(await secrets()).toEqual([{ kind: 'secret', log: 'arena.example/log/1', day, secret }])
      await f.finish(resultOf(second.matchId))
      await one.tick()
      expect(await secrets()).toHaveLength(1)
    })
  })
}
