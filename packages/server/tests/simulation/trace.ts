/** What happened in a run: a hash of all of it, which two runs of one seed have to agree in, and the last lines in words. */
import { createHash } from 'node:crypto'

const LINES = 400

export class Trace {
  readonly #hash = createHash('sha256')
  readonly #now: () => number
  readonly #lines: string[] = []
  /** Every line is kept where this is set. */
  isWhole = false

  constructor(now: () => number) {
    this.#now = now
  }

  note(...what: readonly (string | number)[]): void {
    const line = `${this.#now()} ${what.join(' ')}`
    this.#hash.update(line)
    this.#lines.push(line)
    if (!this.isWhole && this.#lines.length > 2 * LINES) this.#lines.splice(0, LINES)
  }

  get digest(): string {
    return this.#hash.copy().digest('hex')
  }

  get lines(): readonly string[] {
    return this.isWhole ? this.#lines : this.#lines.slice(-LINES)
  }
}
