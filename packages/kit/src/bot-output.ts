/**
 * What a bot prints, line by line: behind its name and the frame that its match stands at, or kept to be drawn on that frame. An error
 * is printed whole the first time that it comes from its place, and counted from then on.
 */
import { readRaisedLine, type Raised } from '@arena/protocol'
import { DEBUG_PREFIX } from '@arena/slp'
import { ErrorBlocks } from './raised/error-blocks.ts'
import { keyOf } from './raised/raised-errors.ts'

export interface BotOutputOptions {
  readonly name: string
  /** Null while no frame has been played. */
  readonly frame: () => number | null
  readonly print: (line: string) => void
  /** Keeps what is to be drawn; gives what is wrong with it, or null. */
  readonly draw: (line: string) => string | null
  /** Counts an error. */
  readonly raised: (raised: Raised) => void
  /** Whether an error is of the kit's doing, and is left out; none unless given. */
  readonly isOurs?: (error: string) => boolean
  /** Prints the lines of one; as any other line unless given. */
  readonly printRaised?: (line: string) => void
  /** Places whose errors were printed, for all programs that share it; by default for this one. */
  readonly told?: Map<string, number>
}

/** The longest frame number has as many digits. */
const FRAME_DIGITS = 5
/** Places whose errors are printed. */
const MOST_TOLD = 50

export class BotOutput {
  readonly #options: BotOutputOptions
  readonly #told: Map<string, number>
  readonly #blocks: ErrorBlocks<number | null>
  #hasComplained = false
  /** Whether the bot says itself what it raises. What else looks like an error is then one that it has caught. */
  #isCounted = false

  constructor(options: BotOutputOptions) {
    this.#options = options
    this.#told = options.told ?? new Map<string, number>()
    this.#blocks = new ErrorBlocks({
      line: (text, frame) => options.print(this.#marked(text, frame)),
      error: ({ error, place, lines }, frame) => {
        if (options.isOurs?.(error) === true) return
        const raised = { frame, in: null, error, place }
        if (!this.#isCounted) options.raised(raised)
        this.#tell(raised, lines)
      },
    })
  }

  /** A line of its standard output or error output. */
  line(text: string, from: 'stdout' | 'stderr'): void {
    if (from === 'stdout') return this.#print(text)
    const raised = readRaisedLine(text)
    if (raised !== null) this.#raised(raised)
    else if (text.startsWith(DEBUG_PREFIX)) this.#draw(text)
    else this.#blocks.take(text, this.#options.frame())
  }

  /** Nothing more comes. */
  end(): void {
    this.#blocks.flush()
  }

  #draw(text: string): void {
    const mistake = this.#options.draw(text)
    if (mistake === null || this.#hasComplained) return
    // A program that makes a mistake makes it on every frame.
    this.#hasComplained = true
    this.#print(text)
    this.#print(`This line is not drawn: ${mistake}. Others like it are left out without a word.`)
  }

  #raised(raised: Raised): void {
    this.#blocks.flush()
    if (raised.in !== null) {
      this.#isCounted = true
      this.#options.raised(raised)
    }
    this.#tell(raised, raised.text?.split('\n') ?? [])
  }

  /** Whole the first time; the second time that it goes on; then nothing. */
  #tell({ frame, in: method, error, place }: Raised, lines: readonly string[]): void {
    const print = this.#options.printRaised ?? this.#options.print
    const key = `${this.#options.name} ${keyOf({ error, place })}`
    if (!this.#told.has(key) && this.#told.size >= MOST_TOLD) return
    const times = (this.#told.get(key) ?? 0) + 1
    this.#told.set(key, times)
    if (times === 1) {
      if (method !== null && lines.length > 0) print(this.#marked(`raised in ${method}:`, frame))
      for (const line of lines) print(this.#marked(line, frame))
    } else if (times === 2) print(this.#marked('raised again, same place: it is counted from here on.', frame))
  }

  #print(text: string): void {
    this.#options.print(this.#marked(text, this.#options.frame()))
  }

  #marked(text: string, at: number | null): string {
    const { name } = this.#options
    return at === null ? `${name} | ${text}` : `${name} ${String(at).padStart(FRAME_DIGITS)} | ${text}`
  }
}
