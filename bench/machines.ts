/**
 * What an arena of many machines carries beside one of a single machine: four machines that play and two that serve, then one that
 * does both, each with the same number of matches, on a database of its own.
 *
 *   npm run build && DATABASE_URL=postgres://… npx tsx --conditions=source bench/machines.ts
 *
 * The bots play in this process, so that it knows which frame a match has come to when `/live` is asked. Statements are counted by
 * pg_stat_statements where the server has it, transactions otherwise.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { positive, wholeNumber } from '@arena/host/command-line'
import { sql } from 'kysely'
import type { Database } from '../packages/server/src/db/schema.ts'
import { Scheduler } from '../packages/server/src/matches/seating/tick.ts'
import { SpecBot } from '../packages/server/tests/arena/spec-bot.ts'
import { createPostgres } from '../packages/server/tests/storage/postgres.ts'
import { neededDatabase, newScript } from '../scripts/command-line.ts'
import { median, total } from './live-matches.ts'
import { ask, SECRET, startMachine } from './machine.ts'
import type { Machine, Role } from './machine.ts'
import { thisMachine } from './this-machine.ts'

const ASK_MS = 50
const TICKS = 20
const FRAMES_A_SECOND = 60
/** A tick seats one match; a machine that falls behind is given fewer, however long one waits. */
const SEATED_MS = 8_000

const script = newScript(
  'DATABASE_URL=… npx tsx --conditions=source bench/machines.ts',
  'Measures four machines that play and two that serve beside one machine. The built packages are measured.',
)
  .option('--matches <n>', 'matches at the same time', wholeNumber(1), 12)
  .option('--seconds <n>', 'length of each measurement', positive, 20)
  .option('--warm <n>', 'seconds of play before it', positive, 10)
  .parse()
const { matches, seconds, warm } = script.opts()
neededDatabase(script)

/** Where a game is, as its bots see it. */
interface Game {
  frame: number
  at: number
  frames: number
}

interface Measured {
  readonly carried: number
  readonly framesASecond: number
  readonly tickMs: readonly number[]
  readonly statements: number
  readonly counts: string
  readonly ages: readonly number[]
  /** Processor time of the arena with its hosts and engines, in percent of one core. */
  readonly processor: number
  readonly load: number
}

/** A bot that stands, and writes down how far its game is. */
async function enter(index: number, arena: Machine, games: Map<string, Game>): Promise<SpecBot> {
  const bot = await SpecBot.listen({
    received({ matchId, messages }, message) {
      // One bot would do, since both see the same frame.
      messages.length = 1
      if (message[0] !== 0x3a) return
      const game = games.get(matchId) ?? { frame: 0, at: 0, frames: 0 }
      const frame = message.readInt32BE(1)
      if (game.at === 0 || frame > game.frame) {
        game.frames++
        game.frame = frame
        game.at = performance.now()
      }
      games.set(matchId, game)
    },
  })
  bot.arenaUrl = arena.url
  const email = `owner${index}@example.org`
  const { secret } = await ask<{ secret: string }>(`${arena.url}/dev/keys`, '', { email })
  await ask(`${arena.url}/bots`, secret, { name: `Bot ${index}`, mode: 'live', url: bot.url })
  return bot
}

/** Statements so far, or transactions where nobody counts statements. */
async function count(db: Database): Promise<{ readonly what: string; readonly count: number }> {
  try {
    const { rows } = await sql<{ count: number }>`
      select sum(calls)::float8 as count from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())`.execute(db)
    return { what: 'statements', count: rows[0]!.count }
  } catch {
    const { rows } = await sql<{ count: number }>`
      select xact_commit::float8 as count from pg_stat_database where datname = current_database()`.execute(db)
    return { what: 'transactions', count: rows[0]!.count }
  }
}

/** A process and all that it has started, at any depth. */
function family(pids: readonly number[]): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        return [{ pid: Number(name), parent: Number(fields[1]) }]
      } catch {
        return []
      }
    })
  const found = [...pids]
  for (const pid of found) found.push(...all.filter(({ parent }) => parent === pid).map((each) => each.pid))
  return found
}

/** How old the frames are that `/live` shows, in milliseconds, until the end of the window. */
async function askLive({ url }: Machine, games: ReadonlyMap<string, Game>, end: number): Promise<number[]> {
  const ages: number[] = []
  while (performance.now() < end) {
    const answer = (await (await fetch(`${url}/live`)).json()) as { matches: { id: string; frame: number }[] }
    for (const { id, frame } of answer.matches) {
      const game = games.get(id)
      if (game === undefined) continue
      ages.push(((game.frame - frame) * 1000) / FRAMES_A_SECOND + performance.now() - game.at)
    }
    await sleep(ASK_MS)
  }
  return ages
}

