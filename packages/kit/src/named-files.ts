/** Files that the kit names itself, after bots. */
import { CommandFailure } from '@arena/host/command-line'
import { InvalidArgumentError } from 'commander'
import { newFile } from './arguments.ts'

/** With letters and digits of any script; never hidden, and never an option of the program that it is given to. */
export function fileNameOf(names: readonly string[], ending: string): string {
  const name = names
    .join('-')
    .replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-')
    .replace(/^[-.]+/, '')
  return (name === '' ? 'bots' : name) + ending
}

/** Refuses a file that could not be written, before what it is to hold is played. `option` names another. */
export function requireWritable(path: string, option: string): void {
  try {
    newFile(path)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw new CommandFailure(`${path} cannot be written. ${error.message} Name another file with ${option}.`)
  }
}
