/** What the scheduler reads and writes. Made over a transaction for the steps of one tick. */
import type { MatchOrder } from '@arena/host'
import { sql } from 'kysely'
import type { Mode } from '@arena/protocol'
import { DATABASE_TIME } from '../../db/clock.ts'
import type { SqlClock } from '../../db/clock.ts'
import type { Database } from '../../db/schema.ts'
import type { PlayedFrom, TickFigures } from '../../db/json-columns.ts'
import type { TickTaken } from './beat.ts'
import type { LastMet } from './pairing.ts'
import type { ActiveBot } from '../../bots/seating.ts'
import { note } from '../../note.ts'
import { noticesOfMissing } from './notices.ts'

const PORTS = [0, 1] as const
const MISSING_COLUMNS = ['id', 'owner_id', 'name', 'misses', 'missing_since'] as const

const inOrder = <Row extends { readonly id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))

export interface BotToSeat {
  readonly id: string
  readonly name: string
  readonly url: string
}

export interface SeatedOrder {
  readonly order: MatchOrder
  /** Absent in tests that seat without a tick. */
  readonly day?: string
  readonly number?: number
  /** The machine that is to take it, with the build that it is to be played with. */
  readonly machineId: string
  readonly build: string
  readonly tick: Date
  /** How the two came to be chosen, for the page of the match. */
  readonly choice?: SeatingChoice
  readonly from?: PlayedFrom | null
}

export interface SeatingChoice {
  /** Bots that were free. */
  readonly candidates: number
  /** By bot id, how long each of the two had been free. */
  readonly waitedMs: ReadonlyMap<string, number>
}

export class MatchmakingStore {
  readonly #db: Database
  readonly #clock: SqlClock

  constructor(db: Database, clock: SqlClock = DATABASE_TIME) {
    this.#db = db
    this.#clock = clock
  }

