/**
 * The embedded database fails at each query in turn of what people ask, as on a full disk; they repeat a request that failed. The
 * simulation does so for matches and replays. `database-faults.pg.test.ts`: connections to a server.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { numbers, some } from '../../../scripts/tests/series.ts'
import { SignIn } from '../src/accounts/sign-in.ts'
import { Changes } from '../src/db/changes.ts'
import { embeddedDialect } from '../src/db/embedded.ts'
import type { Database, Schema } from '../src/db/schema.ts'
import { LIMITS } from '../src/http/rate-limits.ts'
import { SharedRateLimiter } from '../src/http/shared-rate-limiter.ts'
import { Mailer } from '../src/mail/mailer.ts'
import { createDataFolder } from './data-folder.ts'
import { failing, Faults, QUERY_FAULTS } from './storage/faults/failing-dialect.ts'
import { empty, Fixture } from './storage/fixture.ts'

const log = pino({ level: 'silent' })
const faults = new Faults()
let folder: string
let db: Database

beforeAll(async () => {
  folder = await createDataFolder('arena-faults-')
  db = new Kysely<Schema>({ dialect: failing(embeddedDialect(join(folder, 'database'), new Changes()), faults) })
})
afterAll(async () => {
  await db.destroy()
  await rm(folder, { recursive: true })
})

/** One fault costs one attempt. */
const again = <T>(step: () => Promise<T>): Promise<T> => step().catch(step)

const REQUESTS: Readonly<Record<string, (f: Fixture) => Promise<void>>> = {
  async 'a sign-in'(f) {
    const mailer = new Mailer({ transport: { send: async () => {} }, log })
    const signIn = new SignIn({ db, signIns: f.signIns, mailer, log, now: f.clock })
    const email = 'ada@example.org'
    // A link that did not do is followed by another.
    const { user, sessionId } = await again(async () => {
      let token = ''
      await signIn.ask(email, 'a client', (mailed) => `https://example.org/${(token = mailed)}`)
      await mailer.settled()
      return signIn.verify({ token }, 'a client', null)
    })
    expect(await again(() => f.sessions.find(sessionId))).toBe(user.id)
    await again(() => f.accounts.setHandle(user.id, 'ada'))
    expect(await again(() => f.accounts.find(user.id))).toEqual({ id: user.id, email, name: 'ada' })
  },

  async 'a key, and a bot in its time'(f) {
    const owner = await again(() => f.account())
    const key = await again(() => f.keys.create(owner, { kind: 'bearer', name: 'key', scopes: ['bots.write'] }))
    if (key === 'key-limit-reached') throw new Error(key)
    expect(await again(() => f.keys.list(owner))).toContainEqual(expect.objectContaining({ id: key.id }))
    const { botId } = await again(() => f.bot({ owner }))
    await again(() => f.bots.update(owner, botId, { name: 'Edgeguard', status: 'paused' }))
    expect(await again(() => f.bots.find(owner, botId))).toMatchObject({ name: 'Edgeguard', status: 'paused' })
    await again(() => f.bots.remove(owner, botId))
    expect(await again(() => f.bots.find(owner, botId))).toBeNull()
  },

  async 'limits and purges'(f) {
    const limiter = new SharedRateLimiter(db, { ...LIMITS, 'match-reads': 1 })
    // One of two requests in doubt may have been counted.
    await again(async () => limiter.take('match-reads', 'a client'))
    expect(await again(async () => limiter.take('match-reads', 'a client'))).toBeGreaterThan(0)
    await again(() => f.sessions.purge())
    await again(() => f.signIns.purge())
  },
}

describe('whichever query fails, what is tried again succeeds', () => {
  test.each(Object.entries(REQUESTS))(
    '%s',
    async (_name, request) => {
      const queriesOf = async (...fault: Parameters<Faults['plan']>) => {
        faults.plan()
        await empty(db)
        faults.plan(...fault)
        await request(new Fixture(db))
        return faults.queries
      }
      const queries = await queriesOf()
      for (const at of some(numbers(queries, 1), 4)) {
        for (const fault of QUERY_FAULTS) {
          const asked = await queriesOf(at, fault).catch((error: Error) => {
            throw new Error(`query ${at} of ${queries}, ${fault}: ${error.message}`, { cause: error })
          })
          expect(asked, `query ${at} of ${queries}`).toBeGreaterThanOrEqual(at)
        }
      }
    },
    120_000,
  )
})
