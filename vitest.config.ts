import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** `.ci/run` names a file for the machine-readable report beside the readable one. */
const report = process.env['ARENA_TEST_REPORT']

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** The default suite: nothing but Node is needed. PostgreSQL and browser suites have configurations of their own. */
export default defineConfig({
  resolve: {
    conditions: ['source'],
    // Tests read the sources, but what they start as processes is compiled (scripts/tests/programs.ts).
    alias: [{ find: /^.*\/entry\.ts$/, replacement: path('packages/server/dist/matches/entry.js') }],
  },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['packages/*/{src,tests}/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.pg.test.ts', '**/*.browser.test.ts'],
    globalSetup: path('scripts/tests/build-programs.ts'),
    // Answers of the arena are held against its OpenAPI document, whichever test asks.
    setupFiles: ['packages/server/tests/watch-answers.ts', 'packages/engine/tests/all-fighters.ts'].map(path),
    // The files of a worker share its modules: to load the engine and the service anew took half of the time.
    isolate: false,
    // One file a core: most of a file's time goes by in processes that it waits for.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
})
