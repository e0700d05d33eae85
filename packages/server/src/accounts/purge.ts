/** Forgets expired sessions, old sign-ins, with the addresses they name, and old rehearsals: at the start, and every ten minutes. */
import type { SessionStore } from './session-store.ts'
import type { SignInStore } from './sign-in-store.ts'
import type { Logger } from '../log.ts'
import type { RehearsalStore } from '../rehearsals/store.ts'
import { Rounds } from '../rounds.ts'

const ROUND_MS = 600_000

interface Parts {
  readonly sessions: SessionStore
  readonly signIns: SignInStore
  readonly rehearsals: RehearsalStore
  readonly log: Logger
}

export function keepPurged({ sessions, signIns, rehearsals, log }: Parts): Rounds {
  return new Rounds({
    failure: 'expired sessions, sign-ins and rehearsals could not be forgotten',
    everyMs: ROUND_MS,
    log,
    async work() {
      const purged = {
        sessions: await sessions.purge(),
        signIns: await signIns.purge(),
        rehearsals: await rehearsals.purge(),
      }
      if (purged.sessions + purged.signIns + purged.rehearsals > 0) log.debug(purged, 'what has expired was forgotten')
    },
  })
}
