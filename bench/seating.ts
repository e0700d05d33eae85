/**
 * What a tick that seats two bots takes, and how many matches end in a second, one after another and eight at once, on a PostgreSQL server.
 * The arena has 10,000 owners, who have chosen notices and have a webhook. With `--beside` another checkout is measured in turns with this one.
 *
 *   DATABASE_URL=postgres://… npx tsx --conditions=source bench/seating.ts --beside ../arena-before
 */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { wholeNumber } from '@arena/host/command-line'
import { sql } from 'kysely'
import { neededDatabase, newScript } from '../scripts/command-line.ts'
import { median } from './live-matches.ts'
import { thisMachine } from './this-machine.ts'
import type { Fixture } from '../packages/server/tests/storage/fixture.ts'

const AT_ONCE = 8
const TICK_MS = 5_000

const script = newScript(
  'DATABASE_URL=… npx tsx --conditions=source bench/seating.ts',
  'Measures the transactions that seat and end a match.',
)
  .option('--matches <n>', 'matches in a round', wholeNumber(AT_ONCE), 48)
  .option('--rounds <n>', 'rounds of each checkout', wholeNumber(1), 7)
  .option('--owners <n>', 'owners beside those of the bots', wholeNumber(0), 10_000)
  .option('--beside <folder>', 'another checkout, with its packages installed')
  .parse()
const { matches, rounds, owners, beside } = script.opts()
neededDatabase(script)

interface Round {
  readonly tickMs: number
  readonly endedASecond: number
  readonly endedASecondAtOnce: number
}

/** The storage suites of a checkout know how to fill a database. */
async function load(folder: string) {
  const part = (path: string) => import(pathToFileURL(resolve(folder, 'packages/server', path)).href)
  const { Fixture, resultOf, KEPT } = (await part(
    'tests/storage/fixture.ts',
  )) as typeof import('../packages/server/tests/storage/fixture.ts')
  const { testMachine, clockOf } = (await part(
    'tests/storage/test-machine.ts',
  )) as typeof import('../packages/server/tests/storage/test-machine.ts')
  const { Scheduler } = (await part(
    'src/matches/seating/tick.ts',
  )) as typeof import('../packages/server/src/matches/seating/tick.ts')
  const { createPostgres } = (await part(
    'tests/storage/postgres.ts',
  )) as typeof import('../packages/server/tests/storage/postgres.ts')
  return async (): Promise<Round> => {
    const postgres = await createPostgres()
    try {
      const f = new Fixture(await postgres.open())
      await addOwners(f.db)
      await f.newBots(2 * matches)
      const orders: string[] = []
      const { scheduler, keeper } = testMachine({
        db: f.db,
        mode: 'live',
        machineId: 'arena_00000000000000000000000001',
        tickMs: TICK_MS,
        restMs: 0,
        maxMatches: 2 * matches,
        play: ({ matchId }) => void orders.push(matchId),
        log: { warn() {}, error: console.error },
        now: f.clock,
        clock: clockOf(f),
      })
      await keeper.open()
      await scheduler.tick()
      const ticks: number[] = []
      while (orders.length < matches) {
        f.now += TICK_MS
        const from = performance.now()
        await Scheduler.prototype.tick.call(scheduler)
        ticks.push(performance.now() - from)
      }
      const end = (matchId: string) => f.finish(resultOf(matchId, {}, KEPT))
      const half = orders.splice(0, matches / 2)
      const begun = performance.now()
      for (const matchId of half) await end(matchId)
      const turned = performance.now()
      const rest = orders.length
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let id = orders.pop(); id !== undefined; id = orders.pop()) await end(id)
        }),
      )
      const asSecond = (count: number, ms: number) => (1000 * count) / ms
      return {
        tickMs: median(ticks),
        endedASecond: asSecond(half.length, turned - begun),
        endedASecondAtOnce: asSecond(rest, performance.now() - turned),
      }
    } finally {
      await postgres.drop()
    }
  }
}

/** Owners, with a webhook and choices of notices where a checkout has these. What they leave to be written is written at once. */
async function addOwners(db: Fixture['db']): Promise<void> {
  await sql`insert into users (id, email, created_at)
    select 'user_0' || lpad(g::text, 25, '0'), 'owner' || g || '@example.org', now() from generate_series(1, ${owners}::int) g`.execute(
    db,
  )
  const { rows } = await sql<{ found: string | null }>`select to_regclass('webhooks') as found`.execute(db)
  if (rows[0]!.found !== null) {
    await sql`insert into notice_settings
      select id, '{"forfeit": {"webhook": true}, "missed": {"mail": true}}', 'k' from users`.execute(db)
    await sql`insert into webhooks (owner_id, url, format, secret, created_at)
      select id, 'http://127.0.0.1:1/', 'standard', 's', now() from users`.execute(db)
  }
  await sql`analyze`.execute(db)
  await sql`checkpoint`.execute(db)
}

console.log(thisMachine())
const names = ['this', ...(beside === undefined ? [] : [beside])]
const run = [await load('.'), ...(beside === undefined ? [] : [await load(beside)])]
const found: Round[][] = run.map(() => [])
for (let i = 0; i < rounds; i++) for (const [at, measure] of run.entries()) found[at]!.push(await measure())
const row = (name: string, value: (round: Round) => number) => {
  const [own, other] = found.map((of) => median(of.map(value)))
  const beyond = other === undefined ? [] : [other.toFixed(2), (own! / other).toFixed(3)]
  console.log(`| ${[name, own!.toFixed(2), ...beyond].join(' | ')} |`)
}
console.log(`\n| median of ${rounds} rounds | ${names.join(' | ')} |${beside === undefined ? '' : ' ratio |'}`)
row('time of a tick that seats, ms', ({ tickMs }) => tickMs)
row('matches that end in a second, one after another', ({ endedASecond }) => endedASecond)
row(`matches that end in a second, ${AT_ONCE} at once`, ({ endedASecondAtOnce }) => endedASecondAtOnce)
