/**
 * Notices on their way: shared out to the ways that their owners have chosen, taken for a while, and put on record as sent.
 *
 * What is taken counts as an attempt before it is made. A sender that dies leaves a lease, and whoever comes after it sends the same
 * notice again, by the same id. Of an owner and a way only the oldest that waits is ever taken, so that they arrive in order.
 */
import type { AnyNoticeKind } from '@arena/protocol'
import { sql } from 'kysely'
import type { NoticeFacts } from '../db/json-columns.ts'
import { takeLock } from '../db/locks.ts'
import type { Database } from '../db/schema.ts'
import type { Outcome } from './deliver.ts'
import { note } from '../note.ts'
import { DEFAULT_WAYS, dropWaiting, keyOf } from './store.ts'
import type { WebhookRow } from './store.ts'
import type { Told } from './words.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Notices that are shared out in one transaction. */
const SHARED_AT_ONCE = 200
/** Longer than an attempt can take. */
const LEASE_MS = { webhook: 30_000, mail: 2 * MINUTE_MS } as const
/** Before the second attempt, the third, and so on: a day in all. */
export const WAITS_MS = [
  5_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 4, 8, 9].map((hours) => hours * HOUR_MS),
]
/** A notice that nobody has tried to send for longer is no news: the arena was away, or its data is of a backup. */
const STALE_MS = DAY_MS + HOUR_MS

/** Mails of notices to one recipient: beyond that they wait, and then go in one. */
export const MAILS_AN_HOUR = 5
const MAILS_A_DAY = 20
const HELD_MS = 5 * MINUTE_MS
/** Notices in one mail. */
const MOST_IN_MAIL = 50

const KEPT_MS = 30 * DAY_MS
/** So many of an owner, so that nobody fills the database. */
const KEPT_OF_OWNER = 1_000

export interface TakenForWebhook {
  readonly number: string
  readonly attempt: number
  readonly ownerId: string
  readonly told: Told
  readonly webhook: WebhookRow
}

export interface TakenForMail {
  readonly numbers: readonly string[]
  readonly attempt: number
  readonly ownerId: string
  readonly to: string
  readonly unsubscribeKey: string
  readonly notices: readonly Told[]
}

interface QueueParts {
  readonly db: Database
  readonly now: () => number
  /** 0 up to 1. */
  readonly random?: () => number
}

export class NoticeQueue {
  readonly #db: Database
  readonly #now: () => number
  readonly #random: () => number

  constructor({ db, now, random = Math.random }: QueueParts) {
    this.#db = db
    this.#now = now
    this.#random = random
  }

