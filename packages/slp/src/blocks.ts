/** What encoders and decoders need beside `DataView`: fields that are not plain numbers. Each takes up its whole place. */
import { decodeAscii, decodeShiftJis, encodeAscii, encodeShiftJis } from './text.ts'

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

/** A copy, because the bytes belong to the caller that pushed them. */
export function takeBytes(view: DataView, at: number, length: number): Uint8Array {
  return place(view, at, length).slice()
}

export function takeShiftJis(view: DataView, at: number, length: number): string {
  return decodeShiftJis(takeBytes(view, at, length))
}

export function takeAscii(view: DataView, at: number, length: number): string {
  return decodeAscii(place(view, at, length))
}

function place(view: DataView, at: number, length: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + at, length)
}

/** Raw units of a stick at full tilt, which the game reads as 1. */
const STICK_RANGE = 80

/** The raw value that a stick's processed one stands for, -1 to 1; 0 for no number. */
export function rawStick(processed: number): number {
  return Math.max(-0x80, Math.min(0x7f, Math.round(processed * STICK_RANGE))) | 0
}

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
