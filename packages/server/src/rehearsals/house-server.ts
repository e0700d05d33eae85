/**
 * The house bots that rehearsals are played against: the program of the house, which this machine starts when the first rehearsal begins
 * and ends after the last. They are registered nowhere.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { houseBots } from '@arena/sdk'
import { startProcess } from '@arena/host/system'
import { HOUSE_PROGRAM, Listening, readLine } from '../house-entry.ts'
import { inTime } from '../in-time.ts'

const UP_MS = 15_000
const END_MS = 5_000

/** House bots for rehearsals, of a machine. */
export interface RehearsalHouse {
  /** Where they listen; starts them where they do not. Rejects where they cannot be started. */
  address(): Promise<string>
  /** Ends them; they are started again when they are asked for. */
  end(): Promise<void>
}

export class HouseServer implements RehearsalHouse {
  #child: ChildProcess | null = null
  #up: Promise<string> | null = null

  /** The process, where one runs. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  async address(): Promise<string> {
    this.#up ??= this.#start()
    try {
      return await this.#up
    } catch (error) {
      await this.end()
      throw error
    }
  }

  async end(): Promise<void> {
    const child = this.#child
    this.#child = this.#up = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    // The process ends with its standard input.
    child.stdin!.end()
    const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
    await gone
    clearTimeout(timer)
  }

  async #start(): Promise<string> {
    const up = new Promise<string>((resolve, reject) => {
      const start = () =>
        spawn(process.execPath, HOUSE_PROGRAM, {
          stdio: ['pipe', 'pipe', 'ignore'],
          // Nobody reads their version.
          env: { ARENA_HOUSE_PORT: '0', ARENA_HOUSE_BOTS: String(houseBots().length), ARENA_VERSION: '' },
        })
      const child = startProcess(start, reject)
      this.#child = child
      if (child === null) return
      child.stdin.on('error', () => {})
      createInterface(child.stdout).on('line', (line) => {
        const port = Listening.safeParse(readLine(line)).data?.port
        if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
      })
      child.once('error', reject)
      child.once('exit', (code, signal) => {
        if (this.#child === child) this.#child = this.#up = null
        reject(new Error(`the house bots ended with ${signal ?? `code ${code}`}`))
      })
    })
    const address = await inTime(up, UP_MS, null)
    if (address === null) throw new Error(`the house bots do not listen after ${UP_MS / 1000} s`)
    return address
  }
}
