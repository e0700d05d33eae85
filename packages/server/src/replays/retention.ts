/** Replays are deleted some days after their match ended; the record stays (spec: Seed and replay). */
import type { ReplayRecords } from './records.ts'
import { throwFirst } from './attempts.ts'
import type { Attempts, Find } from './attempts.ts'
import type { FolderReplayStore } from './store.ts'

const DAY_MS = 86_400_000

/** Matches looked up at a time. */
const BATCH = 100

/** Replays of matches that ended before this moment are deleted. */
export function retentionLimit(now: number, replayDays: number): Date {
  return new Date(now - replayDays * DAY_MS)
}

export interface Retention {
  readonly replayRecords: ReplayRecords
  readonly replays: Pick<FolderReplayStore, 'remove'>
  readonly machineId: string
  readonly replayDays: number
  /** Failures of earlier rounds: a replay that cannot be deleted holds up no other. */
  readonly attempts: Attempts
}

/**
 * Deletes what is due among the replays that this arena alone has; returns how many it were. Those of machines that are gone are among
 * them: there is nothing here to remove then, and one that comes back after all removes its files by their records.
 */
export async function deleteOldReplays(
  { replayRecords, replays, machineId, replayDays, attempts }: Retention,
  now: number,
): Promise<number> {
  const limit = retentionLimit(now, replayDays)
  let deleted = 0
  const due: Find = (most, except) => replayRecords.withReplay(machineId, limit, most, except)
  const failures = await attempts.eachFound(due, async (id) => {
    // File first: stopped in between, the next round finds the record again and finishes.
    await replays.remove(id)
    await replayRecords.forgetReplay(id)
    deleted++
  })
  throwFirst(failures)
  return deleted
}

/**
 * Removes files of replays that no record has, and none will have any more: retention has deleted them, on another machine while this
 * one was off, or they came to light too late. Returns how many it were.
 */
export async function removeUnrecorded(
  {
    replayRecords,
    replays,
    replayDays,
    attempts,
  }: Pick<Retention, 'replayDays' | 'attempts'> & {
    readonly replayRecords: Pick<ReplayRecords, 'withoutReplayForGood'>
    readonly replays: Pick<FolderReplayStore, 'all' | 'remove'>
  },
  now: number,
): Promise<number> {
  const ids = await replays.all()
  const unrecorded: string[] = []
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH)
    unrecorded.push(...(await replayRecords.withoutReplayForGood(batch, retentionLimit(now, replayDays))))
  }
  throwFirst(await attempts.each(unrecorded, (id) => replays.remove(id)))
  return unrecorded.length
}
