/** The migrations, in order. A released one is never edited: a later migration corrects it. */
import { accounts } from './0001-accounts.ts'
import { keys } from './0002-keys.ts'
import { bots } from './0003-bots.ts'
import { matches } from './0004-matches.ts'
import { seats } from './0005-seats.ts'
import { signIn } from './0006-sign-in.ts'
import { turns } from './0007-turns.ts'
import { changes } from './0008-changes.ts'
import { arenaKeys } from './0009-arena-keys.ts'
import { signInClaims } from './0010-sign-in-claims.ts'
import { matchFacts } from './0011-match-facts.ts'
import { deployChecks } from './0012-deploy-checks.ts'
import { deletedAccounts } from './0013-deleted-accounts.ts'
import { missedPads } from './0014-missed-pads.ts'
import { receipts } from './0015-receipts.ts'
import { replayObjects } from './0016-replay-objects.ts'
import { operators } from './0017-operators.ts'
import { placement } from './0018-placement.ts'
import { liveStates } from './0019-live-states.ts'
import { platformKeys } from './0020-platform-keys.ts'
import { roundTrips } from './0021-round-trips.ts'
import { deletedReplays } from './0022-deleted-replays.ts'
import { buildsOfMatches } from './0023-builds-of-matches.ts'
import { matchesByEnd } from './0024-matches-by-end.ts'
import { machineProcesses } from './0025-machine-processes.ts'
import { machines } from './0026-machines.ts'
import { relays } from './0027-relays.ts'
import { rehearsals } from './0028-rehearsals.ts'
import { matchPads } from './0029-match-pads.ts'
import { matchMoments } from './0030-match-moments.ts'
import { publicLog } from './0031-public-log.ts'
import { archive } from './0032-archive.ts'
import { openData } from './0033-open-data.ts'
import { versions } from './0034-versions.ts'
import { notices } from './0035-notices.ts'
import { swings } from './0036-swings.ts'

export interface Migration {
  readonly name: string
  readonly statements: readonly string[]
}

/** The position, counted from 1, is the number under which a database remembers a migration. */
export const MIGRATIONS: readonly Migration[] = [
  { name: 'accounts', statements: accounts },
  { name: 'keys', statements: keys },
  { name: 'bots', statements: bots },
  { name: 'matches', statements: matches },
  { name: 'seats', statements: seats },
  { name: 'sign-in', statements: signIn },
  { name: 'turns', statements: turns },
  { name: 'changes', statements: changes },
  { name: 'arena-keys', statements: arenaKeys },
  { name: 'sign-in-claims', statements: signInClaims },
  { name: 'match-facts', statements: matchFacts },
  { name: 'deploy-checks', statements: deployChecks },
  { name: 'deleted-accounts', statements: deletedAccounts },
  { name: 'missed-pads', statements: missedPads },
  { name: 'receipts', statements: receipts },
  { name: 'replay-objects', statements: replayObjects },
  { name: 'operators', statements: operators },
  { name: 'placement', statements: placement },
  { name: 'live-states', statements: liveStates },
  { name: 'platform-keys', statements: platformKeys },
  { name: 'round-trips', statements: roundTrips },
  { name: 'deleted-replays', statements: deletedReplays },
  { name: 'builds-of-matches', statements: buildsOfMatches },
  { name: 'matches-by-end', statements: matchesByEnd },
  { name: 'machine-processes', statements: machineProcesses },
  { name: 'machines', statements: machines },
  { name: 'relays', statements: relays },
  { name: 'rehearsals', statements: rehearsals },
  { name: 'match-pads', statements: matchPads },
  { name: 'match-moments', statements: matchMoments },
  { name: 'public-log', statements: publicLog },
  { name: 'archive', statements: archive },
  { name: 'open-data', statements: openData },
  { name: 'versions', statements: versions },
  { name: 'notices', statements: notices },
  { name: 'swings', statements: swings },
]
