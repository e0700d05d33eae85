/**
 * Replays of all machines: those that this one played and still has, and all that are in the bucket. What is asked for is fetched
 * once, and no byte of it is sent before all of it has the length and the SHA-256 that are on record.
 */
import { createHash } from 'node:crypto'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from '../../log.ts'
import { fromDisk, unavailable, UNREADABLE } from '../from-disk.ts'
import { packedName } from '../store.ts'
import type { ReplayStore, StoredReplay } from '../store.ts'
import { BucketError } from './bucket.ts'
import type { ObjectStore } from './bucket.ts'
import type { ReplayCache } from './replay-cache.ts'
import type { ReplayObject, ReplayObjects } from './replay-objects.ts'

export interface BucketStoreParts {
  /** What this machine has not stored yet, or has not removed yet. */
  readonly local: ReplayStore
  readonly bucket: ObjectStore
  readonly objects: Pick<ReplayObjects, 'find'>
  readonly cache: ReplayCache
  readonly log: Logger
}

export class BucketReplayStore implements ReplayStore {
  readonly #parts: BucketStoreParts

  constructor(parts: BucketStoreParts) {
    this.#parts = parts
  }

  async open(matchId: string): Promise<StoredReplay> {
    const local = await fromDisk(this.#parts.log, matchId, () => this.#parts.local.open(matchId))
    if (local !== null) return local
    const object = await this.#find(matchId)
    const fetched = () => this.#open(matchId, object)
    return {
      bytes: object.bytes,
      packedBytes: object.packedBytes,
      stream: async (part) => (await fetched()).stream(part),
      packed: async () => (await fetched()).packed(),
      close: async () => {},
    }
  }

  async file(matchId: string): Promise<string | null> {
    const local = await fromDisk(this.#parts.log, matchId, () => this.#parts.local.file(matchId))
    if (local !== null) return local
    await this.#hold(matchId, await this.#find(matchId))
    return fromDisk(this.#parts.log, matchId, () => this.#parts.cache.files.file(matchId))
  }

  async #find(matchId: string): Promise<ReplayObject> {
    const object = await this.#parts.objects.find(matchId)
    if (object !== null) return object
    throw unavailable('The machine that played this match has not stored the replay yet.')
  }

  async #open(matchId: string, object: ReplayObject): Promise<StoredReplay> {
    await this.#hold(matchId, object)
    const stored = await fromDisk(this.#parts.log, matchId, () => this.#parts.cache.files.open(matchId))
    if (stored === null) throw unavailable('There is no room to keep the replay while it is sent.')
    return stored
  }

  async #hold(matchId: string, object: ReplayObject): Promise<void> {
    const { bucket, cache, log } = this.#parts
    try {
      const facts = { bytes: object.packedBytes, sha256: object.sha256 }
      await cache.hold(matchId, facts.bytes, (open) => fetchChecked(bucket, packedName(matchId), facts, open))
    } catch (error) {
      const isFault = !(error instanceof BucketError) || error.failure !== 'away'
      log[isFault ? 'error' : 'warn']({ err: error, matchId }, 'a replay could not be fetched from the bucket')
      throw unavailable(UNREADABLE, error)
    }
  }
}

/** Reads an object to its end and throws where it is not what it is on record as. */
export async function fetchChecked(
  bucket: Pick<ObjectStore, 'get'>,
  name: string,
  expected: { readonly bytes: number; readonly sha256: string },
  open: () => Writable,
): Promise<void> {
  const answer = await bucket.get(name)
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      // Another object may be of any length: the disk is not for it.
      done(bytes > expected.bytes ? damaged(name) : null, chunk)
    },
  })
  await pipeline(answer, measure, open()).catch((error: unknown) => {
    if (error instanceof BucketError || isOfDisk(error)) throw error
    throw new BucketError('away', `GET ${name}: the answer broke off`, { cause: error })
  })
  if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256) throw damaged(name)
}

function isOfDisk(error: unknown): boolean {
  const syscall = error instanceof Error && 'syscall' in error ? error.syscall : null
  return syscall === 'open' || syscall === 'write'
}

function damaged(name: string): BucketError {
  return new BucketError('damaged', `${name} is not what was stored: its length or SHA-256 differs`)
}

/** Where an object goes that is only to be checked. */
export function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
