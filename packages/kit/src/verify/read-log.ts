/** Reads an arena's newest public log, and holds it against its own checkpoint and against the one that an earlier run has kept. */
import { CommandFailure } from '@arena/host/command-line'
import {
  bundlesBetween,
  entriesPath,
  equalBytes,
  leafHash,
  openNote,
  readCheckpoint,
  readEntry,
  readEntryBundle,
  rootOf,
  TILE_WIDTH,
  type Checkpoint,
} from '@arena/protocol/public-log'
import { wordsOf } from '@arena/protocol/words-of'
import type { PublicFiles } from './public-files.ts'

const MOST_CHECKPOINT_BYTES = 100_000
const MOST_BUNDLE_BYTES = 256 * (2 + 0xffff)

export interface PublicLog {
  readonly checkpoint: Checkpoint
  /** All of them, from the first on. */
  readonly entries: readonly string[]
  /** What is wrong with the log as a whole, in a sentence; null where it is sound. */
  readonly fault: string | null
}

/** `keptOf`: the checkpoint that an earlier run has kept of the log of an origin. */
export async function readPublicLog(
  files: PublicFiles,
  keptOf: (origin: string) => Promise<Checkpoint | null>,
  onBundle: (done: number, of: number) => void,
): Promise<PublicLog> {
  const { folder, note } = await newestLog(files)
  const checkpoint = readCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1))
  const { origin, size, root } = checkpoint
  const entries: string[] = []
  const bundles = bundlesBetween(0, size)
  for (const { n, width } of bundles) {
    onBundle(n, bundles.length)
    const bytes =
      (await files.read(`${folder}/${entriesPath(n, width)}`, MOST_BUNDLE_BYTES)) ??
      // A partial bundle may be gone once the full one is there.
      (width < TILE_WIDTH ? await files.read(`${folder}/${entriesPath(n)}`, MOST_BUNDLE_BYTES) : null)
    if (bytes === null) throw new CommandFailure(`${folder}/${entriesPath(n, width)} is missing.`)
    entries.push(...readEntryBundle(bytes).slice(0, width))
  }
  const leaves = entries.map(leafHash)
  const publicKey = newestKey(entries)
  const faultOf = async (): Promise<string | null> => {
    if (publicKey === null) return `The log ${origin} names no key.`
    try {
      openNote(note, origin, publicKey)
    } catch (error) {
      return `The checkpoint is not signed by the key that the log names: ${wordsOf(error)}`
    }
    if (leaves.length !== size || !equalBytes(rootOf(leaves), root)) {
      return 'The entries of the log are not those that its checkpoint was signed over: one was changed, left out or added.'
    }
    const kept = await keptOf(origin)
    if (kept === null) return null
    if (kept.size > size) {
      return `The log has shrunk: an earlier run saw ${kept.size} entries, and now it has ${size}.`
    }
    if (!equalBytes(rootOf(leaves.slice(0, kept.size)), kept.root)) {
      return `The log was forked: its first ${kept.size} entries are not those that an earlier run saw.`
    }
    return null
  }
  return { checkpoint, entries, fault: await faultOf() }
}

/** Logs count from 1; each restored backup begins another one. */
async function newestLog(files: PublicFiles): Promise<{ folder: string; note: string }> {
  let newest: { folder: string; note: string } | null = null
  for (let k = 1; ; k++) {
    const bytes = await files.read(`log/${k}/checkpoint`, MOST_CHECKPOINT_BYTES)
    if (bytes === null) break
    newest = { folder: `log/${k}`, note: Buffer.from(bytes).toString('utf8') }
  }
  if (newest === null) throw new CommandFailure('There is no public log here: log/1/checkpoint is missing.')
  return newest
}

function newestKey(entries: readonly string[]): string | null {
  const own = entries.findLast((text) => text.startsWith('arena key v1\n'))
  const entry = own === undefined ? null : readEntry(own)
  return entry?.kind === 'key' ? entry.publicKey : null
}
