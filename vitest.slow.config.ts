import { defineConfig } from 'vitest/config'
import base, { SLOW } from './vitest.config.ts'

/** `--shard=2/7` takes the second of seven parts. */
export default defineConfig({
  ...base,
  test: { ...base.test, include: SLOW, exclude: ['**/node_modules/**'], testTimeout: 120_000 },
})
