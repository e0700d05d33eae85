/** Writes the packed text that `packages/engine/src/tables/packed.ts` reads; the format is described there. */
import { PACK_BASE, PACK_FIRST_CODE } from '../../packages/engine/src/tables/packed.ts'

export class PackedWriter {
  #text = ''

  /** Appends an integer, 0 or more. */
  put(value: number): this {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Cannot pack ${value}`)
    let rest = value
    while (rest >= PACK_BASE) {
      this.#text += String.fromCharCode(PACK_FIRST_CODE + PACK_BASE + (rest % PACK_BASE))
      rest = Math.floor(rest / PACK_BASE)
    }
    this.#text += String.fromCharCode(PACK_FIRST_CODE + rest)
    return this
  }

  /** Appends an integer of either sign. */
  putSigned(value: number): this {
    return this.put(value >= 0 ? value * 2 : -value * 2 - 1)
  }

  toString(): string {
    return this.#text
  }
}
