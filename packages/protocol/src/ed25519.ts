/**
 * Ed25519 (RFC 8032) over text and bytes. Keys are the raw 32 bytes as base64, signatures the 64 bytes as base64;
 * the private key is the RFC's 32-byte seed. Synchronous, the same in Node and in browsers.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { decodeBase64, encodeBase64 } from './base64.ts'

export interface KeyPair {
  readonly privateKey: string
  readonly publicKey: string
}

/** A fresh pair from the platform's secure random source. */
export function createKeyPair(): KeyPair {
  const { secretKey, publicKey } = ed25519.keygen()
  return { privateKey: encodeBase64(secretKey), publicKey: encodeBase64(publicKey) }
}

/** The public half of a private key. */
export function publicKeyOf(privateKey: string): string {
  return encodeBase64(ed25519.getPublicKey(privateBytes(privateKey)))
}

export function sign(privateKey: string, message: string | Uint8Array): string {
  return encodeBase64(ed25519.sign(toBytes(message), privateBytes(privateKey)))
}

/** False for whatever is not a good signature: wrong key, wrong message, or text that is no key or signature at all. */
export function verify(publicKey: string, message: string | Uint8Array, signature: string): boolean {
  const key = decodeBase64(publicKey)
  const bytes = decodeBase64(signature)
  if (key?.length !== 32 || bytes?.length !== 64) return false
  try {
    // RFC 8032 rules rather than ZIP 215's laxer ones: no small-order keys, one spelling per signature.
    return ed25519.verify(bytes, toBytes(message), key, { zip215: false })
  } catch {
    return false // 32 bytes that are no point of the curve
  }
}

/** Whether a text is a public key that only its holder can sign for: a point of the curve, not one of small order. */
export function isPublicKey(text: string): boolean {
  const bytes = decodeBase64(text)
  if (bytes?.length !== 32) return false
  try {
    return !ed25519.Point.fromBytes(bytes).isSmallOrder()
  } catch {
    return false
  }
}

function privateBytes(privateKey: string): Uint8Array {
  const bytes = decodeBase64(privateKey)
  // The text is a secret, so it is not quoted.
  if (bytes?.length !== 32) throw new TypeError('a private key is 32 bytes as base64')
  return bytes
}

function toBytes(message: string | Uint8Array): Uint8Array {
  return typeof message === 'string' ? utf8ToBytes(message) : message
}
