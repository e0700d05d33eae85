/**
 * Contract of transactions that hold the same rows (src/db/locks.ts): they take them in one order, so that no two wait for each
 * other. Only on a server do two transactions run at once.
 */
import { Problem } from '@arena/protocol'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { SignIn } from '../../src/accounts/sign-in.ts'
import { forgetAccount } from '../../src/accounts/store.ts'
import type { Database } from '../../src/db/schema.ts'
import { Mailer } from '../../src/mail/mailer.ts'
import { disableAccount } from '../../src/operators/accounts.ts'
import { ARENA, DAY, resultOf } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { untilOneWaits } from './postgres.ts'
import { ids, Listener } from './scheduler/kit.ts'
import { testMachine } from './test-machine.ts'

const CLIENT = '203.0.113.7'

type End = (trx: Database, id: string, now: Date) => Promise<unknown>

/** What ends an account, and what an owner who comes at that moment is told. */
const ENDS: readonly (readonly [end: string, act: End, told: string | null])[] = [
  ['disabled', disableAccount, 'account-disabled'],
  ['deleted', forgetAccount, null],
]

export function lockOrderContract(f: Fixture, open: () => Promise<Database>): void {
  /** What becomes of `work` that begins, and has to wait, while another transaction holds a row of the table and goes on then. */
  async function during<T>(
    table: 'users' | 'bots',
    id: string,
    work: () => Promise<T>,
    goOn: (trx: Database) => Promise<unknown>,
  ): Promise<T | string> {
    const db = await open()
    let outcome: Promise<T | string>
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
      outcome = work().catch((error: unknown) => (error instanceof Problem ? error.code : String(error)))
      await untilOneWaits(db)
      await goOn(trx)
    })
    return outcome!
  }

  describe('an account is held before its bots', () => {
    test.each(ENDS)('by an owner who unpauses a bot of an account that is being %s', async (_end, act, told) => {
      const owner = await f.account()
      const { botId } = await f.bot({ owner })
      const unpause = () => f.bots.update(owner, botId, { status: 'active' })
      expect(await during('users', owner, unpause, (trx) => act(trx, owner, new Date(f.now)))).toBe(told)
      expect(await f.matchmaking.activeBots('live')).toEqual([])
    })
  })

  describe('an account is held before its sessions', () => {
    test.each(ENDS)('by a browser that signs in again while the account is being %s', async (_end, act, told) => {
      const owner = await f.account()
      const { email } = (await f.accounts.find(owner))!
      const old = await f.sessions.open(owner)
      const claimed = await f.signIns.claim(CLIENT)
      if (claimed.kind !== 'claimed') throw new Error(claimed.kind)
      const { token } = claimed
      await f.signIns.open(token, email)
      const log = pino({ level: 'silent' })
      const mailer = new Mailer({ transport: { send: async () => {} }, log })
      const signIn = new SignIn({ db: f.db, signIns: f.signIns, mailer, log, now: f.clock })
      const signInAgain = async () => {
        await signIn.verify({ token }, CLIENT, old)
        // With a new account.
        return null
      }
      expect(await during('users', owner, signInAgain, (trx) => act(trx, owner, new Date(f.now)))).toBe(told)
      expect(await f.sessions.find(old)).toBeNull()
    })
  })

  test('whoever writes a result waits for no account, also one that is being deleted: it holds the bots of it', async () => {
    const owner = await f.account()
    const { matchId } = await f.seat(await f.bot({ owner }), await f.bot())
    const db = await open()
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', owner).forUpdate().execute()
      const written = f.finish(resultOf(matchId)).then(() => 'written')
      expect(await Promise.race([written, untilOneWaits(db).then(() => 'waits')])).toBe('written')
    })
  })

  describe('bots are held in the order of their ids', () => {
    test.each(ENDS)('by an account that is being %s', async (_end, act) => {
      const owner = await f.account()
      const [first, second] = ids(await f.bot({ owner }), await f.bot({ owner }))
      // In the file, what was written last comes last.
      await f.bots.update(owner, first!, { name: 'renamed' })
      const end = async () => {
        await f.db.transaction().execute((trx) => act(trx, owner, new Date(f.now)))
        return 'ended'
      }
      const holdSecond = (trx: Database) =>
        trx.selectFrom('bots').select('id').where('id', '=', second!).forUpdate().execute()
      expect(await during('bots', first!, end, holdSecond)).toBe('ended')
      expect(await f.matchmaking.activeBots('live')).toEqual([])
    })

    test('and by a tick that pauses one of an account and seats another: it waits for none that it pauses', async () => {
      const owner = await f.account()
      const [missed, free] = await f.newBots(2, { owner })
      const other = await f.bot()
      const missing = { misses: 11, missing_since: new Date(f.now - 8 * DAY) }
      await f.db.updateTable('bots').set(missing).where('id', '=', missed.botId).execute()
      const { scheduler } = testMachine({ ...new Listener().options(f), machineId: ARENA })
      const forget = (trx: Database) => forgetAccount(trx, owner, new Date(f.now))
      const report = await during('bots', free.botId, () => scheduler.tick(), forget)
      expect(report).toMatchObject({ order: null, activeBots: 2 })
      expect((await f.matchmaking.activeBots('live')).map(({ id }) => id)).toEqual([other.botId])
    })
  })
}
