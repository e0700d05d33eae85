/**
 * What the HTTP interface costs: requests a second and p99 of the public reads and of a signed read, with 100,000 matches
 * and 1,000 bots in the embedded database, beside a bare Fastify route that sends the same bytes from memory.
 *
 *   npm run build && npx tsx bench/http.ts
 *
 * Arena, bare server and load each have a process of their own. Windows of the two servers alternate; every figure is
 * the median of its windows. Requests are counted against limits that are too high to be reached, matches are reported
 * ten times a second and one ends every five seconds, so that nothing is kept ready for longer than in a busy arena.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Option } from '@commander-js/extra-typings'
import { createKeyPair, signRequest } from '@arena/protocol'
import { positive, wholeNumber } from '@arena/host/command-line'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import type * as AppModule from '../packages/server/src/app.ts'
import type * as ConfigModule from '../packages/server/src/config.ts'
import type * as ServingModule from '../packages/server/src/machine/serving.ts'
import type * as LimiterModule from '../packages/server/src/http/memory-rate-limiter.ts'
import { newScript } from '../scripts/command-line.ts'
import { thisMachine } from './this-machine.ts'

const TREE = fileURLToPath(new URL('..', import.meta.url))
const ACCOUNTS = 100
const BOTS_EACH = 10
const LIVE_MATCHES = 40
const REPORT_MS = 100
const MATCH_MS = 5_000

const values = newScript(
  'npx tsx bench/http.ts',
  'Measures requests a second and their p99, beside a bare route. The built packages are measured.',
)
  .option('--windows <n>', 'windows of each server', wholeNumber(1), 5)
  .option('--seconds <n>', 'length of a window', positive, 3)
  .option('--connections <n>', 'connections of the load', wholeNumber(1), 50)
  .option('--matches <n>', 'ended matches in the database', wholeNumber(1), 100_000)
  // The role of a process that this program starts.
  .addOption(new Option('--role <role>').default('measure').hideHelp())
  .parse()
  .opts()

const built = async <Module>(path: string) =>
  (await import(pathToFileURL(join(TREE, 'packages/server/dist', path)).href)) as Module

const TARGETS = [
  { name: 'matches', path: '/matches', isSigned: false },
  { name: 'leaderboard', path: '/leaderboard', isSigned: false },
  { name: 'live', path: '/live', isSigned: false },
  { name: 'bots', path: '/bots', isSigned: true },
]

/** Role `arena`: the service over a filled database, and what happens in a busy one. */
async function serveArena(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'arena-bench-'))
  const { readConfig } = await built<typeof ConfigModule>('config.js')
  const { openServing } = await built<typeof ServingModule>('machine/serving.js')
  const { buildApp } = await built<typeof AppModule>('app.js')
  const { MemoryRateLimiter } = await built<typeof LimiterModule>('http/memory-rate-limiter.js')
  const endless = 1e9
  const context = {
    ...(await openServing(
      readConfig({ ARENA_DATA_DIR: dataDir }),
      pino({ level: 'info' }, pino.destination('/dev/null')),
    )),
    rateLimiter: new MemoryRateLimiter({
      registrations: endless,
      writes: endless,
      'match-reads': endless,
      other: endless,
    }),
  }
  const { db, live, keys } = context
  const count = values.matches
  await fill(context, count)

  const pair = createKeyPair()
  const { id: ownerId } = await db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()
  const key = await keys.create(ownerId, {
    kind: 'signature',
    name: 'bench',
    publicKey: pair.publicKey,
    scopes: ['bots.read'],
  })
  if (key === 'key-limit-reached') throw new Error('a new account has room for a key')

  const bots = await db
    .selectFrom('bots')
    .select(['id', 'name'])
    .limit(2 * LIVE_MATCHES)
    .execute()
  const seat = (index: number) => ({ botId: bots[index]!.id, name: bots[index]!.name, url: '' })
  for (let i = 0; i < LIVE_MATCHES; i++) {
    const matchId = `match_${String(i).padStart(26, '0')}`
    const startedAt = Date.now()
    live.seated({ matchId, mode: 'live', seed: '', stage: 31, bots: [seat(2 * i), seat(2 * i + 1)], startedAt })
  }
  let frame = 0
  setInterval(() => {
    frame += 6
    const player = { stocks: 4, percent: frame % 100, x: frame / 7, y: 0 }
    live.progress(live.list().map(({ id }) => ({ matchId: id, frame, players: [player, player] })))
  }, REPORT_MS)
  const newest = db.selectFrom('matches').select('id').orderBy('started_at', 'desc').limit(1)
  setInterval(() => {
    void db
      .updateTable('matches')
      .set({ replay_bytes: 3_000_000 + frame })
      .where('id', '=', newest)
      .execute()
    void db
      .updateTable('bots')
      .set({ mu: 25 + (frame % 100) / 100 })
      .where('id', '=', bots[0]!.id)
      .execute()
  }, MATCH_MS)

  const app = await buildApp(context)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const deep = await db
    .selectFrom('matches')
    .select('id')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .offset(9_979)
    .limit(1)
    .executeTakeFirst()
  process.on('message', (message) => {
    if (message === 'sign') {
      const signed = { method: 'GET', path: '/bots', body: '' }
      process.send!(signRequest(pair.privateKey, key.id, signed, Date.now()))
    } else if (message === 'pages') {
      void measurePages(context.matches, deep?.id).then((times) => process.send!(times))
    }
  })
  process.once('disconnect', () => {
    rmSync(dataDir, { recursive: true })
    process.exit(0)
  })
  process.send!((app.server.address() as AddressInfo).port)
}

