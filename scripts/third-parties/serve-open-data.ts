/**
 * A service on loopback whose open data has a month of a million matches that were never played, made by its own writer. Prints its
 * address as one line of JSON, and serves until it gets SIGTERM.
 */
import { once } from 'node:events'
import { startService } from '../../packages/server/tests/http-service.ts'
import { haveSyntheticMonth, MONTH, syntheticMatches } from '../../packages/server/tests/synthetic-month.ts'

const COUNT = 1_000_000

export interface ServedData {
  readonly url: string
  readonly month: string
  /** What the counts come to. */
  readonly matches: number
  readonly onBattlefield: number
  readonly forfeitsOfADay: number
}

await using service = await startService()
await haveSyntheticMonth(service.context, COUNT)
const served = { url: service.url, month: MONTH, matches: 0, onBattlefield: 0, forfeitsOfADay: 0 }
for (const { stage, ending, endedAt } of syntheticMatches(COUNT)) {
  served.matches++
  if (stage === 31) served.onBattlefield++
  if (ending === 'forfeit' && endedAt.toISOString().startsWith(`${MONTH}-17`)) served.forfeitsOfADay++
}
console.log(JSON.stringify(served satisfies ServedData))
await once(process, 'SIGTERM')
