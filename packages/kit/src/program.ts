/** The kit's command line: every command, its help, and what an exit code says. */
import { createRequire } from 'node:module'
import { Command, CommanderError } from 'commander'
import { addBots } from './commands/bots.ts'
import { addCheck } from './commands/check.ts'
import { EXIT } from './exit.ts'
import { type AddCommand, type Kit } from './commands/command.ts'
import { addDev } from './commands/dev.ts'
import { addInit } from './commands/init.ts'
import { addInspect } from './commands/inspect.ts'
import { addKeys } from './commands/keys.ts'
import { addLogin } from './commands/login.ts'
import { addLab } from './commands/lab.ts'
import { addMatch } from './commands/match.ts'
import { addPlay } from './commands/play.ts'
import { addVerify } from './commands/verify.ts'
import { addWatch } from './commands/watch.ts'
import { Interrupted, KitFailure, UsageError } from './failure.ts'
import { kitOrigin } from './origin.ts'
import type { Terminal } from './terminal.ts'

/** In the order of the help. */
const COMMANDS: readonly AddCommand[] = [
  addInit,
  addDev,
  addPlay,
  addMatch,
  addVerify,
  addInspect,
  addCheck,
  addLab,
  addLogin,
  addKeys,
  addBots,
  addWatch,
]

/** Runs a command line; gives the exit code. Throws what is a fault of the kit. */
export async function runKit(argv: readonly string[], terminal: Terminal): Promise<number> {
  terminal.isJson = argv.includes('--json')
  try {
    return await run(argv, terminal)
  } catch (error) {
    if (error instanceof UsageError || error instanceof KitFailure) {
      terminal.fail(error.message)
      return error instanceof UsageError ? EXIT.usage : EXIT.failed
    }
    if (error instanceof Interrupted || terminal.signal.aborted) return EXIT.interrupted
    throw error
  }
}

async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = EXIT.ok
  const kit: Kit = {
    terminal,
    action:
      (command) =>
      async (...args) => {
        code = await command(...args)
      },
  }
  const program = new Command('arena-kit')
    .description('The kit of a bot arena: play matches on this machine, exactly as an arena does.')
    .version(versionText(), '-V, --version', 'show the version of the kit, and the arena that it comes from')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.write(text),
      // A mistake comes as an error and is printed once.
      writeErr: () => {},
    })
  for (const add of COMMANDS) add(program, kit)
  try {
    await program.parseAsync(argv.length === 0 ? ['--help'] : argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return EXIT.ok
    throw new UsageError(usageOf(error))
  }
  return terminal.signal.aborted ? EXIT.interrupted : code
}

function usageOf({ message }: CommanderError): string {
  return message.replace(/^error: /, '')
}

/** `arena-kit 1.0.0 (9f2c41d07a3e) from http://127.0.0.1:8080`; two kits of one version differ in what is in brackets. */
function versionText(): string {
  const { version } = createRequire(import.meta.url)('../package.json') as { readonly version: string }
  const origin = kitOrigin()
  const content = origin?.integrity == null ? '' : ` (${contentOf(origin.integrity)})`
  return `arena-kit ${version}${content}${origin === null ? '' : ` from ${origin.arena}`}`
}

/** The beginning of the hash that npm has noted, in hex. */
const contentOf = (integrity: string): string =>
  Buffer.from(integrity.replace(/^\w+-/, ''), 'base64').toString('hex').slice(0, 12)