  /** Makes the deliveries of new notices, in the order in which these were written. True where there may be more. */
  async shareOut(): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      await takeLock(trx, 'notices')
      const fresh = await trx
        .selectFrom('notices')
        .select('number')
        .where('shared_out', '=', sql.lit(false))
        .orderBy('number')
        .limit(SHARED_AT_ONCE)
        .execute()
      if (fresh.length === 0) return false
      const numbers = sql`any(${fresh.map(({ number }) => number)}::bigint[])`
      const defaults = sql`${JSON.stringify(DEFAULT_WAYS)}::jsonb`
      const isChosen = sql`coalesce(s.choices #>> array[n.kind, v.way], ${defaults} #>> array[n.kind, v.way], 'false')::boolean`
      await sql`insert into notice_deliveries (notice_id, owner_id, way, due_at)
        select n.id, u.id, v.way, ${new Date(this.#now())}::timestamptz
        from notices n
          join lateral (
            select id, email from users where id = n.owner_id
            union all
            select id, email from users where n.owner_id is null
              and exists (select from bots where bots.owner_id = users.id and status = 'active' and deleted_at is null)
          ) u on u.email is not null and u.email not like '%.invalid'
          cross join (values ('mail'), ('webhook')) v(way)
          left join notice_settings s on s.owner_id = u.id
          left join webhooks w on w.owner_id = u.id
        where n.number = ${numbers} and ${isChosen}
          and (v.way = 'mail' or (w.owner_id is not null and w.disabled_at is null))
        order by n.number, u.id, v.way`.execute(trx)
      // An account may have been deleted since it was read. From here on none of these can be.
      await sql`delete from notice_deliveries d using notices n, users u
        where n.id = d.notice_id and n.number = ${numbers} and u.id = d.owner_id and u.deleted_at is not null`.execute(
        trx,
      )
      await sql`update notices set shared_out = true where number = ${numbers}`.execute(trx)
      return fresh.length === SHARED_AT_ONCE
    })
  }

  async isAnyWaiting(): Promise<boolean> {
    const row = await this.#db
      .selectFrom('notice_deliveries')
      .select('number')
      .where('state', '=', 'waiting')
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Takes the oldest of owners that are due, of at most `limit` owners. */
  async takeForWebhooks(
    limit: number,
    isSlow: (ownerId: string) => boolean,
    slowLimit: number,
  ): Promise<TakenForWebhook[]> {
    return this.#db.transaction().execute(async (trx) => {
      const taken: TakenForWebhook[] = []
      let [fast, slow] = [limit, slowLimit]
      for (const head of await this.#heads(trx, 'webhook')) {
        if (fast <= 0 && slow <= 0) break
        const isOfSlow = isSlow(head.owner_id) || head.attempts > 0
        if ((isOfSlow ? slow : fast) <= 0) continue
        const webhook = await trx
          .selectFrom('webhooks')
          .selectAll()
          .where('owner_id', '=', head.owner_id)
          .where('disabled_at', 'is', null)
          .executeTakeFirst()
        if (webhook === undefined) await this.#drop(trx, [head.number], 'There is no webhook any more.')
        else if (this.#isStale(head)) await this.#drop(trx, [head.number], STALE)
        else {
          await this.#lease(trx, [head.number], 'webhook', null)
          taken.push({
            number: head.number,
            attempt: head.attempts + 1,
            ownerId: head.owner_id,
            told: toTold(head),
            webhook,
          })
          if (isOfSlow) slow--
          else fast--
        }
      }
      return taken
    })
  }

  /** Takes what waits for the mail of at most `limit` owners: all of an owner in one mail. */
  async takeForMails(limit: number): Promise<TakenForMail[]> {
    return this.#db.transaction().execute(async (trx) => {
      const taken: TakenForMail[] = []
      for (const head of await this.#heads(trx, 'mail')) {
        if (taken.length >= limit) break
        const mail = await this.#mailOf(trx, head)
        if (mail !== null) taken.push(mail)
      }
      return taken
    })
  }

  async #mailOf(trx: Database, head: Head): Promise<TakenForMail | null> {
    if (this.#isStale(head)) {
      await this.#drop(trx, [head.number], STALE)
      return null
    }
    const ownerId = head.owner_id
    const user = await trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', ownerId)
      .where('disabled_at', 'is', null)
      .forKeyShare()
      .executeTakeFirst()
    if (user === undefined || user.email === null) {
      await this.#drop(trx, [head.number], 'The account gets no mail.')
      return null
    }
    if (head.mail === null && (await this.#hasHadItsShare(trx, ownerId))) {
      await trx
        .updateTable('notice_deliveries')
        .set({ due_at: new Date(this.#now() + HELD_MS) })
        .where('number', '=', head.number)
        .execute()
      return null
    }
    // The same mail again where it may have been sent; otherwise with all that waits.
    const rows = await waiting(trx)
      .where('d.owner_id', '=', ownerId)
      .where('d.way', '=', 'mail')
      .where('d.mail', head.mail === null ? 'is' : '=', head.mail)
      .orderBy('d.number')
      .limit(MOST_IN_MAIL)
      .execute()
    const numbers = rows.map(({ number }) => number)
    await this.#lease(trx, numbers, 'mail', head.mail ?? head.id)
    return {
      numbers,
      attempt: head.attempts + 1,
      ownerId,
      to: user.email,
      unsubscribeKey: await keyOf(trx, ownerId),
      notices: rows.map(toTold),
    }
  }

  async #hasHadItsShare(trx: Database, ownerId: string): Promise<boolean> {
    const now = this.#now()
    const row = await trx
      .selectFrom('notice_deliveries')
      .select([
        sql<number>`count(distinct mail)::integer`.as('aDay'),
        sql<number>`(count(distinct mail) filter (where first_at > ${new Date(now - HOUR_MS)}))::integer`.as('anHour'),
      ])
      .where('owner_id', '=', ownerId)
      .where('way', '=', 'mail')
      .where('first_at', '>', new Date(now - DAY_MS))
      .executeTakeFirstOrThrow()
    return row.anHour >= MAILS_AN_HOUR || row.aDay >= MAILS_A_DAY
  }

  /** The oldest of each owner, where it is due and nobody has it. */
  async #heads(trx: Database, way: 'mail' | 'webhook'): Promise<Head[]> {
    await takeLock(trx, 'notices')
    const now = new Date(this.#now())
    return waiting(trx)
      .where('d.way', '=', way)
      .where('d.due_at', '<=', now)
      .where((where) => where.or([where('d.leased_until', 'is', null), where('d.leased_until', '<=', now)]))
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('notice_deliveries as older')
              .select('older.number')
              .whereRef('older.owner_id', '=', 'd.owner_id')
              .whereRef('older.way', '=', 'd.way')
              .where('older.state', '=', 'waiting')
              .whereRef('older.number', '<', 'd.number'),
          ),
        ),
      )
      .orderBy('d.number')
      .limit(HEADS_AT_ONCE)
      .execute()
  }

  async #lease(
    trx: Database,
    numbers: readonly string[],
    way: keyof typeof LEASE_MS,
    mail: string | null,
  ): Promise<void> {
    const now = this.#now()
    await trx
      .updateTable('notice_deliveries')
      .set((query) => ({
        attempts: sql<number>`attempts + 1`,
        first_at: query.fn.coalesce('first_at', query.val(new Date(now))),
        last_at: new Date(now),
        leased_until: new Date(now + LEASE_MS[way]),
        mail,
      }))
      .where('number', 'in', numbers)
      .execute()
  }

  async #drop(trx: Database, numbers: readonly string[], why: string): Promise<void> {
    await trx
      .updateTable('notice_deliveries')
      .set({ state: 'dropped', leased_until: null, answer: why })
      .where('number', 'in', numbers)
      .execute()
  }

  #isStale({ first_at, at }: Head): boolean {
    return this.#now() - (first_at ?? at).getTime() > STALE_MS
  }

  async sent(numbers: readonly string[], attempt: number, outcome: Partial<Outcome> = {}): Promise<void> {
    const { status = null, answer = null, ms = null } = outcome
    await this.#mark(numbers, attempt, { state: 'sent', leased_until: null, status, answer, ms })
  }

  /** It is sent again later, or given up: true in that case. */
  async failed(
    numbers: readonly string[],
    attempt: number,
    outcome: Pick<Outcome, 'answer'> & Partial<Outcome>,
  ): Promise<boolean> {
    const waitMs = WAITS_MS[attempt - 1]
    const { status = null, answer, ms = null } = outcome
    const isGivenUp = waitMs === undefined || outcome.isGone === true
    const next = isGivenUp
      ? ({ state: 'dropped' } as const)
      : { due_at: new Date(this.#now() + waitMs * (0.8 + 0.2 * this.#random())) }
    await this.#mark(numbers, attempt, { ...next, leased_until: null, status, answer, ms })
    return isGivenUp
  }

  /** As if it had not been tried: the sender was ended. */
  async putBack(numbers: readonly string[], attempt: number): Promise<void> {
    await this.#mark(numbers, attempt, { leased_until: null, attempts: attempt - 1 })
  }

  /** Unless it was set to another URL meanwhile. Its owner hears of it by mail. */
  async disable({ owner_id: ownerId, url }: Pick<WebhookRow, 'owner_id' | 'url'>, why: string): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      const now = new Date(this.#now())
      const row = await trx
        .updateTable('webhooks')
        .set({ disabled_at: now, disabled_why: why })
        .where('owner_id', '=', ownerId)
        .where('url', '=', url)
        .where('disabled_at', 'is', null)
        .returning('url')
        .executeTakeFirst()
      if (row === undefined) return
      await dropWaiting(trx, ownerId, 'webhook', 'The webhook was disabled.')
      // Its path may be a secret, and mails are read by many.
      await note(trx, [{ kind: 'webhook-disabled', ownerId, facts: { url: new URL(url).host, text: why } }], now)
    })
  }

  /** Old ones, and of an owner who has very many the oldest. */
  async purge(): Promise<number> {
    const before = new Date(this.#now() - KEPT_MS)
    const old = await this.#db.deleteFrom('notices').where('at', '<', before).executeTakeFirst()
    const { rows } = await sql<{ owner_id: string }>`select owner_id from notices where owner_id is not null
      group by owner_id having count(*) > ${KEPT_OF_OWNER}`.execute(this.#db)
    let count = Number(old.numDeletedRows)
    for (const { owner_id } of rows) {
      const { numAffectedRows } =
        await sql`delete from notices where owner_id = ${owner_id} and shared_out and number <= (
        select number from notices where owner_id = ${owner_id} order by number desc offset ${KEPT_OF_OWNER} limit 1)`.execute(
          this.#db,
        )
      count += Number(numAffectedRows ?? 0)
    }
    return count
  }

  async #mark(numbers: readonly string[], attempt: number, change: Change): Promise<void> {
    await this.#db
      .updateTable('notice_deliveries')
      .set(change)
      .where('number', 'in', numbers)
      // Not where the lease had passed to somebody else, or its webhook was set anew.
      .where('attempts', '=', attempt)
      .where('state', '=', 'waiting')
      .execute()
  }
}

/** More than can be sent at once, since some of them may have to wait. */
const HEADS_AT_ONCE = 200
const STALE = 'It was too old when it could be sent.'

interface Change {
  readonly state?: 'sent' | 'dropped'
  readonly due_at?: Date
  readonly leased_until?: null
  readonly attempts?: number
  readonly status?: number | null
  readonly answer?: string | null
  readonly ms?: number | null
}

function waiting(trx: Database) {
  return trx
    .selectFrom('notice_deliveries as d')
    .innerJoin('notices as n', 'n.id', 'd.notice_id')
    .select([
      'd.number',
      'd.owner_id',
      'd.attempts',
      'd.first_at',
      'd.mail',
      'n.id',
      'n.kind',
      'n.bot_id',
      'n.at',
      'n.facts',
    ])
    .where('d.state', '=', 'waiting')
}

interface Head {
  readonly number: string
  readonly owner_id: string
  readonly attempts: number
  readonly first_at: Date | null
  readonly mail: string | null
  readonly id: string
  readonly kind: AnyNoticeKind
  readonly bot_id: string | null
  readonly at: Date
  readonly facts: NoticeFacts
}

function toTold({ id, kind, bot_id: botId, at, facts }: Head): Told {
  return { id, kind, botId, at, facts }
}
