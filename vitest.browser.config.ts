import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Suites that drive a real Chromium; `scripts/tests/browser.ts` finds it. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['packages/*/tests/**/*.browser.test.ts'],
    exclude: ['**/node_modules/**'],
    setupFiles: [
      base.test?.setupFiles ?? [],
      fileURLToPath(new URL('scripts/tests/close-pages.ts', import.meta.url)),
    ].flat(),
    // A browser without a graphics card, beside the gate's other jobs, may be slow. How slow is not what the tests are about.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
