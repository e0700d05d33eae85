/** Match records as the public reads them (spec: Match and MatchSummary, GET /matches rules). What `matches/` writes is only read here. */
import { REACHABLE_MATCHES } from '@arena/protocol'
import type { Match, MatchPlayer, MatchQuery, MatchSummary } from '@arena/protocol'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { isId } from '../db/ids.ts'
import type { Database, Schema } from '../db/schema.ts'
import { abortReason } from './abort-reason.ts'
import { searchMatches } from './search/search-matches.ts'
import type { FoundMatches, ResultPlace } from './search/search-matches.ts'
import type { Search } from './search/search.ts'

type PlayerRow = Pick<
  Selectable<Schema['match_players']>,
  'port' | 'bot_id' | 'bot_name' | 'character' | 'costume' | 'placement' | 'score' | 'rating_delta' | 'version'
>
type MatchRow = Selectable<Schema['matches']> & { readonly players: readonly PlayerRow[] }

/** By port. Of the same statement as their match: between two of them it may end, and be neither running nor over. */
const PLAYERS = sql<readonly PlayerRow[]>`(
  select coalesce(json_agg(player order by player.port), '[]') from match_players as player where player.match_id = matches.id
)`

/** A place in the list of matches: by start, then id. */
interface Place {
  readonly startedAt: Date
  readonly id: string
}

export class MatchStore {
  readonly #db: Database
  #reachable: { readonly newest: string; readonly oldest: Place | null } | null = null

  constructor(db: Database) {
    this.#db = db
  }

  async find(id: string): Promise<Match | null> {
    if (!isId('match', id)) return null
    const row = await this.#records().where('id', '=', id).executeTakeFirst()
    return row ? { ...toSummary(row), seed: row.status === 'running' ? null : row.seed } : null
  }

  /**
   * Newest first. Every page costs the same: it begins where an index says the last one ended, and what is too old to be
   * reached is left out afterwards.
   */
  async list({ mode, botId, limit, before }: MatchQuery): Promise<MatchSummary[] | 'unknown-before'> {
    if (before !== undefined && !isId('match', before)) return 'unknown-before'
    if (botId !== undefined && !isId('bot', botId)) {
      return before !== undefined && (await this.#place(before)) === null ? 'unknown-before' : []
    }
    const order = botId === undefined ? sql`matches.started_at, matches.id` : sql`played.started_at, played.match_id`
    let query = this.#records()
      .select(sql<string>`(select id from matches order by started_at desc, id desc limit 1)`.as('newest'))
      .limit(limit)
    if (mode !== undefined) query = query.where('matches.mode', '=', mode)
    if (before !== undefined) {
      query = query.where(sql<boolean>`(${order}) < (select started_at, id from matches where id = ${before})`)
    }
    const rows =
      botId === undefined
        ? await query.orderBy('matches.started_at', 'desc').orderBy('matches.id', 'desc').execute()
        : await query
            .innerJoin('match_players as played', 'played.match_id', 'matches.id')
            .where('played.bot_id', '=', botId)
            .orderBy('played.started_at', 'desc')
            .orderBy('played.match_id', 'desc')
            .execute()
    const [first] = rows
    if (first === undefined) {
      return before !== undefined && (await this.#place(before)) === null ? 'unknown-before' : []
    }
    // The newest `limit` of all matches are always reachable.
    const isReachable = before === undefined && botId === undefined && mode === undefined
    const oldest = isReachable ? null : await this.#oldestReachable(first.newest)
    return rows.filter((row) => oldest === null || !precedes(row, oldest)).map(toSummary)
  }

  /** The matches that ended last, whenever they began; the last one first. */
  async latest(limit: number): Promise<MatchSummary[]> {
    const rows = await this.#records()
      .where('ended_at', 'is not', null)
      .orderBy('ended_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(toSummary)
  }

  /** Ended matches that fit a search whose bots are ids. */
  async search(
    search: Search,
    place: ResultPlace,
  ): Promise<Omit<FoundMatches, 'ids'> & { readonly matches: MatchSummary[] }> {
    const { ids, older, newer } = await searchMatches(this.#db, search, place)
    return { matches: await this.byIds(ids), older, newer }
  }

  /** In the order of the ids; what there is none of is left out. */
  async byIds(ids: readonly string[]): Promise<MatchSummary[]> {
    const rows = await this.#records()
      .where('id', '=', sql<string>`any(${[...ids]})`)
      .execute()
    const summaries = new Map(rows.map((row) => [row.id, toSummary(row)]))
    return ids.flatMap((id) => summaries.get(id) ?? [])
  }

  /** The frames polled without a pad, by port, as text; '' where none were missed, or where it is not known. */
  async missedPads(id: string): Promise<readonly [string, string]> {
    const rows = await this.#db.selectFrom('missed_pads').selectAll().where('match_id', '=', id).execute()
    const of = (port: 0 | 1): string => rows.find((row) => row.port === port)?.ranges ?? ''
    return [of(0), of(1)]
  }

  async #place(id: string): Promise<Place | null> {
    if (!isId('match', id)) return null
    const row = await this.#db
      .selectFrom('matches')
      .select(['started_at', 'id'])
      .where('id', '=', id)
      .executeTakeFirst()
    return row ? toPlace(row) : null
  }

  /**
   * Null while every match is reachable. Finding the place takes a walk over 10,000 index entries (2 to 4 ms), and it
   * moves only when a match starts: so it is remembered for as long as the newest match is the same.
   */
  async #oldestReachable(newest: string): Promise<Place | null> {
    if (this.#reachable?.newest !== newest) {
      this.#reachable = { newest, oldest: await this.#nthNewest(REACHABLE_MATCHES) }
    }
    return this.#reachable.oldest
  }

  async #nthNewest(n: number): Promise<Place | null> {
    const row = await this.#db
      .selectFrom('matches')
      .select(['started_at', 'id'])
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .offset(n - 1)
      .limit(1)
      .executeTakeFirst()
    return row ? toPlace(row) : null
  }

  #records() {
    return this.#db.selectFrom('matches').selectAll('matches').select(PLAYERS.as('players'))
  }
}

function precedes(row: Pick<MatchRow, 'started_at' | 'id'>, { startedAt, id }: Place): boolean {
  const difference = row.started_at.getTime() - startedAt.getTime()
  return difference < 0 || (difference === 0 && row.id < id)
}

function toPlace(row: Pick<MatchRow, 'started_at' | 'id'>): Place {
  return { startedAt: row.started_at, id: row.id }
}

function toPlayer(row: PlayerRow): MatchPlayer {
  return {
    port: row.port,
    botId: row.bot_id,
    botName: row.bot_name,
    character: row.character,
    costume: row.costume,
    placement: row.placement,
    score: row.score,
    ratingDelta: row.rating_delta,
    version: row.version,
  }
}

function toSummary(row: MatchRow): MatchSummary {
  const [first, second] = row.players.map(toPlayer)
  return {
    id: row.id,
    mode: row.mode,
    status: row.status,
    stage: row.stage,
    players: [first!, second!],
    summary: row.summary,
    replayBytes: row.replay_bytes ?? row.archived_bytes,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    ...(row.status === 'aborted' && { abortReason: abortReason(row.cause) }),
  }
}
