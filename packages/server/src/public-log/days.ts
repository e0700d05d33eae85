/**
 * Days and their secrets: which day a match belongs to, its number in it, and the seed that follows from both. The public log has the
 * commitment of a day before its first match, and the secret once its last match is over.
 */
import { randomBytes } from 'node:crypto'
import { commitmentOf, seedOf } from '@arena/protocol/public-log'
import { sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { CURRENT_LOG, enter } from './entries.ts'

const DAY_MS = 86_400_000

export interface NumberedSeed {
  readonly day: string
  readonly number: number
  readonly seed: Uint8Array
}

/**
 * Commits to the secrets of today and tomorrow where the log does not yet, and reveals those of days that are over: a later day has matches,
 * and none of theirs runs. False where only this call has committed to the secret that a match seated now would take: it is to be public
 * before.
 */
export async function prepareDays(db: Database, now: number): Promise<boolean> {
  const today = dayOf(now)
  const days = await db
    .selectFrom('days')
    .select(['day', 'seated', 'revealed_at'])
    .where((eb) => eb.or([eb('revealed_at', 'is', null), eb('day', '>=', today)]))
    .orderBy('day')
    .execute()
  const newest = days.findLast(({ seated }) => seated > 0)?.day ?? ''
  const missing = [today, dayOf(now + DAY_MS)].filter((day) => !days.some((known) => known.day === day))
  const over = days.filter(({ day, revealed_at: at }) => at === null && day < newest)
  if (missing.length > 0) await commit(db, missing)
  for (const { day } of over) await reveal(db, day, new Date(now))
  return newest > today || !missing.includes(today)
}

/** One machine commits, also where several do so at once. */
async function commit(db: Database, days: readonly string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const drawn = await trx
      .insertInto('days')
      .values(days.map((day) => ({ day, secret: drawSecret() })))
      .onConflict((conflict) => conflict.column('day').doNothing())
      .returning(['day', 'secret', 'seated'])
      .execute()
    for (const each of drawn) await enterDay(trx, each)
  })
}

async function reveal(db: Database, day: string, revealedAt: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const revealed = await trx
      .updateTable('days')
      .set({ revealed_at: revealedAt })
      .where('day', '=', day)
      .where('revealed_at', 'is', null)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('matches').select('id').where('day', '=', day).where('status', '=', 'running'))),
      )
      .returning('secret')
      .executeTakeFirst()
    if (revealed === undefined) return
    await enter(trx, { kind: 'secret', log: CURRENT_LOG, day, secret: revealed.secret })
  })
}

/** Draws the secrets anew that nobody has seen, for a log that has just begun: the former log may have gone on with them. */
export async function redrawDays(trx: Database): Promise<void> {
  const days = await trx.selectFrom('days').select('day').where('revealed_at', 'is', null).orderBy('day').execute()
  for (const { day } of days) {
    const drawn = await trx
      .updateTable('days')
      .set({ secret: drawSecret() })
      .where('day', '=', day)
      .returning(['day', 'secret', 'seated'])
      .executeTakeFirstOrThrow()
    await enterDay(trx, drawn)
  }
}

interface DrawnDay {
  readonly day: string
  readonly secret: string
  readonly seated: number
}

async function enterDay(trx: Database, { day, secret, seated }: DrawnDay): Promise<void> {
  await enter(trx, { kind: 'day', log: CURRENT_LOG, day, first: seated + 1, commitment: commitmentOf(secret) })
}

const drawSecret = (): string => randomBytes(32).toString('hex')

/**
 * The next number of the day that a match seated now belongs to, which nothing gives out again once the transaction is committed. The day is
 * never before one that has matches: a clock that is set back uses no secret again. Null where the log has no secret of the day.
 *
 * @param trx the transaction of a tick, which holds the tick lock
 */
export async function nextNumber(trx: Database, now: number): Promise<NumberedSeed | null> {
  const taken = await trx
    .updateTable('days')
    .set((eb) => ({ seated: eb('seated', '+', 1) }))
    .where('day', '=', (eb) => {
      const newest = eb
        .selectFrom('days')
        .select(sql<string>`max(day)`.as('day'))
        .where('seated', '>', 0)
      return eb.fn<string>('greatest', [eb.val(dayOf(now)), newest])
    })
    .where('revealed_at', 'is', null)
    .returning(['day', 'secret', 'seated'])
    .executeTakeFirst()
  if (taken === undefined) return null
  const { day, secret, seated: number } = taken
  return { day, number, seed: seedOf(secret, number) }
}

export interface ShownDay {
  readonly day: string
  /** How many numbers were given out. */
  readonly matches: number
  readonly commitment: string
  /** Null until it is revealed. */
  readonly secret: string | null
}

/** The newest days up to today, the newest first. */
export async function lastDays(db: Database, now: number, limit: number): Promise<ShownDay[]> {
  const rows = await db
    .selectFrom('days')
    .selectAll()
    .where((eb) => eb.or([eb('day', '<=', dayOf(now)), eb('seated', '>', 0)]))
    .orderBy('day', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ day, seated: matches, secret, revealed_at: revealedAt }) => ({
    day,
    matches,
    commitment: commitmentOf(secret),
    secret: revealedAt === null ? null : secret,
  }))
}

/** The date of a moment in UTC. */
function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
