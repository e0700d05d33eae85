/** What a matchmaking tick has to do whichever database is behind it. */
import type { Fixture } from '../fixture.ts'
import { machinesContract } from './machines.ts'
import { beatContract } from './beat.ts'
import { daysContract } from './days.ts'
import { heldUpContract } from './held-up.ts'
import { missedGamesContract } from './missed-games.ts'
import { reassigningContract } from './reassigning.ts'
import { seatingContract } from './seating.ts'

export function schedulerContract(f: Fixture): void {
  seatingContract(f)
  missedGamesContract(f)
  machinesContract(f)
  reassigningContract(f)
  heldUpContract(f)
  beatContract(f)
  daysContract(f)
}
