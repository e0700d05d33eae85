/**
 * Match records as the public reads them (spec: Match and MatchSummary, GET /matches rules). Matches begin in
 * `matchmaking/` and end in `completion.ts`; in between only Game Start is written here.
 */
import type { MatchStarted } from '@arena/host'
import { REACHABLE_MATCHES } from '@arena/protocol'
import type { Match, MatchPlayer, MatchQuery, MatchSummary } from '@arena/protocol'
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import { DATABASE_TIME } from '../db/clock.ts'
import type { SqlClock } from '../db/clock.ts'
import { isId } from '../db/ids.ts'
import type { Database, Schema } from '../db/schema.ts'
import type { Holder } from '../results/completion.ts'
import { abortReason } from './abort-reason.ts'
import { recordGameStart } from '../results/game-start.ts'
import type { GameStart } from '../results/game-start.ts'
import { searchMatches } from './search/search-matches.ts'
import type { FoundMatches, ResultPlace } from './search/search-matches.ts'
import type { Search } from './search/search.ts'

type PlayerRow = Pick<
  Selectable<Schema['match_players']>,
  'port' | 'bot_id' | 'bot_name' | 'character' | 'costume' | 'placement' | 'score' | 'rating_delta'
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
  readonly #replayDays: number
  readonly #clock: SqlClock
  #reachable: { readonly newest: string; readonly oldest: Place | null } | null = null

  /** Replays are kept for `replayDays`. */
  constructor(db: Database, replayDays: number, clock: SqlClock = DATABASE_TIME) {
    this.#db = db
    this.#replayDays = replayDays
    this.#clock = clock
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

  /** Those that ended last, whenever they began; the last one first. */
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

  /** Game Start was sent: stage and picks become public. */
  async start({ matchId, stage, picks }: Omit<MatchStarted, 'drawn'>, holder?: Holder): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      let started = trx.updateTable('matches').set({ stage }).where('id', '=', matchId).where('status', '=', 'running')
      if (holder !== undefined) {
        started = started.where('arena_id', '=', holder.machineId).where('attempt', '=', holder.attempt)
      }
      const running = await started.executeTakeFirst()
      if (running.numUpdatedRows === 0n) return
      await recordGameStart(trx, matchId, { stage, players: picks })
    })
  }

  /**
   * Matches that ended before a moment and still have their replay, on this machine alone, or on one that has been silent since that
   * moment and may never come back, but for some; oldest first.
   */
  async withReplay(arenaId: string, endedBefore: Date, limit: number, except: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('arenas')
      // The oldest of each machine are at the beginning of an index.
      .innerJoinLateral(
        (query) =>
          query
            .selectFrom('matches')
            .select(['matches.id as match_id', 'ended_at'])
            .whereRef('arena_id', '=', 'arenas.id')
            .where('replay_bytes', 'is not', null)
            .where('ended_at', '<', endedBefore)
            .where('matches.id', '<>', sql<string>`all(${[...except]})`)
            .where((match) => {
              const stored = match.selectFrom('replay_objects').select('replay_objects.match_id')
              return match.not(match.exists(stored.whereRef('replay_objects.match_id', '=', 'matches.id')))
            })
            .orderBy('ended_at')
            .limit(limit)
            .as('oldest'),
        (join) => join.onTrue(),
      )
      .select('oldest.match_id')
      .where((arena) => arena.or([arena('arenas.id', '=', arenaId), arena('arenas.seen_at', '<', endedBefore)]))
      .orderBy('oldest.ended_at')
      .limit(limit)
      .execute()
    return rows.map((row) => row.match_id)
  }

  /** When the last match ended whose replay is still there, whichever machine played it. */
  async newestReplayEnd(): Promise<number | null> {
    // The newest of each machine is at the end of an index.
    const { rows } = await sql<{ newest: Date | null }>`
      select max(ended_at) as newest from arenas, lateral (select ended_at from matches
        where arena_id = arenas.id and replay_bytes is not null and ended_at is not null
        order by ended_at desc limit 1) as last`.execute(this.#db)
    return rows[0]!.newest?.getTime() ?? null
  }

  /** Of these, the ones that were aborted, have no replay on record, and may still get one. */
  async withoutReplay(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return []
    const rows = await this.#db
      .selectFrom('matches')
      .select('id')
      .where('id', '=', sql<string>`any(${[...ids]})`)
      .where('status', '=', 'aborted')
      .where('replay_bytes', 'is', null)
      .where(this.#mayHaveReplay())
      .execute()
    return rows.map((row) => row.id)
  }

  /** Of these, the ones that have no replay on record any more, or had none when they ended before a moment: their files are nobody's. */
  async withoutReplayForGood(ids: readonly string[], endedBefore: Date): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('matches')
      .select('id')
      .where('id', '=', sql<string>`any(${[...ids]})`)
      .where('replay_bytes', 'is', null)
      .where((match) => match.or([match('replay_deleted', '=', true), match('ended_at', '<', endedBefore)]))
      .execute()
    return rows.map((row) => row.id)
  }

  /**
   * The replay of a match that was aborted without one is there after all, and what it says of Game Start, which may not have come
   * before the end either. False where no record lacks it. One that retention has deleted, or would delete now, is not recorded again.
   */
  async keepReplay(id: string, bytes: number, game: GameStart | null): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const kept = await trx
        .updateTable('matches')
        .set({ replay_bytes: bytes })
        .where('id', '=', id)
        .where('status', '=', 'aborted')
        .where('replay_bytes', 'is', null)
        .where(this.#mayHaveReplay())
        .executeTakeFirst()
      if (kept.numUpdatedRows === 0n) return false
      if (game !== null) await recordGameStart(trx, id, game)
      return true
    })
  }

  /** The replay is gone, and what is marked in it; the record stays. */
  async forgetReplay(id: string): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      await trx.deleteFrom('missed_pads').where('match_id', '=', id).execute()
      await trx.updateTable('matches').set({ replay_bytes: null, replay_deleted: true }).where('id', '=', id).execute()
    })
  }

  /** The frames polled without a pad, by port, as text; '' where none were missed, or where it is not known. */
  async missedPads(id: string): Promise<readonly [string, string]> {
    const rows = await this.#db.selectFrom('missed_pads').selectAll().where('match_id', '=', id).execute()
    const of = (port: 0 | 1): string => rows.find((row) => row.port === port)?.ranges ?? ''
    return [of(0), of(1)]
  }

  /** By the database's clock: whoever asks may have been off for long, and its own clock be wrong. */
  #mayHaveReplay(): RawBuilder<boolean> {
    const limit = sql`${this.#clock()} - make_interval(days => ${this.#replayDays}::integer)`
    return sql<boolean>`not replay_deleted and ended_at >= ${limit}`
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
    replayBytes: row.replay_bytes,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    ...(row.status === 'aborted' && { abortReason: abortReason(row.cause) }),
  }
}
