/** The text of a checkpoint (C2SP tlog-checkpoint): which log, how many entries, and the root of their tree. */
import { decodeBase64, encodeBase64 } from '../base64.ts'
import { NoteError } from './note-error.ts'
import { HASH_BYTES, type TreeHead } from './tree.ts'

export interface Checkpoint extends TreeHead {
  /** The name of the log: its address without the scheme. */
  readonly origin: string
}

/** Also the name of the key in the signature of a checkpoint. */
const ORIGIN = /^[^\s+]+$/u
const SIZE = /^(?:0|[1-9]\d{0,15})$/

export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${encodeBase64(root)}\n`
}

/** Lines after the third are of others, and are passed over. Throws NoteError. */
export function readCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', root = '', ...others] = text.split('\n')
  const bytes = decodeBase64(root)
  const isSound =
    ORIGIN.test(origin) &&
    SIZE.test(size) &&
    Number.isSafeInteger(Number(size)) &&
    bytes?.length === HASH_BYTES &&
    others.pop() === '' &&
    others.every((line) => line !== '')
  if (!isSound) throw new NoteError('A checkpoint is the lines origin, size and root; this text is none.')
  return { origin, size: Number(size), root: bytes }
}
