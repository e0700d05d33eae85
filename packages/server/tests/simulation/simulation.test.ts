/** Hours of an arena of three machines in seconds; the seed of a run that fails is its name, and plays the same run again. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IS_LONG, numbers } from '../../../../scripts/tests/series.ts'
import { Changes } from '../../src/db/changes.ts'
import { embeddedDialect } from '../../src/db/embedded.ts'
import type { Database, Schema } from '../../src/db/schema.ts'
import { createDataFolder } from '../data-folder.ts'
import { failing, Faults } from '../storage/faults/failing-dialect.ts'
import { SimulatedArena } from './arena.ts'

const STEPS = 150
/** Others every day. */
const TODAY = Math.floor(Date.now() / 86_400_000) * 1_000
const faults = new Faults()
let folder: string
let db: Database

beforeAll(async () => {
  folder = await createDataFolder('arena-simulation-')
  db = new Kysely<Schema>({ dialect: failing(embeddedDialect(join(folder, 'database'), new Changes()), faults) })
})
afterAll(async () => {
  await db.destroy()
  await rm(folder, { recursive: true })
})

test.each(numbers(IS_LONG ? 100 : 3, TODAY))(
  'seed %i: no match is run twice, changes after its end or is left running; ratings add up, and no seat is left',
  async (seed) => {
    const arena = new SimulatedArena(db, faults, seed)
    expect(await arena.run(STEPS)).toEqual([])
    expect(arena.matches).toBeGreaterThan(0)
  },
  120_000,
)