/** Times the ticks of a scheduler beside the machines, which are like those of a machine's own. */
async function timeTicks(db: Database): Promise<number[]> {
  const log = { warn() {}, error: console.error }
  const { build } = await db.selectFrom('ladders').select('build').executeTakeFirstOrThrow()
  const scheduler = new Scheduler({ db, mode: 'live', tickMs: 5_000, restMs: 120_000, build, isShared: true, log })
  const times: number[] = []
  for (let i = 0; i < TICKS; i++) {
    const from = performance.now()
    await scheduler.tick()
    times.push(performance.now() - from)
    await sleep(ASK_MS)
  }
  return times
}

async function measure(roles: readonly Role[]): Promise<Measured> {
  const dir = mkdtempSync(join(tmpdir(), 'arena-bench-machines-'))
  const postgres = await createPostgres()
  const running: Machine[] = []
  const bots: SpecBot[] = []
  try {
    const playing = roles.filter((role) => role !== 'web').length
    const env = {
      ARENA_SECRET: SECRET,
      DATABASE_URL: postgres.url,
      ARENA_MAX_MATCHES: String(Math.ceil(matches / playing)),
    }
    for (const role of roles) running.push(await startMachine(role, dir, env))
    const db = await postgres.open()
    await sql`create extension if not exists pg_stat_statements`.execute(db).catch(() => {})
    const serving = running.filter(({ role }) => role !== 'play')
    const games = new Map<string, Game>()
    for (let i = 0; i < 2 * matches; i++) bots.push(await enter(i, serving[i % serving.length]!, games))

    const deadline = performance.now() + matches * SEATED_MS
    while (games.size < matches && performance.now() < deadline) await sleep(200)
    await sleep(warm * 1000)
    for (const game of games.values()) game.frames = 0
    const pids = family(running.map(({ child }) => child.pid!))
    const before = { ...(await count(db)), ticks: total(pids), at: performance.now() }
    const ages = await Promise.all(serving.map((each) => askLive(each, games, before.at + seconds * 1000)))
    const after = { ...(await count(db)), ticks: total(pids), at: performance.now() }
    const elapsed = (after.at - before.at) / 1000
    const rates = [...games.values()].map(({ frames }) => frames / elapsed)
    return {
      carried: rates.filter((rate) => rate > FRAMES_A_SECOND - 1).length,
      framesASecond: median(rates),
      tickMs: await timeTicks(db),
      statements: (after.count - before.count) / elapsed,
      counts: after.what,
      ages: ages.flat().toSorted((a, b) => a - b),
      processor: (after.ticks - before.ticks) / elapsed,
      load: loadavg()[0]!,
    }
  } finally {
    await Promise.all(running.map(({ child }) => endMachine(child)))
    await Promise.all(bots.map((bot) => bot.close()))
    await postgres.drop()
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The first signal lets matches finish, the second breaks them off. */
async function endMachine(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await sleep(1_000)
  child.kill('SIGTERM')
  await ended
}

function report(columns: readonly { readonly name: string; readonly of: Measured }[]): void {
  const row = (name: string, value: (measured: Measured) => string) =>
    console.log(`| ${[name, ...columns.map(({ of }) => value(of))].join(' | ')} |`)
  const at = (numbers: readonly number[], share: number) => numbers[Math.floor(share * (numbers.length - 1))] ?? NaN
  console.log(`\n| | ${columns.map(({ name }) => name).join(' | ')} |\n| --- |${' --- |'.repeat(columns.length)}`)
  row(`matches at ${FRAMES_A_SECOND} frames a second, of ${matches}`, ({ carried }) => String(carried))
  row('frames a second, median', ({ framesASecond }) => framesASecond.toFixed(2))
  row(
    'time of a tick, median (most)',
    ({ tickMs }) => `${median(tickMs).toFixed(0)} (${Math.max(...tickMs).toFixed(0)}) ms`,
  )
  row(`${columns[0]!.of.counts} a second`, ({ statements }) => statements.toFixed(1))
  row('age of `/live`, p50, p95, most', ({ ages }) =>
    [0.5, 0.95, 1].map((share) => `${at(ages, share).toFixed(0)} ms`).join(', '),
  )
  row('processor of the machines', ({ processor }) => `${processor.toFixed(0)} %`)
  row('load of the computer', ({ load }) => load.toFixed(1))
}

console.log(thisMachine())
const one = await measure(['all'])
const many = await measure(['web', 'web', 'play', 'play', 'play', 'play'])
report([
  { name: '1 `all`', of: one },
  { name: '2 `web`, 4 `play`', of: many },
])
