/** Processes, and a database with one table of one row. */
import { Kysely, sql } from 'kysely'
import { Boundaries } from '../kernel/boundaries.ts'
import { Kernel, Process } from '../kernel/kernel.ts'
import type { Link, Rewrite } from './database.ts'
import { SimulatedDatabase } from './database.ts'
import type { Engine } from './engine.ts'

export const SECOND = 1_000

export interface Tables {
  'witness.counter': { n: number }
}

/** A database with the counter, and processes that ask it. */
export async function worldOn(engine: Engine, rewrite?: Rewrite) {
  const kernel = new Kernel(1)
  const database = await SimulatedDatabase.open(kernel, engine, rewrite)
  await engine.query('insert into witness.counter values (0)')
  const happened: string[] = []
  const open = (name: string) => {
    const process = new Process(kernel, name, { offsetMs: 0, bootedAt: kernel.now })
    const link: Link = { cutUntil: 0, slowUntil: 0 }
    const boundaries = new Boundaries({
      die: (struck) => struck.die(),
      freeze: (struck) => struck.freeze(20 * SECOND),
      losePower: () => process.die(false),
    })
    const db = new Kysely<Tables>({ dialect: database.dialect(process, link, boundaries) })
    /** Notes how it ends, and the second. */
    const act = (what: string, work: (on: Kysely<Tables>) => Promise<unknown>, afterMs = 0) =>
      process.after(afterMs, () => {
        const note = (how: string) => happened.push(`${Math.floor(kernel.elapsedMs / SECOND)} ${what}: ${how}`)
        work(db).then(
          () => note('done'),
          (error: Error) => note(error.message),
        )
      })
    return { process, link, boundaries, act }
  }
  const run = async (ms: number) => kernel.runTo(kernel.now + ms)
  const count = async () => (await engine.query('select n from witness.counter')).rows[0]!['n']
  return { kernel, database, happened, open, run, count }
}

export const increase = (db: Kysely<Tables>) => sql`update witness.counter set n = n + 1`.execute(db)
/** A transaction with something in it, and more; by default it stays open. */
export const transaction = (
  db: Kysely<Tables>,
  more: (trx: Kysely<Tables>) => Promise<unknown> = () => new Promise(() => {}),
) =>
  db.transaction().execute(async (trx) => {
    await increase(trx)
    await more(trx)
  })

export const COUNTER = ['create schema witness', 'create table witness.counter (n integer not null)'] as const
