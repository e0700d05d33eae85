/**
 * The kit of an arena is the one that the arena plays with. npx keeps what it has once installed from an address, also when other
 * bytes are there by now, so an outdated kit starts the newest one: at the address of its content, which npx does not know yet. A
 * project has chosen its kit and its SDK; there the author is told that the arena has others by now.
 */
import { spawn } from 'node:child_process'
import { Kit } from '@arena/protocol'
import type { KitOrigin } from './origin.ts'

const ANSWER_MS = 2_000
const ENDING = ['SIGTERM', 'SIGHUP'] as const
/** Set for a kit that another one has started: it starts none itself. */
const STARTED_BY = 'ARENA_KIT_STARTED_BY'

/** The address of a kit to run in the place of this one; null where this one is the newest, or the arena does not answer. */
export async function newestKit(origin: KitOrigin | null, env = process.env): Promise<string | null> {
  if (origin === null || !origin.isNpx || origin.integrity === null || env[STARTED_BY] !== undefined) return null
  const served = await kitOf(origin.arena, AbortSignal.timeout(ANSWER_MS))
  return served === null || served.kit.integrity === origin.integrity ? null : origin.arena + served.kit.path
}

/** A sentence where the arena has another kit or SDK than the project; null where it has the same, or does not answer. */
export async function updateOf(origin: KitOrigin | null, signal: AbortSignal): Promise<string | null> {
  if (origin === null || origin.isNpx || origin.integrity === null) return null
  const { arena, integrity, sdkIntegrity } = origin
  const served = await kitOf(arena, signal)
  if (served === null) return null
  const isOther = {
    sdk: sdkIntegrity !== null && served.sdk.integrity !== sdkIntegrity,
    kit: served.kit.integrity !== integrity,
  }
  const names = (['sdk', 'kit'] as const).filter((name) => isOther[name])
  if (names.length === 0) return null
  const files = names.map((name) => `${arena}/kit/arena-${name}.tgz`)
  const what = names.map((name) => (name === 'sdk' ? 'SDK' : 'kit')).join(' and ')
  return `${arena} has a newer ${what} than this project: npm install ${files.join(' ')}`
}

/** Null where the arena is away, or is none. */
async function kitOf(arena: string, signal: AbortSignal): Promise<Kit | null> {
  try {
    const answer = await fetch(`${arena}/kit`, { signal })
    return Kit.parse(await answer.json())
  } catch {
    return null
  }
}

/** Runs that kit with a command line; gives its exit code, or null where it could not be started. */
export function runKitAt(address: string, argv: readonly string[], env = process.env): Promise<number | null> {
  const npm = env['npm_execpath']
  if (npm === undefined) return Promise.resolve(null)
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [npm, 'exec', '--yes', '--', address, ...argv], {
      stdio: 'inherit',
      env: { ...env, [STARTED_BY]: 'npx' },
    })
    // A terminal sends Ctrl-C to both.
    const wait = (): void => {}
    const end = (): void => void child.kill('SIGTERM')
    process.on('SIGINT', wait)
    for (const signal of ENDING) process.on(signal, end)
    const finish = (code: number | null): void => {
      process.off('SIGINT', wait)
      for (const signal of ENDING) process.off(signal, end)
      resolve(code)
    }
    child.once('error', () => finish(null))
    child.once('exit', (code) => finish(code ?? 1))
  })
}
