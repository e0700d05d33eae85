/** The kit's command line: every command, its help, and what an exit code says. */
import { createRequire } from 'node:module'
import { EXIT, newProgram, runProgram } from '@arena/host/command-line'
import { addBots } from './commands/bots.ts'
import { addCheck } from './commands/check.ts'
import { type AddCommand, type Kit } from './commands/command.ts'
import { addConnect } from './commands/connect.ts'
import { addDev } from './commands/dev.ts'
import { addEngineCheck } from './commands/engine-check.ts'
import { addInit } from './commands/init.ts'
import { addInspect } from './commands/inspect.ts'
import { addKeys } from './commands/keys.ts'
import { addLogin } from './commands/login.ts'
import { addLab } from './commands/lab.ts'
import { addMatch } from './commands/match.ts'
import { addPlay } from './commands/play.ts'
import { addRate } from './commands/rate.ts'
import { addVerify } from './commands/verify.ts'
import { addWatch } from './commands/watch.ts'
import { addWhatIf } from './commands/what-if.ts'
import { kitOrigin } from './origin.ts'
import type { Terminal } from './terminal.ts'

/** In the order of the help. */
const COMMANDS: readonly AddCommand[] = [
  addInit,
  addDev,
  addPlay,
  addMatch,
  addRate,
  addVerify,
  addInspect,
  addWhatIf,
  addCheck,
  addLab,
  addEngineCheck,
  addLogin,
  addConnect,
  addKeys,
  addBots,
  addWatch,
]

/** Runs a command line; gives the exit code. Throws what is a fault of the kit. */
export async function runKit(argv: readonly string[], terminal: Terminal): Promise<number> {
  terminal.isJson = argv.includes('--json')
  let code: number = EXIT.ok
  const kit: Kit = {
    terminal,
    action:
      (command) =>
      async (...args) => {
        code = await command(...args)
      },
  }
  const program = newProgram(
    'arena-kit',
    'The kit of a bot arena: play matches on this machine, exactly as an arena does.',
    (text) => terminal.write(text),
  ).version(versionText(), '-V, --version', 'show the version of the kit, and the arena that it comes from')
  for (const add of COMMANDS) add(program, kit)
  try {
    const ended = await runProgram(program, argv, (message) => terminal.fail(message))
    if (ended !== EXIT.ok) return ended
    return terminal.signal.aborted ? EXIT.interrupted : code
  } catch (error) {
    if (terminal.signal.aborted) return EXIT.interrupted
    throw error
  }
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
