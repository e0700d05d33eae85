/**
 * Compiles the programs that tests start (see `programs.ts`), where something has changed since it last did. Vitest runs this once,
 * before the first test (`globalSetup`).
 */
import { execFile } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build, type Plugin } from 'vite'
import { isCompiled } from '../compile.ts'
import { builtFrom, noteBuilt, stateOfSources } from '../sources.ts'
import { bundle, BUNDLED_ENTRIES, BUNDLES } from './programs.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** By where their bundles are. */
const BUNDLED = {
  'host/system/entry': 'packages/host/src/system/entry.ts',
  'host/hosts/host-main': 'packages/host/src/hosts/host-main.ts',
  'server/house-entry': 'packages/server/src/house-entry.ts',
  'server/main': 'packages/server/src/main.ts',
  'server/admin-main': 'packages/server/src/admin-main.ts',
  'server/house-main': 'packages/server/src/house-main.ts',
  'kit/main': 'packages/kit/src/main.ts',
  'lab/resim-main': 'packages/lab/src/resim-main.ts',
  'lab/accuracy-main': 'packages/lab/src/accuracy-main.ts',
  'tests/marked-host': 'packages/host/tests/marked-host.ts',
  'tests/judge-program': 'packages/server/tests/judge-program.ts',
  'tests/keep-database': 'packages/server/tests/keep-database.ts',
  'tests/folder-holder': 'packages/server/tests/storage/folder-holder.ts',
  'tests/folder-writer': 'packages/server/tests/storage/folder-writer.ts',
  'tests/engine-main': 'packages/host/src/engine/engine-main.ts',
  'tests/stuck-dive': 'packages/host/tests/engines/stuck-dive.ts',
  'tests/engine-fault': 'scripts/engine-fault.ts',
  'tests/house-matches': 'scripts/house-matches.ts',
}
/** They find files of their own beside them. */
const NOT_BUNDLED = ['@electric-sql/pglite', '@napi-rs/canvas', 'oxfmt', 'tsx']
const STAMP = fileURLToPath(new URL('built-from', BUNDLES))

async function run(command: string, ...args: string[]): Promise<void> {
  try {
    await promisify(execFile)(command, args, { cwd: ROOT })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`What tests need cannot be built:\n${stdout}${stderr}`, { cause: error })
  }
}

/** A module of a bundle takes itself to be where it would be compiled to, and finds files beside itself there. */
function placeOf(path: string): string {
  const compiled = path.replace(/(\/packages\/[^/]+\/)src\/(.*)\.tsx?$/, '$1dist/$2.js')
  return BUNDLED_ENTRIES.get(pathToFileURL(path).href) ?? pathToFileURL(compiled).href
}

const keepPlaces: Plugin = {
  name: 'arena:keep-places',
  transform: {
    filter: { id: /\.tsx?$/, code: 'import.meta.url' },
    handler: (code, path) => code.replaceAll('import.meta.url', JSON.stringify(placeOf(path))),
  },
}

async function bundlePrograms(): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [keepPlaces],
    ssr: { resolve: { conditions: ['source'] }, noExternal: true, external: NOT_BUNDLED },
    build: {
      ssr: true,
      outDir: fileURLToPath(BUNDLES),
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { input: BUNDLED },
    },
  })
  // Its own bundle (packages/host/vite.engine.config.ts).
  symlinkSync(join(ROOT, 'packages/host/dist/engine'), new URL('host/engine', BUNDLES))
  await run(process.execPath, bundle('tests/keep-database'))
}

/** The packages, unless `npm run build` has just made them. */
async function compile(): Promise<void> {
  if (isCompiled()) return
  await Promise.all([
    // The package for bot authors, which bots of tests import.
    run('node_modules/.bin/tsc', '--build', 'packages/server', 'packages/kit'),
    run('npm', 'run', '--silent', 'build', '--workspace', 'packages/host'),
    // The service renders its pages with what is built.
    run('npm', 'run', '--silent', 'build', '--workspace', 'packages/web'),
  ])
}

export default async function buildPrograms(): Promise<void> {
  const state = stateOfSources()
  if (builtFrom(STAMP) === state) return
  await Promise.all([compile(), bundlePrograms()])
  noteBuilt(STAMP, state)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPrograms()
