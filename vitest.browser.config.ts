import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Suites that drive a real Chromium, found at CHROMIUM_PATH or /usr/bin/chromium. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['packages/*/tests/**/*.browser.test.ts'],
    exclude: ['**/node_modules/**'],
    // One browser at a time.
    maxWorkers: 1,
  },
})
