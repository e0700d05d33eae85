/**
 * The frame of every command line: the kit's, the operators' and those of scripts. It reads numbers, makes commands with their help, runs a
 * command line, and says what an exit code means. commander does the rest (ADR 37).
 */
import { Command, CommanderError, InvalidArgumentError } from 'commander'

export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const

/** A failure that the caller can do something about: it is printed as a sentence, without a stack. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

/** A command line that cannot be understood, or a question that nobody is there to answer. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Ctrl-C where a terminal hands it over as a key, and not as a signal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** A program of several commands. `write` takes its help; mistakes come as errors, which `runProgram` reports once. */
export function newProgram(name: string, description: string, write: (text: string) => void): Command {
  return new Command(name)
    .description(description)
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: () => {} })
}

/** A command with the options that every one has. `name` may name arguments: `play <bot>`. `isDefault`: the one of a group alone. */
export function newCommand(parent: Command, name: string, summary: string, isDefault = false): Command {
  return named(parent, name, summary, isDefault).option('--json', 'print results as JSON, one document a line')
}

/** A command that is several: `bots register`. */
export function newGroup(parent: Command, name: string, summary: string): Command {
  return named(parent, name, summary).helpCommand('help [command]', 'show the help of a command')
}

const named = (parent: Command, name: string, summary: string, isDefault = false): Command =>
  parent
    .command(name, { isDefault })
    .summary(summary)
    .description(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`)
    .helpOption('-h, --help', 'show this help')

/** The last lines of a command's help: what its exit code says. */
export const exitsWith = (failed: string): string =>
  `\nThe exit code is 0, ${EXIT.failed} where ${failed}, ${EXIT.usage} for a wrong command line, ${EXIT.interrupted} after Ctrl-C.`

/**
 * Runs a command line, and gives its exit code. `fail` prints why it ends without its result. Throws what is neither a mistake on the
 * command line nor a `CommandFailure`.
 */
export async function runProgram(
  program: Command,
  argv: readonly string[],
  fail: (message: string) => void,
): Promise<number> {
  try {
    await program.parseAsync(argv.length === 0 ? ['--help'] : argv, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok
    if (error instanceof Interrupted) return EXIT.interrupted
    if (error instanceof CommanderError || error instanceof UsageError) {
      fail(mistakeOf(error, program))
      return EXIT.usage
    }
    if (!(error instanceof CommandFailure)) throw error
    fail(error.message)
    return EXIT.failed
  }
}

function mistakeOf(error: CommanderError | UsageError, program: Command): string {
  // A command of several, such as `bots`, without the one that is meant.
  if (error instanceof CommanderError && error.code === 'commander.help')
    return `a command is missing: see ${program.name()} --help`
  return error.message.replace(/^error: /, '')
}

/** Reads a whole number within bounds. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= least && number <= most) return number
    const bounds = most === Number.MAX_SAFE_INTEGER ? `${least} on` : `${least} to ${most}`
    throw new InvalidArgumentError(`It has to be a whole number from ${bounds}.`)
  }
}

/** Reads `1,25,100`: whole numbers from 1 on. */
export const wholeList = (text: string): number[] => text.split(',').map(wholeNumber(1))

/** Reads a whole number, below 0 too, as of a frame. */
export function integer(text: string): number {
  if (/^-?\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It has to be a whole number.')
}

/** Reads a number within bounds, whole or not. */
export function realNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (/^[+-]?\d+(\.\d+)?$/.test(text) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`It has to be a number from ${least} to ${most}.`)
  }
}

/** Reads a number above 0, whole or not, as of seconds. */
export function positive(text: string): number {
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text) && Number(text) > 0) return Number(text)
  throw new InvalidArgumentError('It has to be a number above 0.')
}
