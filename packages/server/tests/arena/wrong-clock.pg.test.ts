/** A machine whose own clock is wrong, on a database that others share: its records and pages have the moments of the database's clock. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { databaseTime } from '../../src/db/clock.ts'
import { homePage } from '../../src/page/home.ts'
import type { TestArena } from './kit.ts'
import { describeOnPostgres, Machines } from './machines.ts'

const HOUR = 3_600_000
/** The time that a test takes, and that lies between the readings of two clocks. */
const TOLERANCE = 60_000

describeOnPostgres('a machine whose own clock is an hour ahead', () => {
  const machines = new Machines()
  let arena: TestArena

  beforeAll(async () => {
    const { now } = Date
    vi.spyOn(Date, 'now').mockImplementation(() => now() + HOUR)
    arena = await machines.open('web')
  })
  afterAll(() => vi.restoreAllMocks())

  test('writes accounts, sessions, keys and sign-ins at the right moment, and its pages say what time it is', async () => {
    const context = arena.parts
    const { db, accounts, sessions, keys, signIns } = context
    const { id } = await accounts.findOrCreate('ada@example.org')
    await sessions.open(id)
    await keys.create(id, { kind: 'bearer', name: 'of a test', scopes: ['bots.read'] })
    await signIns.claim('192.0.2.1')
    const one = async (table: 'users' | 'sessions' | 'keys') =>
      (await db.selectFrom(table).select('created_at').executeTakeFirstOrThrow()).created_at
    const signIn = await db.selectFrom('sign_ins').select('at').executeTakeFirstOrThrow()
    const moments = {
      account: await one('users'),
      session: await one('sessions'),
      key: await one('keys'),
      signIn: signIn.at,
      page: new Date((await homePage(context, arena.url)).now),
    }
    const now = (await databaseTime(db)).getTime()
    for (const [what, moment] of Object.entries(moments)) {
      expect([what, Math.abs(moment.getTime() - now) < TOLERANCE]).toEqual([what, true])
    }
  })
})
