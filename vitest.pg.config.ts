import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Suites that need a PostgreSQL server, named by DATABASE_URL. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['packages/*/tests/**/*.pg.test.ts'],
    // Of `npm run test:long`: they wait for leases to end, kill programs, or follow the operator's guide.
    exclude: ['**/node_modules/**', 'packages/server/tests/{faults/*,move}.pg.test.ts'],
    // Each file has databases of its own. Most of their time they wait, for connections that say nothing.
    maxWorkers: 2,
  },
})
