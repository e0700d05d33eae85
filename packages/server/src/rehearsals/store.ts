/** Rehearsals on record: what an owner asks for and reads, and what machines write of those that they take. */
import { hasForfeited, likelyCauses } from '@arena/host'
import type { MatchOrder } from '@arena/host'
import { Problem, ReceiptFacts } from '@arena/protocol'
import type { GameSummary, Rehearsal } from '@arena/protocol'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { DATABASE_TIME } from '../db/clock.ts'
import type { SqlClock } from '../db/clock.ts'
import { violates } from '../db/errors.ts'
import { isId, newId } from '../db/ids.ts'
import type { Database, Schema } from '../db/schema.ts'
import { drawOrder } from '../matches/seating/draw-order.ts'
import { LEASE_MS } from '../matches/taking/lease.ts'
import type { MachineProcess } from '../matches/taking/store.ts'
import { opponentFor } from './opponent.ts'
import type { Opponent } from './opponent.ts'

const DAY_MS = 86_400_000
/** From its end, or, where no machine ever had room for it, from its request. */
const KEPT_MS = DAY_MS
/** Machines that may take a rehearsal, one after another, before it is given up: none is broken off and begun again for ever. */
export const MOST_ATTEMPTS = 10
/** A machine that is silent for so long is dead. Twice its lease: no match waits for a rehearsal to end. */
const SILENT_MS = 2 * LEASE_MS

/** Why one that a machine has taken does not end there, as its owner reads it. */
const INTERRUPTIONS = {
  ladder: 'The ladder needed its place',
  busy: 'The machine had more to do than it can do in time',
  machine: 'The machine that played it ended or lost it',
  start: 'The machine could not begin it',
  house: 'The house bot did not play',
} as const
export type Interruption = keyof typeof INTERRUPTIONS

const GIVEN_UP = `It was broken off ${MOST_ATTEMPTS} times and does not begin again: ask for another later.`
const NEVER_BEGUN = 'The ladder has left no room for it for a day.'
const CALLED_OFF = 'Its owner has called it off.'

type Row = Selectable<Schema['rehearsals']>

/** A rehearsal in the hands of a machine. What another holder writes about it changes nothing. */
export interface HeldRehearsal {
  readonly id: string
  readonly machineId: string
  readonly attempt: number
}

/** What a machine that has taken a rehearsal plays. */
export interface TakenRehearsal extends HeldRehearsal {
  readonly order: MatchOrder
  readonly port: 0 | 1
  /** Not served yet: the URL in the order is its path. */
  readonly opponent: Opponent
}

/** A rehearsal that has not ended. */
export interface OpenRehearsal {
  readonly id: string
  readonly attempt: number
  /** Null while it waits. */
  readonly machineId: string | null
  /** Whether its machine is dead. */
  readonly isLeft: boolean
}

export interface RehearsalEnd {
  readonly status: 'completed' | 'aborted'
  readonly detail: string | null
  readonly stage: GameSummary['stage'] | null
  readonly summary: GameSummary | null
  readonly facts: ReceiptFacts | null
  readonly version: string | null
  readonly replay: PackedReplay | null
}

export interface PackedReplay {
  /** The length of the replay. */
  readonly bytes: number
  /** In gzip. */
  readonly packed: Uint8Array
}

export class RehearsalStore {
  readonly #db: Database
  readonly #now: () => number
  readonly #clock: SqlClock

  constructor(db: Database, now: () => number = Date.now, clock: SqlClock = DATABASE_TIME) {
    this.#db = db
    this.#now = now
    this.#clock = clock
  }

