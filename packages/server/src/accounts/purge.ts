/** Forgets expired sessions, old sign-ins, with the addresses they name, old rehearsals and old notices: at the start, and every ten minutes. */
import type { SessionStore } from './session-store.ts'
import type { SignInStore } from './sign-in-store.ts'
import type { Logger } from '../log.ts'
import type { NoticeQueue } from '../notices/queue.ts'
import type { RehearsalStore } from '../rehearsals/store.ts'
import { Rounds } from '../rounds.ts'

const ROUND_MS = 600_000

interface Parts {
  readonly sessions: SessionStore
  readonly signIns: SignInStore
  readonly rehearsals: RehearsalStore
  readonly noticeQueue: NoticeQueue
  readonly log: Logger
}

export function keepPurged({ sessions, signIns, rehearsals, noticeQueue, log }: Parts): Rounds {
  return new Rounds({
    failure: 'expired sessions, sign-ins, rehearsals and notices could not be forgotten',
    everyMs: ROUND_MS,
    log,
    async work() {
      const purged = {
        sessions: await sessions.purge(),
        signIns: await signIns.purge(),
        rehearsals: await rehearsals.purge(),
        notices: await noticeQueue.purge(),
      }
      if (Object.values(purged).some((count) => count > 0)) log.debug(purged, 'what has expired was forgotten')
    },
  })
}
