/** The leaderboard (spec: Rating 4, LeaderboardRow). Ratings themselves are written where a match is completed. */
import type { LeaderboardQuery, LeaderboardRow } from '@arena/protocol'
import type { Database } from '../db/schema.ts'

export class RatingStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Every bot with a completed match, paused ones included; best first, and no two of the same rank. */
  async leaderboard({ mode, limit, offset }: LeaderboardQuery): Promise<LeaderboardRow[]> {
    const rows = await this.#db
      .selectFrom('bots')
      .innerJoin('users', 'users.id', 'bots.owner_id')
      .select([
        'bots.id',
        'bots.name',
        'users.handle',
        'bots.rating',
        'bots.games',
        'bots.wins',
        'bots.losses',
        'bots.draws',
      ])
      .where('bots.mode', '=', mode)
      .where('bots.deleted_at', 'is', null)
      .where('bots.games', '>', 0)
      .orderBy('bots.rating', 'desc')
      .orderBy('bots.games', 'desc')
      .orderBy('bots.created_at')
      .orderBy('bots.id')
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map((row, index) => ({
      rank: offset + index + 1,
      botId: row.id,
      name: row.name,
      owner: row.handle,
      rating: oneDecimal(row.rating),
      gamesPlayed: row.games,
      wins: row.wins,
      losses: row.losses,
      draws: row.draws,
    }))
  }
}

function oneDecimal(value: number): number {
  // Adding 0 turns -0 into 0, which JSON would write alike but a comparison would not.
  return Math.round(value * 10) / 10 + 0
}
