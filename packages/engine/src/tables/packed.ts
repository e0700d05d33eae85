/**
 * Numbers packed into text, for tables that ship with the engine to browsers: each number is a little-endian run of
 * digits in base 46. A digit is one printable character from code 35 on; the upper 46 of the 92 mean that more digits
 * follow. Signed numbers are folded (0, -1, 1, -2, ...), so values near zero take one character, and text that repeats
 * compresses well. `scripts/tables/pack.ts` writes what this reads.
 */

export const PACK_BASE = 46
export const PACK_FIRST_CODE = 35

export class PackedReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get done(): boolean {
    return this.#at >= this.#text.length
  }

  /** The next number, 0 or more. */
  next(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const digit = this.#text.charCodeAt(this.#at++) - PACK_FIRST_CODE
      if (digit < PACK_BASE) return value + digit * scale
      value += (digit - PACK_BASE) * scale
      scale *= PACK_BASE
    }
  }

  /** The next number, of either sign. */
  signed(): number {
    const folded = this.next()
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2
  }
}
