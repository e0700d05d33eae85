/**
 * Carries out what an operator asks for, over the database: an act and its row in the log are one transaction. Its moment is of the
 * database's clock: the operator's machine may have another.
 */
import { databaseTime } from '../db/clock.ts'
import type { Database } from '../db/schema.ts'
import { exportAccount, importAccount } from './account-file.ts'
import { deleteAccount, disableAccount, enableAccount, listAccounts, listKeys, revokeKey } from './accounts.ts'
import { deleteBot, disableBot, enableBot, listBots } from './bots.ts'
import { listActs, noteAct } from './log.ts'
import type { Done } from './log.ts'
import { announce, cancel, maintenanceFacts, maintenanceOf, readMaintenance } from './maintenance.ts'
import { endMatch, listMatches } from './matches.ts'
import type { Row } from './outcome.ts'
import type { Act, Read, Reason } from './requests.ts'

export class Operator {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
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
    return this.#db.transaction().execute(async (trx) => {
      const at = await databaseTime(trx)
      const row = await perform(trx, act, at)
      await noteAct(trx, reason, doneBy(act, row), at)
      return row
    })
  }

  /** The outcome that `act` would give; nothing of it stays done. */
  async preview(act: Act): Promise<Row> {
    const undone = new Error('a preview is undone')
    let row: Row = {}
    await this.#db
      .transaction()
      .execute(async (trx) => {
        row = await perform(trx, act, await databaseTime(trx))
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
    return row
  }

  /** Something that was done with the database as a whole. */
  async note(done: Done, reason: Reason): Promise<void> {
    await noteAct(this.#db, reason, done, await databaseTime(this.#db))
  }
}

function perform(trx: Database, act: Act, at: Date): Promise<Row> {
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
      return announce(trx, maintenanceOf(act, at.getTime()), at.getTime())
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
