/** What happened in a run: a hash of all of it, which two runs of one seed have to agree in, and its lines where somebody wants to read them. */
import { createHash } from 'node:crypto'

/** A hash costs more by the piece than by the byte. */
const PIECE = 65_536
const MOST_BYTES_A_LETTER = 3

export class Trace {
  readonly #hash = createHash('sha256')
  readonly #now: () => number
  readonly #piece = Buffer.allocUnsafe(PIECE)
  #length = 0
  readonly lines: string[] = []
  readonly #isKept: boolean

  constructor(now: () => number, isKept: boolean) {
    this.#now = now
    this.#isKept = isKept
  }

  note(...what: readonly (string | number)[]): void {
    const line = `${this.#now()} ${what.join(' ')}`
    this.#add(line)
    if (this.#isKept) this.lines.push(line)
  }

  /** Notes bytes without putting them into words where nobody reads them: `inWords` says what they mean. */
  noteBytes(who: string, bytes: Uint8Array, inWords: () => string): void {
    const line = `${this.#now()} ${who}`
    this.#add(line)
    this.#addBytes(bytes)
    if (this.#isKept) this.lines.push(`${line} ${inWords()}`)
  }

  get digest(): string {
    this.#hashPiece()
    return this.#hash.copy().digest('hex')
  }

  #add(line: string): void {
    const most = MOST_BYTES_A_LETTER * line.length
    if (most > PIECE) return this.#addBytes(Buffer.from(line))
    if (this.#length + most > PIECE) this.#hashPiece()
    this.#length += this.#piece.write(line, this.#length)
  }

  #addBytes(bytes: Uint8Array): void {
    if (this.#length + bytes.length > PIECE) this.#hashPiece()
    if (bytes.length > PIECE) return void this.#hash.update(bytes)
    this.#piece.set(bytes, this.#length)
    this.#length += bytes.length
  }

  #hashPiece(): void {
    this.#hash.update(this.#piece.subarray(0, this.#length))
    this.#length = 0
  }
}