  async activeBots(mode: Mode): Promise<ActiveBot[]> {
    const rows = await this.#db
      .selectFrom('bots')
      .leftJoin('seats', 'seats.bot_id', 'bots.id')
      .select([
        'bots.id',
        'bots.owner_id',
        'bots.rating',
        'bots.misses',
        'bots.missing_since',
        'bots.told_missing_since',
        'bots.active_since',
        'bots.last_match_ended_at',
        'seats.match_id',
      ])
      .where('bots.mode', '=', mode)
      .where('bots.status', '=', 'active')
      .where('bots.deleted_at', 'is', null)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      ownerId: row.owner_id,
      rating: row.rating,
      misses: row.misses,
      missingSince: row.missing_since?.getTime() ?? null,
      toldMissingSince: row.told_missing_since?.getTime() ?? null,
      isPlaying: row.match_id !== null,
      activeSince: row.active_since.getTime(),
      lastMatchEndedAt: row.last_match_ended_at?.getTime() ?? null,
    }))
  }

  /**
   * The scheduler's own pause: unlike the owner's it keeps the misses, which show why. Gives the bots that it paused. One that another
   * transaction holds is left for the next tick: waited for out of turn, the two could wait for each other.
   */
  async pause(botIds: readonly string[], at: Date): Promise<string[]> {
    if (botIds.length === 0) return []
    const rows = await this.#db
      .updateTable('bots')
      .set({ status: 'paused' })
      .where('id', 'in', this.#missing(botIds))
      .returning(MISSING_COLUMNS)
      .execute()
    await note(this.#db, noticesOfMissing('paused', inOrder(rows)), at)
    return rows.map(({ id }) => id)
  }

  /** Tells the owners of bots that miss their matches that they are about to be paused, once for each streak. */
  async tellOfPause(botIds: readonly string[], at: Date): Promise<void> {
    if (botIds.length === 0) return
    const rows = await this.#db
      .updateTable('bots')
      .set((query) => ({ told_missing_since: query.ref('missing_since') }))
      .where('id', 'in', this.#missing(botIds))
      .returning(MISSING_COLUMNS)
      .execute()
    await note(this.#db, noticesOfMissing('pausing', inOrder(rows)), at)
  }

  #missing(botIds: readonly string[]) {
    return (
      this.#db
        .selectFrom('bots')
        .select('id')
        .where('id', '=', sql<string>`any(${[...botIds]})`)
        .where('status', '=', 'active')
        .where('deleted_at', 'is', null)
        // Not one that its owner has unpaused meanwhile.
        .where('missing_since', 'is not', null)
        .forUpdate()
        .skipLocked()
    )
  }

  async lastMeetings(botIds: readonly string[]): Promise<LastMet> {
    const ids = [...botIds]
    const rows = await this.#db
      .selectFrom('meetings')
      .selectAll()
      .where('bot_a', '=', sql<string>`any(${ids})`)
      .where('bot_b', '=', sql<string>`any(${ids})`)
      .execute()
    const met = new Map(rows.map((row) => [`${row.bot_a}/${row.bot_b}`, row.met_at.getTime()]))
    return (a, b) => met.get(a < b ? `${a}/${b}` : `${b}/${a}`) ?? null
  }

  /** The last tick that had a match, and when that was written. */
  async newestTick(): Promise<TickTaken | null> {
    const row = await this.#db
      .selectFrom('matches')
      .select(['tick', 'started_at'])
      .orderBy('tick', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row ? { tick: row.tick.getTime(), startedAt: row.started_at.getTime() } : null
  }

  /** What the last tick of a mode found. */
  async note(mode: Mode, figures: TickFigures): Promise<void> {
    await this.#db
      .updateTable('ladders')
      .set({ report: JSON.stringify(figures) })
      .where('mode', '=', mode)
      .execute()
  }

  async lastFigures(mode: Mode): Promise<(TickFigures & { readonly ageMs: number }) | null> {
    const row = await this.#db
      .selectFrom('ladders')
      .select(['report', 'beat_at', this.#clock().as('now')])
      .where('mode', '=', mode)
      .executeTakeFirst()
    if (row?.report == null || row.beat_at === null) return null
    return { ...row.report, ageMs: row.now.getTime() - row.beat_at.getTime() }
  }

  /** The two bots by id, held against changes; null when one was paused or deleted meanwhile. */
  async holdBots(ids: readonly [string, string]): Promise<readonly [BotToSeat, BotToSeat] | null> {
    const [first, second] = await this.#db
      .selectFrom('bots')
      .select(['id', 'name', 'url'])
      .where('id', 'in', ids)
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute()
    return first && second ? [first, second] : null
  }

  /** The match record with its players, their seats and their meeting. */
  async seat({ order, day, number, machineId, build, tick, choice, from = null }: SeatedOrder): Promise<void> {
    const startedAt = new Date(order.startedAt)
    await this.#db
      .insertInto('matches')
      .values({
        id: order.matchId,
        mode: order.mode,
        status: 'running',
        seed: order.seed,
        day: day ?? null,
        number: number ?? null,
        machine_id: machineId,
        build,
        tick,
        assigned_at: this.#clock(),
        started_at: startedAt,
        candidates: choice?.candidates ?? null,
        round_trips: from && JSON.stringify(from),
      })
      .execute()
    const players = PORTS.map((port) => ({
      match_id: order.matchId,
      port,
      bot_id: order.bots[port].botId,
      bot_name: order.bots[port].name,
      started_at: startedAt,
      waited_ms: choice?.waitedMs.get(order.bots[port].botId) ?? null,
    }))
    const seats = order.bots.map((bot) => ({ bot_id: bot.botId, match_id: order.matchId }))
    const [a, b] = order.bots.map((bot) => bot.botId).sort()
    await this.#db
      .with('players', (db) => db.insertInto('match_players').values(players))
      .with('taken', (db) => db.insertInto('seats').values(seats))
      .insertInto('meetings')
      .values({ bot_a: a!, bot_b: b!, met_at: startedAt })
      .onConflict((conflict) => conflict.columns(['bot_a', 'bot_b']).doUpdateSet({ met_at: startedAt }))
      .execute()
  }
}
