/** The last deploy checks of a bot, as its owner sees them. A check that passed is what stored its URL. */
import type { DeployStep, DeployReport } from '@arena/protocol'
import { sql } from 'kysely'
import type { NoticeFacts } from '../db/json-columns.ts'
import type { Database } from '../db/schema.ts'

/** What the deploy check found at a URL. */
export interface Checked {
  /** As it is stored. */
  readonly url: string
  readonly report: DeployReport
}

export interface PastCheck {
  /** Unix milliseconds, as below. */
  readonly at: number
  readonly url: string
  readonly passed: boolean
  readonly steps: readonly DeployStep[]
}

/** Checks that are kept of each bot: few, so that its owner cannot fill the database. Those that passed also mark the chart of the rating. */
const KEPT_PASSED = 50
const KEPT_FAILED = 10

export async function noteCheck(db: Database, botId: string, { url, report }: Checked, at: Date): Promise<void> {
  await db
    .insertInto('deploy_checks')
    .values({ bot_id: botId, at, url, passed: report.ok, steps: JSON.stringify(report.steps) })
    .execute()
  const oldestKept = db
    .selectFrom('deploy_checks')
    .select('at')
    .where('bot_id', '=', botId)
    .where('passed', '=', report.ok)
    .orderBy('at', 'desc')
    .offset((report.ok ? KEPT_PASSED : KEPT_FAILED) - 1)
    .limit(1)
  await db
    .deleteFrom('deploy_checks')
    .where('bot_id', '=', botId)
    .where('passed', '=', report.ok)
    .where('at', '<', oldestKept)
    .execute()
}

/** What the notice of a failed check says. */
export function factsOfFailure({ url, report }: Checked): NoticeFacts {
  const failed = report.steps.find(({ ok }) => !ok)
  return { url, ...(failed && { step: failed.name, received: failed.received }) }
}

/** Newest first. */
export async function lastChecks(db: Database, botId: string, limit: number): Promise<PastCheck[]> {
  const rows = await db
    .selectFrom('deploy_checks')
    .select(['at', 'url', 'passed', 'steps'])
    .where('bot_id', '=', botId)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.getTime() }))
}

/** When the URL of a bot was changed, oldest first; its registration is no change. */
export async function urlChanges(db: Database, botId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('deploy_checks')
    .innerJoin('bots', 'bots.id', 'deploy_checks.bot_id')
    .select('deploy_checks.at')
    .where('bot_id', '=', botId)
    .where('passed', '=', sql.lit(true))
    .whereRef('deploy_checks.at', '>', 'bots.created_at')
    .orderBy('deploy_checks.at')
    .execute()
  return rows.map(({ at }) => at.getTime())
}

export async function forgetChecks(db: Database, botIds: readonly string[]): Promise<void> {
  if (botIds.length === 0) return
  await db.deleteFrom('deploy_checks').where('bot_id', 'in', botIds).execute()
}
