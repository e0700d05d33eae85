/**
 * What the running matches of many machines cost their database, and how old they are where they are shown: 20 machines with 25
 * matches each write at their pace, and two machines that serve are asked all the time.
 *
 *   DATABASE_URL=postgres://… npx tsx --conditions=source bench/live-states.ts
 *
 * The database is left as it was: what is written is removed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveMatch } from '@arena/protocol'
import { positive } from '@arena/host/command-line'
import { sql } from 'kysely'
import { openDatabase } from '../packages/server/src/db/database.ts'
import { LiveMatches } from '../packages/server/src/live/live-matches.ts'
import { LivePublisher } from '../packages/server/src/live/live-publisher.ts'
import { LiveStateStore } from '../packages/server/src/live/live-states.ts'
import { LiveView } from '../packages/server/src/live/live-view.ts'
import { REPORT_MS } from '../packages/server/src/matches/taking/lease.ts'
import { MachineStore } from '../packages/server/src/matches/taking/store.ts'
import { neededDatabase, newScript } from '../scripts/command-line.ts'
import { thisMachine } from './this-machine.ts'

const MACHINES = 20
const MATCHES = 25
const FRONTS = 2
const ASK_MS = 50

const script = newScript(
  'DATABASE_URL=… npx tsx --conditions=source bench/live-states.ts',
  'Measures what the running matches of twenty machines cost a database that they share.',
)
  .option('--seconds <n>', 'length of the measurement', positive, 20)
  .parse()
const { seconds } = script.opts()
const db = await openDatabase({ databaseUrl: neededDatabase(script), dataDir: null })

/** `frame` holds when it was written, so that who reads it sees its age. */
const now = () => Math.round(performance.now())
const match = (machine: number, index: number): LiveMatch => ({
  id: `match_${String(machine * MATCHES + index).padStart(26, '0')}`,
  mode: 'live',
  stage: 31,
  frame: now(),
  players: [0, 1].map((port) => ({
    port: port as 0 | 1,
    botId: `bot_${String(port).padStart(26, '0')}`,
    botName: 'A bot of some name',
    character: 2,
    costume: 1,
    stocks: 3,
    percent: 47,
    x: 12.345678,
    y: -0.123456,
  })) as unknown as LiveMatch['players'],
  startedAt: new Date().toISOString(),
})

const machineId = (machine: number) => `bench_${machine}`
const store = new MachineStore(db)
const report = (machine: number) =>
  store.report(
    { id: machineId(machine), process: '', role: 'play', build: '', region: '', address: null, maxMatches: MATCHES },
    null,
  )
const machines = Array.from({ length: MACHINES }, (_, machine) => machine)
for (const machine of machines) await report(machine)

async function load() {
  const { rows } = await sql<{ commits: string; wal: string }>`
    select xact_commit::text as commits, (pg_current_wal_lsn() - '0/0'::pg_lsn)::text as wal
    from pg_stat_database where datname = current_database()`.execute(db)
  return { commits: Number(rows[0]!.commits), wal: Number(rows[0]!.wal) }
}

const before = await load()
const publishers = machines.map((machine) => {
  const states = new LiveStateStore(db, machineId(machine))
  const state = () => ({ matches: Array.from({ length: MATCHES }, (_, index) => match(machine, index)) })
  return new LivePublisher({ revision: now, state, show: (shown) => states.show(shown), log: { debug() {} } })
})
const reports = machines.map((machine) => setInterval(() => void report(machine), REPORT_MS))
const ages: number[] = []
const end = performance.now() + seconds * 1000
const fronts = Array.from({ length: FRONTS }, async (_, front) => {
  const states = new LiveStateStore(db, `front_${front}`)
  const view = new LiveView({ own: new LiveMatches(), machine: { notice: undefined, revision: 0 }, states })
  await sleep(1000)
  while (performance.now() < end) {
    await view.refresh()
    for (const { frame } of view.list()) ages.push(now() - frame)
    await sleep(ASK_MS)
  }
})
await Promise.all(fronts)
for (const timer of reports) clearInterval(timer)
await Promise.all(publishers.map((publisher) => publisher.stop()))
await sleep(1100)
const after = await load()

ages.sort((a, b) => a - b)
console.log(thisMachine())
const at = (share: number) => ages[Math.floor(share * (ages.length - 1))]!
console.log(`${MACHINES} machines, ${MACHINES * MATCHES} matches, ${FRONTS} that serve, ${seconds} s`)
console.log(`transactions a second   ${((after.commits - before.commits) / seconds).toFixed(0)}`)
console.log(`log (WAL) a second      ${((after.wal - before.wal) / seconds / 1000).toFixed(1)} kB`)
console.log(`age where it is shown   p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`)
await sql`delete from machines where id like 'bench\\_%'`.execute(db)
await db.destroy()
