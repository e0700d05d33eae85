/** The embedded database fails at each query in turn, as on a full disk. `database-faults.pg.test.ts`: connections to a server. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { numbers, some } from '../../../scripts/tests/series.ts'
import { Changes } from '../src/db/changes.ts'
import { embeddedDialect } from '../src/db/embedded.ts'
import type { Database, Schema } from '../src/db/schema.ts'
import { createDataFolder } from './data-folder.ts'
import { failing, Faults, QUERY_FAULTS } from './storage/faults/failing-dialect.ts'
import { playScenario, SCENARIOS } from './storage/faults/scenarios.ts'

const faults = new Faults()
let folder: string
let db: Database

beforeAll(async () => {
  folder = await createDataFolder('arena-faults-')
  db = new Kysely<Schema>({ dialect: failing(embeddedDialect(join(folder, 'database'), new Changes()), faults) })
})
afterAll(async () => {
  await db.destroy()
  await rm(folder, { recursive: true })
})

describe('whichever query fails, what is tried again succeeds, and the rows agree with each other', () => {
  test.each(Object.entries(SCENARIOS))(
    '%s',
    async (_name, scenario) => {
      const stage = { db, whole: db, faults }
      faults.plan()
      await playScenario(scenario, stage)
      const { queries } = faults
      for (const at of some(numbers(queries, 1), 4)) {
        for (const fault of QUERY_FAULTS) {
          faults.plan(at, fault)
          await playScenario(scenario, stage).catch((error: Error) => {
            throw new Error(`query ${at} of ${queries}, ${fault}: ${error.message}`, { cause: error })
          })
          expect(faults.queries, `query ${at} of ${queries}`).toBeGreaterThanOrEqual(at)
        }
      }
    },
    120_000,
  )
})
