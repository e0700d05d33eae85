/** `arena-admin backup`, `restore`, `move-to-postgres` and `leave-bucket`: the arena's data as a whole. */
import type { DataPlace } from '../../config.ts'
import { backUp, restore } from '../backup-folder.ts'
import { leaveBucket } from '../leave-bucket.ts'
import { moveToPostgres } from '../move.ts'
import { newAct, newFinalAct, reasonOf, sure, withLink } from './command.ts'
import type { ActOptions, AddCommand } from './command.ts'

const MIB = 1024 * 1024

export const addBackup: AddCommand = (program, admin) => {
  newAct(program, 'backup', 'back up database, keys and replays into a folder, also while the arena runs')
    .argument('<folder>', 'new, or that of an earlier backup: then only new replays are copied')
    .action(async (folder: string, options: ActOptions) => {
      const reason = reasonOf(options, admin)
      const keeping = { dataDir: admin.place().dataDir, platformKeys: admin.platformKeys() }
      const done = await withLink(admin, (link) => backUp(link, keeping, folder, reason))
      admin.terminal.data({ folder, ...done })
      admin.terminal.print(
        `${folder} holds the data (${(done.bytes / MIB).toFixed(1)} MiB) and ${done.replays} replays, ${done.newReplays} of them new.`,
      )
    })
}

export const addRestore: AddCommand = (program, admin) => {
  newFinalAct(program, 'restore', 'restore a backup into an empty database and a data folder; no arena may run on them')
    .argument('<folder>', 'the folder of the backup')
    .action(async (folder: string, options: ActOptions) => {
      const reason = reasonOf(options, admin)
      const place = admin.place()
      const rows = await restore(place, folder, reason, () =>
        sure(admin, `The backup of ${folder} will be loaded into ${nameOf(place)}.`, options),
      )
      admin.terminal.data({ rows })
      admin.terminal.print(...counts(rows), 'The backup is restored.')
    })
}

export const addMove: AddCommand = (program, admin) => {
  newFinalAct(
    program,
    'move-to-postgres',
    'move the data of a stopped arena from its embedded database to the empty one that DATABASE_URL names',
  ).action(async (options: ActOptions) => {
    const reason = reasonOf(options, admin)
    const place = admin.place()
    const { rows, kept } = await moveToPostgres(place, reason, () =>
      sure(admin, `The arena of ${place.dataDir} will use ${nameOf(place)} from then on.`, options),
    )
    admin.terminal.data({ rows, kept })
    admin.terminal.print(...counts(rows), `Every row was compared. The embedded database is kept in ${kept}.`)
  })
}

export const addLeaveBucket: AddCommand = (program, admin) => {
  newAct(
    program,
    'leave-bucket',
    'have a stopped arena keep its replays in its folder again, once their objects were copied there from the bucket',
  )
    .option('--without-missing', 'also where replays are missing or damaged: the arena has those no more')
    .action(async (options: ActOptions & { readonly withoutMissing?: true }) => {
      const reason = reasonOf(options, admin)
      const left = await leaveBucket(admin.place(), options.withoutMissing === true, reason)
      admin.terminal.data(left)
      admin.terminal.print(`Replays that are kept in the folder now: ${left.replays}. Given up: ${left.missing}.`)
    })
}

/** Never the whole address, which may hold a password. */
function nameOf({ databaseUrl, dataDir }: DataPlace): string {
  return databaseUrl === null ? dataDir : `the database at ${new URL(databaseUrl).host}`
}

function counts(rows: Readonly<Record<string, number>>): string[] {
  return Object.entries(rows).map(([table, count]) => `${String(count).padStart(9)} ${table}`)
}
