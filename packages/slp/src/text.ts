/**
 * Text in fixed numbers of bytes: Shift-JIS (as the game stores names) and ASCII. A text ends at its first zero byte.
 * The platform can decode Shift-JIS but not encode it, so the encoder is its decoder turned round, built when first needed.
 */

declare const TextDecoder: new (label: string) => { decode(bytes: Uint8Array): string }

const REPLACEMENT = 0x3f // '?'
/** What the decoder gives for bytes that mean nothing. As a number: a literal would keep a bundle's source two bytes wide. */
const UNDECODABLE = 0xfffd

export function decodeShiftJis(bytes: Uint8Array): string {
  return new TextDecoder('shift_jis').decode(untilZero(bytes))
}

/** The bytes of a text in Shift-JIS, without the closing zero byte. */
export function shiftJisBytes(text: string): number {
  let bytes = 0
  for (const character of text) bytes += shiftJisCode(character) > 0xff ? 2 : 1
  return bytes
}

/** Fills all of `into`; what does not fit before the closing zero byte is cut at a character, what has no code is `?`. */
export function encodeShiftJis(text: string, into: Uint8Array): void {
  let at = 0
  for (const character of text) {
    const code = shiftJisCode(character)
    const bytes = code > 0xff ? 2 : 1
    if (at + bytes >= into.length) break
    if (bytes === 2) into[at++] = code >> 8
    into[at++] = code & 0xff
  }
  into.fill(0, at)
}

export function decodeAscii(bytes: Uint8Array): string {
  return String.fromCharCode(...untilZero(bytes))
}

/** Fills all of `into` like `encodeShiftJis`. A character past 0xFF is `?`, so that any byte survives a round trip. */
export function encodeAscii(text: string, into: Uint8Array): void {
  const length = Math.min(text.length, into.length - 1)
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i)
    into[i] = code > 0xff ? REPLACEMENT : code
  }
  into.fill(0, length)
}

function untilZero(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

function shiftJisCode(character: string): number {
  const code = character.charCodeAt(0)
  if (character.length === 1 && code < 0x80) return code
  return (codes ??= invertShiftJis()).get(character) ?? REPLACEMENT
}

let codes: Map<string, number> | undefined

function invertShiftJis(): Map<string, number> {
  const decoder = new TextDecoder('shift_jis')
  const map = new Map<string, number>()
  const add = (code: number, bytes: number[]): void => {
    const text = decoder.decode(Uint8Array.from(bytes))
    // Some characters have two codes; the lower one is the usual one.
    if (text.length === 1 && text.charCodeAt(0) !== UNDECODABLE && !map.has(text)) map.set(text, code)
  }
  for (let code = 0xa1; code <= 0xdf; code++) add(code, [code])
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    if (lead > 0x9f && lead < 0xe0) continue
    for (let trail = 0x40; trail <= 0xfc; trail++) add((lead << 8) | trail, [lead, trail])
  }
  return map
}
