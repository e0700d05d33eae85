/**
 * The public logs of an arena, read as far as they are asked for. Nothing of them is believed before it is proved: the
 * checkpoint by its signature, each entry by the tiles up to the checkpoint, and the log by the checkpoint that an earlier
 * run has kept.
 */
import { CommandFailure } from '@arena/host/command-line'
import {
  consistencyRanges,
  entriesPath,
  inclusionRanges,
  leafHash,
  openNote,
  readCheckpoint,
  readEntry,
  readEntryBundle,
  readTile,
  rootFromTiles,
  TILE_WIDTH,
  tilePath,
  verifyConsistency,
  verifyInclusion,
  type Checkpoint,
  type Entry,
  type Range,
  type Tile,
} from '@arena/protocol/public-log'
import { wordsOf } from '@arena/protocol/words-of'
import type { PublicFiles } from './public-files.ts'

const MOST_CHECKPOINT_BYTES = 100_000
const MOST_TILE_BYTES = 32 * TILE_WIDTH
const MOST_BUNDLE_BYTES = TILE_WIDTH * (2 + 0xffff)
const DAY_MS = 86_400_000

export interface LoggedEntry {
  readonly index: number
  readonly text: string
  /** Null for a text that is no entry of an arena; `problem` says why. */
  readonly entry: Entry | null
  readonly problem: string | null
}

export interface LoggedDay {
  /** From the day before on, in the order of the log, up to the secret of the day or the end. */
  readonly entries: readonly LoggedEntry[]
  /** What is wrong with the log itself, in sentences. */
  readonly faults: readonly string[]
}

class MissingFile extends CommandFailure {}

export class PublicLog {
  readonly checkpoint: Checkpoint
  /** Logs count from 1; each restored backup begins another one. */
  readonly number: number
  readonly #note: string
  readonly #files: PublicFiles
  readonly #tiles = new Map<string, Promise<readonly Uint8Array[]>>()
  readonly #roots = new Map<string, Promise<Uint8Array>>()
  readonly #bundles = new Map<number, Promise<readonly LoggedEntry[]>>()

  /** The logs of an arena, the newest first. */
  static async all(files: PublicFiles): Promise<[PublicLog, ...PublicLog[]]> {
    const logs: PublicLog[] = []
    for (let number = 1; ; number++) {
      const bytes = await files.read(`log/${number}/checkpoint`, MOST_CHECKPOINT_BYTES)
      if (bytes === null) break
      logs.unshift(new PublicLog(files, number, Buffer.from(bytes).toString('utf8')))
    }
    const [newest, ...former] = logs
    if (newest === undefined) throw new CommandFailure('There is no public log here: log/1/checkpoint is missing.')
    return [newest, ...former]
  }

