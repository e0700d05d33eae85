/** How accounts are told of what happens to their bots: what each has chosen, its webhook, and what became of the last notices. */
import { NOTICE_KINDS, NoticeKind } from '@arena/protocol'
import type {
  AnyNoticeKind,
  ChooseNotices,
  NoticeChoice,
  NoticeDelivery,
  NoticeSettings,
  NoticeWays,
  SetWebhook,
  Webhook,
  WebhookWithSecret,
} from '@arena/protocol'
import type { Selectable } from 'kysely'
import { holdEnabledOwner } from '../bots/store.ts'
import { newId } from '../db/ids.ts'
import type { Database, Schema } from '../db/schema.ts'
import { isSigned, newUnsubscribeKey, ownerOfToken } from './unsubscribe-link.ts'
import { newSecret } from './webhook-message.ts'
import type { Outcome } from './deliver.ts'
import type { Told } from './words.ts'

/** How a kind is sent until its owner chooses, and how the two kinds are that owners cannot configure. */
export const DEFAULT_WAYS: Readonly<Record<AnyNoticeKind, NoticeWays>> = {
  ...(Object.fromEntries(NoticeKind.options.map((kind) => [kind, NOTICE_KINDS[kind].defaults])) as Record<
    NoticeKind,
    NoticeWays
  >),
  'webhook-disabled': { mail: true, webhook: false },
  test: { mail: false, webhook: false },
}

const PUBLIC_KINDS = NoticeKind.options.filter((kind) => NOTICE_KINDS[kind].isPublic)

const SHOWN_DELIVERIES = 20
/** For so long after a new secret was made, messages are signed with the former one too. */
const FORMER_SECRET_MS = 24 * 3_600_000

export type WebhookRow = Selectable<Schema['webhooks']>

