/**
 * Records over one array of words. A field table names every field and its kind; the typed accessors come from the
 * table. Because all fields lie in one buffer, saving, restoring, hashing and comparing a whole match are plain copies
 * and loops. Floats are held as binary32, so storing a number rounds it as the console does. Measured: an accessor
 * costs less than a plain property, whose doubles V8 keeps in boxes of their own.
 */

/** What a field holds. An array kind has its length beside it. */
export type Kind = 'float' | 'int' | 'flag' | readonly ['floats' | 'ints', number]
export type FieldTable = Readonly<Record<string, Kind>>

type Value<K extends Kind> = K extends 'flag'
  ? boolean
  : K extends 'float' | 'int'
    ? number
    : K extends readonly ['floats', number]
      ? Float32Array
      : Int32Array

/** The object that a field table describes. Arrays are written in place. */
export type RecordOf<T extends FieldTable> = {
  -readonly [N in keyof T as T[N] extends string ? N : never]: Value<T[N]>
} & {
  readonly [N in keyof T as T[N] extends string ? never : N]: Value<T[N]>
}

export interface RecordClass<T extends FieldTable> {
  /** A view of the record that begins at word `at` of the buffer. */
  new (buffer: ArrayBuffer, at: number): RecordOf<T>
  readonly layout: readonly FieldLayout[]
  readonly words: number
}

export interface FieldLayout {
  readonly name: string
  readonly kind: Kind
  /** First word within the record. */
  readonly at: number
  readonly words: number
}

const lengthOf = (kind: Kind): number => (typeof kind === 'string' ? 1 : kind[1])

export function defineRecord<const T extends FieldTable>(table: T): RecordClass<T> {
  const layout: FieldLayout[] = []
  let words = 0
  for (const [name, kind] of Object.entries(table)) {
    layout.push({ name, kind, at: words, words: lengthOf(kind) })
    words += lengthOf(kind)
  }

  class View {
    static readonly layout = layout
    static readonly words = words
    // A name that no field of a table has.
    protected readonly wordsAsFloats: Float32Array
    protected readonly wordsAsInts: Int32Array

    constructor(buffer: ArrayBuffer, at: number) {
      this.wordsAsFloats = new Float32Array(buffer, at * 4, words)
      this.wordsAsInts = new Int32Array(buffer, at * 4, words)
      for (const field of layout) {
        if (typeof field.kind === 'string') continue
        const source = field.kind[0] === 'floats' ? this.wordsAsFloats : this.wordsAsInts
        Object.defineProperty(this, field.name, { value: source.subarray(field.at, field.at + field.words) })
      }
    }
  }
  for (const { name, kind, at } of layout) {
    const accessor = typeof kind === 'string' ? ACCESSORS[kind](at) : undefined
    if (accessor) Object.defineProperty(View.prototype, name, accessor)
  }
  // The accessors were attached by name just above, which the type system cannot see.
  return View as unknown as RecordClass<T>
}

interface Words {
  readonly wordsAsFloats: Float32Array
  readonly wordsAsInts: Int32Array
}

const ACCESSORS = {
  float: (at: number) => ({
    get(this: Words): number {
      return this.wordsAsFloats[at]!
    },
    set(this: Words, value: number): void {
      this.wordsAsFloats[at] = value
    },
  }),
  int: (at: number) => ({
    get(this: Words): number {
      return this.wordsAsInts[at]!
    },
    set(this: Words, value: number): void {
      this.wordsAsInts[at] = value
    },
  }),
  flag: (at: number) => ({
    get(this: Words): boolean {
      return this.wordsAsInts[at] !== 0
    },
    set(this: Words, value: boolean): void {
      this.wordsAsInts[at] = value ? 1 : 0
    },
  }),
}
