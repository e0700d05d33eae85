/** What machines that share a database write about themselves and their matches, and read of each other. */
import type { MatchOrder } from '@arena/host'
import { drawStage } from '@arena/engine'
import { sql } from 'kysely'
import type { Mode } from '@arena/protocol'
import type { Role } from '../../config/variables.ts'
import { DATABASE_TIME } from '../../db/clock.ts'
import type { SqlClock } from '../../db/clock.ts'
import type { Database } from '../../db/schema.ts'
import type { PlayedFrom } from '../../db/json-columns.ts'
import type { PlayingMachine } from './choose.ts'
import { LEASE_MS } from './lease.ts'
import type { Gone, LastBeat, AssignedMatch, RowHolder } from './lease.ts'
import type { Refusal } from '../ending/not-played.ts'

/** A machine, and the process that it is. */
export interface MachineProcess {
  readonly id: string
  readonly process: string
}

/** What does not change while a machine is up. */
export interface MachineFacts extends MachineProcess {
  readonly role: Role
  readonly build: string
  readonly region: string
  /** Where the other machines reach it; null where there are none. */
  readonly address: string | null
  readonly maxMatches: number
}

export interface MachineRow extends PlayingMachine, RowHolder {
  readonly role: Role
  readonly address: string | null
  readonly maxMatches: number
}

export interface RunningMatch extends AssignedMatch {
  readonly id: string
  readonly machineId: string
}

/** What a machine is to play. */
export interface AssignedOrder {
  readonly order: MatchOrder
  readonly attempt: number
  /** Why it is over as soon as it is taken; null where it is played. */
  readonly refusal: Refusal | null
}

/** Where a match is to be played. */
export interface Assignment {
  readonly machineId: string
  readonly build: string
  readonly from: PlayedFrom | null
}

/** In milliseconds, and of one moment of the database. */
interface Moment {
  readonly now: number
}

interface Ladder extends Moment {
  /** Null before a scheduler has ever run. */
  readonly build: string | null
  readonly last: LastBeat | null
}

/** A beat of the scheduler. */
interface Beat {
  readonly mode: Mode
  readonly beat: Date
  /** The moment of the database at which the last one was looked at. Whatever comes after is part of this one. */
  readonly at: Date
  readonly steadySince: Date
}

const PORTS = [0, 1] as const

const END_ASKED: Refusal = { cause: 'operator', detail: 'An operator ended the match before it began.' }
/** With the account its address is forgotten: a bot that cannot be asked would lose by forfeit. */
const BOT_GONE: Refusal = { cause: 'bot-gone', detail: 'The account of a bot was deleted before it began.' }

/** Whether the machine of a row of `matches` is this process. */
export const isMachineOf = ({ process }: MachineProcess) =>
  sql<boolean>`exists (select from machines where machines.id = matches.machine_id and machines.process = ${process})`

export class MachineStore {
  readonly #db: Database
  readonly #clock: SqlClock

  constructor(db: Database, clock: SqlClock = DATABASE_TIME) {
    this.#db = db
    this.#clock = clock
  }

