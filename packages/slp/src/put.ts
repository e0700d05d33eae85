/** What the encoders need beside `DataView`: fields that are not plain numbers. Each fills its whole place. */
import { encodeAscii, encodeShiftJis } from './text.ts'

export function putBytes(view: DataView, at: number, length: number, bytes: Uint8Array): void {
  const into = place(view, at, length)
  into.set(bytes.subarray(0, length))
  into.fill(0, bytes.length)
}

export function putShiftJis(view: DataView, at: number, length: number, text: string): void {
  encodeShiftJis(text, place(view, at, length))
}

export function putAscii(view: DataView, at: number, length: number, text: string): void {
  encodeAscii(text, place(view, at, length))
}

function place(view: DataView, at: number, length: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + at, length)
}
