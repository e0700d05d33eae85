/**
 * What bots draw: the marks on their error output, kept beside the replay with the port of the bot, one a line. A bot that draws too
 * much loses the rest, and its author reads how much.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import type { Pair } from '@arena/host'
import { DEBUG_LIMITS, DebugMarkError, readDebugLine, type DebugMark } from '@arena/slp'

type Limits = Pick<Record<keyof typeof DEBUG_LIMITS, number>, 'marksPerFrame' | 'marks'>

export class DebugFile implements Disposable {
  readonly #limits: Limits
  readonly #path: string
  readonly #botIds: Pair<string>
  #fd: number | null = null
  #marks = 0
  /** The frame that was drawn on last, and how often since, by port. */
  readonly #last = [
    { frame: Number.NaN, marks: 0 },
    { frame: Number.NaN, marks: 0 },
  ]
  /** Marks that were left out, by port. */
  readonly left: [number, number] = [0, 0]

  /** The file is made with its first mark. `botIds` by port. */
  constructor(path: string, botIds: Pair<string>, limits: Limits = DEBUG_LIMITS) {
    this.#path = path
    this.#botIds = botIds
    this.#limits = limits
  }

  get isEmpty(): boolean {
    return this.#marks === 0
  }

  /** Keeps the mark on a line of a bot; gives what is wrong with it, or null. `frame` is for a mark that names none. */
  add(botId: string, line: string, frame: number): string | null {
    const port = this.#botIds[0] === botId ? 0 : 1
    try {
      const mark = readDebugLine(line, frame)
      if (mark !== null) this.#keep({ ...mark, port }, port)
      return null
    } catch (error) {
      if (!(error instanceof DebugMarkError)) throw error
      return error.message
    }
  }

  [Symbol.dispose](): void {
    if (this.#fd !== null) closeSync(this.#fd)
    this.#fd = null
  }

  #keep(mark: DebugMark, port: 0 | 1): void {
    const last = this.#last[port]!
    last.marks = last.frame === mark.frame ? last.marks + 1 : 1
    last.frame = mark.frame
    if (last.marks > this.#limits.marksPerFrame || this.#marks >= this.#limits.marks) {
      this.left[port]++
      return
    }
    this.#fd ??= openSync(this.#path, 'w', 0o600)
    writeSync(this.#fd, `${JSON.stringify(mark)}\n`)
    this.#marks++
  }
}
