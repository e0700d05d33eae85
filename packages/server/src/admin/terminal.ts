/**
 * What the commands say, and the one question that they ask. Standard output holds results: tables for people, or JSON documents, one a line.
 * Names and addresses come from strangers, so nothing of them can move the cursor or turn the text around.
 */
import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { UsageError } from '@arena/host/command-line'
import type { Row } from '../operators/outcome.ts'

export interface Streams {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable
  readonly errors: Writable
}

export class Terminal {
  readonly #streams: Streams
  isJson = false

  constructor(streams: Streams) {
    this.#streams = streams
  }

  /** For people. */
  print(...lines: readonly string[]): void {
    if (!this.isJson) for (const line of lines) this.#streams.output.write(`${shown(line)}\n`)
  }

  /** For programs. */
  data(document: object): void {
    if (this.isJson) this.#streams.output.write(`${JSON.stringify(document)}\n`)
  }

  help(text: string): void {
    this.#streams.output.write(text)
  }

  progress(line: string): void {
    this.#streams.errors.write(`${shown(line)}\n`)
  }

  fail(message: string): void {
    if (this.isJson) this.#streams.output.write(`${JSON.stringify({ error: message })}\n`)
    else this.#streams.errors.write(`arena-admin: ${message}\n`)
  }

  /** Rows under their titles, in columns that fit; `{name: [rows]}` for programs. */
  table(name: string, rows: readonly Row[], columns: readonly string[]): void {
    this.data({ [name]: rows })
    if (rows.length === 0) return this.print('There is none.')
    const cells = [columns.slice(), ...rows.map((row) => columns.map((column) => cell(row[column])))]
    const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]!.length)))
    this.print(
      ...cells.map((line) =>
        line
          .map((text, index) => text.padEnd(widths[index]!))
          .join('  ')
          .trimEnd(),
      ),
    )
  }

  /** Whether to go on. Where nobody can be asked, `--yes` has to say so. */
  async confirm(what: string, isSure: boolean): Promise<boolean> {
    if (isSure) return true
    const { input, errors } = this.#streams
    if (input.isTTY !== true) throw new UsageError(`${what} This cannot be undone: confirm with --yes.`)
    const lines = createInterface({ input, output: errors })
    try {
      const answer = await lines.question(`${shown(what)} This cannot be undone. Type "yes" to go on: `)
      return answer.trim().toLowerCase() === 'yes'
    } finally {
      lines.close()
    }
  }
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toFixed(1)
  return shown(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Control characters, and those that change the direction of a line, are shown as what they are. */
function shown(text: string): string {
  return text.replace(/[\p{Cc}\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, (character) =>
    character === '\t' ? ' ' : `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )
}