export class NoticeStore {
  readonly #db: Database
  readonly #now: () => number

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db
    this.#now = now
  }

  async settings(ownerId: string): Promise<NoticeSettings> {
    const [chosen, webhook, deliveries] = await Promise.all([
      this.#db.selectFrom('notice_settings').select('choices').where('owner_id', '=', ownerId).executeTakeFirst(),
      this.webhook(ownerId),
      this.#deliveries(ownerId),
    ])
    return { choices: choicesOf(chosen?.choices ?? {}), webhook: webhook && toWebhook(webhook), deliveries }
  }

  /** What is left out stays as it is. */
  async choose(ownerId: string, { choices }: ChooseNotices): Promise<NoticeSettings> {
    await this.#db.transaction().execute(async (trx) => {
      await holdEnabledOwner(trx, ownerId)
      await keyOf(trx, ownerId)
      await changeChoices(trx, ownerId, (former) => {
        const next: { -readonly [Kind in keyof Chosen]: Chosen[Kind] } = { ...former }
        for (const kind of NoticeKind.options)
          if (choices[kind] !== undefined) next[kind] = { ...next[kind], ...choices[kind] }
        // Whoever wants mails again, wants this one.
        if (Object.values(choices).some((ways) => ways?.mail === true)) delete next['webhook-disabled']
        return next
      })
    })
    return this.settings(ownerId)
  }

  webhook(ownerId: string): Promise<WebhookRow | null> {
    return this.#db
      .selectFrom('webhooks')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .executeTakeFirst()
      .then((row) => row ?? null)
  }

  /** In place of the one before, whose secret it keeps. What waits goes to the new one, and at once. */
  async setWebhook(ownerId: string, { url, format }: Required<SetWebhook>): Promise<WebhookWithSecret> {
    return this.#db.transaction().execute(async (trx) => {
      await holdEnabledOwner(trx, ownerId)
      const now = new Date(this.#now())
      const secret = newSecret()
      const row = await trx
        .insertInto('webhooks')
        .values({ owner_id: ownerId, url, format, secret, created_at: now })
        .onConflict((conflict) =>
          conflict.column('owner_id').doUpdateSet({ url, format, disabled_at: null, disabled_why: null }),
        )
        .returningAll()
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('notice_deliveries')
        .set({ due_at: now, attempts: 0, first_at: null })
        .where('owner_id', '=', ownerId)
        .where('way', '=', 'webhook')
        .where('state', '=', 'waiting')
        .execute()
      return { ...toWebhook(row), ...(row.secret === secret && { secret }) }
    })
  }

  /** Null where the account has no webhook. */
  async renewSecret(ownerId: string): Promise<WebhookWithSecret | null> {
    const secret = newSecret()
    const row = await this.#db
      .updateTable('webhooks')
      .set((query) => ({
        former_secret: query.ref('secret'),
        former_until: new Date(this.#now() + FORMER_SECRET_MS),
        secret,
      }))
      .where('owner_id', '=', ownerId)
      .returningAll()
      .executeTakeFirst()
    return row === undefined ? null : { ...toWebhook(row), secret }
  }

  /** What waits for it is not sent. Null where the account has none. */
  async removeWebhook(ownerId: string): Promise<Webhook | null> {
    return this.#db.transaction().execute(async (trx) => {
      const row = await trx.deleteFrom('webhooks').where('owner_id', '=', ownerId).returningAll().executeTakeFirst()
      if (row === undefined) return null
      await dropWaiting(trx, ownerId, 'webhook', 'The webhook was removed.')
      return toWebhook(row)
    })
  }

  /** Puts a test that was sent on record. */
  async noteTest(ownerId: string, told: Told, outcome: Outcome): Promise<NoticeDelivery> {
    await this.#db.transaction().execute(async (trx) => {
      await holdEnabledOwner(trx, ownerId)
      await trx
        .insertInto('notices')
        .values({
          id: told.id,
          kind: 'test',
          owner_id: ownerId,
          bot_id: null,
          at: told.at,
          facts: '{}',
          shared_out: true,
        })
        .execute()
      await trx
        .insertInto('notice_deliveries')
        .values({
          notice_id: told.id,
          owner_id: ownerId,
          way: 'webhook',
          state: outcome.isTaken ? 'sent' : 'dropped',
          attempts: 1,
          due_at: told.at,
          first_at: told.at,
          last_at: told.at,
          status: outcome.status,
          answer: outcome.answer,
          ms: outcome.ms,
        })
        .execute()
    })
    return (await this.#deliveries(ownerId)).find(({ id }) => id === told.id)!
  }

  newTest(): Told {
    return { id: newId('notice'), kind: 'test', botId: null, at: new Date(this.#now()), facts: {} }
  }

  /** Whether the token of a mail is one of an account that there is. */
  async ownerOfMail(token: string): Promise<string | null> {
    const ownerId = ownerOfToken(token)
    if (ownerId === null) return null
    const row = await this.#db
      .selectFrom('notice_settings')
      .select('unsubscribe_key')
      .where('owner_id', '=', ownerId)
      .executeTakeFirst()
    return row !== undefined && isSigned(token, ownerId, row.unsubscribe_key) ? ownerId : null
  }

  /** No more mails, of any kind; false for a token that is none. Done again it changes nothing. */
  async unsubscribe(token: string): Promise<boolean> {
    const ownerId = await this.ownerOfMail(token)
    if (ownerId === null) return false
    await this.#db.transaction().execute(async (trx) => {
      await changeChoices(trx, ownerId, (former) => ({
        ...Object.fromEntries(NoticeKind.options.map((kind) => [kind, { ...former[kind], mail: false }])),
        'webhook-disabled': { mail: false },
      }))
      await dropWaiting(trx, ownerId, 'mail', 'Its recipient wants no more mails.')
    })
    return true
  }

  /** What everybody may know of what happened to a bot, newest first, with maintenance. */
  async publicOf(botId: string, limit: number): Promise<Told[]> {
    const rows = await this.#db
      .selectFrom('notices')
      .select(['id', 'kind', 'bot_id as botId', 'at', 'facts'])
      .where((where) => where.or([where('bot_id', '=', botId), where('owner_id', 'is', null)]))
      .where('kind', 'in', PUBLIC_KINDS)
      .orderBy('number', 'desc')
      .limit(limit)
      .execute()
    return rows
  }

  async #deliveries(ownerId: string): Promise<NoticeDelivery[]> {
    const rows = await this.#db
      .selectFrom('notice_deliveries')
      .innerJoin('notices', 'notices.id', 'notice_deliveries.notice_id')
      .selectAll('notice_deliveries')
      .select(['notices.id', 'notices.kind', 'notices.at'])
      .where('notice_deliveries.owner_id', '=', ownerId)
      .where('way', '=', 'webhook')
      .orderBy('notice_deliveries.number', 'desc')
      .limit(SHOWN_DELIVERIES)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      at: row.at.toISOString(),
      state: row.state,
      attempts: row.attempts,
      lastAt: row.last_at?.toISOString() ?? null,
      status: row.status,
      answer: row.answer,
      ms: row.ms,
    }))
  }
}

