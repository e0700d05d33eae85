/** Deletes old replays from the bucket, whichever machine played them: that may be gone for good. */
import type { MatchStore } from '../../matches/store.ts'
import { retentionLimit } from '../retention.ts'
import { packedName } from '../store.ts'
import type { ObjectStore } from './bucket.ts'
import type { ReplayObjects } from './replay-objects.ts'

/** Rows that are read at a time. */
const BATCH = 100

export interface ObjectRetention {
  readonly matches: Pick<MatchStore, 'forgetReplay'>
  readonly objects: Pick<ReplayObjects, 'endedBefore' | 'forget'>
  readonly bucket: Pick<ObjectStore, 'delete'>
  /** Removes what this machine has of it. */
  readonly removeHere: (matchId: string) => Promise<void>
  readonly replayDays: number
}

/** Returns how many it were. */
export async function deleteOldObjects(
  { matches, objects, bucket, removeHere, replayDays }: ObjectRetention,
  now: number,
): Promise<number> {
  const limit = retentionLimit(now, replayDays)
  let deleted = 0
  for (;;) {
    const due = await objects.endedBefore(limit, BATCH)
    if (due.length === 0) return deleted
    for (const id of due) {
      // Object first: stopped in between, the next round finds the row again and finishes.
      await bucket.delete(packedName(id))
      await removeHere(id)
      await matches.forgetReplay(id)
      await objects.forget(id)
      deleted++
    }
  }
}
