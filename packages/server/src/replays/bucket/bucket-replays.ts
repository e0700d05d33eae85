/** The parts that an arena with a bucket has besides its folder, put together. */
import { join } from 'node:path'
import type { Database } from '../../db/schema.ts'
import type { Logger } from '../../log.ts'
import type { ReplayRecords } from '../records.ts'
import { Rounds } from '../../rounds.ts'
import { Attempts, PATIENT } from '../attempts.ts'
import type { FolderReplayStore } from '../store.ts'
import type { ObjectStore } from './bucket.ts'
import { BucketReplayStore } from './bucket-store.ts'
import { deleteOldObjects } from './object-retention.ts'
import { ReplayCache } from './replay-cache.ts'
import { ReplayObjects } from './replay-objects.ts'
import { Uploads } from './uploads.ts'
import type { UploadCounts } from './uploads.ts'

const ROUND_MS = 5_000
/** How long the arena's end waits for the bucket. */
const PATIENCE_MS = 20_000

export interface BucketReplaysParts {
  readonly bucket: ObjectStore
  readonly dataDir: string
  readonly db: Database
  readonly local: FolderReplayStore
  readonly replayRecords: ReplayRecords
  readonly replayDays: number
  readonly counts: UploadCounts
  readonly log: Logger
  readonly now: () => number
}

export class BucketReplays {
  readonly objects: ReplayObjects
  readonly store: BucketReplayStore
  readonly uploads: Uploads
  readonly bucket: ObjectStore
  readonly #parts: BucketReplaysParts
  readonly #cache: ReplayCache
  readonly #deletions: Attempts
  readonly #stopping = new AbortController()
  #rounds: Rounds | null = null

  constructor(parts: BucketReplaysParts) {
    const { bucket, dataDir, db, local, counts, log, now } = parts
    this.#parts = parts
    this.bucket = bucket
    this.objects = new ReplayObjects(db)
    this.#cache = new ReplayCache(join(dataDir, 'replay-cache'))
    const { objects } = this
    this.store = new BucketReplayStore({ local, bucket, objects, cache: this.#cache, log })
    this.#deletions = new Attempts(
      ({ matchId, error }) =>
        log.error(
          { err: error, matchId },
          'an old replay could not be deleted from the bucket; it is tried again after the others',
        ),
      PATIENT,
    )
    this.uploads = new Uploads({ local, bucket, objects, counts, log, now })
  }

  /** Brings what is here into the bucket, from now on. */
  start(): void {
    this.#rounds = new Rounds({
      failure: 'replays could not be stored in the bucket',
      everyMs: ROUND_MS,
      log: this.#parts.log,
      work: async () => void (await this.uploads.round(this.#stopping.signal)),
    })
  }

  /** Copies of replays that are not in the bucket any more, whichever machine deleted them, go from this machine. */
  dropOldCopies(): Promise<void> {
    return this.#cache.dropOthers(async (matchIds) => {
      const records = await this.objects.recordsOf(matchIds)
      return new Set(records.filter(({ isInBucket }) => isInBucket).map(({ matchId }) => matchId))
    })
  }

  /** Returns how many replays were deleted. */
  deleteOld(now: number): Promise<number> {
    const { replayRecords, local, replayDays } = this.#parts
    const { objects, bucket } = this
    const attempts = this.#deletions
    const removeHere = async (matchId: string) => {
      await local.remove(matchId)
      await this.#cache.drop(matchId)
    }
    return deleteOldObjects({ replayRecords, objects, bucket, removeHere, replayDays, attempts }, now)
  }

  /** A machine that stops may not come back: the last replays are stored first, unless the bucket is away. */
  async stop(patienceMs = PATIENCE_MS): Promise<void> {
    const { log } = this.#parts
    const timer = setTimeout(() => {
      this.#stopping.abort()
      this.bucket.close()
    }, patienceMs)
    try {
      await this.#rounds?.stop()
      const left = await this.uploads.round(this.#stopping.signal)
      if (left > 0) {
        log.warn(
          { replays: left },
          'these replays are on this machine only: keep its data folder until it has run again',
        )
      }
    } catch (error) {
      log.error({ err: error }, 'replays could not be stored in the bucket; the next start tries again')
    } finally {
      clearTimeout(timer)
      this.bucket.close()
    }
  }
}
