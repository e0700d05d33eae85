/** Facts of Game Start on the record of a match: its stage, and what the bots picked. */
import type { Pair } from '@arena/host'
import type { GameSummary } from '@arena/protocol'
import type { Database } from '../db/schema.ts'

export interface GameStart {
  readonly stage: GameSummary['stage']
  readonly players: Readonly<Pair<{ readonly character: number; readonly costume: number }>>
}

export async function recordGameStart(trx: Database, matchId: string, { stage, players }: GameStart): Promise<void> {
  await trx.updateTable('matches').set({ stage }).where('id', '=', matchId).execute()
  for (const port of [0, 1] as const) {
    const { character, costume } = players[port]
    await trx
      .updateTable('match_players')
      .set({ character, costume })
      .where('match_id', '=', matchId)
      .where('port', '=', port)
      .execute()
  }
}
