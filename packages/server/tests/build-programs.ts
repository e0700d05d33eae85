/** Compiles the programs that tests start (see `programs.ts`). Vitest runs this once, before the first test (`globalSetup`). */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { COMPILED_TESTS } from './programs.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SERVER = fileURLToPath(new URL('..', import.meta.url))

function run(command: string, ...args: string[]): void {
  const { status, stdout } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`The programs that tests start do not compile:\n${stdout}`)
}

export default async function buildPrograms(): Promise<void> {
  run('node_modules/.bin/tsc', '--build', 'packages/server')
  run('npm', 'run', '--silent', 'build', '--workspace', 'packages/server')
  await build({
    root: SERVER,
    configFile: false,
    logLevel: 'error',
    ssr: { resolve: { conditions: ['source'] }, noExternal: /^@arena/ },
    build: {
      ssr: 'tests/judge-program.ts',
      outDir: fileURLToPath(COMPILED_TESTS),
      emptyOutDir: false,
      target: 'node20',
    },
  })
}
