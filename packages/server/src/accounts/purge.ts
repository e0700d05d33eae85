/** Forgets expired sessions and old sign-ins, with the addresses they name: at the start, and every ten minutes. */
import type { Context } from '../context.ts'
import { Rounds } from '../rounds.ts'

const ROUND_MS = 600_000

export function keepPurged({ sessions, signIns, log }: Pick<Context, 'sessions' | 'signIns' | 'log'>): Rounds {
  return new Rounds({
    failure: 'expired sessions and sign-ins could not be forgotten',
    everyMs: ROUND_MS,
    log,
    async work() {
      const purged = { sessions: await sessions.purge(), signIns: await signIns.purge() }
      if (purged.sessions + purged.signIns > 0) log.debug(purged, 'what has expired was forgotten')
    },
  })
}
