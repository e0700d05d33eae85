/**
 * Three machines as processes on one PostgreSQL, one that serves and two that play, each with a folder and a connection of its
 * own. One trial of each kind of fault shows what the simulation leaves out: real processes that are killed and frozen, and real sockets
 * that end or fall silent. After each there is one terminal state for each match, at most one change of a rating, no seat, and the
 * replay as far as it got. `npm run faults -- simulation` makes the series.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@arena/host/system'
import type { Bot } from '@arena/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { childrenOf } from '../../../host/tests/processes.ts'
import type { Database } from '../../src/db/schema.ts'
import { stillEngine } from '../arena/kit.ts'
import { SpecBot } from '../arena/spec-bot.ts'
import { createPostgres, databaseUrl } from '../storage/postgres.ts'
import type { TestPostgres } from '../storage/postgres.ts'
import { DatabaseProxy } from './database-proxy.ts'
import { ofRecords, ofReplay } from './findings.ts'
import type { Ledger } from './findings.ts'
import { Program, send } from './program.ts'
import { seenTooOften, watchRecords } from './witness.ts'

const BOTS = 4
/** By then the matches of a dead machine are over, by the database's clock. */
const NOTICED_MS = 20_000
/** Longer than a lease. */
const OUTAGE_MS = 16_000
/** Shorter than a lease. */
const MOMENT_MS = 3_000
const PATIENCE_MS = 180_000
const WRONG_BY_MS = 3 * 3_600_000
const SECRET = 'a secret that only the tests have, of 32 letters or more'

interface Machine {
  readonly program: Program
  readonly proxy: DatabaseProxy
  /** What it is in the database. */
  id: string
}

interface Player {
  readonly bot: SpecBot
  readonly key: string
  readonly record: Bot
}

interface Fault {
  readonly strike: (machine: Machine) => Promise<void>
  /** Called once the match is over. */
  readonly heal?: (machine: Machine) => Promise<void>
  readonly end: { readonly status: 'completed' | 'aborted'; readonly cause?: string }
}

const SILENT: Fault['end'] = { status: 'aborted', cause: 'machine-silent' }

