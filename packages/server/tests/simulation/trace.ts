/** What happened in a run: a hash of all of it, which two runs of one seed have to agree in, and its lines where somebody wants to read them. */
import { createHash } from 'node:crypto'

/** A hash costs more by the piece than by the byte. */
const PIECE = 65_536

export class Trace {
  readonly #hash = createHash('sha256')
  readonly #now: () => number
  #piece = ''
  readonly lines: string[] = []
  readonly #isKept: boolean

  constructor(now: () => number, isKept: boolean) {
    this.#now = now
    this.#isKept = isKept
  }

  note(...what: readonly (string | number)[]): void {
    const line = `${this.#now()} ${what.join(' ')}`
    this.#piece += `${line}\n`
    if (this.#piece.length >= PIECE) this.#hashPiece()
    if (this.#isKept) this.lines.push(line)
  }

  get digest(): string {
    this.#hashPiece()
    return this.#hash.copy().digest('hex')
  }

  #hashPiece(): void {
    this.#hash.update(this.#piece)
    this.#piece = ''
  }
}