type ServingParts = ServingModule.ServingParts

/** Accounts, bots and completed matches, the newest of them just over. */
async function fill({ db, machineId }: ServingParts, count: number): Promise<void> {
  const id = (prefix: string, number: string) =>
    sql`${sql.lit(`${prefix}_`)} || lpad((${sql.raw(number)})::text, 26, '0')`
  const at = (number: string) => sql`now() - make_interval(secs => 5 * (${sql.lit(count)} - ${sql.raw(number)}))`
  await sql`insert into users (id, email, handle, created_at)
    select ${id('user', 'n')}, n || '@example.org', 'owner_' || n, now() from generate_series(1, ${sql.lit(ACCOUNTS)}) n`.execute(
    db,
  )
  await sql`insert into bots (id, owner_id, name, mode, url, status, created_at, active_since, mu, sigma, games, wins)
    select ${id('bot', 'n')}, ${id('user', `1 + n % ${ACCOUNTS}`)}, 'Bot number ' || n, 'live',
      'https://bot' || n || '.example.org/play', 'active', now(), now(), 25 + sin(n) * 10, 2, 200, 200
    from generate_series(1, ${sql.lit(ACCOUNTS * BOTS_EACH)}) n`.execute(db)
  const summary = {
    stage: 31,
    players: [
      { character: 2, costume: 0, stocks: 2, percent: 47, missed: 0 },
      { character: 20, costume: 3, stocks: 0, percent: 118, missed: 4 },
    ],
    frames: 9871,
    endReason: 'stocks',
    winner: 0,
  }
  await sql`insert into matches
      (id, mode, status, seed, machine_id, tick, stage, summary, replay_bytes, started_at, ended_at, cause)
    select ${id('match', 'n')}, 'live', 'completed', lpad(to_hex(n), 64, '0'), ${machineId}, ${at('n')}, 31,
      ${JSON.stringify(summary)}::jsonb, 3604118, ${at('n')}, ${at('n')}, 'stocks'
    from generate_series(1, ${sql.lit(count)}) n`.execute(db)
  for (const port of [0, 1]) {
    const bot = `1 + (n * 7 + ${port} * (1 + n % 13)) % ${ACCOUNTS * BOTS_EACH}`
    await sql`insert into match_players
        (match_id, port, bot_id, bot_name, started_at, character, costume, placement, score, rating_delta)
      select ${id('match', 'n')}, ${sql.lit(port)}, ${id('bot', bot)}, 'Bot number ' || (${sql.raw(bot)}), matches.started_at,
        2, 0, ${sql.lit(1 + port)}, ${sql.lit(2 - 2 * port)}, 0.25
      from generate_series(1, ${sql.lit(count)}) n join matches on matches.id = ${id('match', 'n')}`.execute(db)
  }
  await sql`analyze`.execute(db)
}

/** Median milliseconds of a page that is not kept ready: the first, and the one that ends at the 10,000th match. */
async function measurePages(
  store: ServingParts['matches'],
  deep: string | undefined,
): Promise<readonly [number, number]> {
  const time = async (before: string | undefined) => {
    const start = performance.now()
    await store.list({ limit: 20, before })
    return performance.now() - start
  }
  const first: number[] = []
  const last: number[] = []
  for (let i = 0; i < 300; i++) {
    first.push(await time(undefined))
    last.push(await time(deep))
  }
  return [median(first), median(last)]
}

/** Role `bare`: what Fastify does when there is nothing to do. */
async function serveBare(): Promise<void> {
  const app = Fastify()
  process.on('message', (bodies: readonly { name: string; type: string; body: string }[]) => {
    for (const { name, type, body } of bodies) {
      const bytes = Buffer.from(body)
      app.get(`/${name}`, async (_request, reply) => {
        reply.type(type)
        return bytes
      })
    }
    void app.listen({ port: 0, host: '127.0.0.1' }).then(() => {
      process.send!((app.server.address() as AddressInfo).port)
    })
  })
  process.once('disconnect', () => process.exit(0))
  process.send!('ready')
}

interface Window {
  readonly rate: number
  readonly p99Ms: number
}

