/** Whether a replay is the one that its arena has signed. A module of its own, which is loaded once there is something to prove. */
import { NoteError, openNote, readResult, sha256Of, type ResultNote } from '@arena/protocol/public-log'
import type { Proof } from './replay-info.ts'

/** What was read and played again. */
interface Shown {
  /** The bytes of the file, in the order of the file. */
  readonly parts: readonly Uint8Array[]
  readonly seed: Uint8Array | null
}

/** `signed`: the result note of the match. `keys`: the public keys that the arena signs with, as it says them. */
export function prove(signed: string, keys: readonly string[], { parts, seed }: Shown): Proof {
  let note: ResultNote
  try {
    note = noteOf(signed, keys)
  } catch (error) {
    if (error instanceof NoteError) return { state: 'differs', what: 'its result note is not signed by the arena' }
    throw error
  }
  if (seed !== null && hexOf(seed) !== note.seed) return { state: 'differs', what: 'the arena has signed another seed' }
  if (sha256Of(parts) !== note.replay?.sha256) return { state: 'differs', what: 'the arena has signed another replay' }
  return { state: 'signed', by: note.log.replace(/\/log\/\d+$/, ''), hasSeed: seed !== null }
}

/** Throws NoteError where none of the keys has signed it. */
function noteOf(signed: string, keys: readonly string[]): ResultNote {
  const note = readResult(signed.slice(0, signed.lastIndexOf('\n\n') + 1))
  let refusal = new NoteError('The arena has no key.')
  for (const key of keys) {
    try {
      openNote(signed, note.log, key)
      return note
    } catch (error) {
      if (!(error instanceof NoteError)) throw error
      refusal = error
    }
  }
  throw refusal
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
