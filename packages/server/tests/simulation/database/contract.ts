/** The database of a simulated arena as processes meet it, of either kind: locks that are waited for, and a network in which words get lost. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHANGES_CHANNEL } from '../../../src/db/changes.ts'
import { PATIENCE } from '../../../src/db/postgres.ts'
import type { Engine } from './engine.ts'
import { COUNTER, increase, SECOND, transaction, worldOn } from './fixture.ts'
import type { Tables } from './fixture.ts'

const commit = (db: Kysely<Tables>) => transaction(db, async () => {})

export function databaseContract(openEngine: (setUp: readonly string[]) => Promise<Engine>): void {
  let engine: Engine
  const world = () => worldOn(engine)
  beforeAll(async () => {
    engine = await openEngine(COUNTER)
  }, 600_000)
  afterAll(() => engine.close())

  test('statements of all machines run in the order in which they arrive, and each is answered', async () => {
    const { open, run, happened, count } = await world()
    const [one, other] = [open('one'), open('other')]
    one.act('one', increase)
    other.act('other', increase, 10)
    one.act('one again', increase, 20)
    await run(SECOND)
    expect(happened).toEqual(['0 one: done', '0 other: done', '0 one again: done'])
    expect(await count()).toBe(3)
  })

  test('a statement that comes while another session has a transaction open waits for its end', async () => {
    const { open, run, happened, count } = await world()
    const [one, other] = [open('one'), open('other')]
    let goOn = (): void => {}
    one.act('transaction', (db) => transaction(db, () => new Promise<void>((resolve) => (goOn = resolve))))
    other.act('statement', increase, 100)
    await run(2 * SECOND)
    expect(happened).toEqual([])
    one.process.after(0, () => goOn())
    await run(SECOND)
    expect(happened.toSorted()).toEqual(['2 statement: done', '2 transaction: done'])
    expect(await count()).toBe(2)
  })

  test('a transaction that fails leaves nothing behind, and whoever waits is next', async () => {
    const { open, run, happened, count, database } = await world()
    const [one, other] = [open('one'), open('other')]
    one.act('transaction', (db) => transaction(db, (trx) => sql`select 1 / 0`.execute(trx)))
    other.act('statement', increase, 1)
    await run(SECOND)
    expect(happened.toSorted()).toEqual(['0 statement: done', '0 transaction: division by zero'])
    expect(await count()).toBe(1)
    expect(database.isInTransaction).toBe(false)
  })

  test('an error of the database is one with its code, and the next statement of the session is in step again', async () => {
    const { open, run, count } = await world()
    const { act } = open('one')
    const codes: unknown[] = []
    act('errors', async (db) => {
      for (const statement of ['select 1 / 0', 'select * from nowhere', 'select']) {
        const answer = sql.raw(statement).execute(db)
        codes.push(await answer.then(({ rows }) => rows.length).catch((error: { code?: string }) => error.code))
      }
      await increase(db)
    })
    await run(SECOND)
    expect(codes).toEqual(['22012', '42P01', 1])
    expect(await count()).toBe(1)
  })

  test('a session that says nothing in a transaction for some seconds loses it', async () => {
    const { open, run, happened, count, database } = await world()
    const [one, other] = [open('one'), open('other')]
    one.act('transaction', (db) => transaction(db))
    await run(PATIENCE.idleInTransactionMs - 100)
    expect(database.isInTransaction).toBe(true)
    await run(200)
    expect(database.isInTransaction).toBe(false)
    other.act('statement', increase)
    await run(SECOND)
    expect(happened).toEqual(['5 statement: done'])
    expect(await count()).toBe(1)
  })

  test('a session that goes on talking keeps its transaction, and who waits for too long is turned away', async () => {
    const { kernel, open, run, happened, count } = await world()
    const [one, other] = [open('one'), open('other')]
    const pause = () =>
      new Promise<void>((resolve) => one.process.after(PATIENCE.idleInTransactionMs - SECOND, resolve))
    one.act('transaction', (db) =>
      db.transaction().execute(async (trx) => {
        for (let turn = 0; turn < 4; turn++) {
          await increase(trx)
          await pause()
        }
      }),
    )
    const codes: unknown[] = []
    other.act(
      'statement',
      (db) => increase(db).catch((error: { code?: string }) => void codes.push(error.code, kernel.elapsedMs)),
      100,
    )
    await run(20 * SECOND)
    expect(codes[0]).toBe('55P03')
    expect(Math.floor((codes[1] as number) / 100)).toBe((PATIENCE.lockMs + 100) / 100)
    expect(happened).toContain('16 transaction: done')
    expect(await count()).toBe(4)
  })

  test.each([
    ['before', 'fails', 'a statement that is lost on its way was not done', increase, /^/, 0],
    ['after', 'fails', 'a statement whose answer is lost was done all the same', increase, /^/, 1],
    ['after', 'fails', 'a commit whose answer is lost holds', commit, /^commit$/, 1],
    [
      'before',
      'dies',
      'a process that dies before its commit leaves no trace of its transaction',
      commit,
      /^commit$/,
      0,
    ],
    ['after', 'dies', 'one that dies after its commit leaves all of it', commit, /^commit$/, 1],
  ] as const)('%s a statement its process is struck (%s): %s', async (moment, blow, _, work, aim, done) => {
    const { open, run, happened, count, database } = await world()
    const one = open('one')
    one.boundaries.plan('query', 1, { moment, blow }, aim)
    one.act('work', work)
    await run(SECOND)
    expect(happened).toEqual(blow === 'fails' ? [expect.stringMatching(/^0 work: .*connection/i)] : [])
    expect(database.isInTransaction).toBe(false)
    expect(await count()).toBe(done)
  })

  test('the server hears of a process that dies, and of a machine without power only by its silence', async () => {
    for (const isHeard of [true, false]) {
      const { open, run, database } = await world()
      const one = open('one')
      one.act('transaction', (db) => transaction(db))
      await run(100)
      one.process.die(isHeard)
      await run(SECOND)
      expect(database.isInTransaction).toBe(!isHeard)
      await run(PATIENCE.idleInTransactionMs)
      expect(database.isInTransaction).toBe(false)
    }
  })

  test('over a network that is cut nothing is heard until whoever asks gives up; what was on its way is done', async () => {
    const { kernel, open, run, happened, count } = await world()
    const one = open('one')
    one.act('under way', increase)
    await run(0)
    one.link.cutUntil = kernel.now + 60 * SECOND
    one.act('too late', increase)
    await run(PATIENCE.queryMs + SECOND)
    expect(happened.toSorted()).toEqual(['15 too late: Query read timeout', '15 under way: Query read timeout'])
    expect(await count()).toBe(1)
  })

  test('on a slow way a statement and its answer take seconds', async () => {
    const { kernel, open, run, happened } = await world()
    const one = open('one')
    one.link.slowUntil = kernel.now + 60 * SECOND
    one.act('statement', increase)
    await run(SECOND / 2)
    expect(happened).toEqual([])
    await run(14 * SECOND)
    expect(happened).toHaveLength(1)
  })

  test('a server that goes away ends every session with its transaction, and takes none until it is back', async () => {
    const { open, run, happened, count, database } = await world()
    const [one, other] = [open('one'), open('other')]
    one.act('transaction', (db) => transaction(db))
    other.act('waiting', increase, 10)
    await run(100)
    database.goAway(3 * SECOND)
    other.act('meanwhile', increase, SECOND)
    other.act('afterwards', increase, 4 * SECOND)
    await run(5 * SECOND)
    expect(happened).toEqual([
      '0 waiting: Connection terminated unexpectedly',
      '1 meanwhile: Connection terminated unexpectedly',
      '4 afterwards: done',
    ])
    expect(await count()).toBe(1)
    expect(database.isInTransaction).toBe(false)
  })

  test('a change is announced, once it is committed, to those who follow and whose network is not cut', async () => {
    const { kernel, open, run, database } = await world()
    const [one, other, away] = [open('one'), open('other'), open('away')]
    const heard: string[] = []
    for (const [name, { process, link }] of Object.entries({ one, other, away }))
      database.follow(process, link, (topic) => heard.push(`${name} ${topic}`))
    away.link.cutUntil = kernel.now + 60 * SECOND
    one.act('transaction', (db) =>
      db.transaction().execute(async (trx) => {
        await sql.raw(`select pg_notify('${CHANGES_CHANNEL}', 'matches')`).execute(trx)
        await new Promise<void>((resolve) => one.process.after(SECOND, resolve))
        expect(heard).toEqual([])
      }),
    )
    await run(2 * SECOND)
    expect(heard.toSorted()).toEqual(['one matches', 'other matches'])
  })

  test('values come back as they were sent: nothing, empty text, letters of several bytes, and many that are long', async () => {
    const values = [null, '', 'é€𝄞', ...Array.from({ length: 300 }, (_, at) => '€'.repeat(at))]
    const columns = values.map((_, at) => `$${at + 1}::text as "${at}"`)
    const { rows } = await engine.query(`select ${columns.join(', ')}`, values)
    expect(rows).toEqual([Object.fromEntries(values.entries())])
  })

  test('a rule that is broken on purpose is broken where the statement enters the database', async () => {
    const { open, run, count } = await worldOn(engine, (text) => text.replace('n + 1', 'n + 10'))
    open('one').act('statement', increase)
    await run(SECOND)
    expect(await count()).toBe(10)
  })
}
