/**
 * Where finished replays are kept, and the folder of this machine. The host that plays a match writes `<id>.slp.part` and renames
 * it to `<id>.slp` when the file is complete, so what has that name is whole. Later it is packed: `<id>.slp.gz` takes its place,
 * which most clients are sent as it is.
 */
import { createWriteStream } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, createGzip, gzip } from 'node:zlib'
import { INCOMPLETE_REPLAY } from '@arena/host'
import { syncFolder } from '@arena/host/system'
import { MatchId } from '@arena/protocol'
import type { ByteRange } from '../http/byte-range.ts'

export interface StoredReplay {
  /** The length of the replay, whether it is packed or not. */
  readonly bytes: number
  /** Its length in gzip; null where it is not packed. */
  readonly packedBytes: number | null
  /** One of `stream`, `packed` and `close` is to be called, once. The whole, or the part from one byte to another, both included. */
  stream(part?: ByteRange): Promise<Readable>
  /** The gzip file of one that is packed. */
  packed(): Promise<Readable>
  close(): Promise<void>
}

/** What a reader of replays needs. */
export interface ReplayStore {
  /** Null when there is none. */
  open(matchId: string): Promise<StoredReplay | null>
  /** Its file, packed or not, for another process to read; null when there is none. */
  file(matchId: string): Promise<string | null>
}

const PACKED = '.gz'
/** A packed file that is still being written. */
const DRAFT = '.gz.new'
/** What may stand behind `<id>.slp` in the folder of a machine. */
const ENDINGS = ['', PACKED, DRAFT, ...INCOMPLETE_REPLAY]
/** What gzip ends with: the length of the content, in four bytes. */
const TRAILER_BYTES = 4
/** Header and trailer of gzip. */
const LEAST_BYTES = 18

/** The name of a packed replay, in a folder and in a bucket. */
export const packedName = (matchId: string): string => `${MatchId.parse(matchId)}.slp${PACKED}`

export class FolderReplayStore implements ReplayStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async open(matchId: string): Promise<StoredReplay | null> {
    const path = this.#path(matchId)
    // In the moment of packing the one is there before the other is gone.
    const plain = await openThere(path)
    if (plain !== null) return orClosed(plain, async () => plainReplay(plain, (await plain.stat()).size))
    const packed = await openThere(path + PACKED)
    if (packed === null) return null
    return orClosed(packed, async () => {
      const { size } = await packed.stat()
      if (size < LEAST_BYTES) throw new Error(`${path}${PACKED} is cut short: it has ${size} bytes`)
      const trailer = await packed.read(Buffer.alloc(TRAILER_BYTES), 0, TRAILER_BYTES, size - TRAILER_BYTES)
      return packedReplay(packed, size, trailer.buffer.readUInt32LE())
    })
  }

  /** Matches whose replays are complete, packed or not. */
  complete(): Promise<string[]> {
    return this.#named('', PACKED)
  }

  /** Matches of which there is any file, also one that is not complete. */
  all(): Promise<string[]> {
    return this.#named(...ENDINGS)
  }

  /** Matches whose replays are complete and not packed. */
  unpacked(): Promise<string[]> {
    return this.#named('')
  }

  /** Packing what is not there is no mistake. */
  async pack(matchId: string): Promise<void> {
    const path = this.#path(matchId)
    const plain = await openThere(path)
    if (plain === null) return
    try {
      await pipeline(
        plain.createReadStream(),
        createGzip(),
        createWriteStream(path + DRAFT, { mode: 0o600, flush: true }),
      )
      await rename(path + DRAFT, path + PACKED)
      await syncFolder(this.#folder)
      // Where it was removed meanwhile, it stays removed.
      if (await isThere(path)) await rm(path, { force: true })
      else await rm(path + PACKED, { force: true })
    } finally {
      await rm(path + DRAFT, { force: true })
    }
  }

  /** Its bytes in gzip, whether it is packed or not, for which nothing is written: the disk may be full. Null when there is none. */
  async packedBytes(matchId: string): Promise<Buffer | null> {
    const path = this.#path(matchId)
    const read = (name: string) => readFile(name).catch(unlessGone)
    const packed = await read(path + PACKED)
    if (packed !== null) return packed
    const plain = await read(path)
    // It may have been packed in between.
    return plain === null ? read(path + PACKED) : promisify(gzip)(plain)
  }

  async file(matchId: string): Promise<string | null> {
    const path = this.#path(matchId)
    if (await isThere(path)) return path
    return (await isThere(path + PACKED)) ? path + PACKED : null
  }

  /**
   * Removes all that there is of it; removing what is not there is no mistake. It is gone for certain before its record says so: a
   * file that comes back with the power would be taken for one that was never recorded.
   */
  async remove(matchId: string): Promise<void> {
    const path = this.#path(matchId)
    for (const ending of ENDINGS) await rm(path + ending, { force: true })
    await syncFolder(this.#folder).catch(unlessGone)
  }

  /** Matches of which there is a file `<id>.slp` with one of these endings. */
  async #named(...endings: string[]): Promise<string[]> {
    const names = (await readdir(this.#folder).catch(unlessGone)) ?? []
    const ids = names.flatMap((name) => {
      const ending = endings.find((each) => name.endsWith(`.slp${each}`))
      const id = ending !== undefined && MatchId.safeParse(name.slice(0, -`.slp${ending}`.length))
      return id !== false && id.success ? id.data : []
    })
    return [...new Set(ids)]
  }

  /** Only ids become file names. */
  #path(matchId: string): string {
    return join(this.#folder, `${MatchId.parse(matchId)}.slp`)
  }
}

function openThere(path: string): Promise<FileHandle | null> {
  return open(path).catch(unlessGone)
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(unlessGone)) !== null
}

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error
  return null
}

/** A file that cannot be read is not left open. */
async function orClosed<Found>(file: FileHandle, read: () => Promise<Found>): Promise<Found> {
  try {
    return await read()
  } catch (error) {
    await file.close()
    throw error
  }
}

function plainReplay(file: FileHandle, bytes: number): StoredReplay {
  return {
    bytes,
    packedBytes: null,
    stream: async (part) => file.createReadStream(part && { start: part.first, end: part.last }),
    packed: () => Promise.reject(new Error('This replay is not packed.')),
    close: () => file.close(),
  }
}

function packedReplay(file: FileHandle, packedBytes: number, bytes: number): StoredReplay {
  return {
    bytes,
    packedBytes,
    async stream(part) {
      const packed = file.createReadStream()
      const plain = createGunzip()
      // Whichever end breaks, the other is not left waiting.
      packed.on('error', (error) => plain.destroy(error))
      plain.on('close', () => packed.destroy())
      packed.pipe(plain)
      return part === undefined ? plain : Readable.from(partOf(plain, part), { objectMode: false })
    },
    packed: async () => file.createReadStream(),
    close: () => file.close(),
  }
}

/** Bytes of a stream from one to another, both included; what comes before them is read and left out. */
async function* partOf(stream: Readable, { first, last }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const wanted = chunk.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at))
    at += chunk.length
    if (wanted.length > 0) yield wanted
    if (at > last) return
  }
}
