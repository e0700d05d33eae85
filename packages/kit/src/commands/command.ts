/** What the commands of the kit have in common. */
import { UsageError } from '@arena/host/command-line'
import type { Command } from 'commander'
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

/** Refuses what is behind the name of a group that stands for one command: it is another command, misspelt. */
export function refuseOthers(group: string, { args: [other] }: Command): void {
  if (other !== undefined) throw new UsageError(`unknown command '${group} ${other}': see arena-kit ${group} --help`)
}
