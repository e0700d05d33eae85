/**
 * Everything that is kept in the database, on the embedded one. `storage.pg.test.ts` runs the same on PostgreSQL, and in every
 * run what fills the database with thousands of matches.
 */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { IS_LONG } from '../../../scripts/tests/series.ts'
import { openEmptyDatabase } from './data-folder.ts'
import type { Database } from '../src/db/schema.ts'
import { beforeMachinesContract } from './storage/before-machines.ts'
import { empty, Fixture } from './storage/fixture.ts'
import { storageContract } from './storage/contract.ts'

let db: Database
const f = new Fixture()

// One database for the file: opening one takes half a second.
beforeAll(async () => {
  db = await openEmptyDatabase()
})
beforeEach(async () => {
  await empty(db)
  f.begin(db)
})
afterAll(() => db.destroy())

storageContract(f, IS_LONG)
beforeMachinesContract(async () => db)
