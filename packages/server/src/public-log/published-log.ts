/**
 * The public log as files (C2SP tlog-tiles), below `<data folder>/log/<number of the log>`, written from the rows of the database. Each
 * machine that serves has all of them, with the same bytes, and any web server can serve a copy. What was published is never taken back: where the
 * database contradicts it, nothing more is published.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readFileIfThere, replaceFile } from '@arena/host/system'
import type { KeyPair } from '@arena/protocol'
import {
  checkpointText,
  entriesPath,
  entryBundle,
  equalBytes,
  leafHash,
  readCheckpoint,
  readTile,
  rootFromTiles,
  rootOf,
  signNote,
  TILE_WIDTH,
  tilePath,
  tilesBetween,
} from '@arena/protocol/public-log'
import type { Checkpoint, Tile } from '@arena/protocol/public-log'
import type { Database } from '../db/schema.ts'
import type { Logger } from '../log.ts'
import type { KeyRing } from '../platform/key-store.ts'
import { Rounds } from '../rounds.ts'
import type { PublishedCheckpoint } from './beginning.ts'

/** A checkpoint is ten seconds old at most. */
const ROUND_MS = 5_000
const CHECKPOINT = 'checkpoint'

interface PublishedLogParts {
  readonly db: Database
  readonly dataDir: string
  readonly keys: KeyRing
}

interface LogHead {
  readonly log: number
  readonly origin: string
  readonly size: number
  readonly isCurrent: boolean
  readonly publicKey: string | null
}

/** Rows and files that cannot both be true, or a key that is elsewhere. */
class PublishedLogError extends Error {
  override readonly name = 'PublishedLogError'
}

export class PublishedLog {
  readonly #db: Database
  readonly #folder: string
  readonly #keys: readonly KeyPair[]
  /** For each log the key that it had when this process last signed its checkpoint. */
  readonly #signedBy = new Map<number, string | null>()

  constructor({ db, dataDir, keys: { current, others } }: PublishedLogParts) {
    this.#db = db
    this.#folder = join(dataDir, 'log')
    this.#keys = [current, ...others]
  }

  /** Signs for a log whose newest key has this public half. A log that ended long ago may have a key that nobody holds. */
  sign(text: string, { origin, publicKey }: Pick<LogHead, 'origin' | 'publicKey'>): string {
    const { privateKey } = this.#keys.find((pair) => pair.publicKey === publicKey) ?? this.#keys[0]!
    return signNote(text, origin, privateKey)
  }

  /** All logs, the first one first. */
  async heads(): Promise<LogHead[]> {
    return this.#db
      .selectFrom('public_logs')
      .select(['log', 'origin', 'size', 'is_current as isCurrent', 'public_key as publicKey'])
      .orderBy('log')
      .execute()
  }

  /** A file of a log; null where there is none. `path` is one that `isLogPath` knows. */
  async file(log: number, path: string): Promise<Buffer | null> {
    return readFile(join(this.#folder, String(log), path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
      throw error
    })
  }

