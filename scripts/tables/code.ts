/** Writes the coded text that `packages/engine/src/tables/coded.ts` reads; the format is described there. */
import {
  bitCell,
  bitModels,
  boundOf,
  COUNT_DIGITS,
  digitCode,
  DIGITS,
  EXPECTED_CONTEXT,
  LEAST_RANGE,
  MIDDLE_STEP,
  REGISTER,
  REGISTER_DIGITS,
} from '../../packages/engine/src/tables/coded.ts'

/** Called with each bit of a number: in which of the models, in which cell. */
type Visit = (model: 0 | 1 | 2, cell: number, bit: number) => void

export class CodedWriter {
  readonly #numbers: (readonly [value: number, context: number, tree: number])[] = []

  /** Appends an integer, 0 or more. */
  put(value: number, context = 0, tree = context): this {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Cannot code ${value}`)
    this.#numbers.push([value, context, tree])
    return this
  }

  /** Appends a bit; flags have contexts of their own. */
  putFlag(set: boolean, context: number): this {
    this.#numbers.push([set ? 1 : 0, context, FLAG])
    return this
  }

  /** Appends an integer of either sign. */
  putSigned(value: number, context = 0, tree = context): this {
    return this.put(value >= 0 ? value * 2 : -value * 2 - 1, context, tree)
  }

  /** Goes through the bits of all numbers. */
  visit([flags, lengths, trees]: ReturnType<typeof bitModels>, visit: Visit): void {
    for (const [value, context, tree] of this.#numbers) {
      if (tree === FLAG) {
        visit(0, flags.cells(context), value)
        continue
      }
      const digits = (value + 1).toString(2)
      const bits = digits.length
      const first = lengths.cells(context)
      for (let i = 1; i <= bits; i++) visit(1, first + i, i < bits ? 1 : 0)
      const cells = trees.cells(tree)
      let above = 1
      for (let i = 1; i < bits; i++) {
        const bit = Number(digits[i])
        visit(2, bitCell(cells, bits, above), bit)
        above = 2 * above + bit
      }
    }
  }

  /** The text, by what is expected of its bits. */
  toString(expected: Expected = NOTHING): string {
    const models = bitModels()
    for (const [i, model] of models.entries()) for (const [cell, step] of expected[i]!) model.expect(cell, step)
    const code = new RangeCode()
    this.visit(models, (i, cell, bit) => {
      code.put(models[i].zero[cell]!, bit)
      models[i].learn(cell, bit)
    })
    const count = Array.from(
      { length: COUNT_DIGITS },
      (_, i) => Math.floor(this.#numbers.length / DIGITS ** i) % DIGITS,
    )
    return textOf(count.reverse()) + textOf(code.end())
  }
}

/** Stands for a tree where a number is a single bit. */
const FLAG = -1

/** Steps by cell of each model, in order of the cells. */
type Expected = readonly ReadonlyMap<number, number>[]
const NOTHING: Expected = bitModels().map(() => new Map())

/** What is not seen so often is not worth telling. */
const LEAST_SEEN = 12

/** The texts of several writers, and the one that tells what is expected of the bits of all. */
export function codeTogether(writers: readonly CodedWriter[]): { expected: string; texts: string[] } {
  const counts = bitModels().map(() => new Map<number, [number, number]>())
  for (const writer of writers) {
    writer.visit(bitModels(), (model, cell, bit) => {
      const count = counts[model]!.get(cell) ?? [0, 0]
      count[bit]!++
      counts[model]!.set(cell, count)
    })
  }
  const expected = counts.map((ofModel) => {
    const cells = [...ofModel].filter(([, [zeros, ones]]) => zeros + ones >= LEAST_SEEN).sort(([a], [b]) => a - b)
    return new Map(cells.map(([cell, [zeros, ones]]) => [cell, stepOf((zeros + 0.4) / (ones + 0.4))]))
  })
  const writer = new CodedWriter()
  const models = bitModels()
  for (const [i, ofModel] of expected.entries()) {
    writer.put(ofModel.size, EXPECTED_CONTEXT.count)
    let before = -1
    for (const [cell, step] of ofModel) {
      const gap = cell - before - 1
      writer.putFlag(gap > 0, EXPECTED_CONTEXT.gap)
      if (gap > 0) writer.put(gap, EXPECTED_CONTEXT.gap)
      writer.put(step, models[i]!.stepContext(cell))
      models[i]!.expect(cell, step)
      before = cell
    }
  }
  return { expected: writer.toString(), texts: writers.map((each) => each.toString(expected)) }
}

/** A generated table of coded texts, and what is expected of their bits. */
export function codedTable(name: string, writers: readonly CodedWriter[]): string {
  const { expected, texts } = codeTogether(writers)
  return [
    `export const ${name}: readonly string[] = [`,
    ...texts.map((text) => `  ${JSON.stringify(text)},`),
    ']',
    `export const ${name}_EXPECTED = ${JSON.stringify(expected)}`,
    '',
  ].join('\n')
}

function stepOf(ratio: number): number {
  return MIDDLE_STEP + Math.max(-MIDDLE_STEP, Math.min(MIDDLE_STEP, Math.round(Math.log2(ratio))))
}

function textOf(digits: readonly number[]): string {
  return digits.map((digit) => String.fromCharCode(digitCode(digit))).join('')
}

class RangeCode {
  readonly #digits: number[] = []
  #low = 0
  #range = REGISTER

  put(zero: number, bit: number): void {
    const bound = boundOf(this.#range, zero)
    if (bit === 0) {
      this.#range = bound
    } else {
      this.#low += bound
      this.#range -= bound
    }
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

  /** All digits but the zeros behind the last. */
  end(): number[] {
    for (let i = 0; i < REGISTER_DIGITS; i++) this.#shift()
    while (this.#digits.at(-1) === 0) this.#digits.pop()
    return this.#digits
  }
}
