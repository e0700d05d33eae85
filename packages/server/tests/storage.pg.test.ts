/** The suites of `storage.slow.test.ts` and what only several connections can show, on PostgreSQL. */
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import type { Database } from '../src/db/schema.ts'
import { empty, Fixture } from './storage/fixture.ts'
import { createPostgres, databaseUrl } from './storage/postgres.ts'
import type { TestPostgres } from './storage/postgres.ts'
import { beforeMachinesContract } from './storage/before-machines.ts'
import { betweenContract } from './storage/between.ts'
import { storageContract } from './storage/contract.ts'
import { dumpContract } from './storage/dump.ts'
import { lockOrderContract } from './storage/lock-order.ts'
import { busyMigrationsContract, migrationsContract } from './storage/migrations.ts'
import { separateMachinesContract } from './storage/scheduler/machines.ts'

if (databaseUrl === undefined) console.warn('DATABASE_URL is not set: the storage suites do not run on PostgreSQL.')

describe.skipIf(databaseUrl === undefined)('on PostgreSQL', () => {
  let postgres: TestPostgres
  let db: Database
  const f = new Fixture()

  beforeAll(async () => {
    postgres = await createPostgres()
    db = await postgres.open()
  })
  beforeEach(async () => {
    await empty(db)
    f.begin(db)
  })
  afterAll(() => postgres.drop())

  storageContract(f)
  separateMachinesContract(f, () => postgres.open())
  lockOrderContract(f, () => postgres.open())
  betweenContract(f)

  describe('in a database that may be left changed', () => {
    let other: TestPostgres
    let changed: Database
    beforeAll(async () => {
      other = await createPostgres()
      changed = await other.open()
    })
    afterAll(() => other.drop())

    migrationsContract(() => changed)
    beforeMachinesContract(async () => changed)
  })

  describe('in a database that is in use while it is changed', () => {
    let used: TestPostgres
    beforeAll(async () => {
      used = await createPostgres()
    })
    afterAll(() => used.drop())

    busyMigrationsContract(() => used.open())
  })

  dumpContract()
})