  /** Asks for a rehearsal, in the place of the bot's last one. Null where the account has no such bot. */
  async request(ownerId: string, botId: string): Promise<Rehearsal | null> {
    if (!isId('bot', botId)) return null
    const ofOwner = this.#db
      .selectFrom('rehearsals')
      .innerJoin('bots', 'bots.id', 'rehearsals.bot_id')
      .select(['rehearsals.id', 'bots.name'])
      .where('rehearsals.owner_id', '=', ownerId)
      .where('rehearsals.ended_at', 'is', null)
    const isThere = await this.#db
      .transaction()
      .execute(async (trx) => {
        const bot = await trx
          .selectFrom('bots')
          .select(['status', 'disabled_at'])
          .where('id', '=', botId)
          .where('owner_id', '=', ownerId)
          .where('deleted_at', 'is', null)
          .forUpdate()
          .executeTakeFirst()
        if (bot === undefined) return false
        if (bot.disabled_at !== null) throw new Problem('bot-disabled')
        if (bot.status !== 'paused')
          throw new Problem('bot-not-paused', { detail: 'The bot is active: pause it first.' })
        await trx.deleteFrom('rehearsals').where('bot_id', '=', botId).where('ended_at', 'is not', null).execute()
        const requestedAt = new Date(this.#now())
        await trx
          .insertInto('rehearsals')
          .values({
            id: newId('rehearsal'),
            bot_id: botId,
            owner_id: ownerId,
            status: 'waiting',
            requested_at: requestedAt,
          })
          .execute()
        return true
      })
      .catch(async (error: unknown) => {
        if (!violates(error, 'rehearsals_open') && !violates(error, 'rehearsals_pkey')) throw error
        const open = await ofOwner.executeTakeFirst()
        const which = open === undefined ? 'It has just ended.' : `It is ${open.id}, of the bot ${open.name}.`
        throw new Problem('rehearsal-open', { detail: `The account has a rehearsal that has not ended. ${which}` })
      })
    return isThere ? this.find(ownerId, botId) : null
  }

  /** The last rehearsal of a bot of the account; null where there is none, or it is forgotten. */
  async find(ownerId: string, botId: string): Promise<Rehearsal | null> {
    if (!isId('bot', botId)) return null
    const row = await this.#db
      .selectFrom('rehearsals')
      .leftJoin('rehearsal_replays', 'rehearsal_replays.rehearsal_id', 'rehearsals.id')
      .selectAll('rehearsals')
      .select([
        'rehearsal_replays.bytes',
        sql<number>`(select count(*)::integer from rehearsals other where other.status = 'waiting'
          and (other.requested_at, other.id) < (rehearsals.requested_at, rehearsals.id))`.as('ahead'),
      ])
      .where('rehearsals.bot_id', '=', botId)
      .where('rehearsals.owner_id', '=', ownerId)
      .executeTakeFirst()
    return row === undefined ? null : toRehearsal(row)
  }

  /** Ends one that has not ended. Null where there is none. */
  async callOff(ownerId: string, botId: string): Promise<Rehearsal | null> {
    if (!isId('bot', botId)) return null
    await this.#db
      .updateTable('rehearsals')
      .set({ status: 'aborted', ended_at: new Date(this.#now()), detail: CALLED_OFF })
      .where('bot_id', '=', botId)
      .where('owner_id', '=', ownerId)
      .where('ended_at', 'is', null)
      .execute()
    return this.find(ownerId, botId)
  }

  /** The replay of the last rehearsal of a bot of the account; null where there is none. */
  async replay(ownerId: string, botId: string): Promise<(PackedReplay & { readonly id: string }) | null> {
    if (!isId('bot', botId)) return null
    const row = await this.#db
      .selectFrom('rehearsal_replays')
      .innerJoin('rehearsals', 'rehearsals.id', 'rehearsal_replays.rehearsal_id')
      .select(['rehearsals.id', 'bytes', 'packed'])
      .where('rehearsals.bot_id', '=', botId)
      .where('rehearsals.owner_id', '=', ownerId)
      .executeTakeFirst()
    return row ?? null
  }

  /** Forgets those that ended a day ago, and ends those that have waited for as long. Gives how many it forgot. */
  async purge(): Promise<number> {
    const now = this.#now()
    const limit = new Date(now - KEPT_MS)
    await this.#db
      .updateTable('rehearsals')
      .set({ status: 'aborted', ended_at: new Date(now), detail: NEVER_BEGUN })
      .where('status', '=', 'waiting')
      .where('requested_at', '<', limit)
      .execute()
    const { numDeletedRows } = await this.#db
      .deleteFrom('rehearsals')
      .where('ended_at', '<', limit)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  }

  /** Those that have not ended, the one that waits longest first. */
  async open(): Promise<OpenRehearsal[]> {
    const silent = sql<Date>`${this.#clock()} - make_interval(secs => ${SILENT_MS / 1000})`
    const rows = await this.#db
      .selectFrom('rehearsals')
      .leftJoin('machines', 'machines.id', 'rehearsals.machine_id')
      .select(['rehearsals.id', 'rehearsals.status', 'rehearsals.attempt', 'rehearsals.machine_id'])
      .select(sql<boolean>`coalesce(machines.seen_at <= ${silent}, false)`.as('is_silent'))
      .where('rehearsals.ended_at', 'is', null)
      .orderBy('rehearsals.requested_at')
      .orderBy('rehearsals.id')
      .execute()
    return rows.map(({ id, status, attempt, machine_id: machineId, is_silent: isSilent }) => ({
      id,
      attempt,
      machineId: status === 'running' ? machineId : null,
      isLeft: status === 'running' && isSilent,
    }))
  }

  /** The one that waits longest, of a bot that is in no match, becomes this machine's; null where there is none. */
  async take(machine: MachineProcess, seed: Uint8Array): Promise<TakenRehearsal | null> {
    return this.#db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('rehearsals')
        .innerJoin('bots', 'bots.id', 'rehearsals.bot_id')
        .innerJoin('users', 'users.id', 'bots.owner_id')
        .select([
          'rehearsals.id',
          'rehearsals.attempt',
          'bots.id as bot_id',
          'bots.name',
          'bots.url',
          'bots.mode',
          'bots.rating',
        ])
        .where('rehearsals.status', '=', 'waiting')
        .where('bots.status', '=', 'paused')
        .where('bots.disabled_at', 'is', null)
        .where('bots.deleted_at', 'is', null)
        .where('users.disabled_at', 'is', null)
        .where(sql<boolean>`not exists (select from seats where seats.bot_id = bots.id)`)
        .where(sql<boolean>`exists (select from machines
          where machines.id = ${machine.id} and machines.process = ${machine.process})`)
        .orderBy('rehearsals.requested_at')
        .orderBy('rehearsals.id')
        .limit(1)
        .forUpdate('rehearsals')
        .skipLocked()
        .executeTakeFirst()
      if (row === undefined) return null
      const { id, bot_id: botId, name, url, mode } = row
      const startedAt = this.#now()
      const opponent = opponentFor(row.rating, seed)
      const order = {
        ...drawOrder({
          matchId: id,
          mode,
          startedAt,
          seed,
          // The id of an opponent is smaller than that of any bot.
          bots: [
            { id: opponent.id, name: opponent.name, url: opponent.path, isOwn: true },
            { id: botId, name, url },
          ],
        }),
        toldId: toldIdOf(id),
      }
      const port = order.bots[0].botId === botId ? 0 : 1
      const attempt = row.attempt + 1
      await trx
        .updateTable('rehearsals')
        .set({
          status: 'running',
          attempt,
          machine_id: machine.id,
          seed: order.seed,
          port,
          opponent_id: opponent.id,
          opponent_name: opponent.name,
          started_at: new Date(startedAt),
          stage: null,
          detail: null,
        })
        .where('id', '=', id)
        .execute()
      return { id, machineId: machine.id, attempt, order, port, opponent }
    })
  }

  /** Game Start was sent. */
  async begun(held: HeldRehearsal, stage: GameSummary['stage']): Promise<void> {
    await this.#held(held).set({ stage }).execute()
  }

  /** It waits again, in its old place, unless it was taken too often. False where it has ended, or has another holder. */
  async giveBack({ id, attempt }: Omit<HeldRehearsal, 'machineId'>, why: Interruption): Promise<boolean> {
    const cause = INTERRUPTIONS[why]
    const isOver = attempt >= MOST_ATTEMPTS
    const given = await this.#db
      .updateTable('rehearsals')
      .set(
        isOver
          ? { status: 'aborted', ended_at: new Date(this.#now()), detail: `${cause}. ${GIVEN_UP}` }
          : { status: 'waiting', started_at: null, detail: `${cause}: it begins anew.` },
      )
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where('status', '=', 'running')
      .executeTakeFirst()
    return given.numUpdatedRows > 0n
  }

  /** False where it has ended before, or has another holder. */
  async end(held: HeldRehearsal, { replay, facts, summary, ...rest }: RehearsalEnd): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const ended = await this.#held(held, trx)
        .set({
          ...rest,
          ended_at: new Date(this.#now()),
          summary: summary && JSON.stringify(summary),
          facts: facts && JSON.stringify(facts),
        })
        .executeTakeFirst()
      if (ended.numUpdatedRows === 0n) return false
      if (replay !== null)
        await trx
          .insertInto('rehearsal_replays')
          .values({ rehearsal_id: held.id, ...replay })
          .execute()
      return true
    })
  }

  #held({ id, machineId, attempt }: HeldRehearsal, db = this.#db) {
    return db
      .updateTable('rehearsals')
      .where('id', '=', id)
      .where('machine_id', '=', machineId)
      .where('attempt', '=', attempt)
      .where('status', '=', 'running')
  }
}

/**
 * What the bot is told as the match's id. It has the shape of every other one, so that a bot plays a rehearsal exactly as a match, also
 * where it looks at the id.
 */
function toldIdOf(id: string): string {
  return id.replace('rehearsal_', 'match_')
}

function toRehearsal(row: Row & { ahead: number; bytes: number | null }): Rehearsal {
  const { id, bot_id: botId, status, port, summary, opponent_id: opponentId, opponent_name: name } = row
  const isWaiting = status === 'waiting'
  return {
    id,
    matchId: toldIdOf(id),
    botId,
    status,
    ahead: isWaiting ? row.ahead : 0,
    port: isWaiting ? null : port,
    opponent: isWaiting || opponentId === null || name === null ? null : { botId: opponentId, name },
    stage: isWaiting ? null : row.stage,
    requestedAt: row.requested_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    summary,
    detail: row.detail,
    receipt: receiptOf(row),
    replayBytes: row.bytes,
  }
}

function receiptOf({ id, bot_id: botId, port, facts: written, summary, version }: Row): Rehearsal['receipt'] {
  if (written === null || port === null) return null
  const facts = ReceiptFacts.parse(written)
  const causes = likelyCauses(facts, hasForfeited(summary, port))
  return { matchId: toldIdOf(id), port, botId, version, causes, landed: null, swings: null, ...facts }
}
