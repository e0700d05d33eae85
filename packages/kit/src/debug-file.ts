/**
 * What bots want to have drawn: lines `arena-debug {json}` of their error output, kept beside the replay as one JSON document a
 * line. Each names its frame and the port of its bot. A bot that draws too much loses the rest, and its author reads how much.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import type { Pair } from '@arena/host'

const PREFIX = 'arena-debug '
/** Of what is kept for a match. */
interface DebugBounds {
  readonly lineBytes: number
  /** Of one bot. */
  readonly linesPerFrame: number
  readonly bytes: number
}

export const DEBUG_BOUNDS: DebugBounds = { lineBytes: 4_096, linesPerFrame: 200, bytes: 32 * 1024 * 1024 }

/** From the first polled frame to the last one of the longest match. */
const FRAMES = { first: -123, last: 28_800 } as const

/** The document in a line of error output; null where the line is meant for people. */
export function debugText(line: string): string | null {
  return line.startsWith(PREFIX) ? line.slice(PREFIX.length) : null
}

export class DebugFile implements Disposable {
  readonly #bounds: DebugBounds
  readonly #path: string
  readonly #botIds: Pair<string>
  #fd: number | null = null
  #bytes = 0
  /** The frame that was drawn on last, and how often since, by port. */
  readonly #last = [
    { frame: Number.NaN, lines: 0 },
    { frame: Number.NaN, lines: 0 },
  ]
  /** Lines that were left out, by port. */
  readonly left: [number, number] = [0, 0]

  /** The file is made with its first line. `botIds` by port. */
  constructor(path: string, botIds: Pair<string>, bounds = DEBUG_BOUNDS) {
    this.#path = path
    this.#botIds = botIds
    this.#bounds = bounds
  }

  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  /** Keeps a line of a bot; gives what is wrong with it, or null. `frame` is where the match stands, for a line without one. */
  add(botId: string, text: string, frame: number): string | null {
    const port = this.#botIds[0] === botId ? 0 : 1
    const document = parse(text)
    if (typeof document === 'string') return document
    const { frame: given = frame, ...rest } = document
    if (!isFrame(given)) return `"frame" has to be a whole number from ${FRAMES.first} to ${FRAMES.last}`
    const bytes = Buffer.from(`${JSON.stringify({ ...rest, frame: given, port })}\n`)
    if (bytes.length > this.#bounds.lineBytes) return `it is longer than ${this.#bounds.lineBytes} bytes`
    if (this.#isTooMuch(port, given, bytes.length)) this.left[port]++
    else this.#write(bytes)
    return null
  }

  [Symbol.dispose](): void {
    if (this.#fd !== null) closeSync(this.#fd)
    this.#fd = null
  }

  #isTooMuch(port: 0 | 1, frame: number, bytes: number): boolean {
    const last = this.#last[port]!
    last.lines = last.frame === frame ? last.lines + 1 : 1
    last.frame = frame
    return last.lines > this.#bounds.linesPerFrame || this.#bytes + bytes > this.#bounds.bytes
  }

  #write(bytes: Uint8Array): void {
    this.#fd ??= openSync(this.#path, 'w', 0o600)
    writeSync(this.#fd, bytes)
    this.#bytes += bytes.length
  }
}

function parse(text: string): Record<string, unknown> | string {
  try {
    const document: unknown = JSON.parse(text)
    if (typeof document === 'object' && document !== null && !Array.isArray(document)) return { ...document }
    return 'it is no JSON object'
  } catch (error) {
    return `it is no JSON (${(error as Error).message})`
  }
}

function isFrame(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= FRAMES.first && (value as number) <= FRAMES.last
}
