/** How a bot's file is run: scripts by their interpreter, anything else by itself. */
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { ENTRY_OPTIONS } from '@arena/host/system'

/** The same place seen from `src`, from `dist` and in the packed kit. */
const TYPESCRIPT = new URL('../dist/typescript/register.js', import.meta.url).href

export type RunCommand = readonly [program: string, ...args: string[]]

/** Null where nothing is known that runs it. */
export function runCommand(path: string, platform = process.platform): RunCommand | null {
  const extension = extname(path)
  if (/^\.[cm]?[jt]s$/.test(extension)) return [process.execPath, ...nodeOptions(extension), path]
  if (extension === '.py') return [pythonOf(resolve(dirname(path)), platform), path]
  return isExecutable(path) ? [resolve(path)] : null
}

/** Where the kit runs from its sources, a bot finds those of the other packages as the kit does. */
function nodeOptions(extension: string): readonly string[] {
  if (ENTRY_OPTIONS.length > 0 || extension.endsWith('js')) return ENTRY_OPTIONS
  return ['--enable-source-maps', '--import', TYPESCRIPT]
}

/** The Python of the virtual environment beside the bot, where there is one. */
function pythonOf(folder: string, platform: NodeJS.Platform): string {
  const isWindows = platform === 'win32'
  const own = join(folder, '.venv', ...(isWindows ? ['Scripts', 'python.exe'] : ['bin', 'python']))
  if (existsSync(own)) return own
  return isWindows ? 'python' : 'python3'
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
