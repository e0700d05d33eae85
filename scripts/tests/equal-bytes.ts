/**
 * Equal arrays of numbers are found to be equal at once. Vitest compares them element by element, which takes a second for the bytes of a
 * replay; so it still does with those that differ, for its message.
 */
import { expect } from 'vitest'

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => Buffer.from(buffer, byteOffset, byteLength)

expect.addEqualityTesters([
  (one: unknown, other: unknown) =>
    ArrayBuffer.isView(one) &&
    ArrayBuffer.isView(other) &&
    one.constructor === other.constructor &&
    bytesOf(one).equals(bytesOf(other))
      ? true
      : undefined,
])
