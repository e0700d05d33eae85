/**
 * A bot as a program that the kit starts: on a port of its own, named by `PORT`, and ended with the match, together with all
 * that it has started.
 */
import { spawn, spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startProcess } from '@arena/host/system'
import { RAISED_VARIABLE } from '@arena/protocol'
import { CommandFailure } from '@arena/host/command-line'
import { programVersion } from '@arena/sdk'
import { onLines } from './lines.ts'
import { portsNamedIn, portsOf, saysPong } from './listening.ts'
import { runCommand, type RunCommand } from './run-command.ts'

/** How long a program may take until it listens: TypeScript is compiled first. */
const START_MS = 30_000
const RETRY_MS = 50
/** How long it may listen elsewhere only: that may be a debugger, or what it opens first. */
const ELSEWHERE_MS = 5_000
const LOOK_MS = 500
/** At most this many of the ports that it prints are tried. */
const MOST_NAMED = 8
/** How long it may take to end after it is asked to. */
const END_MS = 2_000
/** A bot learns of the end of a match at the same time as the kit. */
const LAST_WORDS_MS = 500

export interface BotProgramOptions {
  readonly path: string
  /** How it is run; as a file of its kind is, unless given. */
  readonly command?: RunCommand
  /** What it is called in what the kit prints. */
  readonly name: string
  /** Where the kit's key is: `ARENA_BASE_URL`. */
  readonly arenaUrl: string
  /** Whether what it draws is kept; then it finds `ARENA_DEBUG`. */
  readonly isDrawn: boolean
  /** Whether frames follow the answers of the bots, and not time; then it finds `ARENA_CLOCK=fast`. */
  readonly isFast: boolean
  /** What it is to say of its version: `ARENA_VERSION`. By default that of the environment, else the version of its file. */
  readonly version?: string | undefined
  /** What it prints. */
  readonly output: (line: string, from: 'stdout' | 'stderr') => void
  /** What the kit says of it. */
  readonly print: (line: string) => void
  readonly signal: AbortSignal
  readonly patienceMs?: number
  readonly elsewhereMs?: number
  /** On which ports a process and what it started listen; none where the system does not say. */
  readonly listeningOf?: (pid: number) => readonly number[]
}

export interface BotProgram {
  readonly url: string
  /** Whether it has ended by itself. */
  readonly hasEnded: () => boolean
  /** Resolves once it has ended, by itself or by `end`. */
  readonly exited: Promise<void>
  end(): Promise<void>
}

