#!/usr/bin/env node
/** The local kit as a program. */
import { holdBuild } from '@arena/host/system'
import { EXIT } from './commands/command.ts'
import { runKit } from './program.ts'
import { Terminal } from './terminal.ts'

holdBuild()
const interruption = new AbortController()
// The first lets the match be broken off in order, with its replay; a second does not wait for that.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interruption.signal.aborted) process.exit(EXIT.interrupted)
    interruption.abort()
  })
}

process.exitCode = await runKit(process.argv.slice(2), new Terminal(interruption.signal))
