/**
 * A bot as a program that the kit starts: on a port of its own, named by `PORT`, and ended with the match. What it prints is
 * passed on, each line behind its name.
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { freePort } from '../free-port.ts'
import { ENTRY_OPTIONS } from '../matches/entry.ts'
import { startProcess } from '../start-process.ts'
import { isScript } from './arguments.ts'
import { KitFailure } from './failure.ts'

/** How long a program may take until it listens: TypeScript is compiled first. */
const START_MS = 30_000
const RETRY_MS = 50
/** How long it may take to end by itself. */
const END_MS = 2_000

export interface BotProgramOptions {
  readonly path: string
  /** What it is called in what the kit prints. */
  readonly name: string
  /** Where the kit's key is: `ARENA_BASE_URL`. */
  readonly arenaUrl: string
  readonly print: (line: string) => void
  readonly signal: AbortSignal
}

export interface BotProgram {
  readonly url: string
  end(): Promise<void>
}

/** Resolves when the program listens; a `KitFailure` when it does not come to that. */
export async function startBotProgram({ path, name, arenaUrl, print, signal }: BotProgramOptions): Promise<BotProgram> {
  const port = await freePort()
  const script = isScript(path)
  const program = script ? process.execPath : resolve(path)
  const parts = script ? [...scriptOptions(path), path] : []
  const outcome: { failure: string | null } = { failure: null }
  let isUp = false
  let isEnding = false
  const child = startProcess(
    () =>
      spawn(program, parts, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, PORT: String(port), ARENA_BASE_URL: arenaUrl },
      }),
    (error) => (outcome.failure = `could not be started: ${error.message}`),
  )
  const exited = new Promise<void>((done) => {
    child?.once('exit', (code, how) => {
      const ended = `ended (${how ?? `code ${code}`})`
      outcome.failure = `${ended} before it listened`
      if (isUp && !isEnding) print(`${name} | ${ended} while it was still needed`)
      done()
    })
  })
  const passOn = (stream: Readable): void => {
    createInterface(stream).on('line', (line) => print(`${name} | ${line}`))
  }
  if (child !== null) for (const stream of [child.stdout, child.stderr]) passOn(stream)

  const end = async (): Promise<void> => {
    isEnding = true
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    child.kill()
    const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
    await exited
    clearTimeout(timer)
  }

  const url = `http://127.0.0.1:${port}`
  const deadline = performance.now() + START_MS
  for (;;) {
    if (await answers(url)) {
      isUp = true
      return { url, end }
    }
    if (outcome.failure !== null) throw new KitFailure(`${path} ${outcome.failure}`)
    if (performance.now() > deadline || signal.aborted) {
      await end()
      signal.throwIfAborted()
      throw new KitFailure(
        `${path} does not listen on port ${port}, which it was given in the environment variable PORT. ` +
          'If it has a port of its own, start it yourself and give its URL in its place.',
      )
    }
    await sleep(RETRY_MS)
  }
}

/** Whether anything is there, whatever it says: what it has to say is checked next. */
async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/ping`, { signal: AbortSignal.timeout(START_MS), redirect: 'manual' })
    await response.body?.cancel()
    return true
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    return code !== 'ECONNREFUSED'
  }
}

/** TypeScript needs a loader, and as the kit itself finds the project's packages, so does the bot. */
function scriptOptions(path: string): readonly string[] {
  if (ENTRY_OPTIONS.length > 0 || !path.endsWith('ts')) return ENTRY_OPTIONS
  try {
    return ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
  } catch {
    throw new KitFailure(`${path} is TypeScript, which needs the package tsx: npm install tsx`)
  }
}
