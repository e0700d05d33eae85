/** The program's entry. It checks the arguments before it loads the service, so that `--help` answers at once. */
import { wordsOf } from '@arena/protocol/words-of'
const USAGE = `Runs a bot arena: a service in which bots play a 1v1 platform fighter against each other.

usage: node main.js

It takes no arguments. The configuration is environment variables, which may stand in a file .env in the
working directory. .env.example lists them all, and docs/operating.md explains how to run an arena.
`
const EXIT_USAGE = 2

const [argument] = process.argv.slice(2)
if (argument === '--help') {
  process.stdout.write(USAGE)
} else if (argument !== undefined) {
  process.stderr.write(`The arena takes no arguments, but was given "${argument}". See --help.\n`)
  process.exitCode = EXIT_USAGE
} else {
  try {
    const { runArena } = await import('./program.ts')
    await runArena()
  } catch (error) {
    process.stderr.write(`The arena could not start: ${wordsOf(error)}\n`)
    process.exitCode = 1
  }
}