interface Load {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** Role `load`: a number of connections, each of which asks again as soon as it is answered. */
function serveLoad(): void {
  process.on('message', (load: Load) => {
    void generate(load).then((window) => process.send!(window))
  })
  process.once('disconnect', () => process.exit(0))
  process.send!('ready')
}

async function generate({ port, path, headers }: Load): Promise<Window> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const latencies: number[] = []
  const end = performance.now() + 1000 * values.seconds

  const talk = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let asked = 0
      let missing = 0
      const ask = () => {
        asked = performance.now()
        socket.write(request)
      }
      socket.on('error', reject)
      socket.on('data', (chunk) => {
        if (missing === 0) {
          const head = chunk.indexOf('\r\n\r\n')
          const text = chunk.toString('latin1', 0, head)
          const length = /content-length: (\d+)/i.exec(text)?.[1]
          if (head < 0 || length === undefined || !text.startsWith('HTTP/1.1 200')) {
            return reject(new Error(`an answer that is not 200: ${text}`))
          }
          missing = Number(length) - (chunk.length - head - 4)
        } else {
          missing -= chunk.length
        }
        if (missing > 0) return
        const now = performance.now()
        latencies.push(now - asked)
        if (now < end) ask()
        else socket.end(resolve)
      })
      ask()
    })

  const sockets = Array.from({ length: values.connections }, () => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const start = performance.now()
  await Promise.all(sockets.map(talk))
  const seconds = (performance.now() - start) / 1000
  latencies.sort((a, b) => a - b)
  return { rate: latencies.length / seconds, p99Ms: latencies[Math.floor(0.99 * latencies.length)] ?? 0 }
}

async function measure(): Promise<void> {
  const start = (role: string) =>
    fork(fileURLToPath(import.meta.url), ['--role', role, ...process.argv.slice(2)]).once('exit', (code) => {
      // It would be waited for without end. The others end with this process.
      if (code !== 0) throw new Error(`the process "${role}" ended with ${code}`)
    })
  const said = async <Message>(child: ChildProcess) => {
    const [message] = (await once(child, 'message')) as [Message]
    return message
  }
  const ask = <Answer>(child: ChildProcess, message: object | string) => {
    const answer = said<Answer>(child)
    child.send(message)
    return answer
  }

  console.log(thisMachine())
  console.log(
    `${values.windows} windows of ${values.seconds} s, ${values.connections} connections, ${values.matches} matches`,
  )
  const arena = start('arena')
  const port = await said<number>(arena)
  const bare = start('bare')
  await said(bare)
  const load = start('load')
  await said(load)

  const signed = () => ask<Record<string, string>>(arena, 'sign')
  try {
    const [first, last] = await ask<readonly [number, number]>(arena, 'pages')
    console.log(`a page of matches from the database: first ${first.toFixed(2)} ms, 10,000th ${last.toFixed(2)} ms`)

    const bodies = []
    for (const { name, path, isSigned } of TARGETS) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: isSigned ? await signed() : {} })
      bodies.push({ name, type: answer.headers.get('content-type'), body: await answer.text() })
    }
    const barePort = await ask<number>(bare, bodies)

    console.log('                 bytes   arena/s  p99 ms    bare/s  p99 ms  share')
    for (const [index, { name, path, isSigned }] of TARGETS.entries()) {
      const windows: { arena: Window[]; bare: Window[] } = { arena: [], bare: [] }
      // The first of each warms up.
      for (let i = 0; i <= values.windows; i++) {
        // A signature holds for five minutes.
        const headers = isSigned ? await signed() : {}
        const ours = await ask<Window>(load, { port, path, headers })
        const theirs = await ask<Window>(load, { port: barePort, path: `/${name}`, headers })
        if (i === 0) continue
        windows.arena.push(ours)
        windows.bare.push(theirs)
      }
      const [ours, theirs] = [middle(windows.arena), middle(windows.bare)]
      const cells = [
        `GET ${path}`.padEnd(16),
        String(Buffer.byteLength(bodies[index]!.body)).padStart(6),
        ours.rate.toFixed(0).padStart(9),
        ours.p99Ms.toFixed(1).padStart(7),
        theirs.rate.toFixed(0).padStart(9),
        theirs.p99Ms.toFixed(1).padStart(7),
        (ours.rate / theirs.rate).toFixed(2).padStart(6),
      ]
      console.log(cells.join(' '))
    }
  } finally {
    for (const child of [arena, bare, load]) child.disconnect()
  }
}

function middle(windows: readonly Window[]): Window {
  return { rate: median(windows.map(({ rate }) => rate)), p99Ms: median(windows.map(({ p99Ms }) => p99Ms)) }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

const ROLES: Readonly<Record<string, () => Promise<void> | void>> = {
  measure,
  arena: serveArena,
  bare: serveBare,
  load: serveLoad,
}
await ROLES[values.role]!()
