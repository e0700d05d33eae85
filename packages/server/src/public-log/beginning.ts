/**
 * The begin of a public log. An arena has one. A backup that is restored takes back entries that were public, and that nobody may take back:
 * so another log begins, and says which one it follows.
 */
import type { KeyPair } from '@arena/protocol'
import { equalBytes, leafHash, rootOf } from '@arena/protocol/public-log'
import type { Checkpoint } from '@arena/protocol/public-log'
import type { Config } from '../config.ts'
import { takeLock } from '../db/locks.ts'
import type { Database } from '../db/schema.ts'
import { redrawDays } from './days.ts'
import type { KeyRing } from '../platform/key-store.ts'
import { CURRENT_LOG, enter } from './entries.ts'

interface Beginning {
  /** Where the arena is, as `placeOf` has it. */
  readonly place: string
  readonly keys: KeyRing
  /** The newest that this machine has published. */
  readonly published: PublishedCheckpoint | null
  /** Unix milliseconds. */
  readonly now: number
}

export interface PublishedCheckpoint extends Checkpoint {
  readonly log: number
  /** The hash of its last entry. */
  readonly leaf: Uint8Array
}

/** Address of an arena without its scheme: what names of its logs begin with. */
export function placeOf({ baseUrl, port }: Pick<Config, 'baseUrl' | 'port'>): string {
  if (baseUrl === null) return `localhost:${port}`
  const { host, pathname } = new URL(baseUrl)
  return `${host}${pathname}`.replace(/\/+$/, '')
}

/**
 * Begins a log where there is none, or where the database is not what was published; and enters the key that this machine signs with.
 * In the middle of a rotation, a machine that still starts with the former key does not enter that again.
 */
export async function agreeOnLog(db: Database, { place, keys, published, now }: Beginning): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await takeLock(trx, 'platformKeys')
    const current = await currentLog(trx)
    if (current === undefined) await begin(trx, 1, place)
    else if (published !== null && !(await holds(trx, published))) await follow(trx, published.log, published)
    await enterKey(trx, keys, new Date(now))
  })
}

/** Another log, for what a backup was loaded into. Nothing where the backup is from before the log. */
export async function beginAfterRestore(trx: Database): Promise<void> {
  const former = await currentLog(trx)
  if (former === undefined) return
  const { log, origin, size } = former
  const rows = await trx
    .selectFrom('public_log_entries')
    .select('text')
    .where('log', '=', log)
    .orderBy('index')
    .execute()
  await follow(trx, log, { origin, size, root: rootOf(rows.map(({ text }) => leafHash(text))) })
}

const currentLog = (db: Database) =>
  db.selectFrom('public_logs').selectAll().where('is_current', '=', true).executeTakeFirst()

/** Whether the database has what was published: one from before, or one that went on from there, has another last entry, or none. */
async function holds(trx: Database, { log, size, leaf }: PublishedCheckpoint): Promise<boolean> {
  const last = await trx
    .selectFrom('public_log_entries')
    .select('text')
    .where('log', '=', log)
    .where('index', '=', size - 1)
    .executeTakeFirst()
  return last !== undefined && equalBytes(leafHash(last.text), leaf)
}

async function begin(trx: Database, log: number, place: string): Promise<void> {
  await trx
    .insertInto('public_logs')
    .values({ log, origin: `${place}/log/${log}`, is_current: true })
    .execute()
}

/** What runs was seated with secrets of the former log, so it has no number in this one. */
async function follow(trx: Database, log: number, former: Checkpoint): Promise<void> {
  await trx.updateTable('public_logs').set({ is_current: false }).where('is_current', '=', true).execute()
  await begin(trx, log + 1, former.origin.replace(/\/log\/\d+$/, ''))
  await trx.updateTable('matches').set({ day: null, number: null }).where('status', '=', 'running').execute()
  await enter(trx, { kind: 'restored', log: CURRENT_LOG, former })
  await redrawDays(trx)
}

async function enterKey(trx: Database, { current: { publicKey }, others }: KeyRing, now: Date): Promise<void> {
  const { log, public_key: newest } = (await currentLog(trx))!
  if (publicKey === newest) return
  const isHeld = (key: string | null) => others.some((other: KeyPair) => other.publicKey === key)
  if (isHeld(newest) && (await wasEntered(trx, log, publicKey))) return
  await trx.updateTable('public_logs').set({ public_key: publicKey }).where('log', '=', log).execute()
  await enter(trx, { kind: 'key', log: CURRENT_LOG, publicKey, since: now.toISOString() })
}

async function wasEntered(trx: Database, log: number, publicKey: string): Promise<boolean> {
  const entry = await trx
    .selectFrom('public_log_entries')
    .select('index')
    .where('log', '=', log)
    .where('match_id', 'is', null)
    .where('text', 'like', `arena key v1\n%\npublic ${publicKey}\n%`)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}
