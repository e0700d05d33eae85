/** Contract of sign-ins and sessions, for any database. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  CODES_PER_ADDRESS,
  CODES_PER_CLIENT,
  hashToken,
  MAILS_PER_ADDRESS,
  MAILS_PER_CLIENT,
  SIGN_IN_MS,
  TRIES_PER_CODE,
} from '../../src/accounts/sign-in-store.ts'
import { SESSION_MS } from '../../src/accounts/session-store.ts'
import { DAY, HOUR, MINUTE, SECOND } from './fixture.ts'
import type { Fixture } from './fixture.ts'

const ADA = 'ada@example.org'
const HOME = '203.0.113.7'

export function signInContract(f: Fixture): void {
  async function claim(client = HOME): Promise<string> {
    const claimed = await f.signIns.claim(client)
    if (claimed.kind !== 'claimed') throw new Error(claimed.kind)
    return claimed.token
  }

  /** Null when the address had its mails. */
  async function ask(email = ADA) {
    const token = await claim()
    const code = await f.signIns.open(token, email)
    return code === null ? null : { token, code }
  }

  async function open(email = ADA) {
    const opened = await ask(email)
    if (opened === null) throw new Error('the address had its mails')
    return opened
  }

  const spend = (tokenHash: string) => f.db.transaction().execute((trx) => f.signIns.spend(trx, tokenHash))

  const tried = () => f.db.selectFrom('code_attempts').select('id').where('email', '=', ADA).execute()

  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  /** Fills the window of a client without the work of hashing codes. */
  async function sendMails(count: number): Promise<void> {
    await sql`insert into sign_ins (token_hash, email, client, at)
      select md5(n || ${String(f.now)}) || md5(${String(f.now)} || n), n || '@example.org', ${HOME}, ${new Date(f.now)}::timestamptz from generate_series(1, ${sql.lit(count)}) n`.execute(
      f.db,
    )
  }

  describe('sign-ins', () => {
    test('link and code are good for one use, and neither is stored', async () => {
      const { token, code } = await open()
      expect(token).toMatch(/^[0-9a-f]{32}$/)
      expect(code).toMatch(/^[0-9]{6}$/)
      const stored = JSON.stringify(await f.db.selectFrom('sign_ins').selectAll().execute())
      expect(stored).not.toContain(token)
      expect(stored).not.toContain(`"${code}"`)

      expect(await f.signIns.tryCode(ADA, code, HOME)).toBe(hashToken(token))
      expect(await spend(hashToken(token))).toBe(ADA)
      expect(await spend(hashToken(token))).toBeNull()
      expect(await f.signIns.tryCode(ADA, code, HOME)).toBeNull()
    })

    test.each([1, 3])(
      'of many simultaneous uses of %i links of an address, one succeeds and invalidates the others',
      async (links) => {
        const opened: string[] = []
        while (opened.length < links) opened.push(hashToken((await open()).token))
        const answers = await Promise.all(Array.from({ length: 18 }, (_, n) => spend(opened[n % links]!)))
        expect(answers.filter((email) => email === ADA)).toHaveLength(1)
      },
    )

    test('both are good for 15 minutes, and looking at a link changes nothing', async () => {
      const { token, code } = await open()
      f.now += SIGN_IN_MS - 1
      expect(await f.signIns.addressOf(token)).toBe(ADA)
      expect(await f.signIns.tryCode(ADA, code, HOME)).toBe(hashToken(token))
      f.now += 1
      expect(await f.signIns.addressOf(token)).toBeNull()
      expect(await f.signIns.tryCode(ADA, code, HOME)).toBeNull()
      expect(await spend(hashToken(token))).toBeNull()
      expect(await f.signIns.addressOf('\0')).toBeNull()
    })

    test('of several codes of an address the newest counts, for no other address; every link does', async () => {
      const older = await open()
      f.now += SECOND
      const newer = await open()
      const other = older.code === newer.code ? wrong(older.code) : older.code
      expect(await f.signIns.tryCode(ADA, other, HOME)).toBeNull()
      await open('eve@example.org')
      await sql`update sign_ins set code_salt = null, code_hash = null where email = 'eve@example.org'`.execute(f.db)
      expect(await f.signIns.tryCode('eve@example.org', newer.code, HOME)).toBeNull()
      expect(await f.signIns.tryCode(ADA, newer.code, HOME)).toBe(hashToken(newer.token))
      expect(await spend(hashToken(older.token))).toBe(ADA)
    })

    test('five mails an hour per address, under 20 simultaneous requests', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
      expect(answers.filter((opened) => opened !== null)).toHaveLength(MAILS_PER_ADDRESS.limit)
      await open('eve@example.org')
      f.now += HOUR - 1
      expect(await ask()).toBeNull()
      f.now += 1
      await open()
    })

    test('a claim belongs to no address until it is opened, but counts for its client', async () => {
      const token = await claim()
      expect(await f.signIns.addressOf(token)).toBeNull()
      expect(await spend(hashToken(token))).toBeNull()
      await Promise.all(Array.from({ length: MAILS_PER_CLIENT.limit + 20 }, () => f.signIns.claim(HOME)))
      const claims = await f.db.selectFrom('sign_ins').select('token_hash').where('client', '=', HOME).execute()
      expect(claims).toHaveLength(MAILS_PER_CLIENT.limit)
    })

    test('what could not be mailed does not count for its address, and does for the client', async () => {
      const { token } = await open()
      await f.signIns.cancel(token)
      expect(await spend(hashToken(token))).toBeNull()
      for (let n = 0; n < MAILS_PER_ADDRESS.limit; n++) await open()
      for (let n = 1 + MAILS_PER_ADDRESS.limit; n < MAILS_PER_CLIENT.limit; n++) await f.signIns.cancel(await claim())
      expect(await f.signIns.claim(HOME)).toMatchObject({ kind: 'client-limited' })
    })

    test('a client may ask for a limited number of mails an hour, for any addresses; the answer names the exact time of the next', async () => {
      const first = f.now
      await sendMails(1)
      f.now += MINUTE
      await sendMails(MAILS_PER_CLIENT.limit - 1)
      const refused = { kind: 'client-limited', untilMs: first + HOUR }
      expect(await f.signIns.claim(HOME)).toEqual(refused)
      expect(await f.signIns.claim('198.51.100.1')).toMatchObject({ kind: 'claimed' })
      f.now = first + HOUR - 1
      expect(await f.signIns.claim(HOME)).toEqual(refused)
      f.now += 1
      await open()
    })

    test('a code can be tried five times, also when all try at once; the link still signs in', async () => {
      const { token, code } = await open()
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) => f.signIns.tryCode(ADA, wrong(code), `client ${n}`)),
      )
      expect(answers.filter((answer) => answer !== null)).toEqual([])
      expect(await tried()).toHaveLength(TRIES_PER_CODE)
      expect(await f.signIns.tryCode(ADA, code, HOME)).toBeNull()
      expect(await spend(hashToken(token))).toBe(ADA)
    })

    test('an address takes ten wrong codes a day, over all its mails', async () => {
      for (let mail = 0; mail < CODES_PER_ADDRESS.limit / TRIES_PER_CODE; mail++) {
        const { code } = await open()
        for (let n = 0; n < TRIES_PER_CODE; n++) await f.signIns.tryCode(ADA, wrong(code), `client ${n}`)
        f.now += HOUR
      }
      const locked = await open()
      expect(await f.signIns.tryCode(ADA, locked.code, HOME)).toBeNull()
      f.now += DAY
      const { token, code } = await open()
      expect(await f.signIns.tryCode(ADA, code, HOME)).toBe(hashToken(token))
    })

    test('an address without a code to guess cannot be locked; signing in clears the wrong codes', async () => {
      for (let n = 0; n < 2 * CODES_PER_ADDRESS.limit; n++) await f.signIns.tryCode(ADA, '123456', `client ${n}`)
      const { token, code } = await open()
      await f.signIns.tryCode(ADA, wrong(code), HOME)
      expect(await f.signIns.tryCode(ADA, code, HOME)).toBe(hashToken(token))
      await spend(hashToken(token))
      expect(await tried()).toEqual([])
    })

    test('a client may try a limited number of codes an hour, for any addresses; the answer names the exact time of the next', async () => {
      const attempt = () => ({ email: null, client: HOME, at: new Date(f.now) })
      const attempts = Array.from({ length: CODES_PER_CLIENT.limit }, attempt)
      await f.db.insertInto('code_attempts').values(attempts).execute()
      const { token, code } = await open()
      const refused = { kind: 'client-limited', untilMs: f.now + HOUR }
      expect(await f.signIns.tryCode(ADA, code, HOME)).toEqual(refused)
      f.now += SIGN_IN_MS - 1
      expect(await f.signIns.tryCode(ADA, code, '198.51.100.1')).toBe(hashToken(token))
      f.now += HOUR - SIGN_IN_MS
      expect(await f.signIns.tryCode(ADA, code, HOME)).toEqual(refused)
      f.now += 1
      expect(await f.signIns.tryCode(ADA, code, HOME)).toBeNull()
    })

    test('what no rule looks at any more is purged, and nothing else', async () => {
      const { code } = await open()
      await f.signIns.tryCode(ADA, wrong(code), HOME)
      f.now += HOUR - 1
      expect(await f.signIns.purge()).toBe(0)
      f.now += 1
      expect(await f.signIns.purge()).toBe(1)
      f.now += DAY - HOUR
      expect(await f.signIns.purge()).toBe(1)
      expect(await f.db.selectFrom('code_attempts').select('id').execute()).toEqual([])
    })
  })

  describe('sessions', () => {
    test('a session lasts 30 days, and is purged then, with no other; only the hash of its id is stored', async () => {
      const userId = await f.account()
      const id = await f.sessions.open(userId)
      expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(JSON.stringify(await f.db.selectFrom('sessions').selectAll().execute())).not.toContain(id)
      f.now += 1
      const younger = await f.sessions.open(userId)
      f.now += 30 * DAY - 2
      expect(await f.sessions.find(id)).toBe(userId)
      f.now += 1
      expect(await f.sessions.find(id)).toBeNull()
      expect(await f.sessions.purge()).toBe(1)
      expect(await f.sessions.find(younger)).toBe(userId)
      expect(SESSION_MS).toBe(30 * DAY)
    })

    test('an ended session is gone at once, and its neighbours are not; nothing else is a session', async () => {
      const userId = await f.account()
      const [ended, kept] = [await f.sessions.open(userId), await f.sessions.open(userId)]
      for (let i = 0; i < 2; i++) await f.sessions.end(ended)
      expect(await f.sessions.find(kept)).toBe(userId)
      for (const id of [ended, '', '\0', 'A'.repeat(43)]) expect(await f.sessions.find(id)).toBeNull()
    })
  })
}
