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
import type { Fixture } from './fixture.ts'
import { untilOneWaits } from './postgres.ts'

const CLIENT = '203.0.113.7'

/** What ends an account, and what an owner who comes at that moment is told. */
const ENDS = [
  ['disabled', disableAccount, 'account-disabled'],
  ['deleted', forgetAccount, null],
] as const

export function lockOrderContract(fixture: () => Fixture, open: () => Promise<Database>): void {
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
      const f = fixture()
      const owner = await f.account()
      const { botId } = await f.bot({ owner })
      const unpause = () => f.bots.update(owner, botId, { status: 'active' })
      expect(await during('users', owner, unpause, (trx) => act(trx, owner, new Date(f.now)))).toBe(told)
      expect(await f.matchmaking.activeBots('live')).toEqual([])
    })
  })

  describe('an account is held before its sessions', () => {
    test.each([
      ['disabled', disableAccount, 'account-disabled'],
      ['deleted', forgetAccount, 'signed in'],
    ] as const)('by a browser that signs in again while the account is being %s', async (_end, act, told) => {
      const f = fixture()
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
        return 'signed in'
      }
      expect(await during('users', owner, signInAgain, (trx) => act(trx, owner, new Date(f.now)))).toBe(told)
      expect(await f.sessions.find(old)).toBeNull()
    })
  })
}
