/** The command line of operators: every command, its help, and what an exit code says. */
import { wordsOf } from '@arena/protocol/words-of'
import { EXIT, newProgram, runProgram } from '@arena/host/command-line'
import { ConfigError, readDataPlace, readPlatformKeys } from '../config.ts'
import type { Environment } from '../config.ts'
import { FolderInUseError } from '../db/folder-lock.ts'
import { LoadError } from '../db/load.ts'
import { MovedDatabaseError } from '../db/moved.ts'
import { OperatorFailure } from '../operators/outcome.ts'
import { StartError } from '../start-error.ts'
import { addAccounts, addKeys } from './commands/accounts.ts'
import { addBots } from './commands/bots.ts'
import type { AddCommand, Admin } from './commands/command.ts'
import { addBackup, addLeaveBucket, addMove, addRestore } from './commands/data.ts'
import { addLog, addMaintenance, addMatches } from './commands/running.ts'
import type { Terminal } from './terminal.ts'

const COMMANDS: readonly AddCommand[] = [
  addBots,
  addAccounts,
  addKeys,
  addMatches,
  addMaintenance,
  addBackup,
  addRestore,
  addMove,
  addLeaveBucket,
  addLog,
]
const EXPECTED = [OperatorFailure, LoadError, ConfigError, StartError, FolderInUseError, MovedDatabaseError]

/** Runs a command line; gives the exit code. */
export async function runAdmin(argv: readonly string[], env: Environment, terminal: Terminal): Promise<number> {
  terminal.isJson = argv.includes('--json')
  const admin: Admin = {
    terminal,
    place: () => readDataPlace(env),
    platformKeys: () => readPlatformKeys(env),
    user: env['SUDO_USER'],
  }
  const program = newProgram(
    'arena-admin',
    'The tools of an arena’s operator. The data is found as the arena finds it: by ARENA_DATA_DIR and DATABASE_URL, which may ' +
      'stand in a file .env in the working directory. An arena on its embedded database may run meanwhile: run this as its user.',
    (text) => terminal.help(text),
  )
  for (const add of COMMANDS) add(program, admin)
  try {
    return await runProgram(program, argv, (message) => terminal.fail(message))
  } catch (error) {
    terminal.fail(reportOf(error))
    return EXIT.failed
  }
}

function reportOf(error: unknown): string {
  if (!(error instanceof Error)) return wordsOf(error)
  // What the system refuses, such as a folder that cannot be written to, it says itself.
  const isTold = EXPECTED.some((kind) => error instanceof kind) || 'syscall' in error
  return isTold ? wordsOf(error) : (error.stack ?? wordsOf(error))
}
