/**
 * The kit of an arena is the one that the arena plays with. npx keeps what it has once installed from an address, also when other
 * bytes are there by now, so an outdated kit starts the newest one: at the address of its content, which npx does not know yet.
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
  try {
    const answer = await fetch(`${origin.arena}/kit`, { signal: AbortSignal.timeout(ANSWER_MS) })
    const { kit } = Kit.parse(await answer.json())
    return kit.integrity === origin.integrity ? null : origin.arena + kit.path
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
