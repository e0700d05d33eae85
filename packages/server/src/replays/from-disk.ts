/** Replays read from the disk of a machine, for readers. A disk that fails is as good as a bucket that is away: they come again later. */
import { Problem } from '@arena/protocol'
import type { Logger } from '../log.ts'
import type { ReplayStore } from './store.ts'

/** The next attempt of the machine that has it is sooner. */
const RETRY_S = 10
export const UNREADABLE = 'The place where this arena keeps its replays cannot be read at the moment.'

export function unavailable(detail: string, cause?: unknown): Problem {
  return new Problem('replay-storage-unavailable', { detail, headers: { 'retry-after': String(RETRY_S) }, cause })
}

export async function fromDisk<Found>(log: Logger, matchId: string, read: () => Promise<Found>): Promise<Found> {
  try {
    return await read()
  } catch (error) {
    log.error({ err: error, matchId }, 'a replay could not be read from the disk of this machine')
    throw unavailable(UNREADABLE, error)
  }
}

/** The replays of a machine without a bucket. */
export function folderReplays(folder: ReplayStore, log: Logger): ReplayStore {
  return {
    open: (matchId) => fromDisk(log, matchId, () => folder.open(matchId)),
    file: (matchId) => fromDisk(log, matchId, () => folder.file(matchId)),
  }
}
