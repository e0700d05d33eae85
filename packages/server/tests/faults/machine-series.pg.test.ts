/** A few faults of machines that share a database and a bucket; `npm run faults -- machines` injects them by the hundred. */
import { platform } from 'node:process'
import { describe, expect, test } from 'vitest'
import { databaseUrl } from '../storage/postgres.ts'
import { numbers } from '../../../../scripts/tests/series.ts'
import { MachineSeries } from './machines/series.ts'
import type { MachineTrial } from './machines/trial.ts'

const PATIENCE_MS = 900_000

describe.skipIf(platform !== 'linux' || databaseUrl === undefined)('of three machines, two of which serve', () => {
  test(
    'one fails at any point of a match: one end, at most one change of a rating, no seat, a replay from each that serves in 30 s',
    async () => {
      const failed: MachineTrial[] = []
      await using series = await MachineSeries.open()
      await series.run({
        seeds: numbers(10),
        lanes: 3,
        report: (trial) => void (trial.found.length > 0 && failed.push(trial)),
      })
      expect(failed).toEqual([])
    },
    PATIENCE_MS,
  )
})