  private constructor(files: PublicFiles, number: number, note: string) {
    this.#files = files
    this.#note = note
    this.number = number
    this.checkpoint = readCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1))
  }

  /** The key that has signed the checkpoint, which has to be one that the log names; null where it is none of them. */
  async signer(): Promise<string | null> {
    const bundles = Math.ceil(this.checkpoint.size / TILE_WIDTH)
    // The first entry is a key. Where another one has come since, it is looked for from the end.
    for (const n of [0, ...Array.from({ length: bundles }, (_, i) => bundles - 1 - i)]) {
      for (const { entry } of n < bundles ? await this.#bundle(n) : []) {
        if (entry?.kind === 'key' && this.#isSignedBy(entry.publicKey)) return entry.publicKey
      }
    }
    return null
  }

  #isSignedBy(publicKey: string): boolean {
    try {
      openNote(this.#note, this.checkpoint.origin, publicKey)
      return true
    } catch {
      return false
    }
  }

  /** What shows that the log is not the one that an earlier run saw; null where it extends that one. */
  async forkFault(kept: Checkpoint | null): Promise<string | null> {
    const { size } = this.checkpoint
    if (kept === null) return null
    if (kept.size > size) {
      return `The log has shrunk: an earlier run saw ${kept.size} entries, and now it has ${size}.`
    }
    const proof = await this.#rootsOf(consistencyRanges(kept.size, size))
    if (verifyConsistency(kept, this.checkpoint, proof)) return null
    return `The log was forked: its first ${kept.size} entries are not those that an earlier run saw.`
  }

  /** The entries that decide about a day. */
  async day(day: string, onBundle: (done: number) => void): Promise<LoggedDay> {
    const entries: LoggedEntry[] = []
    const faults: string[] = []
    const bundles = Math.ceil(this.checkpoint.size / TILE_WIDTH)
    const eve = dayAfter(day, -1)
    for (let n = await this.#firstBundleOf(eve); n < bundles; n++) {
      onBundle(n)
      const bundle = await this.#bundle(n)
      const wrong = await this.#firstOutside(bundle)
      if (wrong !== null) {
        faults.push(
          `Entry ${wrong.index} of the log is not the one that its checkpoint was signed over: it was changed, left out or added.`,
        )
      }
      entries.push(...bundle)
      if (bundle.some(({ entry }) => entry?.kind === 'secret' && entry.day === day)) break
    }
    return { entries, faults }
  }

  async #firstOutside(bundle: readonly LoggedEntry[]): Promise<LoggedEntry | null> {
    for (const logged of bundle) {
      const { index, text } = logged
      const proof = await this.#rootsOf(inclusionRanges(index, this.checkpoint.size))
      if (!verifyInclusion(leafHash(text), index, this.checkpoint, proof)) return logged
    }
    return null
  }

  /** The first bundle with something of this day or of one after it: entries come in the order of time. */
  async #firstBundleOf(day: string): Promise<number> {
    const bundles = Math.ceil(this.checkpoint.size / TILE_WIDTH)
    let first = 0
    let after = bundles
    while (first < after) {
      const middle = Math.floor((first + after) / 2)
      const newest = await this.#newestIn(middle)
      // A folder may hold the bundles of some days alone.
      if (newest === null) return await this.#firstThere(day, bundles)
      if (newest < day) first = middle + 1
      else after = middle
    }
    return first
  }

  async #firstThere(day: string, bundles: number): Promise<number> {
    for (let n = 0; n < bundles; n++) {
      const newest = await this.#newestIn(n)
      if (newest !== null && newest >= day) return n
    }
    throw new MissingFile(
      `No bundle of entries that is there, below ${this.#path('tile/entries')}, is of ${day} or later.`,
    )
  }

  /** The newest day of a bundle's entries; null where the bundle is missing. */
  async #newestIn(n: number): Promise<string | null> {
    try {
      return (
        (await this.#bundle(n))
          .map(({ entry }) => dateOf(entry))
          .toSorted()
          .at(-1) ?? ''
      )
    } catch (error) {
      if (error instanceof MissingFile) return null
      throw error
    }
  }

  #bundle(n: number): Promise<readonly LoggedEntry[]> {
    let bundle = this.#bundles.get(n)
    if (bundle === undefined) {
      bundle = this.#readBundle(n)
      this.#bundles.set(n, bundle)
    }
    return bundle
  }

  async #readBundle(n: number): Promise<readonly LoggedEntry[]> {
    const width = Math.min(TILE_WIDTH, this.checkpoint.size - n * TILE_WIDTH)
    const bytes = await this.#read(width, MOST_BUNDLE_BYTES, (each) => entriesPath(n, each))
    const texts = readEntryBundle(bytes).slice(0, width)
    if (texts.length < width) {
      throw new CommandFailure(`${this.#path(entriesPath(n, width))} has ${texts.length} entries, not ${width}.`)
    }
    return texts.map((text, i) => ({ index: n * TILE_WIDTH + i, text, ...parsed(text) }))
  }

  async #rootsOf(ranges: readonly Range[]): Promise<Uint8Array[]> {
    return await Promise.all(
      ranges.map((range) => {
        const key = `${range.start} ${range.end}`
        let root = this.#roots.get(key)
        if (root === undefined) {
          root = rootFromTiles(range, this.checkpoint.size, (tile) => this.#tile(tile))
          this.#roots.set(key, root)
        }
        return root
      }),
    )
  }

  #tile({ level, n, width }: Tile): Promise<readonly Uint8Array[]> {
    const key = tilePath(level, n, width)
    let tile = this.#tiles.get(key)
    if (tile === undefined) {
      tile = this.#read(width, MOST_TILE_BYTES, (each) => tilePath(level, n, each)).then((bytes) =>
        readTile(bytes.subarray(0, width * 32), width),
      )
      this.#tiles.set(key, tile)
    }
    return tile
  }

  /** A partial file may be gone once the full one is there, which begins alike. */
  async #read(width: number, most: number, pathOf: (width: number) => string): Promise<Uint8Array> {
    const bytes =
      (await this.#files.read(this.#path(pathOf(width)), most)) ??
      (width < TILE_WIDTH ? await this.#files.read(this.#path(pathOf(TILE_WIDTH)), most) : null)
    if (bytes === null) throw new MissingFile(`${this.#path(pathOf(width))} is missing.`)
    return bytes
  }

  readonly #path = (path: string): string => `log/${this.number}/${path}`
}

function parsed(text: string): Pick<LoggedEntry, 'entry' | 'problem'> {
  try {
    return { entry: readEntry(text), problem: null }
  } catch (error) {
    return { entry: null, problem: wordsOf(error) }
  }
}

/** The day on which an entry was made, at the earliest; empty where it does not tell. */
function dateOf(entry: Entry | null): string {
  switch (entry?.kind) {
    case 'result':
      return entry.result.endedAt.slice(0, 10)
    case 'key':
      return entry.since.slice(0, 10)
    case 'day':
      return dayAfter(entry.day, -1)
    case 'secret':
      return dayAfter(entry.day, 1)
    default:
      return ''
  }
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}
