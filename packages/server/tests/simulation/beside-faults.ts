/** The tables of a simulated arena, for whoever looks at them from outside. */
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { CompiledQuery } from 'kysely'
import type { Database, Schema } from '../../src/db/schema.ts'
import type { Engine } from './database/engine.ts'

/** Nothing fails, and nothing takes its time. */
export function besideFaults(engine: Engine): Database {
  const connection = {
    async executeQuery({ sql, parameters }: CompiledQuery) {
      const { rows } = await engine.query(sql, parameters)
      return { rows: rows as never[] }
    },
    // oxlint-disable-next-line require-yield
    async *streamQuery() {
      throw new Error('Nothing here streams')
    },
  }
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        beginTransaction: async () => {},
        commitTransaction: async () => {},
        rollbackTransaction: async () => {},
        releaseConnection: async () => {},
        destroy: async () => {},
      }),
    },
  })
}
