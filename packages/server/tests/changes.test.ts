/** Hearing of changes, from the embedded database. */
import { afterAll, beforeAll } from 'vitest'
import { Changes } from '../src/db/changes.ts'
import { openDatabase } from '../src/db/database.ts'
import type { Database } from '../src/db/schema.ts'
import { changesContract } from './storage/changes.ts'

const changes = new Changes()
let db: Database

beforeAll(async () => {
  db = await openDatabase({ databaseUrl: null, dataDir: null, changes })
})
afterAll(() => db.destroy())

// What a query changed is announced before the query returns.
changesContract(
  () => ({ db, changes }),
  () => Promise.resolve(),
)
