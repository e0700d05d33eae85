import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Suites that need a PostgreSQL server, named by DATABASE_URL. */
export default mergeConfig(base, defineConfig({ test: { include: ['packages/*/tests/**/*.pg.test.ts'] } }))
