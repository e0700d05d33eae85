import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Suites that need a PostgreSQL server, named by DATABASE_URL. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['packages/*/tests/**/*.pg.test.ts'],
    exclude: ['**/node_modules/**'],
    // One file at a time: they share the server.
    maxWorkers: 1,
  },
})
