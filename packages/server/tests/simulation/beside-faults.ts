/** The tables of a simulated arena, for whoever looks at them from outside: nothing fails, and nothing takes its time. */
import { Kysely } from 'kysely'
import type { Database, Schema } from '../../src/db/schema.ts'
import { dialectOver } from './database/connection.ts'
import type { Engine } from './database/engine.ts'

export const besideFaults = (engine: Engine): Database =>
  new Kysely<Schema>({ dialect: dialectOver(() => ({ query: (sql, values) => engine.query(sql, values) })) })
