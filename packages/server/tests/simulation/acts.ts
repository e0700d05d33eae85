/** What owners and operators ask of an arena while it plays, by the service's own functions. Each draws what it is about. */
import { AccountStore } from '../../src/accounts/store.ts'
import type { Database } from '../../src/db/schema.ts'
import { BotStore } from '../../src/bots/store.ts'
import { announce } from '../../src/operators/maintenance.ts'
import { endMatch } from '../../src/operators/matches.ts'
import type { Stream } from './kernel/stream.ts'

/** The least number of bots: with fewer nobody is left to play. */
const LEAST_BOTS = 8

/** The length of an announced maintenance, so long that a machine that froze as it began sees it. */
const LONG_MAINTENANCE_MS = 4 * 60_000

type Act = (db: Database, chance: Stream) => Promise<unknown>

export const ACTS = {
  async 'an operator ends a match'(db, chance) {
    const running = await db.selectFrom('matches').select('id').where('status', '=', 'running').orderBy('id').execute()
    if (running.length === 0) return
    const { id } = chance.one(running)
    await db.transaction().execute((trx) => endMatch(trx, id, new Date(Date.now())))
  },
  async 'maintenance is announced'(db, chance) {
    const startsAt = Date.now() + chance.between(0, 10_000)
    const endsAt = startsAt + (chance.once(5) ? LONG_MAINTENANCE_MS : chance.between(1_000, 40_000))
    await db.transaction().execute((trx) => announce(trx, { text: 'Disks', startsAt, endsAt }, Date.now()))
  },
  async 'an owner pauses a bot, or lets it play again'(db, chance) {
    const bots = await botsOf(db)
    const paused = bots.filter(({ status }) => status === 'paused')
    // Most bots play at any time.
    const { owner_id: owner, id, status } = chance.one(paused.length > 0 ? paused : bots)
    await new BotStore(db).update(owner, id, { status: status === 'active' ? 'paused' : 'active' })
  },
  async 'an owner removes a bot'(db, chance) {
    const bots = await botsOf(db)
    if (bots.length <= LEAST_BOTS) return
    const { owner_id: owner, id } = chance.one(bots)
    await new BotStore(db).remove(owner, id)
  },
  async 'an account is deleted'(db, chance) {
    const bots = await botsOf(db)
    if (bots.length > LEAST_BOTS) await new AccountStore(db).delete(chance.one(bots).owner_id)
  },
} as const satisfies Readonly<Record<string, Act>>

function botsOf(db: Database) {
  return db
    .selectFrom('bots')
    .select(['id', 'owner_id', 'status'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}
