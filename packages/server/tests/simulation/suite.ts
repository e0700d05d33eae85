/**
 * An arena of three machines in simulated time (`arena.ts`). The seed of a run that fails is printed, with the command that plays the
 * same run again and writes down all that happened in it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { numbers } from '../../../../scripts/tests/series.ts'
import { commandFor, simulate } from './arena.ts'
import type { DatabaseKind, Engine } from './database/engine.ts'
import { WITNESS } from './witness.ts'

const PATIENCE_MS = 600_000

export interface Suite {
  readonly database: DatabaseKind
  readonly open: (setUp: readonly string[]) => Promise<Engine>
  /** The number of runs, from seed 0. `npm run faults -- simulation` makes more. */
  readonly runs: number
}

export function simulationSuite({ database, open, runs }: Suite): void {
  let engine: Engine

  beforeAll(async () => {
    engine = await open(WITNESS)
  }, PATIENCE_MS)
  afterAll(() => engine.close())

  test(
    'whatever happens to machines, networks, disks and clocks: a match is played once and ends once, ratings add up, no seat is left, ' +
      'and a replay on record can be read until its time is over',
    async () => {
      let played = 0
      for (const seed of numbers(runs)) {
        const run = await simulate(engine, { seed })
        expect(run.found, commandFor(seed, database)).toEqual([])
        played += run.causes['stocks'] ?? 0
      }
      expect(played).toBeGreaterThan(0)
    },
    PATIENCE_MS,
  )

  test(
    'a seed is one run: with another run before it, and in another database, the same things happen at the same moments',
    async () => {
      const options = { seed: 0, minutes: 3 }
      const first = await simulate(engine, options)
      const other = await simulate(engine, { ...options, seed: 1 })
      const again = await simulate(engine, options)
      const elsewhere = await open(WITNESS)
      const there = await simulate(elsewhere, options)
      await elsewhere.close()
      expect(again.digest).toBe(first.digest)
      expect(there.digest).toBe(first.digest)
      expect(other.digest).not.toBe(first.digest)
    },
    PATIENCE_MS,
  )
}
