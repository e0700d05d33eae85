/** What the commands of the kit have in common. */
import type { Command } from 'commander'
import { EXIT } from '../exit.ts'
import { UsageError } from '../failure.ts'
import type { Terminal } from '../terminal.ts'

export interface Kit {
  readonly terminal: Terminal
  /** An action of a command: what it gives is the exit code. The options are its last argument. */
  readonly action: <Args extends unknown[]>(
    run: (...args: Args) => Promise<number> | number,
  ) => (...args: Args) => Promise<void>
}

/** Adds a command to the program. */
export type AddCommand = (program: Command, kit: Kit) => void

/** A command with the options that every one has. `name` may name arguments: `play <bot>`. `isDefault`: the one of a group alone. */
export function newCommand(parent: Command, name: string, summary: string, isDefault = false): Command {
  return parent
    .command(name, { isDefault })
    .summary(summary)
    .description(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`)
    .helpOption('-h, --help', 'show this help')
    .option('--json', 'print results as JSON, one document a line')
}

/** A command that is several: `bots register`. */
export function newGroup(parent: Command, name: string, summary: string): Command {
  return parent
    .command(name)
    .summary(summary)
    .description(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`)
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
}

/** Refuses what is behind the name of a group that stands for one command: it is another command, misspelt. */
export function refuseOthers(group: string, { args: [other] }: Command): void {
  if (other !== undefined) throw new UsageError(`unknown command '${group} ${other}': see arena-kit ${group} --help`)
}

/** The last lines of a command's help: what its exit code says. */
export const exitsWith = (failed: string): string =>
  `\nThe exit code is 0, ${EXIT.failed} where ${failed}, ${EXIT.usage} for a wrong command line, ${EXIT.interrupted} after Ctrl-C.`
