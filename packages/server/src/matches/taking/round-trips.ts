/** Round trips of bots on record: which are to be measured, and what was found. */
import { sql } from 'kysely'
import { DATABASE_TIME } from '../../db/clock.ts'
import type { SqlClock } from '../../db/clock.ts'
import type { Database } from '../../db/schema.ts'
import type { RoundTripPair } from '../../db/json-columns.ts'
import type { RoundTrips } from './choose.ts'
import { LEASE_MS } from './lease.ts'

const HOUR_S = 3_600
/** A figure is measured again after this. */
const FRESH_S = 24 * HOUR_S
/** A bot that did not answer is asked again after this. */
const UNANSWERED_S = HOUR_S
/** An older figure counts for nothing: for some time nobody has measured. */
const STALE_S = 2 * FRESH_S

export interface BotToMeasure {
  readonly id: string
  readonly url: string
}

export class RoundTripStore {
  readonly #db: Database
  readonly #clock: SqlClock

  constructor(db: Database, clock: SqlClock = DATABASE_TIME) {
    this.#db = db
    this.#clock = clock
  }

  /**
   * Bots that one machine of the region is to measure now, and no other one is given; none unless machines of more than one
   * region are alive. A bot that is being changed is left for the next time.
   */
  async claim(region: string, limit: number): Promise<BotToMeasure[]> {
    const now = this.#clock()
    const isDue = sql<boolean>`round_trips.measured_at <= ${now}
      - make_interval(secs => case when round_trips.ms is null then ${sql.lit(UNANSWERED_S)} else ${sql.lit(FRESH_S)} end)`
    const { rows } = await sql<BotToMeasure>`
      with due as (
        select bots.id, bots.url from bots
          left join round_trips on round_trips.bot_id = bots.id and round_trips.region = ${region}
        where bots.status = 'active' and bots.deleted_at is null
          and (round_trips.bot_id is null or ${isDue})
          and 1 < (select count(distinct machines.region) from machines where role <> 'web' and machines.region <> ''
            and seen_at > ${now} - make_interval(secs => ${LEASE_MS / 1000}))
        order by round_trips.measured_at nulls first, bots.id
        limit ${limit}
        for share of bots skip locked
      ), claimed as (
        insert into round_trips (bot_id, region, measured_at) select id, ${region}, ${now} from due
        on conflict (bot_id, region) do update set measured_at = excluded.measured_at where ${isDue}
        returning bot_id
      )
      select id, url from due join claimed on bot_id = id`.execute(this.#db)
    return rows
  }

  /** What a ping of the bot gave, unless its URL is another one by now. */
  async note({ id, url }: BotToMeasure, region: string, ms: number | null): Promise<void> {
    await this.#db
      .updateTable('round_trips')
      .set({ ms: ms === null ? null : Math.round(ms) })
      .where('bot_id', '=', id)
      .where('region', '=', region)
      .where((where) => where.exists(where.selectFrom('bots').select('id').where('id', '=', id).where('url', '=', url)))
      .execute()
  }

  /** The round trips of two bots. */
  async of([a, b]: readonly [string, string]): Promise<RoundTrips> {
    const fresh = sql<Date>`${this.#clock()} - make_interval(secs => ${STALE_S})`
    const rows = await this.#db
      .selectFrom('round_trips as first')
      .innerJoin('round_trips as second', 'second.region', 'first.region')
      .select(['first.region', 'first.ms', 'second.ms as other'])
      .where('first.bot_id', '=', a)
      .where('second.bot_id', '=', b)
      .where('first.measured_at', '>', fresh)
      .where('second.measured_at', '>', fresh)
      .where('first.ms', 'is not', null)
      .where('second.ms', 'is not', null)
      .execute()
    return new Map(rows.map(({ region, ms, other }) => [region, [ms!, other!] satisfies RoundTripPair]))
  }

  /** The round trips of the bots of a match. */
  async ofMatch(matchId: string): Promise<RoundTrips> {
    const players = await this.#db
      .selectFrom('match_players')
      .select('bot_id')
      .where('match_id', '=', matchId)
      .orderBy('port')
      .execute()
    const [first, second] = players.map((player) => player.bot_id)
    return first === undefined || second === undefined ? new Map() : this.of([first, second])
  }
}
