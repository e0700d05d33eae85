/** Contract of the limits that machines count together: exact, however many of them are asked at once. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { LIMITS, WINDOW_MS } from '../../src/http/rate-limits.ts'
import { SharedRateLimiter } from '../../src/http/shared-rate-limiter.ts'
import type { Fixture } from './fixture.ts'

const SMALL = { ...LIMITS, registrations: 10, writes: 1 }

export function rateLimitsContract(f: Fixture): void {
  const arena = () => new SharedRateLimiter(f.db, SMALL)
  /** Asks so often at once, of as many machines as are given in turn. */
  const askAtOnce = (times: number, ...machines: SharedRateLimiter[]) =>
    Promise.all(
      Array.from({ length: times }, async (_, i) => machines[i % machines.length]!.take('registrations', 'ada')),
    )
  /** What waiting does, without waiting. */
  const age = (ms: number) =>
    sql`update turns set at = at - make_interval(secs => ${ms / 1000}::double precision)`.execute(f.db)

  describe('limits counted together', () => {
    test('of requests that arrive at two machines at once, exactly as many are accepted as the limit allows', async () => {
      const waits = await askAtOnce(60, arena(), arena())
      expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(SMALL.registrations)
      for (const waitMs of waits.filter((each) => each > 0)) expect(waitMs).toBeLessThanOrEqual(WINDOW_MS)
    })

    test('what one arena took, another counts; other subjects and classes are counted apart', async () => {
      expect(await arena().take('writes', 'ada')).toBe(0)
      expect(await arena().take('writes', 'ada')).toBeGreaterThan(0)
      expect(await arena().take('writes', 'bob')).toBe(0)
      expect(await arena().take('registrations', 'ada')).toBe(0)
    })

    test('after the time that a refusal names the request succeeds, and not before; refused requests are not charged', async () => {
      await askAtOnce(7, arena(), arena(), arena())
      await age(20_000)
      await askAtOnce(3, arena(), arena())
      const waitMs = await arena().take('registrations', 'ada')
      expect(waitMs).toBeGreaterThan(30_000)
      expect(waitMs).toBeLessThanOrEqual(40_000)
      await age(waitMs - 10_000)
      expect(await arena().take('registrations', 'ada')).toBeGreaterThan(0)
      await age(10_000)
      expect(await arena().take('registrations', 'ada')).toBe(0)
      // The seven came one after the other.
      await age(5_000)
      const later = await askAtOnce(8, arena(), arena(), arena())
      expect(later.filter((each) => each === 0)).toHaveLength(6)
    })

    test('a caller that does not wait causes no further query', async () => {
      const limiter = arena()
      await limiter.take('writes', 'ada')
      await limiter.take('writes', 'ada')
      const again = limiter.take('writes', 'ada')
      expect(again).toEqual(expect.any(Number))
      expect(again).toBeGreaterThan(0)
      expect(limiter.peek('writes', 'ada')).toBeGreaterThan(0)
      expect(limiter.peek('writes', 'bob')).toBe(0)
    })

    test('requests outside of every window are forgotten', async () => {
      await arena().take('writes', 'ada')
      await age(WINDOW_MS + 1)
      await arena().take('writes', 'bob')
      // The question is answered before the sweeping is done.
      const keys = async () => (await f.db.selectFrom('turns').select('key').execute()).map(({ key }) => key)
      await expect.poll(keys).toEqual(['writes bob'])
    })

    test('a database that does not answer is an error for those who ask, not for those who ask later', async () => {
      const limiter = arena()
      await sql`alter table turns rename to turns_away`.execute(f.db)
      await expect(limiter.take('writes', 'ada')).rejects.toThrow()
      await sql`alter table turns_away rename to turns`.execute(f.db)
      expect(await limiter.take('writes', 'ada')).toBe(0)
    })
  })
}
