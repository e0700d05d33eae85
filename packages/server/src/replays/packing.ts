/**
 * Packs replays some time after their matches have ended, one after another, also those that an earlier arena left: each is
 * kept in a fifth of its bytes, and is compressed once instead of for everybody who asks for it.
 */
import type { FolderReplayStore } from './store.ts'
import type { MatchStore } from '../history/store.ts'
import type { ArenaClock } from '../db/clock.ts'
import type { Logger } from '../log.ts'
import { Rounds } from '../rounds.ts'
import { Attempts, throwFirst } from './attempts.ts'

const ROUND_MS = 600_000
/** By then nobody reads it as it was written: spectators of the match, and recovery. */
export const SETTLED_MS = 600_000

interface Kept {
  readonly localReplays: FolderReplayStore
  readonly matches: Pick<MatchStore, 'find'>
  readonly log: Logger
  readonly clock: Pick<ArenaClock, 'now'>
}

export function keepPacked(context: Kept, stopping: AbortSignal): Rounds {
  const attempts = packing(context.log)
  return new Rounds({
    failure: 'replays could not be packed',
    everyMs: ROUND_MS,
    log: context.log,
    work: () => packReplays(context, context.clock.now(), stopping, attempts),
  })
}

export async function packReplays(
  { localReplays, matches, log }: Omit<Kept, 'clock'>,
  now: number,
  stopping?: AbortSignal,
  attempts = packing(log),
): Promise<void> {
  const pack = async (id: string) => {
    const match = await matches.find(id)
    // A file whose record has no replay, or no end, is for whoever recovers it.
    if (match === null || match.endedAt === null || match.replayBytes === null) return
    if (now - Date.parse(match.endedAt) < SETTLED_MS) return
    await localReplays.pack(id)
  }
  throwFirst(await attempts.each(await localReplays.unpacked(), pack, stopping))
}

function packing(log: Logger): Attempts {
  return new Attempts(({ matchId, error }) =>
    log.error({ err: error, matchId }, 'a replay could not be packed; it is tried again after the others'),
  )
}
