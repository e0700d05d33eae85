/** Operators' acts on a PostgreSQL server reach every arena that uses it, from a machine that has no data folder of theirs. */
import { beforeAll, expect, test, vi } from 'vitest'
import { House } from '../../src/house.ts'
import { admin } from '../admin.ts'
import { stillEngine } from './kit.ts'
import type { TestArena } from './kit.ts'
import { describeOnPostgres, Machines } from './machines.ts'

const HOUR_MS = 3_600_000

describeOnPostgres('on PostgreSQL', () => {
  const machines = new Machines({ ARENA_ENGINE: stillEngine('ends=100000000') })
  let both: readonly [TestArena, TestArena]
  const writes = () =>
    Promise.all(both.map(async ({ url }) => (await fetch(`${url}/auth/sign-out`, { method: 'POST' })).status))
  const act = (...argv: string[]) => admin({ DATABASE_URL: machines.url }, ...argv, '--why', 'a test', '--as', 'ada')

  beforeAll(async () => {
    both = [await machines.open('all'), await machines.open('all')]
  })

  test('a match ends, whichever arena plays it', async () => {
    const bots = [await both[0].player(), await both[0].player()] as const
    const seat = await bots[0].bot.seat(0)
    await seat.received(5)
    expect((await act('matches', 'end', seat.matchId, '--yes')).code).toBe(0)
    const ended = await Promise.race(both.map((arena) => arena.ended(seat.matchId)))
    expect(ended).toMatchObject({ cause: 'operator', match: { status: 'aborted' } })
  })

  test('maintenance is known to every arena', async () => {
    expect((await act('maintenance', 'announce', 'A new disk.', '--minutes', '5')).code).toBe(0)
    await expect.poll(writes, { timeout: 10_000 }).toEqual([503, 503])
    expect((await act('maintenance', 'cancel')).code).toBe(0)
    await expect.poll(writes, { timeout: 10_000 }).toEqual([200, 200])
  })

  test('an arena that starts meanwhile knows of it before it serves', async () => {
    expect((await act('maintenance', 'announce', 'A new disk.', '--minutes', '5')).code).toBe(0)
    let answered: number | undefined
    using _starting = vi.spyOn(House, 'start').mockImplementationOnce(async (_context, url) => {
      answered = (await fetch(`${url}/auth/sign-out`, { method: 'POST' })).status
      return null
    })
    await using _third = await machines.start('all')
    expect(answered).toBe(503)
    expect((await act('maintenance', 'cancel')).code).toBe(0)
  })

  test('it begins and ends by the clock of the database, whatever the clock of a machine shows', async () => {
    const real = Date.now()
    const at = (moment: number) => new Date(moment).toISOString()
    vi.useFakeTimers({ toFake: ['Date'], now: real + 3 * HOUR_MS })
    try {
      expect((await act('maintenance', 'announce', 'A disk.', '--minutes', '5')).code).toBe(0)
      await expect.poll(writes, { timeout: 10_000 }).toEqual([503, 503])
      // Over in two hours, which by the machine's clock was an hour ago.
      const [from, until] = [at(real + HOUR_MS), at(real + 2 * HOUR_MS)]
      expect((await act('maintenance', 'announce', 'Later.', '--from', from, '--until', until)).code).toBe(0)
      await expect.poll(writes, { timeout: 10_000 }).toEqual([200, 200])
      const pages = both.map(async ({ url }) => (await fetch(url, { headers: { accept: 'text/html' } })).text())
      for (const page of await Promise.all(pages)) expect(page).toContain('Later.')
      const over = await act(
        'maintenance',
        'announce',
        'x',
        '--until',
        at(real - HOUR_MS),
        '--from',
        at(real - 2 * HOUR_MS),
      )
      expect(over).toMatchObject({ code: 1, errors: expect.stringContaining('would be over already') })
    } finally {
      vi.useRealTimers()
      await act('maintenance', 'cancel')
    }
  })
})
