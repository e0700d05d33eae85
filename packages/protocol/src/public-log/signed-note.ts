/**
 * Signed notes (C2SP signed-note): a text that ends in a newline, an empty line, and lines of signatures over the text.
 * Ed25519 alone, signature type 1. Keys are raw 32 bytes as base64, as everywhere in this package.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { decodeBase64, encodeBase64 } from '../base64.ts'
import { publicKeyOf, sign, verify } from '../ed25519.ts'
import { equalBytes } from './bytes.ts'
import { NoteError } from './note-error.ts'

const ED25519 = 1
const ID_BYTES = 4
/** A note of the arena has less than a kilobyte. */
const MOST_CHARACTERS = 1_000_000
const MOST_SIGNATURES = 100

const SIGNATURE_LINE = /^— (\S+) (\S+)$/
/** Names hold no space and no plus, which ends a name in a verifier key. */
const NAME = /^[^\s+]+$/u
/** What a note may not hold: control characters other than the newline, and halves of characters. */
// oxlint-disable-next-line no-control-regex -- These characters are what it is about.
const FORBIDDEN = /[\0-\x09\x0b-\x1f]|\p{Surrogate}/u

/** The number by which signatures name their key: eight digits of lower-case hexadecimal. */
export function keyId(name: string, publicKey: string): string {
  return bytesToHex(idOf(name, publicKey))
}

/** The key in the form that verifiers of other makers take: `<name>+<id>+<base64 of type and key>`. */
export function noteKey(name: string, publicKey: string): string {
  return `${name}+${keyId(name, publicKey)}+${encodeBase64(typedKey(publicKey))}`
}

/** The text and one line of signature. Throws NoteError for a text or name that no note can hold. */
export function signNote(text: string, name: string, privateKey: string): string {
  if (!text.endsWith('\n')) throw new NoteError('The text of a note ends in a newline.')
  if (FORBIDDEN.test(text)) throw new NoteError('The text of a note holds no control characters but newlines.')
  const signature = concatBytes(idOf(name, publicKeyOf(privateKey)), decodeBase64(sign(privateKey, text))!)
  return `${text}\n— ${name} ${encodeBase64(signature)}\n`
}

/**
 * The text of a note that this key has signed. Signatures of other keys are passed over. Throws NoteError where the note
 * is malformed, where the key has not signed it, or where a signature of the key is not good.
 */
export function openNote(note: string, name: string, publicKey: string): string {
  const { text, signatures } = splitNote(note)
  const id = idOf(name, publicKey)
  const own = signatures.filter((one) => one.name === name && equalBytes(one.signature.subarray(0, ID_BYTES), id))
  if (own.length === 0) {
    const by = [...new Set(signatures.map((one) => `${one.name}+${bytesToHex(one.signature.subarray(0, ID_BYTES))}`))]
    throw new NoteError(`The note is not signed by ${name}+${bytesToHex(id)}, but by ${by.join(', ')}.`)
  }
  for (const { signature } of own) {
    if (!verify(publicKey, text, encodeBase64(signature.subarray(ID_BYTES)))) {
      throw new NoteError(
        `The signature of ${name}+${bytesToHex(id)} is not one of this text: text or signature was changed.`,
      )
    }
  }
  return text
}

interface NoteSignature {
  readonly name: string
  /** The key's id, then what the key made of the text. */
  readonly signature: Uint8Array
}

function splitNote(note: string): { text: string; signatures: NoteSignature[] } {
  if (note.length > MOST_CHARACTERS) throw new NoteError(`A note has at most ${MOST_CHARACTERS} characters.`)
  if (FORBIDDEN.test(note)) throw new NoteError('A note holds no control characters but newlines.')
  const end = note.lastIndexOf('\n\n')
  if (end === -1 || !note.endsWith('\n')) {
    throw new NoteError('A note is a text, an empty line, and lines of signatures; this is none.')
  }
  const lines = note.slice(end + 2, -1).split('\n')
  if (lines.length > MOST_SIGNATURES) throw new NoteError(`A note has at most ${MOST_SIGNATURES} signatures.`)
  return { text: note.slice(0, end + 1), signatures: lines.map(readSignature) }
}

function readSignature(line: string): NoteSignature {
  const [, name = '', encoded = ''] = SIGNATURE_LINE.exec(line) ?? []
  const signature = decodeBase64(encoded)
  if (!NAME.test(name) || signature === null || signature.length <= ID_BYTES) {
    throw new NoteError('A line of signature is `— <name> <base64>`; the note has another after its last empty line.')
  }
  return { name, signature }
}

function idOf(name: string, publicKey: string): Uint8Array {
  if (!NAME.test(name)) throw new NoteError('The name of a key is not empty, and holds no space and no plus.')
  return sha256(concatBytes(utf8ToBytes(`${name}\n`), typedKey(publicKey))).subarray(0, ID_BYTES)
}

function typedKey(publicKey: string): Uint8Array {
  const key = decodeBase64(publicKey)
  if (key?.length !== 32) throw new NoteError('A public key is 32 bytes as base64.')
  return concatBytes(Uint8Array.of(ED25519), key)
}
