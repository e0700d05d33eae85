/** The command line of scripts that are run from a terminal: commander (ADR 37), with an exit status of 2 for mistakes on it. */
import { Command, InvalidArgumentError } from '@commander-js/extra-typings'

const EXIT_USAGE = 2

/** `call` is what starts the script, and `description` what it does; both are in its help. */
export function newScript(call: string, description: string) {
  return new Command(call)
    .description(description)
    .helpOption('-h, --help', 'show this help')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_USAGE))
}

/** Reads a whole number from `least` on, as of seeds, which have ten digits. */
export function wholeFrom(least: number): (text: string) => number {
  return (text) => {
    if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text)) && Number(text) >= least) return Number(text)
    throw new InvalidArgumentError(`It has to be a whole number from ${least} on.`)
  }
}

/** Reads a number above 0, whole or not, as of seconds. */
export function positive(text: string): number {
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text) && Number(text) > 0) return Number(text)
  throw new InvalidArgumentError('It has to be a number above 0.')
}

/** Reads `1,25,100`: whole numbers from 1 on. */
export const wholeList = (text: string): number[] => text.split(',').map(wholeFrom(1))

/** The server that DATABASE_URL names; without one the script ends. */
export const neededDatabase = (script: { error: (message: string) => never }): string =>
  process.env['DATABASE_URL'] ?? script.error('error: DATABASE_URL names no PostgreSQL server')
