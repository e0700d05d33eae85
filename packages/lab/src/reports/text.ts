/** Plain text for terminals: tables with aligned columns, and a progress bar that is erased at the end. */

export type Cell = string | number

/** Columns are as wide as their widest cell; numbers and percentages stand to the right. */
export function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell)))
  const widths = header.map((name, i) => Math.max(name.length, ...texts.map((row) => row[i]?.length ?? 0)))
  const isRight = header.map(
    (_, i) => rows.length > 0 && rows.every((row) => typeof row[i] === 'number' || isFigure(row[i] ?? '')),
  )
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (isRight[i] ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd()
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...texts.map(line)].join('\n')
}

function isFigure(text: string): boolean {
  return text === NOTHING || /^-?[\d.,]+( %)?$/.test(text)
}

/** Shown where there is no figure. */
export const NOTHING = '-'

export function share(part: number, whole: number): string {
  return whole === 0 ? NOTHING : `${((100 * part) / whole).toFixed(2)} %`
}

const BAR = 30

/** Shows the progress of a long run on a terminal. */
export class Progress {
  readonly #stream: NodeJS.WriteStream
  readonly #total: number

  constructor(total: number, stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream
    this.#total = total
  }

  show(done: number, what: string): void {
    if (!this.#stream.isTTY || this.#total < 2) return
    const filled = Math.round((BAR * done) / this.#total)
    const bar = '#'.repeat(filled) + '.'.repeat(BAR - filled)
    this.#write(`[${bar}] ${done}/${this.#total} ${what}`)
  }

  end(): void {
    if (this.#stream.isTTY && this.#total > 1) this.#write('')
  }

  #write(text: string): void {
    this.#stream.write(`\r\x1b[K${text.slice(0, (this.#stream.columns || 80) - 1)}`)
  }
}
