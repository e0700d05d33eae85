/**
 * Brings finished replays of this machine into the bucket. A round goes through the folder, so it also finds what an earlier
 * process left, at whatever point that ended. The steps of one replay, each of which may be repeated:
 *
 *   the record has a replay -> compressed -> sent -> read back and compared -> marked in the database
 *   -> some time after the match: removed here
 *
 * The order is the promise: what is removed here was found in the bucket, and the database says so.
 */
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Logger } from '../../log.ts'
import { SETTLED_MS } from '../packing.ts'
import { packedName } from '../store.ts'
import type { FolderReplayStore } from '../store.ts'
import { fetchChecked } from './bucket-store.ts'
import { BucketError } from './bucket.ts'
import type { ObjectStore } from './bucket.ts'
import type { ReplayObjects, ReplayRecord } from './replay-objects.ts'
import { sha256 } from './signature.ts'

/** Records that are read at a time. */
const BATCH = 500

export interface UploadParts {
  readonly local: FolderReplayStore
  readonly bucket: ObjectStore
  readonly objects: Pick<ReplayObjects, 'mark' | 'recordsOf'>
  readonly counts: UploadCounts
  readonly log: Logger
  readonly now?: () => number
}

/** For an operator: what is only on this machine is what a lost disk would take along. */
export interface UploadCounts {
  replaysWaiting(count: number): void
  replayStored(): void
}

export class Uploads {
  readonly #parts: UploadParts
  /** Whose files are not what the record says: reported once, and left where they are. */
  readonly #strange = new Set<string>()
  #isAway = false

  constructor(parts: UploadParts) {
    this.#parts = parts
  }

  /** Goes through the folder once, newest first; answers how many replays are still only here. */
  async round(stopping?: AbortSignal): Promise<number> {
    const { local, objects, counts, now = Date.now } = this.#parts
    const ids = (await local.complete()).toSorted().toReversed()
    const waiting: ReplayRecord[] = []
    for (let at = 0; at < ids.length; at += BATCH) {
      for (const record of await objects.recordsOf(ids.slice(at, at + BATCH))) {
        const { matchId, endedAt, replayBytes, isInBucket } = record
        // A file whose record has no replay, or no end, is for whoever recovers it.
        if (endedAt === null || replayBytes === null) continue
        if (!isInBucket) waiting.push(record)
        else if (now() - endedAt >= SETTLED_MS) await local.remove(matchId)
      }
    }
    let left = waiting.length
    counts.replaysWaiting(left)
    for (const record of waiting) {
      if (stopping?.aborted === true) break
      const outcome = await this.#upload(record)
      if (outcome === 'bucket away') break
      if (outcome === 'stored') counts.replaysWaiting(--left)
    }
    return left
  }

  async #upload({ matchId, replayBytes }: ReplayRecord): Promise<'stored' | 'left' | 'bucket away'> {
    const { local, bucket, objects, counts, log } = this.#parts
    const bytes = await local.packedBytes(matchId)
    if (bytes === null) return 'left'
    const length = await unpackedLength(bytes)
    if (length !== replayBytes) {
      if (!this.#strange.has(matchId)) {
        log.error(
          { matchId, length, replayBytes },
          'a replay is damaged, or not of the length on record: it stays here',
        )
      }
      this.#strange.add(matchId)
      return 'left'
    }
    const name = packedName(matchId)
    const packed = { packedBytes: bytes.length, sha256: sha256(bytes) }
    try {
      await bucket.put(name, bytes)
      await fetchChecked(bucket, matchId, packed, nowhere)
      // Where retention was faster, the object is nobody's.
      if (!(await objects.mark(matchId, packed))) await bucket.delete(name)
    } catch (error) {
      if (!(error instanceof BucketError)) throw error
      return this.#failed(matchId, error)
    }
    if (this.#isAway) log.info('the bucket of the replays can be used again')
    this.#isAway = false
    counts.replayStored()
    return 'stored'
  }

  /** An object that is not what was sent is no reason to leave the others. */
  #failed(matchId: string, error: BucketError): 'left' | 'bucket away' {
    const { log } = this.#parts
    if (error.failure === 'damaged' || error.failure === 'missing') {
      log.error({ err: error, matchId }, 'a replay did not arrive in the bucket as it was sent; it is sent again')
      return 'left'
    }
    if (!this.#isAway) {
      log.error({ err: error }, 'the bucket of the replays cannot be used: they stay on this machine until it can')
    }
    this.#isAway = true
    return 'bucket away'
  }
}

/** How much comes out of a gzip file; null where it is damaged. */
async function unpackedLength(packed: Buffer): Promise<number | null> {
  let length = 0
  const count = new Writable({
    write(chunk: Buffer, _encoding, done) {
      length += chunk.length
      done()
    },
  })
  try {
    await pipeline(Readable.from([packed]), createGunzip(), count)
    return length
  } catch {
    return null
  }
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
