/**
 * Numbers coded into text by an adaptive binary range coder, for tables without repetition, which a browser's decompression
 * gets no shorter than `packed.ts` leaves them. A number is bits, how many it has and which, and each bit costs the less the more often it came out that way
 * before in its place. Places are told apart by a context that the caller names: numbers of one kind go under one context.
 * Several texts of one kind share another one that tells what is to be expected of their bits, so that not each has to learn it anew.
 * Contexts may share how the bits below the top one come out (a tree): those of noise are alike, however long a number is expected to be.
 * Signed numbers are folded (0, -1, 1, -2, ...). `scripts/tables/code.ts` writes what this reads; both hold the same model.
 *
 * The text is the count of numbers, then the code, in digits of base 64, one printable character each.
 */

/** A probability of a bit being 0 is in parts of this. */
const CERTAIN_BITS = 12
const CERTAIN = 1 << CERTAIN_BITS
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

/** How many bits the magnitude of a difference has, up to `most`: numbers next to each other in a table are of one size. */
export function sizeClass(difference: number, most: number): number {
  return Math.min(most, 32 - Math.clz32(Math.abs(difference)))
}

/** No bit is ever certain. */
const LEAST_CHANCE = 24
/** Bits seen so far, up to which a probability still moves faster; what is expected beforehand counts for so many. */
const MOST_SEEN = 120
const SEEN_BEFOREHAND = 14
/** What is expected of a bit: in steps of 2 by how much likelier it is to be 0; the middle one for as likely as not. */
export const MIDDLE_STEP = 5
const LIKELY = Uint16Array.from({ length: 2 * MIDDLE_STEP + 1 }, (_, step) => CERTAIN / (1 + 2 ** (MIDDLE_STEP - step)))

/** What the bits of a text were so far, each in a cell; a context has so many cells. */
export class BitModel {
  readonly #perContext: number
  readonly #seenFirst: number
  /** Probability of a 0 in each cell. */
  zero = new Uint16Array(0)
  #seen = new Uint8Array(0)

  constructor(perContext: number, seenFirst: number) {
    this.#perContext = perContext
    this.#seenFirst = seenFirst
  }

  /** First cell of a context. */
  cells(context: number): number {
    const at = context * this.#perContext
    if (at >= this.zero.length) this.#grow(2 * (at + this.#perContext))
    return at
  }

  #grow(length: number): void {
    const zero = new Uint16Array(length).fill(CERTAIN / 2)
    const seen = new Uint8Array(length).fill(this.#seenFirst)
    zero.set(this.zero)
    seen.set(this.#seen)
    this.zero = zero
    this.#seen = seen
  }

  learn(cell: number, bit: number): void {
    const zero = this.zero[cell]!
    const seen = this.#seen[cell]!
    const toward = bit === 0 ? CERTAIN - LEAST_CHANCE : LEAST_CHANCE
    this.zero[cell] = zero + Math.trunc((toward - zero) / (seen + 2))
    if (seen < MOST_SEEN) this.#seen[cell] = seen + 1
  }

  expect(cell: number, step: number): void {
    this.cells(Math.floor(cell / this.#perContext))
    this.zero[cell] = LIKELY[step]!
    this.#seen[cell] = SEEN_BEFOREHAND
  }

  /** A step is told under what is expected of the same cell of the context before. */
  stepContext(cell: number): number {
    const before = this.zero[cell - this.#perContext] ?? CERTAIN / 2
    return EXPECTED_CONTEXT.steps + Math.floor((STEP_CLASSES * before) / CERTAIN)
  }
}

/** The contexts of a text that tells what is expected. */
export const EXPECTED_CONTEXT = { count: 0, gap: 1, steps: 2 } as const
const STEP_CLASSES = 8

const LENGTHS = 64
const MOST_BITS = 15
const TREE = 16
/** Of noise nothing is to be learnt: the bits below the top one begin as if some had been seen. */
const NOISE_SEEN = 4

/** Models of flags, of how many bits a number has, and, by that and the first few of them, of those below the top one. */
export function bitModels(): readonly [flags: BitModel, lengths: BitModel, trees: BitModel] {
  return [new BitModel(1, 0), new BitModel(LENGTHS, 0), new BitModel((MOST_BITS + 1) * TREE, NOISE_SEEN)]
}

/** Cell of the next bit of a number of so many bits, by those above it, the top one included. */
export function bitCell(cells: number, bits: number, above: number): number {
  return cells + Math.min(bits, MOST_BITS) * TREE + (above < TREE ? above : 0)
}

/** The part of a range that stands for a 0. */
export function boundOf(range: number, zero: number): number {
  return (range >>> CERTAIN_BITS) * zero
}

export class CodedReader {
  readonly #text: string
  readonly #flags: BitModel
  readonly #lengths: BitModel
  readonly #trees: BitModel
  #at = 0
  #left = 0
  #range = REGISTER
  #code = 0

  /** `expected` is the text of what is expected of the bits, which several texts share. */
  constructor(text: string, expected = '') {
    this.#text = text
    const models = bitModels()
    ;[this.#flags, this.#lengths, this.#trees] = models
    if (expected !== '') {
      const reader = new CodedReader(expected)
      for (const model of models) reader.#expect(model)
    }
    for (let i = 0; i < COUNT_DIGITS; i++) this.#left = this.#left * DIGITS + this.#digit()
    for (let i = 0; i < REGISTER_DIGITS; i++) this.#code = this.#code * DIGITS + this.#digit()
  }

  #expect(model: BitModel): void {
    let cell = -1
    for (let left = this.next(EXPECTED_CONTEXT.count); left > 0; left--) {
      cell += this.flag(EXPECTED_CONTEXT.gap) ? 1 + this.next(EXPECTED_CONTEXT.gap) : 1
      model.expect(cell, this.next(model.stepContext(cell)))
    }
  }

  get done(): boolean {
    return this.#left === 0
  }

  /** Digits past the end do not matter. */
  #digit(): number {
    return this.#at < this.#text.length ? digitOf(this.#text.charCodeAt(this.#at++)) : 0
  }

  #bit(model: BitModel, cell: number): number {
    const bound = boundOf(this.#range, model.zero[cell]!)
    const bit = this.#code < bound ? 0 : 1
    if (bit === 0) {
      this.#range = bound
    } else {
      this.#code -= bound
      this.#range -= bound
    }
    model.learn(cell, bit)
    while (this.#range < LEAST_RANGE) {
      this.#range *= DIGITS
      this.#code = this.#code * DIGITS + this.#digit()
    }
    return bit
  }

  /** Whether the next bit is set; flags have contexts of their own. */
  flag(context: number): boolean {
    this.#take()
    return this.#bit(this.#flags, this.#flags.cells(context)) === 1
  }

  #take(): void {
    if (this.#left === 0) throw new RangeError('No coded number is left')
    this.#left--
  }

  /** The next number, 0 or more. */
  next(context = 0, tree = context): number {
    this.#take()
    const lengths = this.#lengths.cells(context)
    let bits = 1
    while (this.#bit(this.#lengths, lengths + bits) === 1) bits++
    const cells = this.#trees.cells(tree)
    let value = 1
    for (let i = 1; i < bits; i++) value = 2 * value + this.#bit(this.#trees, bitCell(cells, bits, value))
    return value - 1
  }

  /** The next number, of either sign. */
  signed(context = 0, tree = context): number {
    const folded = this.next(context, tree)
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2
  }
}
