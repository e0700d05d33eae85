/** A machine that freezes in the middle of its tick, with two bots drawn and not yet written; reports what follows. */
import { openDatabase } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/ids.ts'
import { testMachine } from '../test-machine.ts'
import { PATIENCE } from './patience.ts'

const db = await openDatabase({ databaseUrl: process.argv[2]!, dataDir: null, patience: PATIENCE })
const { scheduler } = testMachine({
  db,
  machineId: 'arena frozen',
  mode: 'live',
  tickMs: 5_000,
  restMs: 0,
  // Less room than the other machine has.
  maxMatches: 1,
  play: () => void process.send!('played'),
  log: { warn() {}, error() {} },
  matchId() {
    process.kill(process.pid, 'SIGSTOP')
    return newId('match')
  },
})
await scheduler.tick().then(
  () => process.send!('ticked'),
  (error: Error) => process.send!(error.message),
)
await db.destroy()
process.disconnect()
