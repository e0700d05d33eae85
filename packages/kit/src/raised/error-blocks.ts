/**
 * Errors in what a program prints, as Node and Python print them: a line that names the error and the calls below it, or a traceback
 * with the error as its last line. So the errors of a bot without an SDK are known too. The lines of one come together; what follows
 * within a moment decides whether a line begins one.
 */
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { callsOf } from '@arena/protocol'

interface PrintedError {
  readonly error: string
  readonly place: string | null
  readonly lines: readonly string[]
}

/** `at` is what was given with the first line. */
interface ErrorBlocksOptions<At> {
  readonly line: (text: string, at: At) => void
  readonly error: (error: PrintedError, at: At) => void
}

/** How long a line may wait for those that belong to it. */
const MOMENT_MS = 20
/** Lines of one error; recursion makes many. */
const MOST_LINES = 1_000

const CALL = /^\s+at \S/
const TRACEBACK = /^Traceback \(most recent call last\):$/
/** Between two tracebacks of one error. */
const CHAIN = /^(?:During handling of the above exception|The above exception was the direct cause)/
const OTHERS = /[/\\](?:node_modules|site-packages|dist-packages)[/\\]|[/\\]lib[/\\]python3/

export class ErrorBlocks<At> {
  readonly #options: ErrorBlocksOptions<At>
  /** A line that may name an error; or, with what has come of it, an error. */
  #lines: string[] = []
  #kind: 'line' | 'node' | 'python' = 'line'
  #at: At | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: ErrorBlocksOptions<At>) {
    this.#options = options
  }

  take(text: string, at: At): void {
    const belongs = this.#kind === 'line' ? CALL.test(text) && this.#lines.length > 0 : this.#goesOn(text)
    if (!belongs) {
      this.flush()
      this.#at = at
      if (TRACEBACK.test(text)) this.#kind = 'python'
    } else if (this.#kind === 'line') this.#kind = 'node'
    this.#lines.push(text)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.flush(), MOMENT_MS)
  }

  /** The block that waits is complete. */
  flush(): void {
    clearTimeout(this.#timer)
    const lines = this.#lines
    const kind = this.#kind
    const at = this.#at!
    this.#lines = []
    this.#kind = 'line'
    if (kind === 'line') {
      for (const text of lines) this.#options.line(text, at)
      return
    }
    const rest = lines.at(-1) === '' ? lines.splice(-1) : []
    this.#options.error({ ...(kind === 'node' ? ofNode(lines) : ofPython(lines)), lines }, at)
    for (const text of rest) this.#options.line(text, at)
  }

  /** Whether a line is part of the error before it. */
  #goesOn(text: string): boolean {
    if (this.#lines.length >= MOST_LINES) return false
    const last = this.#lines.at(-1)!
    if (this.#kind === 'node') return CALL.test(text) || this.#isInBraces(text)
    const isOver = !/^\s/.test(last) && !TRACEBACK.test(last) && !CHAIN.test(last) && last !== ''
    if (isOver) return text === '' || CHAIN.test(text)
    if (last === '') return CHAIN.test(text) || (TRACEBACK.test(text) && this.#lines.some((line) => CHAIN.test(line)))
    return true
  }

  /** The members of an error, which Node prints below its calls. */
  #isInBraces(text: string): boolean {
    const isOpen = this.#lines.some((line) => CALL.test(line) && line.endsWith(' {')) && this.#lines.at(-1) !== '}'
    return isOpen && (text === '}' || /^\s/.test(text))
  }
}

function ofNode(lines: readonly string[]): Omit<PrintedError, 'lines'> {
  const call = callsOf(lines.join('\n')).find(({ file }) => !OTHERS.test(file))
  return {
    error: lines[0]!.replace(/^Uncaught /, ''),
    place: call === undefined ? null : `${shown(call.file)}:${call.line}:${call.column}`,
  }
}

function ofPython(lines: readonly string[]): Omit<PrintedError, 'lines'> {
  const calls = lines.flatMap((text) => {
    const [, file, line] = /^\s+File "(.+)", line (\d+)/.exec(text) ?? []
    return file === undefined || file.startsWith('<') || OTHERS.test(file) ? [] : [`${shown(file)}:${line}`]
  })
  const error = lines.findLast((text) => text !== '' && !/^\s/.test(text)) ?? lines[0]!
  return { error, place: calls.at(-1) ?? null }
}

/** A file as seen from the folder that the kit was started in. */
function shown(file: string): string {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file
  const below = relative(process.cwd(), path)
  return below.startsWith('..') ? path : below
}
