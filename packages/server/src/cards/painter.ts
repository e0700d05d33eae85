/**
 * Has cards drawn by a process of its own, one at a time, so that no name and no replay can harm the service, and with
 * limits: of time, of memory, of cards that wait. It starts with the first card and ends when none was asked for in a
 * while. What is refused or fails is null: a card is never worth waiting for.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Card } from '@arena/card'
import { startProcess } from '@arena/host/system'
import type { Logger } from '../log.ts'
import { CARD_PROGRAM } from './card-entry.ts'

/** On a busy machine a second's work may take many. */
const LONGEST_MS = 60_000
const IDLE_MS = 60_000
/** After a process that failed none is started for this long. */
const PAUSE_MS = 10_000
const MOST_WAITING = 32
const HEAP_MB = 256

interface CardPainterOptions {
  readonly log: Pick<Logger, 'warn'>
  /** What `node` is started with. */
  readonly program?: readonly string[]
  readonly longestMs?: number
  readonly now?: () => number
}

interface Answer {
  readonly png?: Uint8Array
  readonly error?: string
}

export class CardPainter {
  readonly #log: CardPainterOptions['log']
  readonly #program: readonly string[]
  readonly #longestMs: number
  readonly #now: () => number
  #child: ChildProcess | null = null
  #idle: ReturnType<typeof setTimeout> | undefined
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()
  #pauseUntil = -Infinity
  #isClosed = false

  constructor({
    log,
    program = [`--max-old-space-size=${HEAP_MB}`, ...CARD_PROGRAM],
    longestMs = LONGEST_MS,
    now = () => performance.now(),
  }: CardPainterOptions) {
    this.#log = log
    this.#program = program
    this.#longestMs = longestMs
    this.#now = now
  }

  /** The id of the process, while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** A PNG; null where the card is not drawn now. */
  async paint(card: Card): Promise<Buffer | null> {
    if (this.#waiting >= MOST_WAITING) return null
    this.#waiting++
    const painting = this.#last.then(() => this.#paint(card))
    this.#last = painting
    try {
      return await painting
    } finally {
      this.#waiting--
    }
  }

  close(): void {
    this.#isClosed = true
    this.#end()
  }

  async #paint(card: Card): Promise<Buffer | null> {
    if (this.#isClosed || this.#now() < this.#pauseUntil) return null
    clearTimeout(this.#idle)
    const { png, error } = await this.#ask(card)
    if (error !== undefined) this.#log.warn({ kind: card.kind, error }, 'a card could not be drawn')
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref()
    return png === undefined ? null : Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  }

  /** Never rejects: a process that fails is an answer too. */
  #ask(card: Card): Promise<Answer> {
    return new Promise((resolve) => {
      const fail = (how: string) => {
        this.#pauseUntil = this.#now() + PAUSE_MS
        done({ error: `the process ${how}` })
        this.#end()
      }
      const child = (this.#child ??= this.#start(fail))
      if (child === null) return
      const timer = setTimeout(() => fail(`took longer than ${this.#longestMs} ms`), this.#longestMs)
      const exited = (code: number | null, signal: string | null) => fail(`ended with ${signal ?? `code ${code}`}`)
      const broken = (error: Error) => fail(`could not be reached: ${error.message}`)
      const done = (answer: Answer) => {
        clearTimeout(timer)
        child.off('message', done).off('exit', exited).off('error', broken)
        resolve(answer)
      }
      child.once('message', done).once('exit', exited).once('error', broken)
      child.send(card)
    })
  }

  #start(failed: (how: string) => void): ChildProcess | null {
    const child = startProcess(
      // Nothing of the service's environment is its business.
      () =>
        spawn(process.execPath, this.#program, {
          stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
          serialization: 'advanced',
          env: {},
        }),
      (error) => failed(`could not be started: ${error.message}`),
    )
    if (child?.stderr)
      createInterface(child.stderr).on('line', (line) => this.#log.warn({ line }, 'the process of cards'))
    return child
  }

  #end(): void {
    clearTimeout(this.#idle)
    const child = this.#child
    this.#child = null
    if (child === null) return
    // It may be gone already, or be about to say something that nobody waits for.
    child.on('error', () => {})
    child.kill('SIGKILL')
  }
}
