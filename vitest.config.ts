import { statfsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { register } from 'tsx/esm/api'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

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
 * Files that take seconds have a suite of their own: whole programs and their matches, processes that are started, stopped and killed,
 * bots that play by the live clock, series of games and of faults. The default suite plays whole matches too, on the fast clock
 * (`packages/host/tests/play.test.ts`, `packages/server/tests/arena/rated-match.test.ts`).
 */
export const SLOW = [
  'packages/card/src/draw.test.ts',
  'packages/engine/tests/rerun.test.ts',
  'packages/host/src/{bots/round-trip,system/watchdog}.test.ts',
  'packages/host/tests/{compiled-engine,engine-example,engine-faults,engine-pool,forfeits,hostile-bots}.test.ts',
  'packages/host/tests/{host-pool,host-starts,match-states,receipts,reconnects,stragglers}.test.ts',
  'packages/kit/src/{bot-program,viewer/open-browser}.test.ts',
  'packages/kit/tests/{account,check,kit,lab,match,verify}.test.ts',
  'packages/lab/{src/accuracy-main,src/accuracy/measure,src/resim-main,tests/resim}.test.ts',
  'packages/sdk/tests/{predict,slow-model}.test.ts',
  'packages/server/tests/arena/{endings,house,ladder,live,operators,program,receipts,stops,watching}.test.ts',
  'packages/server/tests/{bucket/{arena,downloads,leave,uploads},simulation/{breaches,database/database,simulation}}.test.ts',
  'packages/server/tests/{arena,backup,builds,cards,database-faults,embedded-database,fuzz,guide}.test.ts',
  // Of what is kept in the database, each rule is tested on PostgreSQL on every third day.
  'packages/server/tests/{house-bots,house-main,path-prefix,retention,storage}.test.ts',
  'scripts/{house-ladder,house-matches,house-recovery,recipes,rerun,search-bot,twenty-lines,verify}.test.ts',
]

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

/** The default suite: nothing but Node is needed. Suites that are slow, on PostgreSQL, in a browser and of packages have configurations of their own. */
export default defineConfig({
  test: {
    include: ['packages/*/{src,tests}/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['**/{node_modules,dist}/**', '**/*.{browser,pack,pg}.test.ts', ...SLOW],
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
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
})
