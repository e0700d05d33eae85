/** Bytes and text as notes and entries write them. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { NoteError } from './note-error.ts'

// Both platforms have it; neither's types are loaded here.
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string }

/** The SHA-256 of bytes that came in parts, in hexadecimal: as notes have it. */
export function sha256Of(parts: Iterable<Uint8Array>): string {
  const hash = sha256.create()
  for (const part of parts) hash.update(part)
  return bytesToHex(hash.digest())
}

export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i])
}

/** The text whose UTF-8 the bytes are, and of no other bytes. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new NoteError('These bytes are no UTF-8 text.')
  }
}
