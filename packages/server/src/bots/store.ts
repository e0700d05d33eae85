/** Bots as the database keeps them. Deleting is soft: records of matches keep what they say about the bot. */
import { Problem } from '@arena/protocol'
import type { Bot, DeployReport, RegisterBot, UpdateBot } from '@arena/protocol'
import { sql } from 'kysely'
import type { Selectable, Updateable } from 'kysely'
import { isId, newId } from '../db/ids.ts'
import type { Database, Schema } from '../db/schema.ts'
import { accountGone } from '../http/authentication.ts'
import { INITIAL_RATING } from '@arena/ratings'
import type { MissStreak } from './attendance.ts'
import { note } from '../note.ts'
import { factsOfFailure, forgetChecks, lastChecks, noteCheck, urlChanges } from './deploy-checks.ts'
import type { Checked, PastCheck } from './deploy-checks.ts'

type BotRow = Selectable<Schema['bots']>

/** What anyone may know of a bot: neither its URL nor whether it is paused. */
export interface PublicBot {
  readonly id: string
  readonly name: string
  /** The owner's handle; '' where none is picked. */
  readonly owner: string
  readonly createdAt: string
  readonly isRemoved: boolean
  readonly mu: number
  readonly sigma: number
  readonly rating: number
  readonly games: number
  readonly wins: number
  readonly losses: number
  readonly draws: number
}

/** What only the owner may know of a bot, beside its record. */
export interface OwnerFacts {
  readonly bot: Bot
  readonly streak: MissStreak
  /** Newest first. */
  readonly checks: readonly PastCheck[]
  /** Unix milliseconds, oldest first. */
  readonly urlChanges: readonly number[]
}

/** Bots of one name that are listed for a choice. */
const MOST_NAMESAKES = 10
const SHOWN_CHECKS = 5

