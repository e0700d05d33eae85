/**
 * UBJSON (draft 12), limited to JSON-like values, of which a replay's metadata consists. Reads optimized containers
 * too. Bounded: nesting by `MAX_DEPTH`, all values together by `MAX_VALUES`, every length by the bytes that are there. A count of
 * values is not bounded by bytes: in a container of one type a null takes none.
 */
import { SlpError } from './error.ts'

declare const TextDecoder: new (label: string) => { decode(bytes: Uint8Array): string }
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

export type UbjsonValue = null | boolean | number | string | UbjsonValue[] | UbjsonObject
/** A member that is `undefined` is left out when written, as in JSON. */
interface UbjsonObject {
  [key: string]: UbjsonValue | undefined
}

const MAX_DEPTH = 32
/** A thousand times what the metadata of a recording holds. */
const MAX_VALUES = 1 << 16

const marker = (character: string): number => character.charCodeAt(0)
const M = {
  null: marker('Z'),
  noop: marker('N'),
  true: marker('T'),
  false: marker('F'),
  int8: marker('i'),
  uint8: marker('U'),
  int16: marker('I'),
  int32: marker('l'),
  int64: marker('L'),
  float32: marker('d'),
  float64: marker('D'),
  char: marker('C'),
  string: marker('S'),
  arrayOpen: marker('['),
  arrayClose: marker(']'),
  objectOpen: marker('{'),
  objectClose: marker('}'),
  type: marker('$'),
  count: marker('#'),
} as const

/** Reads the value at `at`; returns it with the offset behind it. Faults are `bad-metadata`, offset included. */
export function readUbjson(bytes: Uint8Array, at = 0): { value: UbjsonValue; end: number } {
  const cursor = new Cursor(bytes, at)
  const value = cursor.value(cursor.byte(), 0)
  return { value, end: cursor.at }
}

class Cursor {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #values = 0
  at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.at = at
  }

  byte(): number {
    return this.#view.getUint8(this.#take(1))
  }

  value(type: number, depth: number): UbjsonValue {
    if (++this.#values > MAX_VALUES) this.#fail(`it holds more than ${MAX_VALUES} values`)
    switch (type) {
      case M.null:
        return null
      case M.true:
        return true
      case M.false:
        return false
      case M.char:
        return String.fromCharCode(this.byte())
      case M.string:
        return this.#text()
      case M.arrayOpen:
        return this.#array(depth + 1)
      case M.objectOpen:
        return this.#object(depth + 1)
      default:
        return this.#number(type)
    }
  }

  #number(type: number): number {
    switch (type) {
      case M.int8:
        return this.#view.getInt8(this.#take(1))
      case M.uint8:
        return this.#view.getUint8(this.#take(1))
      case M.int16:
        return this.#view.getInt16(this.#take(2))
      case M.int32:
        return this.#view.getInt32(this.#take(4))
      case M.int64:
        return Number(this.#view.getBigInt64(this.#take(8)))
      case M.float32:
        return this.#view.getFloat32(this.#take(4))
      case M.float64:
        return this.#view.getFloat64(this.#take(8))
      default:
        return this.#fail(`0x${type.toString(16)} is no type`)
    }
  }

  #length(): number {
    const length = this.#number(this.byte())
    if (!Number.isInteger(length) || length < 0 || length > this.#bytes.length) this.#fail(`${length} is no length`)
    return length
  }

  #text(): string {
    const length = this.#length()
    const at = this.#take(length)
    return new TextDecoder('utf-8').decode(this.#bytes.subarray(at, at + length))
  }

  #array(depth: number): UbjsonValue[] {
    const values: UbjsonValue[] = []
    this.#container(depth, M.arrayClose, (type) => values.push(this.value(type ?? this.byte(), depth)))
    return values
  }

  #object(depth: number): UbjsonObject {
    const entries: [string, UbjsonValue][] = []
    this.#container(depth, M.objectClose, (type) => {
      const key = this.#text()
      entries.push([key, this.value(type ?? this.byte(), depth)])
    })
    return Object.fromEntries(entries)
  }

  /** Walks a container in either form: closed by its marker, or counted (and perhaps of one type). */
  #container(depth: number, close: number, entry: (type: number | undefined) => void): void {
    if (depth > MAX_DEPTH) this.#fail('nested too deeply')
    let type: number | undefined
    if (this.#accept(M.type)) {
      type = this.byte()
      if (this.#peek() !== M.count) this.#fail('a typed container without a count')
    }
    if (this.#accept(M.count)) {
      for (let left = this.#length(); left > 0; left--) entry(type)
      return
    }
    while (!this.#accept(close)) {
      if (!this.#accept(M.noop)) entry(undefined)
    }
  }

  #peek(): number {
    if (this.at >= this.#bytes.length) this.#fail('it ends too early')
    return this.#view.getUint8(this.at)
  }

  #accept(expected: number): boolean {
    if (this.#peek() !== expected) return false
    this.at++
    return true
  }

  #take(length: number): number {
    const { at } = this
    if (at + length > this.#bytes.length) this.#fail('it ends too early')
    this.at += length
    return at
  }

  #fail(detail: string): never {
    throw new SlpError('bad-metadata', this.at, `the UBJSON cannot be read: ${detail}`)
  }
}

/** Whole numbers are written as 32-bit integers where they fit, as recordings have them, all others as doubles. */
export function writeUbjson(value: UbjsonValue): Uint8Array {
  const bytes: number[] = []
  put(bytes, value)
  return Uint8Array.from(bytes)
}

function put(bytes: number[], value: UbjsonValue): void {
  if (value === null) bytes.push(M.null)
  else if (typeof value === 'boolean') bytes.push(value ? M.true : M.false)
  else if (typeof value === 'number') putNumber(bytes, value)
  else if (typeof value === 'string') {
    bytes.push(M.string)
    putText(bytes, value)
  } else if (Array.isArray(value)) {
    bytes.push(M.arrayOpen)
    for (const item of value) put(bytes, item)
    bytes.push(M.arrayClose)
  } else {
    bytes.push(M.objectOpen)
    for (const [key, item] of Object.entries(value)) {
      if (item === undefined) continue
      putText(bytes, key)
      put(bytes, item)
    }
    bytes.push(M.objectClose)
  }
}

function putNumber(bytes: number[], value: number): void {
  if (Object.is(value | 0, value)) {
    bytes.push(M.int32, ...scalar(4, (view) => view.setInt32(0, value)))
  } else {
    bytes.push(M.float64, ...scalar(8, (view) => view.setFloat64(0, value)))
  }
}

function putText(bytes: number[], text: string): void {
  const encoded = new TextEncoder().encode(text)
  if (encoded.length < 256) bytes.push(M.uint8, encoded.length)
  else putNumber(bytes, encoded.length)
  for (const byte of encoded) bytes.push(byte)
}

function scalar(length: number, set: (view: DataView) => void): Uint8Array {
  const view = new DataView(new ArrayBuffer(length))
  set(view)
  return new Uint8Array(view.buffer)
}
