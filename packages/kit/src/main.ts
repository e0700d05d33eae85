#!/usr/bin/env node
/** The local kit as a program. */
import { holdBuild } from '@arena/host/system'
import { EXIT } from './exit.ts'
import { newestKit, runKitAt } from './newest.ts'
import { kitOrigin } from './origin.ts'
import { runKit } from './program.ts'
import { Terminal } from './terminal.ts'

const argv = process.argv.slice(2)
const newest = await newestKit(kitOrigin())
const code = newest === null ? null : await runKitAt(newest, argv)
process.exitCode = code ?? (await runHere())

function runHere(): Promise<number> {
  holdBuild()
  const interruption = new AbortController()
  // The first lets the match be broken off in order, with its replay; a second does not wait for that. SIGHUP comes where the
  // terminal is closed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (interruption.signal.aborted) process.exit(EXIT.interrupted)
      interruption.abort()
    })
  }
  // Whoever reads the results has left, as `head` does: there is nothing more to do. Progress is for nobody in particular.
  process.stdout.on('error', () => interruption.abort())
  process.stderr.on('error', () => {})
  return runKit(argv, new Terminal(interruption.signal))
}
