import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeBase64 } from '../base64.ts'
import { createKeyPair, publicKeyOf } from '../ed25519.ts'
import { checkpointText, readCheckpoint } from './checkpoint.ts'
import { NoteError } from './note-error.ts'
import { keyId, noteKey, openNote, signNote } from './signed-note.ts'
import { leafHash } from './tree.ts'

// The keys, texts and signatures by which Go's sumdb/note is tested.
const PETER = {
  name: 'PeterNeumann',
  privateKey: 'gQoUAtUUbI2E8kQzMPVAgOv5juF9nHT2JS/F1ccoMXM=',
  publicKey: 'GlzZBxQ8OExB6DDFvOEqqIF+xWSaqr8sMTiLNbLXRNY=',
}
const PETER_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const PETER_LINE =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
const ENOCH_LINE =
  '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n'

test('a note is signed byte for byte as Go signs it, and its key is written as Go writes it', () => {
  expect(publicKeyOf(PETER.privateKey)).toBe(PETER.publicKey)
  expect(signNote(TEXT, PETER.name, PETER.privateKey)).toBe(`${TEXT}\n${PETER_LINE}`)
  expect(noteKey(PETER.name, PETER.publicKey)).toBe(PETER_KEY)
  expect(keyId(PETER.name, PETER.publicKey)).toBe('c74f20a3')
})

test('the example of the specification opens', () => {
  const note =
    'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'
  const key = encodeBase64(Buffer.from('AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k', 'base64').subarray(1))
  expect(noteKey('example.com/foo', key)).toBe('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k')
  expect(openNote(note, 'example.com/foo', key)).toBe('This is an example message.\n')
})

test('signatures of keys that are not asked for are passed over', () => {
  expect(openNote(`${TEXT}\n${ENOCH_LINE}${PETER_LINE}`, PETER.name, PETER.publicKey)).toBe(TEXT)
  expect(() => openNote(`${TEXT}\n${ENOCH_LINE}`, PETER.name, PETER.publicKey)).toThrow(
    'The note is not signed by PeterNeumann+c74f20a3, but by EnochRoot+af0cfe78.',
  )
  const other = createKeyPair()
  expect(() => openNote(`${TEXT}\n${PETER_LINE}`, PETER.name, other.publicKey)).toThrow('is not signed by')
})

test('the text ends at the last empty line', () => {
  const text = 'one\n\ntwo\n'
  expect(openNote(signNote(text, PETER.name, PETER.privateKey), PETER.name, PETER.publicKey)).toBe(text)
})

test('a note in which any byte is changed does not open', () => {
  const note = Buffer.from(`${TEXT}\n${PETER_LINE}`)
  fc.assert(
    fc.property(fc.nat(note.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const changed = Buffer.from(note)
      changed[at]! ^= by
      expect(() => openNote(changed.toString('utf8'), PETER.name, PETER.publicKey)).toThrow(NoteError)
    }),
    { numRuns: 200, seed: 49 },
  )
})

test.each([
  ['', 'this is none'],
  [`${TEXT}${PETER_LINE}`, 'this is none'],
  [`${TEXT}\n${PETER_LINE.trimEnd()}`, 'this is none'],
  [`${TEXT}\n- PeterNeumann AAAA\n`, '`— <name> <base64>`'],
  [`${TEXT}\n— PeterNeumann AAAA\n`, '`— <name> <base64>`'],
  [`a\tb\n\n${PETER_LINE}`, 'no control characters'],
])('what is no note is refused in words: %j', (note, words) => {
  expect(() => openNote(note, PETER.name, PETER.publicKey)).toThrow(words)
})

test('a text without a newline at its end, and a name with a space, cannot be signed', () => {
  expect(() => signNote('text', PETER.name, PETER.privateKey)).toThrow('ends in a newline')
  expect(() => signNote('te\rxt\n', PETER.name, PETER.privateKey)).toThrow('no control characters')
  expect(() => signNote('text\n', 'Peter Neumann', PETER.privateKey)).toThrow('no space')
})

test('a checkpoint is origin, size and root, and reads back', () => {
  const checkpoint = { origin: 'arena.example/log/1', size: 70_000, root: leafHash('') }
  const text = checkpointText(checkpoint)
  expect(text).toBe('arena.example/log/1\n70000\nbjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=\n')
  expect(readCheckpoint(text)).toEqual(checkpoint)
  expect(readCheckpoint(`${text}an extension\n`)).toEqual(checkpoint)
  for (const bad of ['', text.slice(0, -1), text.replace('70000', '070000'), text.replace('=', ''), `${text}\n`]) {
    expect(() => readCheckpoint(bad)).toThrow(NoteError)
  }
})
