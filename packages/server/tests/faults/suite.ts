/** Faults as tests: one world, one fault after the other, each with what has to hold after it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { some } from '../../../../scripts/tests/series.ts'
import { FAULTS } from './faults.ts'
import type { Ledger } from './findings.ts'
import { faultsFor, runTrial } from './trial.ts'
import { World } from './world.ts'
import type { DatabaseKind } from './world.ts'

/** How long a trial takes is not judged. */
const PATIENCE_MS = 300_000

/** The names are those of `FAULTS`: one that is not there fails, it is not passed over. */
export function trials(kind: DatabaseKind, names: readonly string[]): void {
  const unknown = names.filter((name) => !FAULTS.some((fault) => fault.name === name))
  if (unknown.length > 0) throw new Error(`There is no fault named "${unknown.join('", "')}"`)
  const ledger: Ledger = new Map()
  let world: World

  beforeAll(async () => {
    world = await World.create(kind)
  }, PATIENCE_MS)
  afterAll(() => world.close(), PATIENCE_MS)

  test.each(some(names, 3))(
    '%s: one terminal state a match, ratings that add up, no seat, replays as on record',
    async (name) => {
      const seed = faultsFor(world).findIndex((fault) => fault.name === name)
      // A machine that cannot have the fault (a small disk takes root) has nothing to show.
      if (seed === -1) return
      expect((await runTrial(world, ledger, seed)).found).toEqual([])
    },
    PATIENCE_MS,
  )
}
