/** Deletes old replays at the start and every hour from then on. */
import type { Context } from '../context.ts'
import { Rounds } from '../rounds.ts'
import { deleteOldReplays } from './retention.ts'

const ROUND_MS = 3_600_000

export function keepRetention({ matches, replays, arenaId, config: { replayDays }, log }: Context): Rounds {
  return new Rounds({
    failure: 'old replays could not be deleted',
    everyMs: ROUND_MS,
    log,
    async work() {
      const deleted = await deleteOldReplays({ matches, replays, arenaId, replayDays }, Date.now())
      if (deleted > 0) log.info({ deleted }, 'replays past their retention were deleted')
    },
  })
}
