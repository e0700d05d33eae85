/** What storage has to do whichever database is behind it. */
import { accountsContract } from './accounts.ts'
import { besideLadderContract } from './beside-ladder.ts'
import { botsContract } from './bots.ts'
import { completionContract } from './completion.ts'
import type { Fixture } from './fixture.ts'
import { keysContract } from './keys.ts'
import { leaderboardContract } from './leaderboard.ts'
import { ratingListContract } from './rating-list.ts'
import { machineProcessContract } from './machine-process.ts'
import { matchesContract } from './matches.ts'
import { momentsContract } from './moments.ts'
import { noticesContract } from './notices.ts'
import { openDataContract } from './open-data.ts'
import { pagesContract } from './pages.ts'
import { platformKeysContract } from './platform-keys.ts'
import { publicLogContract } from './public-log.ts'
import { rateLimitsContract } from './rate-limits.ts'
import { receiptsContract } from './receipts.ts'
import { rehearsalsContract } from './rehearsals.ts'
import { roundTripsContract } from './round-trips.ts'
import { schedulerContract } from './scheduler/contract.ts'
import { signInContract } from './sign-in.ts'

/** `isWhole`: with the tests that fill a database with thousands of matches. */
export function storageContract(f: Fixture, isWhole = true): void {
  accountsContract(f)
  signInContract(f)
  keysContract(f)
  botsContract(f)
  matchesContract(f, isWhole)
  leaderboardContract(f)
  ratingListContract(f)
  pagesContract(f, isWhole)
  momentsContract(f, isWhole)
  openDataContract(f)
  completionContract(f)
  publicLogContract(f)
  receiptsContract(f)
  noticesContract(f)
  rehearsalsContract(f)
  besideLadderContract(f)
  roundTripsContract(f)
  machineProcessContract(f)
  schedulerContract(f)
  rateLimitsContract(f)
  platformKeysContract(f)
}
