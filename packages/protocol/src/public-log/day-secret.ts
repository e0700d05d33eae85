/**
 * Day secrets: the log holds the hash of a day's secret before the first match of the day, so that no seed can be drawn
 * again. The seed of match n of the day follows from the secret and n alone. Secrets are 32 bytes in lower-case hexadecimal.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const SECRET = /^[0-9a-f]{64}$/

/** SHA-256 of the secret's bytes, in hexadecimal. */
export function commitmentOf(secret: string): string {
  return bytesToHex(sha256(secretBytes(secret)))
}

/** The 32 bytes of the seed of a match: HMAC-SHA-256 under the secret of `match <number>`. */
export function seedOf(secret: string, number: number): Uint8Array {
  if (!Number.isSafeInteger(number) || number < 1) throw new RangeError(`Matches of a day count from 1, not ${number}`)
  return hmac(sha256, secretBytes(secret), utf8ToBytes(`match ${number}`))
}

function secretBytes(secret: string): Uint8Array {
  // The text is a secret, so it is not quoted.
  if (!SECRET.test(secret)) throw new TypeError('a day secret is 32 bytes in lower-case hexadecimal')
  return hexToBytes(secret)
}
