/** Forgets expired sessions and old sign-ins, with the addresses they name: at the start, and every ten minutes. */
import type { SessionStore } from './session-store.ts'
import type { SignInStore } from './sign-in-store.ts'
import type { Logger } from '../log.ts'
import { Rounds } from '../rounds.ts'

const ROUND_MS = 600_000

interface Parts {
  readonly sessions: SessionStore
  readonly signIns: SignInStore
  readonly log: Logger
}

export function keepPurged({ sessions, signIns, log }: Parts): Rounds {
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
