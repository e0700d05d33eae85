/** Hearing of changes, from the embedded database. */
import { afterAll, beforeAll } from 'vitest'
import { Changes } from '../src/db/changes.ts'
import { openEmptyDatabase } from './data-folder.ts'
import type { Database } from '../src/db/schema.ts'
import { changesContract } from './storage/changes.ts'

const changes = new Changes()
let db: Database

beforeAll(async () => {
  db = await openEmptyDatabase(changes)
})
afterAll(() => db.destroy())

// A change is announced before its query returns.
changesContract(
  () => ({ db, changes }),
  () => Promise.resolve(),
)
