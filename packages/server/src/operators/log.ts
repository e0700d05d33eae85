/** The record of what operators did. It is only added to; the database refuses to change it. */
import type { Database } from '../db/schema.ts'
import type { Row } from './outcome.ts'
import type { Reason } from './requests.ts'

export interface Done {
  readonly act: string
  /** The id of what it was done to; null where it was no one thing. */
  readonly subject: string | null
  /** Never what a deleted account is to take with it, such as its address. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** In the transaction of the act, so that there is no act without its row. */
export async function noteAct(trx: Database, { who, why }: Reason, done: Done, at: Date): Promise<void> {
  const { act, subject, facts } = done
  await trx
    .insertInto('operator_acts')
    .values({ at, who, why, act, subject, facts: JSON.stringify(facts) })
    .execute()
}

/** Newest first. */
export async function listActs(db: Database, limit: number): Promise<Row[]> {
  const rows = await db.selectFrom('operator_acts').selectAll().orderBy('id', 'desc').limit(limit).execute()
  return rows.map(({ at, who, why, act, subject, facts }) => ({ at: at.toISOString(), who, why, act, subject, facts }))
}