  async now(): Promise<number> {
    const { rows } = await sql<{ now: Date }>`select ${this.#clock()} as now`.execute(this.#db)
    return rows[0]!.now.getTime()
  }

  /** The process that has the row of a machine; null where there is no such row. */
  async holderOf(machineId: string): Promise<(RowHolder & Moment) | null> {
    const row = await this.#db
      .selectFrom('machines')
      .select(['process', 'seen_at', this.#clock().as('now')])
      .where('id', '=', machineId)
      .executeTakeFirst()
    return row === undefined ? null : { process: row.process, seenAt: row.seen_at.getTime(), now: row.now.getTime() }
  }

  /** Makes the row of a new machine; false where it is there by now. */
  async enter({ id, process }: MachineProcess): Promise<boolean> {
    const made = await this.#db
      .insertInto('machines')
      .values({ id, process, max_matches: 0, seen_at: this.#clock() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    return made.numInsertedOrUpdatedRows === 1n
  }

  /**
   * Puts a process in the place of one that is gone from the row of its machine; false where another one came first. Takes back what that
   * one reported, of how many matches it takes. Its lease stays as it is.
   */
  async succeed({ id, process }: MachineProcess, former: RowHolder, gone: Gone): Promise<boolean> {
    let row = this.#db
      .updateTable('machines')
      .set({ process, match_limit: null })
      .where('id', '=', id)
      .where('process', 'is not distinct from', former.process)
    if (gone === 'silent') {
      row = row.where('seen_at', '<=', sql<Date>`${this.#clock()} - make_interval(secs => ${LEASE_MS / 1000})`)
    }
    return (await row.executeTakeFirst()).numUpdatedRows > 0n
  }

  /** No process is this machine any more, where this one was. */
  async letGo({ id, process }: MachineProcess): Promise<void> {
    await this.#db
      .updateTable('machines')
      .set({ process: null, match_limit: null })
      .where('id', '=', id)
      .where('process', '=', process)
      .execute()
  }

  /**
   * Says that a machine is alive, and how many matches it takes at once; answers the moment, by the database's clock, or null where
   * another process is this machine. A row that no process has becomes this one's.
   */
  async report({ id, maxMatches, ...facts }: MachineFacts, limit: number | null): Promise<Date | null> {
    const report = { ...facts, max_matches: maxMatches, match_limit: limit, seen_at: this.#clock() }
    const row = await this.#db
      .insertInto('machines')
      .values({ id, ...report })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(report)
          .where((or) => or.or([or('machines.process', 'is', null), or('machines.process', '=', facts.process)])),
      )
      .returning('seen_at')
      .executeTakeFirst()
    return row?.seen_at ?? null
  }

  /** All machines on record, those that are dead included, with the matches that run on each. */
  async machines(): Promise<Moment & { readonly machines: MachineRow[] }> {
    const { rows } = await sql<{
      id: string
      process: string | null
      role: Role
      build: string | null
      region: string
      address: string | null
      max_matches: number
      match_limit: number | null
      seen_at: Date
      running: number
      now: Date
    }>`
      select machines.id, role, build, region, address, max_matches, match_limit, seen_at, ${this.#clock()} as now, process,
        (select count(*)::integer from matches where machine_id = machines.id and status = 'running') as running
      from machines order by machines.id`.execute(this.#db)
    return {
      now: rows[0]?.now.getTime() ?? (await this.now()),
      machines: rows.map((row) => ({
        id: row.id,
        process: row.process,
        role: row.role,
        build: row.build,
        region: row.region,
        address: row.address,
        maxMatches: row.max_matches,
        limit: row.match_limit,
        running: row.running,
        seenAt: row.seen_at.getTime(),
      })),
    }
  }

  async running(): Promise<RunningMatch[]> {
    return this.#running(null)
  }

  runningOn(machineId: string): Promise<RunningMatch[]> {
    return this.#running(machineId)
  }

  /** The orders of matches that were assigned to a machine for its build and that it has not taken. */
  async ordersFor({ id: machineId, build }: Pick<MachineFacts, 'id' | 'build'>): Promise<AssignedOrder[]> {
    // Asked each second, and nearly always there is none: with the join, which has to be planned, that takes twice as long.
    const matches = await this.#db
      .selectFrom('matches')
      .select(['id', 'mode', 'seed', 'attempt', 'started_at'])
      .where('machine_id', '=', machineId)
      .where('status', '=', sql.lit('running' as const))
      .where('taken_at', 'is', null)
      .where('assigned_at', 'is not', null)
      .where((match) => match.or([match('build', '=', build), match('build', 'is', null)]))
      .orderBy('id')
      .execute()
    if (matches.length === 0) return []
    const players = await this.#db
      .selectFrom('match_players')
      .innerJoin('bots', 'bots.id', 'match_players.bot_id')
      .leftJoin('match_ends', 'match_ends.match_id', 'match_players.match_id')
      .select(['match_players.match_id', 'match_players.bot_id', 'match_players.bot_name', 'bots.url'])
      .select('match_ends.at as end_asked_at')
      .where(
        'match_players.match_id',
        'in',
        matches.map(({ id }) => id),
      )
      .orderBy('match_players.port')
      .execute()
    return matches.map(({ id, mode, seed, attempt, started_at: startedAt }) => {
      const seated = players.filter((player) => player.match_id === id)
      const bots = seated.map(({ bot_id: botId, bot_name: name, url }) => ({ botId, name, url }))
      const order: MatchOrder = {
        matchId: id,
        mode,
        seed,
        stage: drawStage(Buffer.from(seed, 'hex')),
        bots: [bots[PORTS[0]]!, bots[PORTS[1]]!],
        startedAt: startedAt.getTime(),
      }
      // Asked while it was assigned elsewhere: this machine, which had no such match, will not hear of it again.
      const isEndAsked = seated.some((player) => player.end_asked_at !== null)
      const isBotGone = seated.some(({ url }) => url === '')
      return { order, attempt, refusal: isEndAsked ? END_ASKED : isBotGone ? BOT_GONE : null }
    })
  }

  /** True where the machine may play the match from now on: it was assigned there, and nobody has taken it back or ended it. */
  async take(matchId: string, machine: MachineProcess, attempt: number): Promise<boolean> {
    const taken = await this.#db
      .updateTable('matches')
      .set({ taken_at: this.#clock() })
      .where('id', '=', matchId)
      .where('machine_id', '=', machine.id)
      .where('attempt', '=', attempt)
      .where('status', '=', sql.lit('running' as const))
      .where('taken_at', 'is', null)
      .where(isMachineOf(machine))
      .executeTakeFirst()
    return taken.numUpdatedRows > 0n
  }

  /** Assigns a match that nobody has taken on another machine; false where somebody has, or ended it. */
  async reassign({ id, attempt }: RunningMatch, { machineId, build, from }: Assignment): Promise<boolean> {
    const assigned = await this.#db
      .updateTable('matches')
      .set({
        machine_id: machineId,
        build,
        attempt: attempt + 1,
        assigned_at: this.#clock(),
        round_trips: from && JSON.stringify(from),
      })
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where('status', '=', sql.lit('running' as const))
      .where('taken_at', 'is', null)
      .executeTakeFirst()
    return assigned.numUpdatedRows > 0n
  }

  /** From now on matches of the mode are assigned to machines with this build. */
  async setBuild(mode: Mode, build: string): Promise<void> {
    await this.#db
      .insertInto('ladders')
      .values({ mode, build })
      .onConflict((conflict) => conflict.column('mode').doUpdateSet({ build }))
      .execute()
  }

  async ladder(mode: Mode): Promise<Ladder> {
    const row = await this.#db
      .selectFrom('ladders')
      .select(['build', 'beat_at', 'steady_since', this.#clock().as('now')])
      .where('mode', '=', mode)
      .executeTakeFirst()
    if (row === undefined) return { build: null, last: null, now: await this.now() }
    const { build, beat_at: at, steady_since: since, now } = row
    const last = at === null || since === null ? null : { at: at.getTime(), steadySince: since.getTime() }
    return { build, last, now: now.getTime() }
  }

  /**
   * True for one machine: the beat is its own, and the others leave it alone. A beat on record later than `latest` is of a clock
   * that was set back, and counts for nothing, unless it was claimed after `last` was read.
   */
  async claimBeat({ mode, beat, at, steadySince }: Beat, last: LastBeat | null, latest: Date): Promise<boolean> {
    const lastAt = last === null ? null : new Date(last.at)
    const claimed = await this.#db
      .updateTable('ladders')
      .set({ beat, beat_at: at, steady_since: steadySince })
      .where('mode', '=', mode)
      .where((or) =>
        or.or([
          or('beat', 'is', null),
          or('beat', '<', beat),
          or.and([or('beat', '>', latest), or('beat_at', '=', lastAt)]),
        ]),
      )
      .executeTakeFirst()
    return claimed.numUpdatedRows > 0n
  }

  async #running(machineId: string | null): Promise<RunningMatch[]> {
    let query = this.#db
      .selectFrom('matches')
      .select(['id', 'machine_id', 'attempt', 'assigned_at', 'taken_at'])
      .where('status', '=', sql.lit('running' as const))
    if (machineId !== null) query = query.where('machine_id', '=', machineId)
    const rows = await query.execute()
    return rows.map((row) => ({
      id: row.id,
      machineId: row.machine_id,
      attempt: row.attempt,
      assignedAt: row.assigned_at?.getTime() ?? null,
      takenAt: row.taken_at?.getTime() ?? null,
    }))
  }
}
