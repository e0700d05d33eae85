import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** `.ci/run` names a file for the machine-readable report beside the readable one. */
const report = process.env['ARENA_TEST_REPORT']

/** The default suite: nothing but Node is needed. PostgreSQL and browser suites have configurations of their own. */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['packages/*/{src,tests}/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.pg.test.ts', '**/*.browser.test.ts'],
    // Answers of the arena are held against its OpenAPI document, whichever test asks.
    setupFiles: ['packages/server/tests/watch-answers.ts', 'packages/engine/tests/all-fighters.ts'].map((file) =>
      fileURLToPath(new URL(file, import.meta.url)),
    ),
    // One file a core: most of a file's time goes by in processes that it waits for.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
})
