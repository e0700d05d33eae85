import { statfsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { register } from 'tsx/esm/api'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { IS_LONG } from './scripts/tests/series.ts'

/** `.ci/run` names a file for the machine-readable report beside the readable one. */
const report = process.env['ARENA_TEST_REPORT']

/** Room for what lives for a moment. With Node's default a worker spends a sixth of its time to clear that away. */
const YOUNG = '--max-semi-space-size=64'
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/**
 * Data folders of tests are made in memory where a machine has room for it (Linux): to copy a database of a thousand files to a
 * disk takes longer than to open it.
 */
function temporaryFolder(): { TMPDIR?: string } {
  const folder = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 4 * 1024 ** 3 ? { TMPDIR: folder } : {}
  } catch {
    return {}
  }
}

/**
 * The suites other than the unit suite. The end of a file's name says that it belongs to one (`check.slow.test.ts`):
 *
 * - `slow`: files that take seconds. They start, stop and kill whole programs, have bots that play by the live clock, or play series
 *   of games and of faults. The unit suite plays whole matches too, on the fast clock (`packages/host/tests/play.test.ts`,
 *   `packages/server/tests/arena/rated-match.test.ts`).
 * - `pg`: files that need a PostgreSQL server, named by DATABASE_URL.
 * - `browser`: files that drive a real Chromium; `scripts/tests/browser.ts` finds it.
 * - `pack`: what `npm run pack` gives, installed and played.
 */
const SUITES = {
  slow: { testTimeout: 120_000 },
  // Each file has databases of its own. Most of their time they wait, for connections that say nothing.
  pg: { maxWorkers: 2 },
  browser: {
    setupFiles: [path('scripts/tests/close-pages.ts')],
    // A browser without a graphics card, beside the gate's other jobs, may be slow. How slow is not what the tests are about.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
  pack: {},
}

/** First the tests that wait for processes and databases; those of pure modules fill the time at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification) =>
      Number(/\/packages\/(?:host|kit|server)\/tests\/|\/scripts\//.test(moduleId))
    return (await super.sort(files)).toSorted((one, other) => waits(other) - waits(one))
  }
}

// For what Vitest itself loads before the first test.
register()

const IN = ['packages/*/{src,tests}', 'scripts']
const NEVER = ['**/{node_modules,dist}/**']

/**
 * `npm test` runs the unit suite, which needs nothing but Node, and `npm run test:slow` the suite `slow`. `npx vitest run FILE` finds the
 * suite of the file.
 */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: IN.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...NEVER, `**/*.{${Object.keys(SUITES).join(',')}}.test.ts`],
        },
      },
      ...Object.entries(SUITES).map(([name, options], i) => ({
        extends: true as const,
        test: {
          name,
          // Suites of other numbers of workers cannot run beside each other.
          sequence: { groupOrder: i + 1 },
          include: IN.map((folder) => `${folder}/**/*.${name}.test.ts`),
          exclude: NEVER,
          ...options,
        },
      })),
    ],
    // Tests run as modules of Node, read by tsx: in the module runner of Vite an engine takes three times as long for a frame.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: [
      '--conditions=source',
      YOUNG,
      ...[TSX, path('scripts/tests/preload.ts')].map((module) => `--import=${module}`),
    ],
    globalSetup: path('scripts/tests/build-programs.ts'),
    // Answers of the arena are held against its OpenAPI document, whichever test asks.
    setupFiles: [
      'scripts/tests/setup.ts',
      'packages/server/tests/watch-answers.ts',
      'packages/engine/tests/all-fighters.ts',
    ].map(path),
    // The files of a worker share its modules: to load the engine and the service anew took half of the time.
    isolate: false,
    // One a core: more would be late where a test plays by the live clock.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    env: temporaryFolder(),
    testTimeout: IS_LONG ? 120_000 : 30_000,
    hookTimeout: 60_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
})
