/** The database of a simulated arena as processes meet it, of either kind: locks that are waited for, and a network in which words get lost. */
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHANGES_CHANNEL } from '../../../src/db/changes.ts'
import { PATIENCE } from '../../../src/db/postgres.ts'
import { Boundaries } from '../kernel/boundaries.ts'
import { Kernel, Process } from '../kernel/kernel.ts'
import { SimulatedDatabase } from './database.ts'
import type { Engine } from './engine.ts'
import { COUNTER, increase, SECOND, transaction, worldOn } from './fixture.ts'
import type { Tables } from './fixture.ts'

const nothing = async () => {}

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
        try {
          codes.push((await sql.raw(statement).execute(db)).rows.length)
        } catch (error) {
          codes.push((error as { code?: string }).code)
        }
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

  test('a statement whose answer is lost was done all the same; one that is lost on its way was not', async () => {
    for (const [moment, done] of [
      ['after', 1],
      ['before', 0],
    ] as const) {
      const { open, run, happened, count } = await world()
      const one = open('one')
      one.boundaries.plan('query', 1, { moment, blow: 'fails' })
      one.act('statement', increase)
      await run(SECOND)
      expect(happened).toEqual(['0 statement: Connection terminated unexpectedly'])
      expect(await count()).toBe(done)
    }
  })

  test('a commit whose answer is lost holds, although its process takes it for failed', async () => {
    const { open, run, happened, count } = await world()
    const one = open('one')
    one.boundaries.plan('query', 1, { moment: 'after', blow: 'fails' }, /^commit$/)
    one.act('transaction', (db) => transaction(db, nothing))
    await run(SECOND)
    expect(happened[0]).toMatch(/^0 transaction: .*connection/i)
    expect(await count()).toBe(1)
  })

  test('a process that dies before its commit leaves no trace of its transaction, and one that dies after it all of it', async () => {
    for (const [moment, done] of [
      ['before', 0],
      ['after', 1],
    ] as const) {
      const { open, run, count, database } = await world()
      const one = open('one')
      one.boundaries.plan('query', 1, { moment, blow: 'dies' }, /^commit$/)
      one.act('transaction', (db) => transaction(db, nothing))
      await run(SECOND)
      expect(database.isInTransaction).toBe(false)
      expect(await count()).toBe(done)
    }
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

  test('over a network that is cut nothing is heard until whoever asks gives up', async () => {
    const { kernel, open, run, happened, count } = await world()
    const one = open('one')
    one.link.cutUntil = kernel.now + 60 * SECOND
    one.act('statement', increase)
    await run(PATIENCE.queryMs + SECOND)
    expect(happened).toEqual(['15 statement: Query read timeout'])
    expect(await count()).toBe(0)
  })

  test('a statement on its way when the network is cut is done, and its answer is lost', async () => {
    const { kernel, open, run, happened, count } = await world()
    const one = open('one')
    one.act('statement', increase)
    await run(0)
    one.link.cutUntil = kernel.now + 60 * SECOND
    await run(PATIENCE.queryMs + SECOND)
    expect(happened).toEqual(['15 statement: Query read timeout'])
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

  test('a rule that is broken on purpose is broken where the statement enters the database', async () => {
    const kernel = new Kernel(1)
    const database = await SimulatedDatabase.open(kernel, engine, (text) => text.replace('n + 1', 'n + 10'))
    await engine.query('insert into witness.counter values (0)')
    const process = new Process(kernel, 'one', { offsetMs: 0, bootedAt: kernel.now })
    const boundaries = new Boundaries({ die() {}, freeze() {}, losePower() {} })
    const db = new Kysely<Tables>({ dialect: database.dialect(process, { cutUntil: 0, slowUntil: 0 }, boundaries) })
    process.after(0, () => void increase(db))
    await kernel.runTo(kernel.now + SECOND)
    expect((await engine.query('select n from witness.counter')).rows).toEqual([{ n: 10 }])
  })
}
