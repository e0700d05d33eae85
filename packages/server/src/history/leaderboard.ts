/** The leaderboard (spec: Rating 4, LeaderboardRow). Ratings themselves are written where a match is completed. */
import type { LeaderboardQuery, LeaderboardRow, Mode } from '@arena/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { oneDecimal } from '@arena/ratings'
import type { Outcome, Rating } from '@arena/ratings'

/** A leaderboard row with what its rating is made of. */
export type RankedBot = LeaderboardRow & Rating

/** The last matches of a bot, newest first. */
export interface Trend {
  readonly form: readonly Outcome[]
  /** Sum of the rating deltas. */
  readonly delta: number
}

export class RatingStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Every bot with a completed match, paused ones included; best first, and no two of the same rank. */
  async leaderboard(query: LeaderboardQuery): Promise<LeaderboardRow[]> {
    return (await this.ranking(query)).map(({ mu: _mu, sigma: _sigma, ...row }) => row)
  }

  /** The same rows with mu and sigma. */
  async ranking({ mode, limit, offset }: LeaderboardQuery): Promise<RankedBot[]> {
    const rows = await this.#db
      .selectFrom('bots')
      .innerJoin('users', 'users.id', 'bots.owner_id')
      .select([
        'bots.id',
        'bots.name',
        'users.handle',
        'bots.rating',
        'bots.mu',
        'bots.sigma',
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
      mu: row.mu,
      sigma: row.sigma,
    }))
  }

  /** Bots on the leaderboard. */
  async ranked(mode: Mode): Promise<number> {
    const { count } = await this.#db
      .selectFrom('bots')
      .select((query) => query.cast<number>(query.fn.countAll(), 'integer').as('count'))
      .where('mode', '=', mode)
      .where('deleted_at', 'is', null)
      .where('games', '>', 0)
      .executeTakeFirstOrThrow()
    return count
  }

  /** The rank of a bot; null for one that is not on the leaderboard. */
  async rank(botId: string): Promise<number | null> {
    return (await this.ranks([botId])).get(botId) ?? null
  }

  /** The ranks of bots by id; those that are not on the leaderboard have none. */
  async ranks(botIds: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await sql<{ id: string; rank: number }>`
      select own.id, (
        select count(*) from bots as better
        where better.mode = own.mode and better.deleted_at is null and better.games > 0 and (
          better.rating > own.rating or better.rating = own.rating and (
            better.games > own.games or
            better.games = own.games and (better.created_at, better.id) < (own.created_at, own.id)
          )
        )
      )::integer + 1 as rank
      from bots as own where own.id = any(${[...botIds]}) and own.deleted_at is null and own.games > 0`.execute(
      this.#db,
    )
    return new Map(rows.map(({ id, rank }) => [id, rank]))
  }

  /** Current ratings by bot id. */
  async of(botIds: readonly string[]): Promise<Map<string, Rating>> {
    const rows = await this.#db
      .selectFrom('bots')
      .select(['id', 'mu', 'sigma'])
      .where('id', '=', sql<string>`any(${[...botIds]})`)
      .execute()
    return new Map(rows.map(({ id, mu, sigma }) => [id, { mu, sigma }]))
  }

  /** The last completed matches of each bot. */
  async trends(botIds: readonly string[], matches: number): Promise<Map<string, Trend>> {
    // The few rows of each bot first, by the index of its matches; their opponents after that.
    const { rows } = await sql<{ bot_id: string; form: Outcome[]; delta: number }>`
      select last.bot_id, sum(last.rating_delta) as delta, array_agg(
        case when last.placement = other.placement then 'draw' when last.placement = 1 then 'win' else 'loss' end
        order by last.started_at desc, last.match_id desc
      ) as form
      from unnest(${[...botIds]}::text[]) as asked (bot_id)
      cross join lateral (
        select * from match_players as own
        where own.bot_id = asked.bot_id and own.placement is not null
        order by own.started_at desc, own.match_id desc
        limit ${matches}
      ) as last
      join match_players as other on other.match_id = last.match_id and other.port = 1 - last.port
      group by last.bot_id`.execute(this.#db)
    return new Map(rows.map(({ bot_id, form, delta }) => [bot_id, { form, delta }]))
  }
}