describe.skipIf(databaseUrl === undefined)('of three machines on one database', () => {
  let folder: string
  let postgres: TestPostgres
  let db: Database
  let web: Program
  const machines: Machine[] = []
  const players: Player[] = []
  const ledger: Ledger = new Map()

  async function until<T>(what: string, question: () => Promise<T | null>): Promise<T> {
    const deadline = performance.now() + PATIENCE_MS / 2
    while (performance.now() < deadline) {
      const answer = await question()
      if (answer !== null) return answer
      await sleep(50)
    }
    throw new Error(`${what} did not come about`)
  }

  async function start(name: string, role: string, url: string, port: number): Promise<Program> {
    const data = join(folder, name)
    await mkdir(data)
    const program = new Program({
      folder: data,
      env: {
        PORT: String(port),
        ARENA_ROLE: role,
        ARENA_SECRET: SECRET,
        ARENA_DATA_DIR: data,
        DATABASE_URL: url,
        ARENA_HOSTS: '1',
        ARENA_MAX_MATCHES: '1',
        ARENA_RATE_LIMITS: 'off',
        // The tick of production: what is promised depends on it.
        ARENA_REST_MS: '0',
        ARENA_PICK_MS: '1000',
        // Ten seconds of a game. The same command on each machine, or their builds would differ.
        ARENA_ENGINE: stillEngine('ends=480', 'by=stocks', 'winner=0', `of=${folder}`),
        FAULTS_CLOCK: join(data, 'clock'),
      },
    })
    await program.start()
    return program
  }

  async function ask<Body>(path: string, init: RequestInit = {}): Promise<Body> {
    const answer = await fetch(web.url + path, { ...init, signal: AbortSignal.timeout(20_000) })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Body
  }

  const post = (body: object, method = 'POST', key = ''): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json', ...(key !== '' && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  })

  const setStatus = (status: 'active' | 'paused') =>
    Promise.all(players.map(({ key, record }) => ask(`/bots/${record.id}`, post({ status }, 'PATCH', key))))

  const runningOn = (id: string) =>
    db
      .selectFrom('matches')
      .select(['id', 'stage'])
      .where('machine_id', '=', id)
      .where('status', '=', 'running')
      .executeTakeFirst()

  const gameOn = async (machine: Machine): Promise<string> => {
    const { id } = await until('a game on the machine', async () => {
      const match = await runningOn(machine.id)
      return match?.stage == null ? null : match
    })
    return id
  }

  const endOf = (id: string) =>
    until('the end of the match', async () => {
      const row = await db.selectFrom('matches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      return row.status === 'running' ? null : row
    })

  const endOfAll = () =>
    until('the end of all matches', async () => {
      const row = await db.selectFrom('matches').select('id').where('status', '=', 'running').executeTakeFirst()
      return row === undefined ? true : null
    })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arena-machines-'))
    postgres = await createPostgres()
    db = await postgres.open()
    await watchRecords(db)
    web = await start('web', 'web', postgres.url, await freePort())
    const known = new Set((await db.selectFrom('machines').select('id').execute()).map(({ id }) => id))
    for (const name of ['one', 'two']) {
      const proxy = await DatabaseProxy.before(postgres.url)
      const program = await start(name, 'play', proxy.url, 0)
      const rows = await db.selectFrom('machines').select('id').execute()
      const { id } = rows.find((row) => !known.has(row.id))!
      known.add(id)
      machines.push({ program, proxy, id })
    }
    for (let i = 0; i < BOTS; i++) {
      const bot = await SpecBot.listen({})
      bot.arenaUrl = web.url
      const { secret: key } = await ask<{ secret: string }>('/dev/keys', post({ email: `owner${i}@example.org` }))
      const record = await ask<Bot>('/bots', post({ name: `Bot ${i}`, mode: 'live', url: bot.url }, 'POST', key))
      players.push({ bot, key, record })
    }
  }, PATIENCE_MS)

  afterAll(async () => {
    for (const { program, proxy } of machines) {
      await program.killAll()
      await proxy.close()
    }
    await web.killAll()
    await Promise.all(players.map(({ bot }) => bot.close()))
    await postgres.drop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }, PATIENCE_MS)

  const faults: Readonly<Record<string, Fault>> = {
    'is killed with its hosts, and started again': {
      strike: ({ program }) => program.killAll(),
      heal: ({ program }) => program.start(),
      end: SILENT,
    },
    'loses its arena process, and is started again': {
      strike: ({ program }) => program.kill(),
      heal: ({ program }) => program.start(),
      end: SILENT,
    },
    'freezes, and goes on after its lease is over': {
      strike: async ({ program }) => void send(program.pid, 'SIGSTOP'),
      heal: async ({ program }) => void send(program.pid, 'SIGCONT'),
      end: SILENT,
    },
    'loses the database, and finds it again after its lease is over': {
      strike: async ({ proxy }) => {
        const resume = proxy.silence()
        setTimeout(() => {
          proxy.reset()
          resume()
        }, OUTAGE_MS)
      },
      end: SILENT,
    },
    'loses its connections to the database, and is refused new ones for a moment': {
      strike: async ({ proxy }) => {
        const restart = await proxy.stop()
        await sleep(MOMENT_MS)
        await restart()
      },
      end: { status: 'completed' },
    },
    'loses a host': {
      strike: async ({ program }) => killAll(hostsOf(program)),
      end: { status: 'aborted', cause: 'host-lost' },
    },
    'loses an engine': {
      strike: async ({ program }) => killAll(hostsOf(program).flatMap((host) => childrenOf(host, 'still.mjs'))),
      end: { status: 'aborted', cause: 'engine-failed' },
    },
  }

  test.each(Object.entries(faults))(
    'one %s: its match has one end, within 20 s of its last report, with its replay, and the records add up',
    async (_, { strike, heal, end }) => {
      await setStatus('active')
      const machine = machines[0]!
      const id = await gameOn(machine)
      await sleep(1_000)
      await strike(machine)
      const [record] = await Promise.all([endOf(id), end === SILENT && sleep(OUTAGE_MS)])
      expect(record).toMatchObject(end)
      const { seen_at: seenAt } = await db
        .selectFrom('machines')
        .select('seen_at')
        .where('id', '=', machine.id)
        .executeTakeFirstOrThrow()
      if (!machine.program.isUp) expect(record.ended_at!.getTime() - seenAt.getTime()).toBeLessThan(NOTICED_MS)
      await heal?.(machine)
      await setStatus('paused')
      await endOfAll()
      // The machine that serves gives out the replay as far as it got, from the machine that came back.
      const bytes = await until('the replay on record', async () => {
        const row = await db.selectFrom('matches').select('replay_bytes').where('id', '=', id).executeTakeFirst()
        return row?.replay_bytes ?? null
      })
      const replay = await until('the replay', async () => {
        const answer = await fetch(`${web.url}/matches/${id}/replay.slp`)
        return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : null
      })
      expect(replay.byteLength).toBe(bytes)
      const seats = players.flatMap(({ bot }) => bot.seats.filter(({ matchId }) => matchId === id))
      expect(ofReplay(id, replay, seats, end.status === 'completed')).toEqual([])
      expect((await ofRecords(db, ledger)).found).toEqual([])
      expect(await seenTooOften(db)).toEqual([])
    },
    PATIENCE_MS,
  )

  test(
    'one is killed, its clock is set hours ahead, and it is started again: the end of its match is dated by the clock of the database',
    async () => {
      await setStatus('active')
      const { program, id: machineId } = machines[0]!
      const id = await gameOn(machines[0]!)
      await program.killAll()
      await writeFile(join(folder, 'one', 'clock'), String(WRONG_BY_MS))
      await program.start()
      const record = await endOf(id)
      // By the machine itself, not by the tick of the one that serves.
      expect(record).toMatchObject({
        status: 'aborted',
        machine_id: machineId,
        detail: expect.stringContaining('stopped'),
      })
      expect(Math.abs(record.ended_at!.getTime() - Date.now())).toBeLessThan(WRONG_BY_MS / 2)
      await setStatus('paused')
      await endOfAll()
    },
    PATIENCE_MS,
  )
})

const hostsOf = ({ pid }: Program): number[] => childrenOf(pid, 'host-main')

function killAll(pids: readonly number[]): void {
  expect(pids).not.toEqual([])
  for (const pid of pids) send(pid, 'SIGKILL')
}
