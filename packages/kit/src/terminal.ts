/**
 * The kit's output: results on standard output, and progress on standard error. Progress is one line that is rewritten
 * on a terminal, and an occasional line in a file. Results are words for people or, with `--json`, documents for
 * programs: each command gives both, and one of them is printed.
 */
const REFRESH_MS = 200
const LINE_MS = 10_000
const USUAL_WIDTH = 80

/** A line without what could steer a terminal, or end the line: much of what is printed comes from an arena, a bot or a file. */
export const harmless = (line: string): string => line.replaceAll(/\p{C}/gu, ' ')

/** JSON where such characters stand as escapes. */
const harmlessJson = (document: object): string =>
  JSON.stringify(document).replaceAll(/\p{C}/gu, (character) =>
    // In UTF-16, as JSON has it.
    character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )

/** To the beginning of the line, and nothing behind it. */
const CLEAR = '\r\x1b[K'

interface Output {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

export class Terminal {
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  /** Whether results are printed as JSON. */
  isJson = false
  readonly #out: Output
  readonly #err: Output
  #isShowing = false
  /** Lines of the table at the end of the screen. */
  #tableLines = 0
  #shownAt = Number.NEGATIVE_INFINITY

  constructor(signal: AbortSignal, out: Output = process.stdout, err: Output = process.stderr) {
    this.signal = signal
    this.#out = out
    this.#err = err
  }

  /** Characters that a line of results may have. */
  get width(): number {
    return this.#out.columns !== undefined && this.#out.columns > 0 ? this.#out.columns : USUAL_WIDTH
  }

  /** Whether results are seen on a screen, which shows colours. */
  get isScreen(): boolean {
    return this.#out.isTTY === true
  }

  /** Results for people, a line each. */
  print(...lines: readonly string[]): void {
    this.printPainted(...lines.map(harmless))
  }

  /** The same with colours; of what comes from outside it holds only what is harmless. */
  printPainted(...lines: readonly string[]): void {
    if (!this.isJson) this.write(lines.map((line) => `${line}\n`).join(''))
  }

  /** Results for programs: one document, on a line of its own. */
  data(document: object): void {
    if (this.isJson) this.write(`${harmlessJson(document)}\n`)
  }

  /** Why a command ends without its result. */
  fail(message: string): void {
    this.data({ error: message })
    if (!this.isJson) this.note(`arena-kit: ${message.split('\n').map(harmless).join('\n')}`)
  }

  /** Standard output as it is. */
  write(text: string): void {
    this.#clear()
    this.#out.write(text)
  }

  /** What bots print here, which may be coloured, and complaints. */
  note(line: string): void {
    this.#clear()
    this.#err.write(`${line}\n`)
  }

  /** How far it is; may be called as often as there is something new. */
  show(text: string): void {
    const state = harmless(text)
    const { isTTY: isScreen = false, columns = 0 } = this.#err
    const now = performance.now()
    if (now - this.#shownAt < (isScreen ? REFRESH_MS : LINE_MS)) return
    this.#shownAt = now
    // A line that wraps could not be written anew.
    this.#err.write(
      isScreen ? `${CLEAR}  ${state.slice(0, (columns > 0 ? columns : USUAL_WIDTH) - 3)}` : `  ${state}\n`,
    )
    this.#isShowing = isScreen
  }

  /** The present state as lines at the end of the screen, in place of those of the last call; nothing in a file. */
  table(lines: readonly string[]): void {
    if (!this.isScreen || this.isJson) return
    this.#clear()
    // A line that wraps could not be written anew.
    this.#out.write(lines.map((line) => `${harmless(line).slice(0, this.width - 1)}\n`).join(''))
    this.#tableLines = lines.length
  }

  #clear(): void {
    if (this.#tableLines > 0) this.#out.write(`\x1b[${this.#tableLines}A\r\x1b[J`)
    this.#tableLines = 0
    if (this.#isShowing) this.#err.write(CLEAR)
    this.#isShowing = false
    this.#shownAt = Number.NEGATIVE_INFINITY
  }
}
