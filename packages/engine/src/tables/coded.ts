/**
 * Numbers coded into text by an adaptive binary range coder, for tables without repetition, which a browser's decompression
 * gets no shorter than `packed.ts` leaves them. A number is bits, how many it has and which, and each bit costs the less the more often it came out that way
 * before in its place. Places are told apart by a context that the caller names: numbers of one kind go under one context.
 * Signed numbers are folded (0, -1, 1, -2, ...). `scripts/tables/code.ts` writes what this reads; both hold the same model.
 *
 * The text is the count of numbers, then the code, in digits of base 64, one printable character each.
 */

/** A probability of a bit being 0 is in parts of this. */
const CERTAIN = 4096
export const DIGITS = 64
/** Digits of the count, and those that the register holds. */
export const COUNT_DIGITS = 4
export const REGISTER_DIGITS = 5
export const REGISTER = DIGITS ** REGISTER_DIGITS
/** The range is kept at least this wide: a digit is moved when it is not. */
export const LEAST_RANGE = REGISTER / DIGITS

const FIRST_CODE = 35
/** Text is quoted: no backslash. */
const SKIPPED_CODE = 92

export function digitCode(digit: number): number {
  const code = FIRST_CODE + digit
  return code < SKIPPED_CODE ? code : code + 1
}

function digitOf(code: number): number {
  return (code > SKIPPED_CODE ? code - 1 : code) - FIRST_CODE
}

/** Bits of one context: how many a number has, then by that the first few below the top one, then the others. */
const LENGTHS = 64
const MOST_BITS = 15
const TREE = 16
const CELLS = LENGTHS + (MOST_BITS + 1) * TREE
/** Bits seen so far, up to which a probability still moves faster. */
const MOST_SEEN = 120

/** How many bits the magnitude of a difference has, up to `most`: numbers next to each other in a table are of one size. */
export function sizeClass(difference: number, most: number): number {
  return Math.min(most, 32 - Math.clz32(Math.abs(difference)))
}

/** What the bits of a text were so far, by context. */
export class BitModel {
  #zero = new Uint16Array(0)
  #seen = new Uint8Array(0)

  /** First cell of a context. */
  cells(context: number): number {
    const at = context * CELLS
    if (at >= this.#zero.length) this.#grow(2 * (at + CELLS))
    return at
  }

  #grow(length: number): void {
    const zero = new Uint16Array(length).fill(CERTAIN / 2)
    const seen = new Uint8Array(length)
    zero.set(this.#zero)
    seen.set(this.#seen)
    this.#zero = zero
    this.#seen = seen
  }

  /** Probability of a 0 in a cell. */
  zero(cell: number): number {
    return this.#zero[cell]!
  }

  learn(cell: number, bit: number): void {
    const zero = this.#zero[cell]!
    const seen = this.#seen[cell]!
    const toward = bit === 0 ? CERTAIN - LEAST_CHANCE : LEAST_CHANCE
    this.#zero[cell] = zero + Math.trunc((toward - zero) / (seen + 2))
    if (seen < MOST_SEEN) this.#seen[cell] = seen + 1
  }
}

/** No bit is ever certain. */
const LEAST_CHANCE = 24

/** Cell of whether a number has more bits than so many. */
export function lengthCell(cells: number, bits: number): number {
  return cells + bits
}

/** Cell of the next bit of a number of so many bits, by those above it, the top one included. */
export function bitCell(cells: number, bits: number, above: number): number {
  return cells + LENGTHS + Math.min(bits, MOST_BITS) * TREE + (above < TREE ? above : 0)
}

/** The part of a range that stands for a 0. */
export function boundOf(range: number, zero: number): number {
  return Math.floor(range / CERTAIN) * zero
}

export class CodedReader {
  readonly #text: string
  readonly #model = new BitModel()
  #at = 0
  #left = 0
  #range = REGISTER
  #code = 0

  constructor(text: string) {
    this.#text = text
    for (let i = 0; i < COUNT_DIGITS; i++) this.#left = this.#left * DIGITS + this.#digit()
    for (let i = 0; i < REGISTER_DIGITS; i++) this.#code = this.#code * DIGITS + this.#digit()
  }

  get done(): boolean {
    return this.#left === 0
  }

  /** Digits past the end do not matter. */
  #digit(): number {
    return this.#at < this.#text.length ? digitOf(this.#text.charCodeAt(this.#at++)) : 0
  }

  #bit(cell: number): number {
    const bound = boundOf(this.#range, this.#model.zero(cell))
    const bit = this.#code < bound ? 0 : 1
    if (bit === 0) {
      this.#range = bound
    } else {
      this.#code -= bound
      this.#range -= bound
    }
    this.#model.learn(cell, bit)
    while (this.#range < LEAST_RANGE) {
      this.#range *= DIGITS
      this.#code = this.#code * DIGITS + this.#digit()
    }
    return bit
  }

  /** The next number, 0 or more. */
  next(context = 0): number {
    if (this.#left === 0) throw new RangeError('No coded number is left')
    this.#left--
    const cells = this.#model.cells(context)
    let bits = 1
    while (this.#bit(lengthCell(cells, bits)) === 1) bits++
    let value = 1
    for (let i = 1; i < bits; i++) value = 2 * value + this.#bit(bitCell(cells, bits, value))
    return value - 1
  }

  /** The next number, of either sign. */
  signed(context = 0): number {
    const folded = this.next(context)
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2
  }
}
