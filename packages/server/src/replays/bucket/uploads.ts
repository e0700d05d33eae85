/**
 * Brings finished replays of this machine into the bucket. A round goes through the folder, so it also finds what an earlier
 * process left, at whatever point that ended. The steps of one replay, each of which may be repeated:
 *
 *   the record has a replay -> compressed -> sent -> read back and compared -> marked in the database
 *   -> some time after the match: removed here
 *
 * The order is the promise: what is removed here was found in the bucket, and the database says so. A replay that fails holds up no
 * other (see `attempts.ts`).
 */
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Logger } from '../../log.ts'
import { Attempts, throwFirst } from '../attempts.ts'
import type { Failure } from '../attempts.ts'
import { SETTLED_MS } from '../packing.ts'
import { packedName } from '../store.ts'
import type { FolderReplayStore } from '../store.ts'
import { fetchChecked, nowhere } from './bucket-store.ts'
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
  /** By the clock that ends of matches are written by. */
  readonly now?: () => number
}

/** For an operator: what is only on this machine is what a lost disk would take along. */
export interface UploadCounts {
  replaysWaiting(count: number): void
  replayStored(): void
}

export class Uploads {
  readonly #parts: UploadParts
  /** Ids of files that are not what the record says: reported once, and left where they are. */
  readonly #strange = new Set<string>()
  /** Ids of replays that the bucket did not take while it took others: reported once. */
  readonly #refused = new Set<string>()
  readonly #removals: Attempts
  readonly #uploads: Attempts
  #isAway = false

  constructor(parts: UploadParts) {
    this.#parts = parts
    const { log } = parts
    this.#removals = new Attempts(({ matchId, error }) =>
      log.error({ err: error, matchId }, 'a replay that is in the bucket could not be removed here; it is tried again'),
    )
    this.#uploads = new Attempts(({ matchId, error }) => {
      // Whether it is the replay or the bucket is known after the round.
      if (error instanceof BucketError) return
      log.error({ err: error, matchId }, 'a replay could not be stored; it is tried again after the others')
    })
  }

  /** Goes through the folder once, newest first but for what has failed; answers how many replays are still only here. */
  async round(stopping?: AbortSignal): Promise<number> {
    const { local, objects, counts, now = Date.now } = this.#parts
    const ids = (await local.complete()).toSorted().toReversed()
    const waiting = new Map<string, ReplayRecord>()
    const settled: string[] = []
    for (let at = 0; at < ids.length; at += BATCH) {
      for (const record of await objects.recordsOf(ids.slice(at, at + BATCH))) {
        const { matchId, endedAt, replayBytes, isInBucket } = record
        // A file whose record has no replay, or no end, is for whoever recovers it.
        if (endedAt === null || replayBytes === null) continue
        if (!isInBucket) waiting.set(matchId, record)
        else if (now() - endedAt >= SETTLED_MS) settled.push(matchId)
      }
    }
    const unremoved = await this.#removals.each(settled, (matchId) => local.remove(matchId))
    let left = waiting.size
    counts.replaysWaiting(left)
    const upload = async (matchId: string) => {
      if (await this.#upload(waiting.get(matchId)!)) counts.replaysWaiting(--left)
    }
    const failures = await this.#uploads.each([...waiting.keys()], upload, stopping)
    this.#tell(failures, left < waiting.size)
    // A failure that is known goes on without a word.
    const ofReplays = failures.filter(({ error }) => !(error instanceof BucketError))
    throwFirst([...unremoved, ...ofReplays].filter(({ isNew }) => isNew))
    return left
  }

  /** Whether it is stored now; if not, and nothing is thrown, the bucket answers as it should. */
  async #upload({ matchId, replayBytes }: ReplayRecord): Promise<boolean> {
    const { local, bucket, objects, counts, log } = this.#parts
    const bytes = await local.packedBytes(matchId)
    if (bytes === null) return false
    const length = await unpackedLength(bytes)
    if (length !== replayBytes) {
      if (!this.#strange.has(matchId)) {
        log.error(
          { matchId, length, replayBytes },
          'a replay is damaged, or not of the length on record: it stays here',
        )
      }
      this.#strange.add(matchId)
      return false
    }
    const name = packedName(matchId)
    const packed = { packedBytes: bytes.length, sha256: sha256(bytes) }
    try {
      await bucket.put(name, bytes)
      await fetchChecked(bucket, name, { bytes: packed.packedBytes, sha256: packed.sha256 }, nowhere)
      // Where retention was faster, no record names the object.
      if (!(await objects.mark(matchId, packed))) await bucket.delete(name)
    } catch (error) {
      if (!(error instanceof BucketError) || !isOfObject(error)) throw error
      log.error({ err: error, matchId }, 'a replay did not arrive in the bucket as it was sent; it is sent again')
      return false
    }
    this.#refused.delete(matchId)
    if (this.#isAway) log.info('the bucket of the replays can be used again')
    this.#isAway = false
    counts.replayStored()
    return true
  }

  /** Blames the bucket where a round stored nothing and something failed that had not before; else the replays. */
  #tell(failures: readonly Failure[], hasStored: boolean): void {
    const { log } = this.#parts
    const ofBucket = failures.filter(({ error }) => error instanceof BucketError)
    const { error } = ofBucket.find(({ isNew }) => isNew) ?? {}
    if (!this.#isAway && !hasStored && error !== undefined) {
      log.error({ err: error }, 'the bucket of the replays cannot be used: they stay on this machine until it can')
      this.#isAway = true
    }
    if (this.#isAway) return
    for (const { matchId, error: err } of ofBucket) {
      if (this.#refused.has(matchId)) continue
      this.#refused.add(matchId)
      log.error({ err, matchId }, 'the bucket does not take a replay: it stays on this machine until it does')
    }
  }
}

/** An object that differs from what was sent says nothing of the others. */
function isOfObject({ failure }: BucketError): boolean {
  return failure === 'damaged' || failure === 'missing'
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
