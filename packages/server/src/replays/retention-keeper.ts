/**
 * Deletes old replays, and receipts of their age, at the start and every hour from then on, and what this machine has of replays that
 * are deleted. Ages are counted by the database's clock, which is not taken at its word (see `retention-clock.ts`); what is known of it
 * is kept in the data folder.
 */
import { join } from 'node:path'
import { readFileIfThere, replaceFile } from '@arena/host/system'
import type { Config } from '../config.ts'
import type { ReplayRecords } from './records.ts'
import type { ReceiptStore } from '../history/receipts.ts'
import type { BucketReplays } from './bucket/bucket-replays.ts'
import type { Logger } from '../log.ts'
import type { ArenaClock } from '../db/clock.ts'
import { Rounds } from '../rounds.ts'
import { Attempts, PATIENT } from './attempts.ts'
import { believed, firstLook, look, RetentionClock } from './retention-clock.ts'
import { deleteOldReplays, removeUnrecorded, retentionLimit } from './retention.ts'
import { packedName } from './store.ts'
import type { FolderReplayStore } from './store.ts'

const ROUND_MS = 3_600_000
const DAY_MS = 86_400_000

export interface Clocks {
  readonly now: () => number
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed: () => number
}

interface Parts {
  readonly replayRecords: ReplayRecords
  readonly receipts: Pick<ReceiptStore, 'forget'>
  readonly localReplays: FolderReplayStore
  readonly bucketReplays: BucketReplays | null
  readonly machineId: string
  readonly log: Logger
  readonly clock: Pick<ArenaClock, 'now'>
  readonly config: Pick<Config, 'replayDays' | 'dataDir'>
}

export function keepRetention(parts: Parts): Rounds {
  const round = retentionRounds(parts, { now: parts.clock.now, elapsed: () => performance.now() })
  return new Rounds({
    failure: 'old replays could not be deleted',
    everyMs: ROUND_MS,
    log: parts.log,
    async work() {
      const deleted = await round()
      if (deleted > 0) parts.log.info({ deleted }, 'replays past their retention were deleted')
    },
  })
}

/** Each call is a round, and answers how many replays were deleted. */
export function retentionRounds(
  { replayRecords, receipts, localReplays, bucketReplays, machineId, config: { replayDays, dataDir }, log }: Parts,
  { now, elapsed }: Clocks,
): () => Promise<number> {
  const path = join(dataDir, 'retention.json')
  const files: Pick<FolderReplayStore, 'all' | 'remove'> = {
    all: () => localReplays.all(),
    async remove(matchId) {
      // First what was sent and not marked, before another machine deleted the replay: only the file tells of it.
      await bucketReplays?.bucket.delete(packedName(matchId))
      await localReplays.remove(matchId)
    },
  }
  const [deletions, removals] = [attempts(), attempts()]
  let last: { readonly clock: RetentionClock; readonly at: number } | null = null

  return async () => {
    const [at, moment] = [elapsed(), now()]
    // Where no clock is on record, that of the newest replay of any machine counts: one that played none deletes what others left.
    const known = last?.clock ?? (await readClock(path)) ?? firstLook((await replayRecords.newestReplayEnd()) ?? moment)
    const clock = look(known, moment, last && at - last.at)
    if (clock.doubtMs > known.doubtMs) {
      log.warn(
        { days: Math.round(clock.doubtMs / DAY_MS) },
        'the clock has jumped ahead, or the arena was away for long: for the age of replays that does not count until the clock has gone steadily for a week',
      )
    }
    const replays = localReplays
    let deleted = 0
    await eachStep({
      replays: async () => {
        const due = { replayRecords, replays, machineId, replayDays, attempts: deletions }
        deleted += await deleteOldReplays(due, believed(clock))
      },
      receipts: () => receipts.forget(machineId, retentionLimit(believed(clock), replayDays)),
      clock: () => {
        last = { clock, at }
        return replaceFile(path, JSON.stringify(clock))
      },
      files: async () => {
        const parts = { replayRecords, replays: files, replayDays, attempts: removals }
        deleted += await removeUnrecorded(parts, believed(clock))
      },
      copies: async () => bucketReplays?.dropOldCopies(),
      // Last: a bucket that is away takes its time.
      bucket: async () => {
        if (bucketReplays !== null) deleted += await bucketReplays.deleteOld(believed(clock))
      },
    })
    return deleted
  }

  /** None rests on another: what fails, on this disk, in the database or in the bucket, keeps nothing else from its turn. */
  async function eachStep(steps: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
    const errors: unknown[] = []
    for (const [step, work] of Object.entries(steps)) {
      try {
        await work()
      } catch (error) {
        log.error({ err: error, step }, 'a step of retention failed; the others have their turn')
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }

  function attempts(): Attempts {
    return new Attempts(
      ({ matchId, error }) =>
        log.error({ err: error, matchId }, 'an old replay could not be deleted; it is tried again after the others'),
      PATIENT,
    )
  }
}

/** A file that holds something else is as good as none. */
async function readClock(path: string): Promise<RetentionClock | null> {
  try {
    return RetentionClock.parse(JSON.parse((await readFileIfThere(path)) ?? 'null'))
  } catch {
    return null
  }
}
