/**
 * Memory that the program shares with the one that asks: a file of the system's memory, which the other one maps. Rows of a step go
 * there, so that what comes back through the pipe is the header of the answer. Node cannot map files, but writes them.
 */
import { writeSync } from 'node:fs'
import { HEADER_BYTES } from './batch.ts'
import { BatchError } from './batch-error.ts'
import type { Flat } from './flat.ts'
import { GAMESTATE, TERMINAL } from './layout.ts'
import { asObject, whole } from './settings.ts'

/** Where the records of this program's lanes lie: those of the first row at `at`, of each further one `stride` bytes later. */
interface Place {
  readonly at: number
  readonly stride: number
}

/** Further than the memory of any machine, and exact as a number. */
const MOST_BYTES = 2 ** 48
/** The first descriptor of a shared file; those before are the program's own. */
const FIRST_FD = 3
const MOST_FD = 1 << 20
const MOST_ROWS = 1 << 24

export class SharedRows {
  readonly #lanes: number
  readonly #fd: number
  /** Rows of ends; of states there is one more, since those before the first step have a row too. */
  readonly #rows: number
  readonly #terminals: Place
  readonly #states: Place
  /** Flat rows: those of a slot are a row of all lanes. */
  readonly #flat: { readonly place: Place; readonly slots: number; readonly bytes: number } | null

  /** `shared` as the request says it: `{ fd, rows, terminals: { at, stride }, states: …, flat: … }`, the last where flat rows are made. */
  constructor(shared: unknown, lanes: number, flat: Flat | null = null) {
    const { fd, rows, terminals, states, flat: place } = asObject(shared)
    this.#lanes = lanes
    this.#fd = whole(fd, 'the file of shared rows', FIRST_FD, MOST_FD)
    this.#rows = whole(rows, 'the number of shared rows', 1, MOST_ROWS)
    this.#terminals = placeOf(terminals)
    this.#states = placeOf(states)
    this.#flat = flat && { place: placeOf(place), slots: flat.slots.length, bytes: lanes * flat.bytes }
  }

  /** Writes the body of an answer to a step: `count` rows of ends to row `first` on, the states to the row after it on, flat rows. */
  write(answer: Uint8Array, first: number, count: number): void {
    if (first + count > this.#rows) throw new BatchError(`there are ${this.#rows} rows, not ${first + count}`)
    const ends = this.#lanes * TERMINAL.bytes
    const states = this.#lanes * GAMESTATE.bytes
    this.#put(answer, HEADER_BYTES, ends, this.#terminals, first, count)
    this.#put(answer, HEADER_BYTES + count * ends, states, this.#states, first + 1, count)
    if (this.#flat === null) return
    const { place, slots, bytes } = this.#flat
    this.#put(answer, HEADER_BYTES + count * (ends + states), bytes, place, 0, slots)
  }

  #put(from: Uint8Array, at: number, bytes: number, to: Place, first: number, count: number): void {
    // Rows of all lanes of a batch lie one after the other.
    if (to.stride === bytes) return writeAll(this.#fd, from, at, count * bytes, to.at + first * bytes)
    for (let row = 0; row < count; row++) {
      writeAll(this.#fd, from, at + row * bytes, bytes, to.at + (first + row) * to.stride)
    }
  }
}

function placeOf(value: unknown): Place {
  const { at, stride } = asObject(value)
  return {
    at: whole(at, 'the place of shared rows', 0, MOST_BYTES),
    stride: whole(stride, 'their stride', 1, MOST_BYTES),
  }
}

function writeAll(fd: number, bytes: Uint8Array, at: number, length: number, position: number): void {
  for (let done = 0; done < length;) done += writeSync(fd, bytes, at + done, length - done, position + done)
}
