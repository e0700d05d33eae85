/**
 * Compiles the programs that tests start (see `programs.ts`), where something has changed since it last did. Vitest runs this once,
 * before the first test (`globalSetup`).
 */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build, type Plugin } from 'vite'
import { bundle, BUNDLED_ENTRIES, BUNDLES } from './programs.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** By where their bundles are. */
const BUNDLED = {
  'host/system/entry': 'packages/host/src/system/entry.ts',
  'host/hosts/host-main': 'packages/host/src/hosts/host-main.ts',
  'server/house-entry': 'packages/server/src/house-entry.ts',
  'server/main': 'packages/server/src/main.ts',
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

/** The compiler's notes change with each build. */
const isSource = (entry: Dirent): boolean => entry.isFile() && !entry.name.endsWith('.tsbuildinfo')

/** Which files there are, and when the last of them changed. */
function stateOfSources(): string {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => join('packages', name))
  const folders = [...packages.flatMap((path) => [join(path, 'src'), join(path, 'tests')]), 'scripts']
  const files = [...packages, '.'].flatMap((path) =>
    readdirSync(join(ROOT, path), { withFileTypes: true }).filter(isSource),
  )
  const below = folders.flatMap((path) => {
    const options = { recursive: true, withFileTypes: true } as const
    const entries = statSync(join(ROOT, path), { throwIfNoEntry: false }) && readdirSync(join(ROOT, path), options)
    return (entries ?? []).filter(isSource)
  })
  const times = [...files, ...below].map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs)
  return `${times.length} files, the last changed at ${Math.max(...times)}`
}

function stateBuilt(): string | null {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return null
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

export default async function buildPrograms(): Promise<void> {
  const state = stateOfSources()
  if (stateBuilt() === state) return
  await Promise.all([
    // The package for bot authors, which bots of tests import.
    run('node_modules/.bin/tsc', '--build', 'packages/server', 'packages/kit'),
    run('npm', 'run', '--silent', 'build', '--workspace', 'packages/host'),
    // The service renders its pages with what is built.
    run('npm', 'run', '--silent', 'build', '--workspace', 'packages/web'),
    bundlePrograms(),
  ])
  writeFileSync(STAMP, state)
}
