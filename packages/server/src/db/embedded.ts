/**
 * PGlite behind Kysely's own PostgreSQL dialect: a pool that holds one connection. Kysely takes a connection for each
 * query and for the whole of a transaction, so a first-in-first-out queue is enough to keep another query out of a
 * transaction. A query on the database itself from inside a transaction would wait for ever: use the transaction's
 * handle there.
 */
import { PGlite } from '@electric-sql/pglite'
import { PostgresDialect } from 'kysely'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { CHANGES_CHANNEL } from './changes.ts'
import type { Changes } from './changes.ts'
import { asSystemError, OwnFiles } from './own-files.ts'

export function embeddedDialect(folder: string, changes: Changes): PostgresDialect {
  return new PostgresDialect({
    pool: async () => {
      const pglite = await PGlite.create({ fs: new OwnFiles(folder) }).catch((error: unknown) => {
        throw asSystemError(error)
      })
      await pglite.listen(CHANGES_CHANNEL, (message) => changes.heard(message))
      changes.follow()
      return new PoolOfOne(pglite)
    },
  })
}

class PoolOfOne implements PostgresPool {
  readonly #pglite: PGlite
  readonly #client: PostgresPoolClient
  readonly #waiting: (() => void)[] = []
  #taken = false
  #isInTransaction = false

  constructor(pglite: PGlite) {
    this.#pglite = pglite
    const query = async (sql: string, parameters: readonly unknown[]) => {
      if (sql === 'begin') this.#isInTransaction = true
      const { command, affectedRows, rows } = await pglite.query(sql, [...parameters])
      if (sql === 'commit' || sql === 'rollback') this.#isInTransaction = false
      return { command, rowCount: affectedRows ?? 0, rows }
    }
    // The other overload is for cursors, and those come only to a dialect that was given a cursor class.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    this.#client = { query: query as PostgresPoolClient['query'], release: () => void this.#release() }
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#taken = true
    return this.#client
  }

  async #release(): Promise<void> {
    // One that could not be begun or ended is on nobody else's connection.
    if (this.#isInTransaction) await this.#pglite.query('rollback').catch(() => {})
    this.#isInTransaction = false
    const next = this.#waiting.shift()
    // The connection passes directly to the next caller and stays taken, so that no other caller gets it in between.
    if (next) next()
    else this.#taken = false
  }

  async end(): Promise<void> {
    await this.#pglite.close()
  }
}
