/**
 * The private variables of action states, by name. All actions share the same few words of a fighter's record
 * (`stateInts`, `stateFloats`), so what one of them has left there means nothing to the next. A module names and types
 * the words it uses, from the first on; `of` gives a fighter's as an object that is made once and kept.
 *
 *     const Jab = privates({ wantsNext: 'flag', grabLeft: 'int' })
 *     Jab.of(fighter).wantsNext = true
 *
 * Variables that several actions share are a table of their own, and those of one action stand after it: `privates({ … }, Struggle)`.
 */
import type { Fighter } from '../fighter.ts'

type PrivateKind = 'int' | 'float' | 'flag'
type PrivateTable = Readonly<Record<string, PrivateKind>>
type Variables<T extends PrivateTable> = { -readonly [N in keyof T]: T[N] extends 'flag' ? boolean : number }

/** Number of words of each kind that are taken. */
interface Extent {
  readonly ints: number
  readonly floats: number
}

export interface Privates<T extends PrivateTable> {
  readonly of: (fighter: Fighter) => Variables<T>
  readonly extent: Extent
}

/** The private words of one fighter. */
class Words {
  readonly ints: Int32Array
  readonly floats: Float32Array

  constructor({ stateInts, stateFloats }: Fighter) {
    this.ints = stateInts
    this.floats = stateFloats
  }
}

const ACCESSORS = {
  int: (at: number) => ({
    get(this: Words): number {
      return this.ints[at]!
    },
    set(this: Words, value: number): void {
      this.ints[at] = value
    },
  }),
  float: (at: number) => ({
    get(this: Words): number {
      return this.floats[at]!
    },
    set(this: Words, value: number): void {
      this.floats[at] = value
    },
  }),
  flag: (at: number) => ({
    get(this: Words): boolean {
      return this.ints[at] !== 0
    },
    set(this: Words, value: boolean): void {
      this.ints[at] = value ? 1 : 0
    },
  }),
}

/** Number of tables; a table's number is the place at which fighters keep its view. */
let tables = 0

export function privates<const T extends PrivateTable>(table: T, after?: { readonly extent: Extent }): Privates<T> {
  class View extends Words {}
  let { ints, floats } = after?.extent ?? { ints: 0, floats: 0 }
  for (const [name, kind] of Object.entries(table)) {
    const at = kind === 'float' ? floats++ : ints++
    Object.defineProperty(View.prototype, name, ACCESSORS[kind](at))
  }
  const index = tables++

  function make(fighter: Fighter): View {
    const view = new View(fighter)
    fighter.privates[index] = view
    return view
  }

  return {
    // The accessors were attached by name just above, which the type system cannot see.
    of: (fighter) => (fighter.privates[index] ?? make(fighter)) as unknown as Variables<T>,
    extent: { ints, floats },
  }
}

/** Clears all private variables, whichever action they belong to: 0 and false. */
export function clearPrivates({ stateInts, stateFloats }: Fighter): void {
  stateInts.fill(0)
  stateFloats.fill(0)
}
