/** Facts of Game Start on the record of a match: its stage, and what the bots picked. */
import type { MatchStarted, Pair, Versions } from '@arena/host'
import type { GameSummary } from '@arena/protocol'
import type { Database } from '../../db/schema.ts'
import type { Holder } from '../taking/holder.ts'

export interface GameStart {
  readonly stage: GameSummary['stage']
  readonly players: Readonly<Pair<{ readonly character: number; readonly costume: number }>>
}

/** Game Start was sent: stage and picks become public, where the match still runs and is its holder's. */
export async function startGame(
  db: Database,
  { matchId, stage, picks, versions }: Omit<MatchStarted, 'drawn'>,
  holder?: Holder,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    let started = trx.updateTable('matches').set({ stage }).where('id', '=', matchId).where('status', '=', 'running')
    if (holder !== undefined) {
      started = started.where('machine_id', '=', holder.machineId).where('attempt', '=', holder.attempt)
    }
    const running = await started.executeTakeFirst()
    if (running.numUpdatedRows === 0n) return
    await recordGameStart(trx, matchId, { stage, players: picks }, versions)
  })
}

/** Without `versions`, those on record stay. */
export async function recordGameStart(
  trx: Database,
  matchId: string,
  { stage, players }: GameStart,
  versions?: Versions,
): Promise<void> {
  await trx.updateTable('matches').set({ stage }).where('id', '=', matchId).execute()
  for (const port of [0, 1] as const) {
    const { character, costume } = players[port]
    await trx
      .updateTable('match_players')
      .set({ character, costume, ...(versions && { version: versions[port] }) })
      .where('match_id', '=', matchId)
      .where('port', '=', port)
      .execute()
  }
}
