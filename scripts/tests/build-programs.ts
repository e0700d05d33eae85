/**
 * Compiles the programs that tests start (see `programs.ts`), where something has changed since it last did. Vitest runs this once,
 * before the first test (`globalSetup`).
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { BUNDLES } from './programs.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BUNDLED = [
  'packages/host/tests/marked-host.ts',
  'packages/server/tests/judge-program.ts',
  'packages/server/tests/storage/folder-holder.ts',
  'packages/server/tests/storage/folder-writer.ts',
  'packages/lab/src/resim-main.ts',
  'packages/lab/src/accuracy-main.ts',
  'scripts/house-matches.ts',
]
const STAMP = fileURLToPath(new URL('built-from', BUNDLES))

function run(command: string, ...args: string[]): void {
  const { status, stdout } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  if (status !== 0) throw new Error(`The programs that tests start do not compile:\n${stdout.toString()}`)
}

/** Which files there are, and when the last of them changed. */
function stateOfSources(): string {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => join('packages', name))
  const folders = [...packages.flatMap((path) => [join(path, 'src'), join(path, 'tests')]), 'scripts']
  const files = [...packages, '.'].flatMap((path) =>
    readdirSync(join(ROOT, path), { withFileTypes: true }).filter((entry) => entry.isFile()),
  )
  const below = folders.flatMap((path) => {
    const options = { recursive: true, withFileTypes: true } as const
    const entries = statSync(join(ROOT, path), { throwIfNoEntry: false }) && readdirSync(join(ROOT, path), options)
    return (entries ?? []).filter((entry) => entry.isFile())
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

export default async function buildPrograms(): Promise<void> {
  const state = stateOfSources()
  if (stateBuilt() === state) return
  run('node_modules/.bin/tsc', '--build', 'packages/server', 'packages/kit')
  run('npm', 'run', '--silent', 'build', '--workspace', 'packages/host')
  // The service renders its pages with what is built.
  run('npm', 'run', '--silent', 'build', '--workspace', 'packages/web')
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    ssr: { resolve: { conditions: ['source'] }, noExternal: /^@arena\// },
    build: {
      ssr: true,
      outDir: fileURLToPath(BUNDLES),
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { input: BUNDLED },
    },
  })
  mkdirSync(BUNDLES, { recursive: true })
  writeFileSync(STAMP, state)
}
