/** The tables of a simulated arena, for whoever looks at them from outside. */
import { Kysely } from 'kysely'
import type { CompiledQuery } from 'kysely'
import type { Database, Schema } from '../../src/db/schema.ts'
import { dialectOver, SimulatedConnection } from './database/connection.ts'
import type { Engine } from './database/engine.ts'

/** Nothing fails, and nothing takes its time. */
export function besideFaults(engine: Engine): Database {
  class Beside extends SimulatedConnection {
    async executeQuery({ sql, parameters }: CompiledQuery) {
      const { rows } = await engine.query(sql, parameters)
      return { rows: rows as never[] }
    }
  }
  return new Kysely<Schema>({ dialect: dialectOver(() => new Beside()) })
}
