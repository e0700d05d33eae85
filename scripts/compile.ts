/** Compiles the packages: `dist` of each. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtFrom, noteBuilt, stateOfSources } from './sources.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const NOTE = join(ROOT, 'build/compiled-from')

export const isCompiled = (): boolean => builtFrom(NOTE) === stateOfSources()

/** False where something does not compile, which the compiler has then said. */
export function compile(): boolean {
  const state = stateOfSources()
  const isDone =
    run(join(ROOT, 'node_modules/.bin/tsc'), '--build', 'packages/server', 'packages/kit', 'packages/web') &&
    run('npm', 'run', '--silent', 'build', '--workspaces', '--if-present')
  if (isDone) noteBuilt(NOTE, state)
  return isDone
}

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status === 0
}
