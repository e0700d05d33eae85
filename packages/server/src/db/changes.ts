/**
 * Whether something that is read often has changed since it was last read. The database announces changes once they are
 * committed, whatever arena made them (see the migration `changes`): the embedded one before the query that made them
 * returns, PostgreSQL over a connection that does nothing but listen.
 */
import { sql } from 'kysely'
import type { Database } from './schema.ts'

export const CHANGES_CHANNEL = 'arena_changes'

const TOPICS = ['matches', 'leaderboard', 'operators', 'rehearsals', 'notices'] as const
export type Topic = (typeof TOPICS)[number]

export class Changes {
  readonly #revisions: Record<Topic, number> = { matches: 0, leaderboard: 0, operators: 0, rehearsals: 0, notices: 0 }
  #isFollowing = false

  /** The same number as long as nothing has changed; null while that is unknown. */
  revision(topic: Topic): number | null {
    return this.#isFollowing ? this.#revisions[topic] : null
  }

  /** Takes a message of the channel. */
  heard(message: string): void {
    for (const topic of TOPICS) if (topic === message) this.#revisions[topic]++
  }

  /** From here on every change is heard. What happened before may not have been. */
  follow(): void {
    for (const topic of TOPICS) this.#revisions[topic]++
    this.#isFollowing = true
  }

  lose(): void {
    this.#isFollowing = false
  }
}

/** Announces a change of which no trigger knows, once the transaction is committed. */
export async function announceChange(trx: Database, topic: Topic): Promise<void> {
  await sql`select pg_notify(${CHANGES_CHANNEL}, ${topic})`.execute(trx)
}