type Chosen = Readonly<Partial<Record<string, { readonly [Way in keyof NoticeWays]?: boolean | undefined }>>>

/** The account has a row, or nothing changes. */
async function changeChoices(trx: Database, ownerId: string, change: (former: Chosen) => Chosen): Promise<void> {
  const row = await trx
    .selectFrom('notice_settings')
    .select('choices')
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return
  await trx
    .updateTable('notice_settings')
    .set({ choices: JSON.stringify(change(row.choices)) })
    .where('owner_id', '=', ownerId)
    .execute()
}

/** What signs the links in the mails of an account. */
export async function keyOf(trx: Database, ownerId: string): Promise<string> {
  const row = await trx
    .insertInto('notice_settings')
    .values({ owner_id: ownerId, choices: '{}', unsubscribe_key: newUnsubscribeKey() })
    .onConflict((conflict) =>
      conflict.column('owner_id').doUpdateSet({ owner_id: (query) => query.ref('excluded.owner_id') }),
    )
    .returning('unsubscribe_key')
    .executeTakeFirstOrThrow()
  return row.unsubscribe_key
}

export async function dropWaiting(trx: Database, ownerId: string, way: 'mail' | 'webhook', why: string): Promise<void> {
  await trx
    .updateTable('notice_deliveries')
    .set((query) => ({ state: 'dropped', leased_until: null, answer: query.fn.coalesce('answer', query.val(why)) }))
    .where('owner_id', '=', ownerId)
    .where('way', '=', way)
    .where('state', '=', 'waiting')
    .execute()
}

/** All that is kept for an account that is being deleted. */
export async function forgetNotices(trx: Database, ownerId: string): Promise<void> {
  await trx.deleteFrom('notice_deliveries').where('owner_id', '=', ownerId).execute()
  await trx.deleteFrom('notices').where('owner_id', '=', ownerId).execute()
  await trx.deleteFrom('webhooks').where('owner_id', '=', ownerId).execute()
  await trx.deleteFrom('notice_settings').where('owner_id', '=', ownerId).execute()
}

function choicesOf(chosen: Chosen): NoticeChoice[] {
  return NoticeKind.options.map((kind) => {
    const { mail, webhook } = DEFAULT_WAYS[kind]
    const own = chosen[kind]
    return { kind, means: NOTICE_KINDS[kind].means, mail: own?.mail ?? mail, webhook: own?.webhook ?? webhook }
  })
}

function toWebhook({ url, format, created_at, disabled_at, disabled_why }: WebhookRow): Webhook {
  return {
    url,
    format,
    createdAt: created_at.toISOString(),
    disabledAt: disabled_at?.toISOString() ?? null,
    disabledWhy: disabled_why,
  }
}
