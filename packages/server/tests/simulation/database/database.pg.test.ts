/** What only a server has: transactions that are open at the same time, and that wait for each other's locks. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseContract } from './contract.ts'
import { COUNTER, increase, SECOND, transaction, worldOn } from './fixture.ts'
import type { Tables } from './fixture.ts'
import { ServerEngine } from './server-engine.ts'

databaseContract((setUp) => ServerEngine.open(setUp))

let engine: ServerEngine
beforeAll(async () => {
  engine = await ServerEngine.open([...COUNTER, 'create table witness.other (n integer not null)'])
}, 600_000)
afterAll(() => engine.close())

const world = async () => {
  const made = await worldOn(engine)
  await engine.query('insert into witness.other values (0)')
  return made
}
const increaseOther = (db: Kysely<Tables>) => sql`update witness.other set n = n + 1`.execute(db)

test('while a transaction is open the others go on, and see nothing of it', async () => {
  const { open, run, happened, count } = await world()
  const [one, other] = [open('one'), open('other')]
  one.act('transaction', (db) => transaction(db))
  other.act('another', async (db) => {
    await db.transaction().execute(increaseOther)
    expect((await sql`select n from witness.counter`.execute(db)).rows).toEqual([{ n: 0 }])
  })
  await run(SECOND)
  expect(happened).toEqual(['0 another: done'])
  expect(await count()).toBe(0)
})

test('of two transactions that wait for each other the last one is refused, and the run has found it', async () => {
  const { kernel, open, run, happened, count, database } = await world()
  const [one, other] = [open('one'), open('other')]
  const pause = (ms: number) => new Promise<void>((resolve) => void kernel.at(kernel.now + ms, kernel.current, resolve))
  one.act('one', (db) =>
    transaction(db, async (trx) => {
      await pause(SECOND)
      await increaseOther(trx)
    }),
  )
  other.act('other', (db) =>
    db.transaction().execute(async (trx) => {
      await increaseOther(trx)
      await pause(2 * SECOND)
      await increase(trx)
    }),
  )
  await run(4 * SECOND)
  expect(happened.toSorted()).toEqual(['2 one: done', '2 other: deadlock detected'])
  expect(database.deadlocks).toEqual(['update witness.counter set n = n + 1'])
  expect(await count()).toBe(1)
})

test('a statement whose process dies while it waits is run all the same; in a transaction that changes nothing', async () => {
  for (const [isInTransaction, n] of [
    [false, 1],
    [true, 0],
  ] as const) {
    const { open, run, count, database } = await world()
    const [one, other] = [open('one'), open('other')]
    one.act('transaction', (db) => transaction(db))
    other.act('waits', isInTransaction ? (db) => transaction(db) : increase, 100)
    await run(SECOND)
    other.process.die()
    one.process.die()
    await run(SECOND)
    expect(await count()).toBe(n)
    expect(database.isInTransaction).toBe(false)
  }
})
