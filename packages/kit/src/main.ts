#!/usr/bin/env node
/** The local kit as a program. */
import { setTimeout as sleep } from 'node:timers/promises'
import { holdBuild, onSignals } from '@arena/host/system'
import { EXIT } from '@arena/host/command-line'
import { newestKit, runKitAt, updateOf } from './newest.ts'
import { kitOrigin } from './origin.ts'
import { runKit } from './program.ts'
import { Terminal } from './terminal.ts'

/** How long a command that is done waits to hear of a newer kit: an arena that is away may not answer at all. */
const HEAR_MS = 1_000

const argv = process.argv.slice(2)
const origin = kitOrigin()
const newest = await newestKit(origin)
const code = newest === null ? null : await runKitAt(newest, argv)
process.exitCode = code ?? (await runHere())

async function runHere(): Promise<number> {
  holdBuild()
  const interruption = new AbortController()
  // The first lets the match be broken off in order, with its replay; a second does not wait for that. SIGHUP comes where the
  // terminal is closed.
  onSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], (isFirst) => {
    if (!isFirst) process.exit(EXIT.interrupted)
    interruption.abort()
  })
  // Whoever reads the results has left, as `head` does: there is nothing more to do. Progress is for nobody in particular.
  process.stdout.on('error', () => interruption.abort())
  process.stderr.on('error', () => {})
  const terminal = new Terminal(interruption.signal)
  const asking = new AbortController()
  const told = updateOf(origin, asking.signal).then((sentence) => sentence !== null && terminal.note(sentence))
  try {
    return await runKit(argv, terminal)
  } finally {
    await Promise.race([told, sleep(HEAR_MS, null, { ref: false, signal: interruption.signal }).catch(() => {})])
    asking.abort()
  }
}
