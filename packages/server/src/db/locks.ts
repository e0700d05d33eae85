/**
 * Advisory locks, held to the end of the transaction that takes them. They order work between the machines that share a
 * database; rows are protected by row locks and constraints.
 *
 * A transaction that holds several rows takes them in this order, so that no two transactions wait for each other: a match that ends, or an account
 * and then its sessions and keys; bots, in the order of their ids; what belongs to a bot.
 */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** First key of all our locks, so that they meet none of another service's on the same server: "aren" in ASCII. */
const SPACE = 0x6172656e

const LOCKS = { migrate: 1, tick: 2, platformKeys: 3, archive: 4, notices: 5 } as const

export async function takeLock<Tables>(trx: Kysely<Tables>, lock: keyof typeof LOCKS): Promise<void> {
  // The keys are written out: PGlite cannot infer the type of a parameter that decides between two overloads.
  await sql.raw(`select pg_advisory_xact_lock(${SPACE}, ${LOCKS[lock]})`).execute(trx)
}

/** A lock for each text: what is counted for one address or one client is counted one request at a time. */
export async function takeLockOn<Tables>(trx: Kysely<Tables>, text: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${text}, ${sql.raw(String(SPACE))}))`.execute(trx)
}
