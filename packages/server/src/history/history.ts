/** What a bot has played, and what is stored of how a match came about. For the pages of bots and matches. */
import type { StageId } from '@arena/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { PlayedFrom } from '../db/json-columns.ts'
import type { Rating } from '@arena/ratings'
import { unpackSwings } from './kept-swings.ts'
import type { SwingsByPort } from './kept-swings.ts'
import type { PlayedMatch, Tally } from './record.ts'

type Ports<T> = readonly [T, T]

export interface SeatingFacts {
  /** Bots that were free at the tick; null in older matches. */
  readonly candidates: number | null
  /** Null where round trips were not known. */
  readonly from: PlayedFrom | null
  /** Its number, which it has in the public log; null in older matches. */
  readonly ofDay: { readonly day: string; readonly number: number } | null
  /** By port. */
  readonly players: Ports<{
    readonly waitedMs: number | null
    readonly before: Rating | null
    readonly after: Rating | null
  }>
}

export class MatchHistory {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** The newest completed matches of a bot, or of a version of it, as it saw them, newest first. */
  async played(botId: string, limit: number, version: string | null = null): Promise<PlayedMatch[]> {
    const ofVersion = version === null ? sql`` : sql`and version = ${version}`
    const { rows } = await sql<PlayedRow>`
      select own.match_id, own.started_at, own.character, own.placement, own.rating_delta, own.mu_after, own.sigma_after,
        own.version, matches.stage, matches.summary -> 'frames' as frames, matches.summary -> 'players' -> own.port::integer as side,
        other.bot_id as opponent_id, other.bot_name as opponent_name, other.character as opponent_character,
        other.placement as opponent_placement
      from (
        select * from match_players where bot_id = ${botId} and placement is not null ${ofVersion}
        order by started_at desc, match_id desc limit ${limit}
      ) as own
      join matches on matches.id = own.match_id
      join match_players as other on other.match_id = own.match_id and other.port = 1 - own.port
      order by own.started_at desc, own.match_id desc`.execute(this.#db)
    return rows.map(toPlayed)
  }

  /** How a bot's newest matches before a moment ended that were against another, and whether these were all that it had played. */
  async against(
    opponentId: string,
    { botId, before, limit }: { readonly botId: string; readonly before: Date; readonly limit: number },
  ): Promise<{ readonly tally: Tally; readonly isWhole: boolean }> {
    const { rows } = await sql<Tally & { readonly looked_at: number }>`
      select count(*)::integer as looked_at,
        (count(*) filter (where own.placement < met.placement))::integer as wins,
        (count(*) filter (where own.placement > met.placement))::integer as losses,
        (count(*) filter (where own.placement = met.placement))::integer as draws
      from (
        select match_id, port, placement from match_players
        where bot_id = ${botId} and started_at < ${before}
        order by started_at desc, match_id desc limit ${limit}
      ) as own
      left join match_players as met
        on met.match_id = own.match_id and met.port = 1 - own.port and met.bot_id = ${opponentId}`.execute(this.#db)
    const { looked_at: lookedAt, ...tally } = rows[0]!
    return { tally, isWhole: lookedAt < limit }
  }

  /** Null for a match that there is none of. */
  async seating(matchId: string): Promise<SeatingFacts | null> {
    const rows = await this.#db
      .selectFrom('match_players')
      .innerJoin('matches', 'matches.id', 'match_players.match_id')
      .select(['candidates', 'round_trips', 'day', 'number'])
      .select(['waited_ms', 'mu_before', 'sigma_before', 'mu_after', 'sigma_after'])
      .where('match_id', '=', matchId)
      .orderBy('port')
      .execute()
    const [first, second] = rows.map((row) => ({
      waitedMs: row.waited_ms,
      before: toRating(row.mu_before, row.sigma_before),
      after: toRating(row.mu_after, row.sigma_after),
    }))
    if (first === undefined || second === undefined) return null
    const { candidates, round_trips: from, day, number } = rows[0]!
    const ofDay = day === null || number === null ? null : { day, number }
    return { candidates, from, ofDay, players: [first, second] }
  }

  /** The swings against both bots, by port; null where the replay was not read for them. */
  async swings(matchId: string): Promise<SwingsByPort | null> {
    const row = await this.#db
      .selectFrom('match_moments')
      .select(['packed', 'swings'])
      .where('match_id', '=', matchId)
      .executeTakeFirst()
    return row === undefined ? null : unpackSwings(row.swings, row.packed)
  }
}

interface PlayedRow {
  readonly match_id: string
  readonly started_at: Date
  readonly character: number | null
  readonly placement: 1 | 2
  readonly rating_delta: number
  readonly mu_after: number | null
  readonly sigma_after: number | null
  readonly version: string | null
  readonly stage: StageId | null
  readonly frames: number
  readonly side: { readonly missed?: number }
  readonly opponent_id: string
  readonly opponent_name: string
  readonly opponent_character: number | null
  readonly opponent_placement: 1 | 2
}

function toPlayed(row: PlayedRow): PlayedMatch {
  return {
    matchId: row.match_id,
    startedAt: row.started_at.getTime(),
    outcome: outcomeOf(row),
    ratingDelta: row.rating_delta,
    rating: toRating(row.mu_after, row.sigma_after),
    character: row.character,
    stage: row.stage,
    frames: row.frames,
    missed: row.side.missed ?? 0,
    version: row.version,
    opponent: { botId: row.opponent_id, name: row.opponent_name, character: row.opponent_character },
  }
}

function outcomeOf(row: Pick<PlayedRow, 'placement' | 'opponent_placement'>): PlayedMatch['outcome'] {
  if (row.placement === row.opponent_placement) return 'draw'
  return row.placement === 1 ? 'win' : 'loss'
}

function toRating(mu: number | null, sigma: number | null): Rating | null {
  return mu === null || sigma === null ? null : { mu, sigma }
}
