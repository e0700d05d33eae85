/**
 * Faults by the hundred, from a terminal:
 *
 *   npm run faults -- [--count 200] [--from 0] [--database embedded|postgresql]
 *
 * One line for each trial, all that was found, and a summary. A database server is named by DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import type { Ledger } from './findings.ts'
import { faultsFor, runTrial } from './trial.ts'
import type { Trial } from './trial.ts'
import { World } from './world.ts'
import type { DatabaseKind } from './world.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    from: { type: 'string', default: '0' },
    database: { type: 'string', default: process.env['DATABASE_URL'] === undefined ? 'embedded' : 'postgresql' },
  },
})

let world: World | null = null

async function run(kind: DatabaseKind, from: number, count: number): Promise<Trial[]> {
  const trials: Trial[] = []
  world = await World.create(kind)
  let ledger: Ledger = new Map()
  console.log(`${count} faults of ${faultsFor(world).length} kinds, database ${kind}`)
  if (!world.hasSmallDisk) console.log('left out: a full disk (only root may mount a small one)')
  if (world.proxy === null) console.log('left out: the database going away (that needs DATABASE_URL)')
  try {
    for (let seed = from; seed < from + count; seed++) {
      const trial = await runTrial(world, ledger, seed)
      trials.push(trial)
      const isWell = trial.found.length === 0
      const seconds = (trial.ms / 1000).toFixed(1).padStart(6)
      console.log(`${String(seed).padStart(5)} ${isWell ? 'ok  ' : 'FAIL'} ${seconds} s  ${trial.fault}`)
      for (const finding of trial.found) console.log(`        ${finding}`)
      if (isWell) continue
      // What is wrong once stays wrong: the next trial begins in a world of its own.
      await world.close()
      world = await World.create(kind)
      ledger = new Map()
    }
  } finally {
    await world?.close()
  }
  return trials
}

// A world cannot be left standing: its processes would play on by themselves.
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    console.log('ending')
    void world?.close().finally(() => process.exit(1))
  })
}

const trials = await run(values.database as DatabaseKind, Number(values.from), Number(values.count))
const well = trials.filter(({ found }) => found.length === 0).length
console.log(`\n${well} of ${trials.length} faults left the arena as it has to be.`)
process.exitCode = well === trials.length ? 0 : 1
