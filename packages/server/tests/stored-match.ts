/** Matches for tests of what is reported about them: seated and ended as the arena does it, without a game. */
import { randomBytes } from 'node:crypto'
import type { ServingParts } from '../src/machine/serving.ts'
import { newId } from '../src/db/ids.ts'
import { completeMatch } from '../src/matches/ending/completion.ts'
import type { MatchOrder, MatchResult, SeatedBot } from '../../host/src/order.ts'
import { DATABASE_TIME } from '../src/db/clock.ts'
import { MatchmakingStore } from '../src/matches/seating/store.ts'
import type { SeatingChoice } from '../src/matches/seating/store.ts'
import type { PlayedFrom } from '../src/db/json-columns.ts'
import { MachineStore } from '../src/matches/taking/store.ts'

export const PICKS = [
  { character: 2, costume: 0 },
  { character: 20, costume: 1 },
] as const

/** Port 0 wins with three stocks. */
export const RESULT: Omit<MatchResult, 'matchId'> = {
  status: 'completed',
  cause: 'stocks',
  detail: 'Port 1 lost its last stock.',
  played: true,
  answered: [true, true],
  replayBytes: null,
  summary: {
    stage: 31,
    players: [
      { ...PICKS[0], stocks: 3, percent: 40, missed: 0 },
      { ...PICKS[1], stocks: 0, percent: 0, missed: 2 },
    ],
    frames: 5000,
    endReason: 'stocks',
    winner: 0,
  },
}

interface Seat {
  /** Names of two new bots, each of the account `<name without spaces>@example.org`. */
  readonly names?: readonly [string, string]
  /** Two that are registered already, in the place of new ones. */
  readonly bots?: readonly [SeatedBot, SeatedBot]
  readonly url?: string
  readonly startedAt?: number
  readonly choice?: SeatingChoice
  readonly from?: PlayedFrom | null
}

export async function seatMatch(
  { accounts, bots, db, machineId }: ServingParts,
  {
    names = ['Red', 'Blue'],
    bots: known,
    url = 'http://127.0.0.1:1/',
    startedAt = Date.now(),
    choice,
    from = null,
  }: Seat = {},
): Promise<MatchOrder> {
  const store = new MatchmakingStore(db)
  const build = 'of-a-test'
  await new MachineStore(db).enter({ id: machineId, process: 'of a test' })
  const seated: SeatedBot[] = [...(known ?? [])]
  for (const name of known === undefined ? names : []) {
    const owner = await accounts.findOrCreate(`${name.replace(/\W/g, '')}@example.org`)
    const bot = await bots.register(owner.id, { name, mode: 'live', url })
    seated.push({ botId: bot.id, name, url: bot.url })
  }
  const order: MatchOrder = {
    matchId: newId('match'),
    mode: 'live',
    seed: randomBytes(32).toString('hex'),
    stage: 31,
    bots: [seated[0]!, seated[1]!],
    startedAt,
  }
  await store.seat({ order, machineId, build, tick: new Date(startedAt), from, ...(choice && { choice }) })
  await db.updateTable('matches').set({ taken_at: DATABASE_TIME() }).where('id', '=', order.matchId).execute()
  return order
}

export async function endMatch(
  { db }: ServingParts,
  matchId: string,
  result: Partial<MatchResult> = {},
  endedAt = Date.now(),
): Promise<void> {
  await completeMatch(db, { ...RESULT, ...result, matchId }, endedAt)
}
