#!/usr/bin/env node
/** The local kit as a program. */
import { holdBuild } from '@arena/host/system'
import { parseCommand, type Command } from './arguments.ts'
import { check } from './check.ts'
import { KitFailure, UsageError } from './failure.ts'
import { play } from './play.ts'
import { read } from './read.ts'
import { Terminal } from './terminal.ts'

const EXIT = { failed: 1, usage: 2, interrupted: 130 } as const

function run(command: Command, terminal: Terminal): Promise<number> | number {
  switch (command.kind) {
    case 'help':
      terminal.print(command.text.trimEnd())
      return 0
    case 'play':
      return play(command, terminal)
    case 'check':
      return check(command.url, command.isPublic, terminal)
    case 'read':
      return read(command.path, terminal)
  }
}

holdBuild()
const interruption = new AbortController()
const terminal = new Terminal(interruption.signal)
// The first lets the match be broken off in order, with its replay; a second does not wait for that.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interruption.signal.aborted) process.exit(EXIT.interrupted)
    interruption.abort()
  })
}

try {
  process.exitCode = await run(parseCommand(process.argv.slice(2)), terminal)
} catch (error) {
  if (error instanceof UsageError) {
    terminal.note(`arena-kit: ${error.message}`)
    process.exitCode = EXIT.usage
  } else if (error instanceof KitFailure) {
    terminal.note(`arena-kit: ${error.message}`)
    process.exitCode = EXIT.failed
  } else if (!interruption.signal.aborted) {
    throw error
  }
}
if (interruption.signal.aborted) process.exitCode = EXIT.interrupted
