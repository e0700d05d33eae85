/**
 * Base64 (RFC 4648 section 4) for keys and signatures. Canonical text only: padded, no blanks, unused bits zero; so one
 * value has one spelling. Own code because neither ECMAScript 2023 nor both platforms share one.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Map(Array.from(ALPHABET, (character, value) => [character, value]))
const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 6;) {
      bits -= 6
      text += ALPHABET.charAt((held >> bits) & 63)
    }
    held &= (1 << bits) - 1
  }
  if (bits > 0) text += ALPHABET.charAt((held << (6 - bits)) & 63)
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

/** The bytes, or null when the text is not canonical base64. */
export function decodeBase64(text: string): Uint8Array | null {
  if (!CANONICAL.test(text)) return null
  const digits = text.replace(/=+$/, '')
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8))
  let length = 0
  let bits = 0
  let held = 0
  for (const digit of digits) {
    held = (held << 6) | (VALUES.get(digit) ?? 0)
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[length++] = held >> bits
    held &= (1 << bits) - 1
  }
  return held === 0 ? bytes : null
}
