/** Deletes old replays from the bucket, whichever machine played them: that may be gone for good. */
import type { ReplayRecords } from '../records.ts'
import { throwFirst } from '../attempts.ts'
import type { Attempts, Find } from '../attempts.ts'
import { retentionLimit } from '../retention.ts'
import { packedName } from '../store.ts'
import type { ObjectStore } from './bucket.ts'
import type { ReplayObjects } from './replay-objects.ts'

export interface ObjectRetention {
  readonly replayRecords: Pick<ReplayRecords, 'forgetReplay' | 'mayBeDeleted'>
  readonly objects: Pick<ReplayObjects, 'endedBefore' | 'forget'>
  readonly bucket: Pick<ObjectStore, 'delete'>
  /** Removes what this machine has of it. */
  readonly removeHere: (matchId: string) => Promise<void>
  readonly replayDays: number
  /** Failures of earlier rounds: an object that cannot be deleted holds up no other. */
  readonly attempts: Attempts
}

/** Returns how many it were. */
export async function deleteOldObjects(
  { replayRecords, objects, bucket, removeHere, replayDays, attempts }: ObjectRetention,
  now: number,
): Promise<number> {
  const limit = retentionLimit(now, replayDays)
  let deleted = 0
  const due: Find = (most, except) => objects.endedBefore(limit, most, except, replayRecords.mayBeDeleted())
  const failures = await attempts.eachFound(due, async (id) => {
    // Object first: stopped in between, the next round finds the row again and finishes.
    await bucket.delete(packedName(id))
    await removeHere(id)
    await replayRecords.forgetReplay(id)
    await objects.forget(id)
    deleted++
  })
  throwFirst(failures)
  return deleted
}
