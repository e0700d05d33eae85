import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/**
 * The files that hold a series, with all of it (`scripts/tests/series.ts`), and whole programs that are killed and started
 * again; those on PostgreSQL where DATABASE_URL names a server.
 * `--shard=2/7` takes the second of seven parts.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [
      'packages/engine/tests/{allocation,fuzz,lockstep,pairings,holds}.test.ts',
      'packages/sdk/tests/{inputs,predict}.test.ts',
      'packages/host/tests/{host-budget,match-states}.test.ts',
      'packages/kit/tests/check.test.ts',
      'packages/server/tests/arena/{program,stops}.test.ts',
      'packages/server/tests/{builds,database-faults,database-faults.pg,embedded-database,fuzz,idle-tick.pg,move.pg,storage}.test.ts',
      'packages/server/tests/{faults/*,simulation/{breaches,simulation}}.test.ts',
      'packages/kit/src/match/sprt.test.ts',
      'packages/lab/{src/accuracy/measure,tests/resim}.test.ts',
      'scripts/{first-bot.pack,house-ladder,house-matches,house-recovery,rerun,search-bot,training.pack,twenty-lines,verify}.test.ts',
    ],
    exclude: ['**/node_modules/**'],
    env: { ...base.test?.env, ARENA_TEST_SERIES: 'all' },
    testTimeout: 120_000,
  },
})
