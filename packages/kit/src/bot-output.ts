/** What a bot prints, line by line: behind its name and the frame that its match stands at, or kept to be drawn on that frame. */
import { DEBUG_PREFIX } from '@arena/slp'

export interface BotOutputOptions {
  readonly name: string
  /** Null while no frame has been played. */
  readonly frame: () => number | null
  readonly print: (line: string) => void
  /** Keeps what is to be drawn; gives what is wrong with it, or null. */
  readonly draw: (line: string) => string | null
}

/** The longest frame number has as many digits. */
const FRAME_DIGITS = 5

export class BotOutput {
  readonly #options: BotOutputOptions
  #hasComplained = false

  constructor(options: BotOutputOptions) {
    this.#options = options
  }

  /** A line of its standard output or error output. */
  line(text: string, from: 'stdout' | 'stderr'): void {
    const { draw } = this.#options
    if (from !== 'stderr' || !text.startsWith(DEBUG_PREFIX)) return this.#print(text)
    const mistake = draw(text)
    if (mistake === null || this.#hasComplained) return
    // A program that makes a mistake makes it on every frame.
    this.#hasComplained = true
    this.#print(text)
    this.#print(`This line is not drawn: ${mistake}. Others like it are left out without a word.`)
  }

  #print(text: string): void {
    const { name, frame, print } = this.#options
    const at = frame()
    print(at === null ? `${name} | ${text}` : `${name} ${String(at).padStart(FRAME_DIGITS)} | ${text}`)
  }
}
