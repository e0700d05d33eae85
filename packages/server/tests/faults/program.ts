/** The arena as an operator runs it: a process with its hosts and engines, which can be killed, stopped and started again. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { ARENA } from '../../../../scripts/tests/programs.ts'

const SKEWED_CLOCK = new URL('skewed-clock.mjs', import.meta.url).href
/** Lines of the log that are kept to explain a failure. */
const KEPT_LINES = 400
const START_MS = 60_000

export interface ProgramOptions {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

export class Program {
  readonly #options: ProgramOptions
  #child: ChildProcess | null = null
  #exited: Promise<number | NodeJS.Signals | null> = Promise.resolve(null)
  readonly log: string[] = []
  url = ''

  constructor(options: ProgramOptions) {
    this.#options = options
  }

  get isUp(): boolean {
    return this.#child !== null
  }

  get pid(): number {
    if (this.#child === null) throw new Error('the arena is not up')
    return this.#child.pid!
  }

  /** Resolves once it answers; rejects when it ends before that, with what it said. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [ARENA], {
      cwd: this.#options.folder,
      // Not in the group of the tests, which a terminal may interrupt.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], NODE_OPTIONS: `--import=${SKEWED_CLOCK}`, ...this.#options.env },
    })
    this.#child = child
    this.#exited = once(child, 'exit').then(([code, signal]) => {
      if (this.#child === child) this.#child = null
      return (code ?? signal) as number | NodeJS.Signals
    })
    const greeted = new Promise<string>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        createInterface(stream).on('line', (line) => {
          this.log.push(line)
          if (this.log.length > KEPT_LINES) this.log.shift()
          const found = /Bot Arena +(http:\S+)/.exec(line)
          if (found !== null) resolve(found[1]!)
        })
      }
    })
    const ended = this.#exited.then((code) => {
      throw new Error(`the arena ended with ${code} while it started:\n${this.log.slice(-8).join('\n')}`)
    })
    const late = new AbortController()
    const waited = sleep(START_MS, null, { signal: late.signal }).then(() => {
      throw new Error(`the arena did not start:\n${this.log.slice(-8).join('\n')}`)
    })
    try {
      this.url = await Promise.race([greeted, ended, waited])
    } finally {
      late.abort()
      ended.catch(() => {})
      waited.catch(() => {})
    }
  }

  /** How it ended, as soon as it has. */
  exited(): Promise<number | NodeJS.Signals | null> {
    return this.#exited
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(this.pid, signal)
  }

  /** The arena alone: its hosts and engines have to notice. */
  async kill(): Promise<void> {
    this.signal('SIGKILL')
    await this.#exited
  }

  /** All processes at once, as when the machine goes down. */
  async killAll(): Promise<void> {
    // Again until there are none: one may just be starting another.
    for (let all = this.#living(); all.length > 0; all = this.#living()) {
      for (const pid of all) send(pid, 'SIGKILL')
      await sleep(1)
    }
    await this.#exited
  }

  /**
   * The arena, its hosts and its engines, of this and of earlier starts. An arena and its hosts have its environment; an
   * engine, which is given none of it, has the folder among its arguments.
   */
  #living(): number[] {
    const mark = `ARENA_DATA_DIR=${this.#options.env['ARENA_DATA_DIR']}\0`
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
          // One that has ended and waits to be collected has neither.
          const isOurs =
            command.includes(this.#options.folder) || readFileSync(`/proc/${name}/environ`, 'utf8').includes(mark)
          return isOurs ? [Number(name)] : []
        } catch {
          return []
        }
      })
  }
}

/** Signals a process; false when it is gone. */
export function send(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name)
    return true
  } catch {
    return false
  }
}
