/** The command line of a script: options whose types follow from their declaration, and an exit status of 2 for mistakes. */
import { EXIT } from '@arena/host/command-line'
import { Command } from '@commander-js/extra-typings'

/** `call` is what starts the script, and `description` what it does; both are in its help. */
export function newScript(call: string, description: string) {
  return new Command(call)
    .description(description)
    .helpOption('-h, --help', 'show this help')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? EXIT.ok : EXIT.usage))
}

/** The server that DATABASE_URL names; without one the script ends. */
export const neededDatabase = (script: { error: (message: string) => never }): string =>
  process.env['DATABASE_URL'] ?? script.error('error: DATABASE_URL names no PostgreSQL server')