/** Resolves when the program listens; a `CommandFailure` when it does not come to that. */
export async function startBotProgram(options: BotProgramOptions): Promise<BotProgram> {
  const {
    path,
    name,
    arenaUrl,
    isDrawn,
    isFast,
    output,
    print,
    signal,
    patienceMs = START_MS,
    elsewhereMs = ELSEWHERE_MS,
  } = options
  const { listeningOf = portsOf } = options
  const port = await freePort()
  const version = options.version ?? process.env['ARENA_VERSION'] ?? (await programVersion(path))
  const [program, ...parts] = options.command ?? runCommand(path)!
  const outcome: { failure: string | null } = { failure: null }
  let isUp = false
  let isEnding = false
  const child = startProcess(
    () =>
      spawn(program, parts, {
        stdio: ['ignore', 'pipe', 'pipe'],
        // A process group of its own, so that what the program starts in its turn ends with it. Ctrl-C does not reach it then:
        // the match is broken off first.
        detached: true,
        env: {
          // The output of a Python program is read at once.
          PYTHONUNBUFFERED: '1',
          ...process.env,
          PORT: String(port),
          ARENA_BASE_URL: arenaUrl,
          ARENA_DEBUG: isDrawn ? '1' : '',
          ARENA_CLOCK: isFast ? 'fast' : 'live',
          ...(version !== null && { ARENA_VERSION: version }),
          [RAISED_VARIABLE]: '1',
        },
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
  // A process that has left the group may hold its output open.
  const closed = new Promise<void>((done) => child?.once('close', () => done()))
  const named = new Set<number>()
  if (child !== null) {
    for (const from of ['stdout', 'stderr'] as const) {
      onLines(child[from], (line) => {
        output(line, from)
        if (!isUp && named.size < MOST_NAMED) for (const other of portsNamedIn(line)) named.add(other)
      })
    }
  }

  const kill = (how: NodeJS.Signals): void => {
    if (child !== null) endGroup(child.pid!, how)
  }
  const killAtOnce = (): void => kill('SIGKILL')
  process.once('exit', killAtOnce)
  const end = async (): Promise<void> => {
    isEnding = true
    // It may still be busy with the end of its last match: with what it says then, or writes down.
    if (isUp) await Promise.race([exited, sleep(LAST_WORDS_MS)])
    kill('SIGTERM')
    const timer = setTimeout(killAtOnce, END_MS)
    if (child !== null) await Promise.race([exited, sleep(2 * END_MS, null, { ref: false })])
    clearTimeout(timer)
    // Ends what the program has left behind.
    killAtOnce()
    process.off('exit', killAtOnce)
    if (child === null) return
    await Promise.race([closed, sleep(LAST_WORDS_MS, null, { ref: false })])
    child.stdout.destroy()
    child.stderr.destroy()
  }

  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const look = async (): Promise<number | null> => {
    const ports = child === null ? [] : listeningOf(child.pid!)
    if (ports.length > 0) return ports.includes(port) ? port : ports[0]!
    // Where the system does not list ports, the output may name one; nothing else answers that.
    for (const other of named) if (other !== port && (await saysPong(other))) return other
    return null
  }
  const elsewhere = new Elsewhere(elsewhereMs, look)
  /** When the author reads what the kit waits for: early enough to break it off. */
  const hintMs = Math.min(ELSEWHERE_MS, patienceMs / 2)
  let isToldOf = false
  const given = `port ${port}, which it was given in the environment variable PORT. If it has a port of its own, start it yourself and give its URL in its place`
  const giveUp = async (why: string): Promise<never> => {
    await end()
    throw new CommandFailure(`${path} ${why}`)
  }
  for (;;) {
    const isThere = await answers(url, signal)
    if (signal.aborted) await end()
    signal.throwIfAborted()
    if (isThere) {
      isUp = true
      return {
        url,
        end,
        exited,
        hasEnded: () => child === null || child.exitCode !== null || child.signalCode !== null,
      }
    }
    if (outcome.failure !== null) await giveUp(outcome.failure)
    const other = await elsewhere.look()
    if (other === port)
      await giveUp(`listens on port ${port}, but not at 127.0.0.1, where it is looked for: "localhost" may mean ::1`)
    if (other !== null) await giveUp(`listens on port ${other}, and not on ${given}: http://127.0.0.1:${other}`)
    const waitedMs = performance.now() - startedAt
    if (waitedMs > patienceMs) await giveUp(`does not listen on ${given}.`)
    if (waitedMs > hintMs && !isToldOf) {
      isToldOf = true
      print(`${name} does not listen yet on port ${port}, which PORT names; it is waited for.`)
    }
    await sleep(RETRY_MS)
  }
}

/** Notices a program that listens, but not where it was to. */
class Elsewhere {
  readonly #patienceMs: number
  readonly #look: () => Promise<number | null>
  #lookedAt = Number.NEGATIVE_INFINITY
  #since: number | null = null

  constructor(patienceMs: number, look: () => Promise<number | null>) {
    this.#patienceMs = patienceMs
    this.#look = look
  }

  /** The port that it has been listening on for too long, the given one or another; null as long as it may still get ready. */
  async look(): Promise<number | null> {
    const now = performance.now()
    if (now - this.#lookedAt < LOOK_MS) return null
    this.#lookedAt = now
    const port = await this.#look()
    if (port === null) return null
    this.#since ??= now
    return now - this.#since >= this.#patienceMs ? port : null
  }
}

function endGroup(leader: number, signal: NodeJS.Signals): void {
  // Windows has neither groups nor signals: there it is the program with all that it has started, at once.
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', `${leader}`, '/T', '/F'], { stdio: 'ignore' })
    return
  }
  try {
    process.kill(-leader, signal)
  } catch {
    // The process group is empty.
  }
}

/** Whether anything is there, whatever it says: what it has to say is checked next. */
async function answers(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(START_MS)])
    const response = await fetch(`${url}/ping`, { signal: limit, redirect: 'manual' })
    await response.body?.cancel()
    return true
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    return code !== 'ECONNREFUSED'
  }
}
