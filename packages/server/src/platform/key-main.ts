/** The operator's command for a rotation of the platform key of an arena of several machines: `npm run platform-key`. */
import { existsSync } from 'node:fs'
import { EXIT } from '@arena/host/command-line'
import { wordsOf } from '@arena/protocol/words-of'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { PlatformKeyStore } from './key-store.ts'

const USAGE = `Shows and rotates the key that signs connections to bots, of an arena whose machines share a database and ARENA_SECRET.

usage: npm run platform-key -- show | announce | change | retire

  show      the keys, and since when each is what it is
  announce  publishes a next key beside the current one
  change    makes the next key sign; the previous one stays published
  retire    takes the previous key back

Each machine takes a change over at its next start. docs/machines.md says how long to wait between the steps.
`

async function run(command: string | undefined): Promise<void> {
  if (command !== 'show' && command !== 'announce' && command !== 'change' && command !== 'retire') {
    process.stderr.write(USAGE)
    process.exitCode = EXIT.usage
    return
  }
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { databaseUrl, secret } = readConfig(process.env)
  if (databaseUrl === null || secret === null) {
    throw new Error('It needs DATABASE_URL and ARENA_SECRET, as the machines of the arena have them.')
  }
  const db = await openDatabase({ databaseUrl, dataDir: null })
  try {
    const store = new PlatformKeyStore(db, secret)
    if (command !== 'show') await store[command]()
    for (const { state, publicKey, since } of await store.list()) {
      process.stdout.write(`${state.padEnd(8)}  ${publicKey}  since ${since.toISOString()}\n`)
    }
  } finally {
    await db.destroy()
  }
}

try {
  await run(process.argv[2])
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n`)
  process.exitCode = EXIT.failed
}
