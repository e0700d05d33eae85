/** Carries out what an operator asks for, over the database: an act and its row in the log are one transaction. */
import type { Database } from '../db/schema.ts'
import { exportAccount, importAccount } from './account-file.ts'
import { deleteAccount, disableAccount, enableAccount, listAccounts, listKeys, revokeKey } from './accounts.ts'
import { deleteBot, disableBot, enableBot, listBots } from './bots.ts'
import { listActs, noteAct } from './log.ts'
import type { Done } from './log.ts'
import { announce, cancel, maintenanceFacts, readMaintenance } from './maintenance.ts'
import { endMatch, listMatches } from './matches.ts'
import type { Row } from './outcome.ts'
import type { Act, Read, Reason } from './requests.ts'

export class Operator {
  readonly #db: Database
  readonly #now: () => number

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db
    this.#now = now
  }

  async read(read: Read): Promise<Row[]> {
    const db = this.#db
    switch (read.read) {
      case 'bots':
        return listBots(db, read)
      case 'accounts':
        return listAccounts(db, read)
      case 'keys':
        return listKeys(db, read.account)
      case 'matches':
        return listMatches(db, read.limit)
      case 'maintenance': {
        const known = await readMaintenance(db)
        return known === null ? [] : [maintenanceFacts(known)]
      }
      case 'log':
        return listActs(db, read.limit)
    }
  }

  /** What it was done to, as it is afterwards. */
  act(act: Act, reason: Reason): Promise<Row> {
    const now = this.#now()
    return this.#db.transaction().execute(async (trx) => {
      const row = await perform(trx, act, now)
      await noteAct(trx, reason, doneBy(act, row), new Date(now))
      return row
    })
  }

  /** Something that was done with the database as a whole. */
  async note(done: Done, reason: Reason): Promise<void> {
    await noteAct(this.#db, reason, done, new Date(this.#now()))
  }
}

function perform(trx: Database, act: Act, now: number): Promise<Row> {
  const at = new Date(now)
  switch (act.act) {
    case 'bot.disable':
      return disableBot(trx, act.bot, at)
    case 'bot.enable':
      return enableBot(trx, act.bot)
    case 'bot.delete':
      return deleteBot(trx, act.bot, at)
    case 'account.disable':
      return disableAccount(trx, act.account, at)
    case 'account.enable':
      return enableAccount(trx, act.account)
    case 'account.delete':
      return deleteAccount(trx, act.account, at)
    case 'account.export':
      return exportAccount(trx, act.account)
    case 'account.import':
      return importAccount(trx, act.file, act.withKeys, at)
    case 'key.revoke':
      return revokeKey(trx, act.key, at)
    case 'match.end':
      return endMatch(trx, act.match, at)
    case 'maintenance.announce':
      return announce(trx, { text: act.text, startsAt: act.from, endsAt: act.until }, now)
    case 'maintenance.cancel':
      return cancel(trx)
  }
}

/** For the log: ids and names of bots, never the address or the handle of an account, which may be deleted later. */
function doneBy({ act }: Act, row: Row): Done {
  switch (act) {
    case 'account.export':
      return { act, subject: String((row['account'] as Row)['id']), facts: {} }
    case 'account.import':
      return { act, subject: String(row['id']), facts: { bots: row['bots'], keys: row['keys'] } }
    case 'maintenance.announce':
    case 'maintenance.cancel':
      return { act, subject: null, facts: row }
    case 'bot.disable':
    case 'bot.enable':
    case 'bot.delete':
      return { act, subject: String(row['id']), facts: { name: row['name'] } }
    default:
      return { act, subject: String(row['id']), facts: {} }
  }
}