  /** The newest that this machine has published. */
  async newest(): Promise<PublishedCheckpoint | null> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    const logs = names.map(Number).filter((log) => Number.isSafeInteger(log))
    for (const log of logs.toSorted((a, b) => b - a)) {
      const checkpoint = await this.#checkpoint(log)
      if (checkpoint === null || checkpoint.size === 0) continue
      const at = checkpoint.size - 1
      const tile = { level: 0, n: Math.floor(at / TILE_WIDTH), width: (at % TILE_WIDTH) + 1 }
      return { log, ...checkpoint, leaf: (await this.#tile(log, tile)).at(-1)! }
    }
    return null
  }

  /**
   * Writes what files lack of the rows, and then the checkpoint over them.
   *
   * @throws PublishedLogError where the rows contradict what was published
   */
  async publish(): Promise<void> {
    for (const head of await this.heads()) await this.#publish(head)
  }

  /** Publishes from here on. */
  keep(log: Logger): Rounds {
    return new Rounds({
      failure: 'the public log could not be published',
      everyMs: ROUND_MS,
      log,
      work: () => this.publish(),
    })
  }

  async #publish(head: LogHead): Promise<void> {
    const { log, origin, size, isCurrent, publicKey } = head
    const before = await this.#checkpoint(log)
    // What was published of a log that has ended may be more than a backup had of it.
    if (!isCurrent && before !== null) return
    const from = before?.size ?? 0
    if (from > size) throw contradiction(head, `${from} entries were published, and the database has ${size}`)
    // A process signs each checkpoint anew: the key may be another.
    if (from === size && this.#signedBy.get(log) === publicKey) return
    if (isCurrent && !this.#keys.some((pair) => pair.publicKey === publicKey)) {
      throw new PublishedLogError(
        `the key ${publicKey} of the log ${origin} is not one of this machine, which signs nothing until it has started again`,
      )
    }
    if (from < size) {
      await this.#writeEntries(head, from)
      for (const tile of tilesBetween(from, size)) if (tile.level > 0) await this.#writeParents(log, tile, from)
    }
    const root = await rootFromTiles({ start: 0, end: size }, size, (tile) => this.#tile(log, tile))
    await this.#write(log, CHECKPOINT, this.sign(checkpointText({ origin, size, root }), head))
    this.#signedBy.set(log, publicKey)
  }

  async #checkpoint(log: number): Promise<Checkpoint | null> {
    const note = await readFileIfThere(join(this.#folder, String(log), CHECKPOINT))
    return note === null ? null : readCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1))
  }

  /** Bundles of entries, and the tiles of their hashes. */
  async #writeEntries(head: LogHead, from: number): Promise<void> {
    const { log, size } = head
    for (let n = Math.floor(from / TILE_WIDTH); n * TILE_WIDTH < size; n++) {
      const first = n * TILE_WIDTH
      const width = Math.min(TILE_WIDTH, size - first)
      const rows = await this.#db
        .selectFrom('public_log_entries')
        .select('text')
        .where('log', '=', log)
        .where('index', '>=', first)
        .where('index', '<', first + width)
        .orderBy('index')
        .execute()
      if (rows.length !== width) throw contradiction(head, `entries from ${first} on are missing in the database`)
      const texts = rows.map(({ text }) => text)
      const hashes = texts.map(leafHash)
      if (from > first) {
        const published = await this.#tile(log, { level: 0, n, width: from - first })
        const at = published.findIndex((hash, i) => !equalBytes(hash, hashes[i]!))
        if (at !== -1) throw contradiction(head, `entry ${first + at} is another in the database`)
      }
      await this.#writePart(log, entriesPath(n, width), entryBundle(texts), width)
      await this.#writePart(log, tilePath(0, n, width), Buffer.concat(hashes), width)
    }
  }

  /** A tile of the hashes over full tiles of the level below. */
  async #writeParents(log: number, { level, n, width }: Tile, from: number): Promise<void> {
    const written = Math.min(Math.max(Math.floor(from / TILE_WIDTH ** level) - n * TILE_WIDTH, 0), width)
    const hashes = written === 0 ? [] : [...(await this.#tile(log, { level, n, width: written }))]
    for (let i = written; i < width; i++) {
      hashes.push(rootOf(await this.#tile(log, { level: level - 1, n: n * TILE_WIDTH + i, width: TILE_WIDTH })))
    }
    await this.#writePart(log, tilePath(level, n, width), Buffer.concat(hashes), width)
  }

  /** A part of a tile is in the full one, too, which may have taken its place. */
  async #tile(log: number, { level, n, width }: Tile): Promise<Uint8Array[]> {
    const part = await this.file(log, tilePath(level, n, width))
    if (part !== null) return readTile(part, width)
    return readTile(await readFile(join(this.#folder, String(log), tilePath(level, n)))).slice(0, width)
  }

  /** Parts of what is full are not needed any more. */
  async #writePart(log: number, path: string, bytes: Uint8Array, width: number): Promise<void> {
    await this.#write(log, path, bytes)
    if (width === TILE_WIDTH) {
      await rm(join(this.#folder, String(log), `${path}.p`), { recursive: true, force: true })
    }
  }

  async #write(log: number, name: string, bytes: string | Uint8Array): Promise<void> {
    const path = join(this.#folder, String(log), name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await replaceFile(path, bytes)
  }
}

function contradiction({ origin }: LogHead, detail: string): PublishedLogError {
  return new PublishedLogError(
    `the database contradicts what was published of the log ${origin}: ${detail}. Was an older database put in its place? ` +
      'Start the arena again: it begins another log',
  )
}
