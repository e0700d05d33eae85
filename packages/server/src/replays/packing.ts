/**
 * Packs replays some time after their matches have ended, one after another, also those that an earlier arena left: each is
 * kept in a fifth of its bytes, and is compressed once instead of for everybody who asks for it.
 */
import type { Context } from '../context.ts'
import { Rounds } from '../rounds.ts'

const ROUND_MS = 600_000
/** By then nobody reads it as it was written: spectators of the match, and recovery. */
export const SETTLED_MS = 600_000

export function keepPacked(context: Pick<Context, 'localReplays' | 'matches' | 'log'>, stopping: AbortSignal): Rounds {
  return new Rounds({
    failure: 'replays could not be packed',
    everyMs: ROUND_MS,
    log: context.log,
    work: () => packReplays(context, Date.now(), stopping),
  })
}

export async function packReplays(
  { localReplays, matches }: Pick<Context, 'localReplays' | 'matches'>,
  now: number,
  stopping?: AbortSignal,
): Promise<void> {
  for (const id of await localReplays.unpacked()) {
    if (stopping?.aborted === true) return
    const match = await matches.find(id)
    // A file whose record has no replay, or no end, is for whoever recovers it.
    if (match === null || match.endedAt === null || match.replayBytes === null) continue
    if (now - Date.parse(match.endedAt) < SETTLED_MS) continue
    await localReplays.pack(id)
  }
}