export class BotStore {
  readonly #db: Database
  readonly #now: () => number

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db
    this.#now = now
  }

  /** Puts a bot whose URL passed the deploy check into matchmaking; `report` is what the check found. */
  async register(ownerId: string, { name, mode, url }: RegisterBot, report?: DeployReport): Promise<Bot> {
    const now = new Date(this.#now())
    return this.#db.transaction().execute(async (trx) => {
      // The account may have been deleted while the check ran. Until this is in, it cannot be.
      await holdEnabledOwner(trx, ownerId)
      const row = await trx
        .insertInto('bots')
        .values({
          id: newId('bot'),
          owner_id: ownerId,
          name,
          mode,
          url,
          status: 'active',
          created_at: now,
          active_since: now,
          ...INITIAL_RATING,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      if (report !== undefined) await noteCheck(trx, row.id, { url, report }, now)
      return toBot(row)
    })
  }

  /** Oldest first. */
  async list(ownerId: string): Promise<Bot[]> {
    const rows = await this.#db
      .selectFrom('bots')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('deleted_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(toBot)
  }

  /** Null when the account has no such bot, as in the methods below. */
  async find(ownerId: string, id: string): Promise<Bot | null> {
    if (!isId('bot', id)) return null
    const row = await this.#db
      .selectFrom('bots')
      .selectAll()
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return row ? toBot(row) : null
  }

  /** Removed bots included: their matches stay. */
  async profile(id: string): Promise<PublicBot | null> {
    if (!isId('bot', id)) return null
    const row = await this.#profiles().where('bots.id', '=', id).executeTakeFirst()
    return row ? toPublicBot(row) : null
  }

  /** By id, or by name in upper or lower case; names are not unique. Best first. */
  async named(text: string): Promise<PublicBot[]> {
    const bot = await this.profile(text)
    if (bot !== null) return [bot]
    const rows = await this.#profiles()
      .where(sql`lower(bots.name)`, '=', sql`lower(${text})`)
      .where('bots.deleted_at', 'is', null)
      .orderBy('bots.rating', 'desc')
      .orderBy('bots.id')
      .limit(MOST_NAMESAKES)
      .execute()
    return rows.map(toPublicBot)
  }

  /** Names that a text is a part of, in upper or lower case; of the best bots first. */
  async namesWith(text: string, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('bots')
      .select('name')
      .where(sql`position(lower(${text}) in lower(bots.name))`, '>', 0)
      .where('deleted_at', 'is', null)
      .orderBy('rating', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ name }) => name)
  }

  #profiles() {
    return this.#db
      .selectFrom('bots')
      .innerJoin('users', 'users.id', 'bots.owner_id')
      .select([
        'bots.id',
        'bots.name',
        'users.handle',
        'bots.created_at',
        'bots.deleted_at',
        'bots.mu',
        'bots.sigma',
        'bots.rating',
        'bots.games',
        'bots.wins',
        'bots.losses',
        'bots.draws',
      ])
  }

  /**
   * Changes what is given. A new `url` must have passed the deploy check, which found `report`.
   * Pausing and unpausing forget the consecutive misses (spec: Bot `status`).
   */
  async update(
    ownerId: string,
    id: string,
    { name, url, status }: UpdateBot,
    report?: DeployReport,
  ): Promise<Bot | null> {
    if (!isId('bot', id)) return null
    return this.#db.transaction().execute(async (trx) => {
      const owner = status === 'active' ? await holdOwner(trx, ownerId) : undefined
      const row = await trx
        .selectFrom('bots')
        .selectAll()
        .where('id', '=', id)
        .where('owner_id', '=', ownerId)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (!row) return null
      if (status === 'active') {
        if (row.disabled_at !== null) throw new Problem('bot-disabled')
        expectEnabled(owner)
      }
      const changes: Updateable<Schema['bots']> = { name: name ?? row.name, url: url ?? row.url }
      if (status !== undefined && status !== row.status) {
        changes.status = status
        changes.misses = 0
        changes.missing_since = null
        if (status === 'active') changes.active_since = new Date(this.#now())
      }
      const changed = await trx
        .updateTable('bots')
        .set(changes)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      if (url !== undefined && report !== undefined) await noteCheck(trx, id, { url, report }, new Date(this.#now()))
      return toBot(changed)
    })
  }

  /** Takes the bot off matchmaking and the leaderboard; a match it is in plays out. */
  async remove(ownerId: string, id: string): Promise<Bot | null> {
    if (!isId('bot', id)) return null
    return this.#db.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable('bots')
        .set({ deleted_at: new Date(this.#now()) })
        .where('id', '=', id)
        .where('owner_id', '=', ownerId)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      if (!row) return null
      await forgetChecks(trx, [id])
      return toBot(row)
    })
  }

  /** Keeps a check that a bot of the account failed, and tells its owner; its URL stays. */
  async noteFailedCheck(id: string, failed: Checked): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      const bot = await trx
        .selectFrom('bots')
        .select(['owner_id', 'name'])
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      // It may have been removed while the check ran. Until this is in, it cannot be.
      if (bot === undefined) return
      const at = new Date(this.#now())
      await noteCheck(trx, id, failed, at)
      const facts = { name: bot.name, ...factsOfFailure(failed) }
      await note(trx, [{ kind: 'deploy-check-failed', ownerId: bot.owner_id, botId: id, facts }], at)
    })
  }

  /** Tells the owner of a bot that was not registered since it failed the check. */
  async noteRefusal(ownerId: string, name: string, failed: Checked): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      if ((await holdOwner(trx, ownerId)) === undefined) return
      const facts = { name, ...factsOfFailure(failed) }
      await note(trx, [{ kind: 'deploy-check-failed', ownerId, facts }], new Date(this.#now()))
    })
  }

  /** Null when the account has no such bot. */
  async ownerFacts(ownerId: string, id: string): Promise<OwnerFacts | null> {
    if (!isId('bot', id)) return null
    const row = await this.#db
      .selectFrom('bots')
      .selectAll()
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!row) return null
    const [checks, changes] = await Promise.all([lastChecks(this.#db, id, SHOWN_CHECKS), urlChanges(this.#db, id)])
    const streak = { misses: row.misses, missingSince: row.missing_since?.getTime() ?? null }
    return { bot: toBot(row), streak, checks, urlChanges: changes }
  }
}

type Owner = Pick<Selectable<Schema['users']>, 'disabled_at'>

/** Neither deleted nor disabled until the transaction ends, if it is not now. Before its bots: see `db/locks.ts`. */
async function holdOwner(trx: Database, ownerId: string): Promise<Owner | undefined> {
  return trx
    .selectFrom('users')
    .select('disabled_at')
    .where('id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
}

/** The same of an account that may act, or the problem that it may not. */
export async function holdEnabledOwner(trx: Database, ownerId: string): Promise<void> {
  expectEnabled(await holdOwner(trx, ownerId))
}

function expectEnabled(owner: Owner | undefined): void {
  if (owner === undefined) throw accountGone()
  if (owner.disabled_at !== null) throw new Problem('account-disabled')
}

type ProfileColumns = 'mu' | 'sigma' | 'rating' | 'games' | 'wins' | 'losses' | 'draws'
type ProfileRow = Pick<BotRow, 'id' | 'name' | 'created_at' | 'deleted_at' | ProfileColumns> & { handle: string }

function toPublicBot({ handle, created_at, deleted_at, ...row }: ProfileRow): PublicBot {
  return { ...row, owner: handle, createdAt: created_at.toISOString(), isRemoved: deleted_at !== null }
}

function toBot(row: BotRow): Bot {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    mode: row.mode,
    url: row.url,
    status: row.status,
    createdAt: row.created_at.toISOString(),
  }
}
