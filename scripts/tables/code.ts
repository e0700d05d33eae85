/** Writes the coded text that `packages/engine/src/tables/coded.ts` reads; the format is described there. */
import {
  bitCell,
  BitModel,
  boundOf,
  COUNT_DIGITS,
  digitCode,
  DIGITS,
  LEAST_RANGE,
  lengthCell,
  REGISTER,
  REGISTER_DIGITS,
} from '../../packages/engine/src/tables/coded.ts'

export class CodedWriter {
  readonly #model = new BitModel()
  readonly #digits: number[] = []
  #count = 0
  #low = 0
  #range = REGISTER

  /** Appends an integer, 0 or more. */
  put(value: number, context = 0): this {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Cannot code ${value}`)
    this.#count++
    const cells = this.#model.cells(context)
    const digits = (value + 1).toString(2)
    const bits = digits.length
    for (let i = 1; i < bits; i++) this.#put(lengthCell(cells, i), 1)
    this.#put(lengthCell(cells, bits), 0)
    let above = 1
    for (let i = 1; i < bits; i++) {
      const bit = Number(digits[i])
      this.#put(bitCell(cells, bits, above), bit)
      above = 2 * above + bit
    }
    return this
  }

  /** Appends an integer of either sign. */
  putSigned(value: number, context = 0): this {
    return this.put(value >= 0 ? value * 2 : -value * 2 - 1, context)
  }

  #put(cell: number, bit: number): void {
    const bound = boundOf(this.#range, this.#model.zero(cell))
    if (bit === 0) {
      this.#range = bound
    } else {
      this.#low += bound
      this.#range -= bound
    }
    this.#model.learn(cell, bit)
    while (this.#range < LEAST_RANGE) {
      this.#range *= DIGITS
      this.#shift()
    }
  }

  /** Moves the top digit out, with what it carries over into those before it. */
  #shift(): void {
    if (this.#low >= REGISTER) {
      this.#low -= REGISTER
      let i = this.#digits.length - 1
      for (; this.#digits[i] === DIGITS - 1; i--) this.#digits[i] = 0
      this.#digits[i]!++
    }
    this.#digits.push(Math.floor(this.#low / LEAST_RANGE))
    this.#low = (this.#low % LEAST_RANGE) * DIGITS
  }

  /** Ends the text. */
  toString(): string {
    for (let i = 0; i < REGISTER_DIGITS; i++) this.#shift()
    let end = this.#digits.length
    while (this.#digits[end - 1] === 0) end--
    const count = Array.from({ length: COUNT_DIGITS }, (_, i) => Math.floor(this.#count / DIGITS ** i) % DIGITS)
    return String.fromCharCode(...count.reverse().map(digitCode)) + this.#text(end)
  }

  #text(end: number): string {
    return this.#digits
      .slice(0, end)
      .map((digit) => String.fromCharCode(digitCode(digit)))
      .join('')
  }
}
