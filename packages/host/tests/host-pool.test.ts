/** Host processes: given matches, killed, replaced, drained and stopped. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyPair } from '@arena/protocol'
import { readReplay } from '@arena/slp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { HostPool, type HostListener } from '../src/hosts/host-pool.ts'
import { matchTiming, type MatchTiming } from '../src/match/timing.ts'
import type { HostLoad, MatchOrder, MatchProgress, MatchResult } from '../src/order.ts'
import { stillEngine, TestBot, type BotOptions } from './play-kit.ts'

let ordered = 0

/** How patient the watchers are. */
interface Watch {
  readonly silentMs?: number
  readonly timing?: Partial<MatchTiming>
}

class Rehearsal implements HostListener, AsyncDisposable {
  readonly pool: HostPool
  readonly results: MatchResult[] = []
  readonly frames = new Map<string, number>()
  readonly deaths: string[] = []
  readonly failedStarts: string[] = []
  readonly loads: HostLoad[] = []
  readonly #dir: string
  readonly #bots: TestBot[] = []
  #waiting: (() => void)[] = []

  private constructor(dir: string, hosts: number, engine: readonly string[], watch: Watch = {}) {
    this.#dir = dir
    this.pool = new HostPool({
      hosts,
      init: {
        platformKey: createKeyPair(),
        policy: { allowPrivate: true },
        engine: stillEngine(...engine),
        replayDir: dir,
        timing: { ...matchTiming(), ...watch.timing },
        clock: 'live',
        loadMs: 200,
      },
      listener: this,
      ...(watch.silentMs !== undefined && { silentMs: watch.silentMs }),
    })
  }

  static open(hosts: number, ...engine: string[]): Promise<Rehearsal> {
    return Rehearsal.watched({}, hosts, ...engine)
  }

  static async watched(watch: Watch, hosts: number, ...engine: string[]): Promise<Rehearsal> {
    const rehearsal = new Rehearsal(await mkdtemp(join(tmpdir(), 'arena-pool-')), hosts, engine, watch)
    await rehearsal.pool.ready()
    return rehearsal
  }

  async play(options: BotOptions = {}): Promise<MatchOrder> {
    const bots = [await TestBot.listen(options), await TestBot.listen()] as const
    this.#bots.push(...bots)
    const seated = (port: 0 | 1) => ({ botId: `bot_${port}`, name: `Bot ${port}`, url: bots[port].url })
    const order: MatchOrder = {
      matchId: `match_${String(++ordered).padStart(26, '0')}`,
      mode: 'live',
      seed: '5f'.repeat(32),
      stage: 8,
      bots: [seated(0), seated(1)],
      startedAt: Date.now(),
    }
    this.pool.play(order)
    return order
  }

  /** How many sockets each bot has been opened. */
  get sockets(): number[] {
    return this.#bots.map(({ sockets }) => sockets.length)
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  async result({ matchId }: MatchOrder): Promise<MatchResult> {
    await this.until(() => this.results.some((result) => result.matchId === matchId))
    return this.results.find((result) => result.matchId === matchId)!
  }

  replay({ matchId }: MatchOrder): Promise<Buffer> {
    return readFile(join(this.#dir, `${matchId}.slp`))
  }

  started(): void {
    this.#wake()
  }

  progress(matches: readonly MatchProgress[]): void {
    for (const { matchId, frame } of matches) this.frames.set(matchId, frame)
    this.#wake()
  }

  finished(result: MatchResult): void {
    this.results.push(result)
    this.#wake()
  }

  forgiven(): void {
    this.#wake()
  }

  load(load: HostLoad): void {
    this.loads.push(load)
    this.#wake()
  }

  died(host: number, how: string, matches: number): void {
    this.deaths.push(`${host} ${how} ${matches}`)
    this.#wake()
  }

  notStarted(host: number, why: string, againInMs: number): void {
    this.failedStarts.push(`${host} ${why} ${Math.round(againInMs / 1000)} s`)
    this.#wake()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pool.stop()
    await Promise.all(this.#bots.map((bot) => bot.close()))
    await rm(this.#dir, { recursive: true })
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

test.concurrent('a host with more games than it can play in time has no room, and is given a match only if none has', async () => {
  await using rehearsal = await Rehearsal.open(2, 'slow=150')
  const { pool } = rehearsal
  expect(pool.hasRoom).toBe(true)
  const [first, second] = [await rehearsal.play(), await rehearsal.play()]
  await vi.waitFor(() => expect(pool.hasRoom).toBe(false), { timeout: 20_000 })
  expect(pool.isUp).toBe(true)
  pool.abort(second.matchId, 'shutdown')
  await rehearsal.result(second)
  await vi.waitFor(() => expect(pool.hasRoom).toBe(true), { timeout: 20_000 })
  const third = await rehearsal.play()
  // The first host plays as many as the second now, but is behind.
  const fourth = await rehearsal.play()
  await rehearsal.until(() => rehearsal.loads.some(({ matches }) => matches === 2))
  for (const { matchId } of [first, third, fourth]) pool.abort(matchId, 'shutdown')
})

/** This process too may be stopped: somebody else has to continue it. Resolves when it has been. */
const stopFor = (pid: number, seconds: number) =>
  once(spawn('sh', ['-c', `kill -STOP ${pid}; sleep ${seconds}; kill -CONT ${pid}`], { detached: true }), 'close')

describe.concurrent('a process that is stopped and continued', () => {
  test('a host that stands still for good is given up, and another takes its place', async () => {
    await using rehearsal = await Rehearsal.watched({ silentMs: 3_000 }, 1)
    const [pid] = rehearsal.pool.pids
    process.kill(pid!, 'SIGSTOP')
    await rehearsal.until(() => rehearsal.deaths.length > 0)
    expect(rehearsal.deaths).toEqual(['0 SIGKILL 0'])
    await vi.waitFor(() => expect(rehearsal.pool.pids.length).toBe(1), { timeout: 20_000 })
    expect(rehearsal.pool.pids).not.toEqual([pid])
  })

  /** The engine of a host that plays one match. */
  const engineOf = (host: number) => Number(execFileSync('ps', ['-o', 'pid=', '--ppid', String(host)]))
  /** How far a loaded machine catches up is for others to test; here lag ends no match. */
  const timing = { stepMs: 1_500, whenBehind: 'forgive' } as const

  test('a host that was stopped gives up no healthy engine and no healthy bot, and its match continues', async () => {
    await using rehearsal = await Rehearsal.watched({ timing: { ...timing, pingMs: 500 } }, 1, 'ends=60')
    const order = await rehearsal.play()
    await rehearsal.until(() => (rehearsal.frames.get(order.matchId) ?? -124) > -110)
    await stopFor(rehearsal.pool.pids[0]!, 3)
    expect(await rehearsal.result(order)).toMatchObject({ status: 'completed', cause: 'time' })
    expect([rehearsal.deaths, rehearsal.sockets]).toEqual([[], [1, 1]])
  })

  test(
    'whose host, by the rule of the interface, was stopped for two seconds: its match continues',
    { retry: 2 },
    async () => {
      // Where a machine has too much else to do, the live clock ends a match by the rules, whatever the host does.
      await using rehearsal = await Rehearsal.watched({}, 1, 'ends=300')
      const order = await rehearsal.play()
      await rehearsal.until(() => (rehearsal.frames.get(order.matchId) ?? -124) > -110)
      await stopFor(rehearsal.pool.pids[0]!, 2)
      const { cause, summary } = await rehearsal.result(order)
      expect([cause, rehearsal.sockets]).toEqual(['time', [1, 1]])
      expect(summary!.endReason).toBe('time')
    },
  )

  test('more than a second behind for five seconds is aborted, and nothing else is blamed for it', async () => {
    await using rehearsal = await Rehearsal.watched({}, 1)
    const order = await rehearsal.play()
    await rehearsal.until(() => (rehearsal.frames.get(order.matchId) ?? -124) > -110)
    await stopFor(rehearsal.pool.pids[0]!, 8)
    expect(await rehearsal.result(order)).toMatchObject({ status: 'aborted', cause: 'engine-lag' })
    expect([rehearsal.deaths, rehearsal.sockets]).toEqual([[], [1, 1]])
  })

  test('a match continues when its engine is stopped for less than the limit, and not when it is frozen for ever', async () => {
    await using rehearsal = await Rehearsal.watched({ timing: { ...timing, stepMs: 4_000 } }, 1, 'ends=600')
    const order = await rehearsal.play()
    await rehearsal.until(() => (rehearsal.frames.get(order.matchId) ?? -124) > -110)
    const engine = engineOf(rehearsal.pool.pids[0]!)
    await stopFor(engine, 1)
    const frame = rehearsal.frames.get(order.matchId)!
    await rehearsal.until(() => rehearsal.frames.get(order.matchId)! > frame + 20)
    process.kill(engine, 'SIGSTOP')
    expect(await rehearsal.result(order)).toMatchObject({
      status: 'aborted',
      cause: 'engine-failed',
      detail: 'The engine did not answer within 4000 ms',
    })
  })
})

test.concurrent('matches are played on the live clock by host processes, spread over them, and their load is reported', async () => {
  await using rehearsal = await Rehearsal.open(2, 'ends=-60')
  const orders = [await rehearsal.play(), await rehearsal.play(), await rehearsal.play(), await rehearsal.play()]
  expect(rehearsal.pool.running).toBe(4)
  await rehearsal.until(() => rehearsal.loads.some(({ matches, polls }) => matches === 2 && polls > 0))
  for (const order of orders) {
    expect(await rehearsal.result(order)).toMatchObject({
      status: 'completed',
      cause: 'time',
      answered: [true, true],
    })
  }
  // Four matches over two hosts: no host has had more than two.
  expect(Math.max(...rehearsal.loads.map(({ matches }) => matches))).toBe(2)
  expect(rehearsal.pool.running).toBe(0)
})

test.concurrent('a host that is killed loses its matches as host-lost, with replays complete, and is replaced; others play on', async () => {
  await using rehearsal = await Rehearsal.open(2, 'ends=30')
  const [first, second] = [await rehearsal.play(), await rehearsal.play()]
  await rehearsal.until(() => (rehearsal.frames.get(first.matchId) ?? -124) > -60)
  const [pid] = rehearsal.pool.pids
  process.kill(pid!, 'SIGKILL')
  const lost = await rehearsal.result(first)
  expect(lost).toMatchObject({
    status: 'aborted',
    cause: 'host-lost',
    played: true,
    summary: { stage: 8, endReason: 'engine', winner: null, players: [{ character: 2, costume: 1, stocks: 4 }, {}] },
  })
  const replay = readReplay(await rehearsal.replay(first))
  expect(replay.gameEnd).toMatchObject({ gameEndMethod: 7 })
  expect(replay.metadata!.lastFrame).toBeGreaterThanOrEqual(-60)
  expect(lost.replayBytes).toBe((await rehearsal.replay(first)).length)
  expect(rehearsal.deaths).toEqual(['0 SIGKILL 1'])
  expect(await rehearsal.result(second)).toMatchObject({ status: 'completed', cause: 'time' })

  await rehearsal.until(() => rehearsal.pool.pids.length === 2)
  const again = await rehearsal.play()
  expect(await rehearsal.result(again)).toMatchObject({ status: 'completed' })
})

test.concurrent('Missed-game rule 1: of a lost match it stands who had sent anything by then, and how many polls each had missed', async () => {
  await using rehearsal = await Rehearsal.open(1)
  const order = await rehearsal.play({ pick: () => null, input: null })
  await rehearsal.until(() => (rehearsal.frames.get(order.matchId) ?? -124) > -90)
  process.kill(rehearsal.pool.pids[0]!, 'SIGKILL')
  const { answered, summary } = await rehearsal.result(order)
  expect(answered).toEqual([false, true])
  expect(summary!.players[0].missed).toBeGreaterThan(20)
  expect(summary!.players[1].missed).toBeLessThan(summary!.players[0].missed)
})

test.concurrent('draining waits for running matches; stopping breaks them off at once, with their replays complete', async () => {
  await using rehearsal = await Rehearsal.open(1, 'ends=-90')
  await rehearsal.play()
  await rehearsal.pool.drain()
  expect(rehearsal.results).toMatchObject([{ status: 'completed' }])

  await using stopped = await Rehearsal.open(1)
  const order = await stopped.play()
  await stopped.until(() => stopped.frames.has(order.matchId))
  await stopped.pool.stop()
  expect(stopped.results).toMatchObject([
    { status: 'aborted', cause: 'shutdown', played: true, summary: { endReason: 'engine' } },
  ])
  expect(readReplay(await stopped.replay(order)).isComplete).toBe(true)
  expect(() => stopped.pool.play(order)).toThrow('No host is up')
})

test.concurrent('a match can be broken off by its id, wherever it runs', async () => {
  await using rehearsal = await Rehearsal.open(2)
  const [hit, other] = [await rehearsal.play(), await rehearsal.play()]
  rehearsal.pool.abort(hit.matchId, 'shutdown')
  expect(await rehearsal.result(hit)).toMatchObject({ status: 'aborted', cause: 'shutdown' })
  expect(rehearsal.pool.running).toBe(1)
  expect(rehearsal.results).toHaveLength(1)
  rehearsal.pool.abort(other.matchId, 'shutdown')
})

// From here on one after the other: what they do to this process would reach the others.

describe('a process that is stopped and continued', () => {
  test('an arena that stood still gives up no host that is well', async () => {
    await using rehearsal = await Rehearsal.watched({ silentMs: 3_000 }, 1)
    const [pid] = rehearsal.pool.pids
    const seen = rehearsal.loads.length
    await stopFor(process.pid, 4)
    await rehearsal.until(() => rehearsal.loads.length > seen + 2)
    expect([rehearsal.deaths, rehearsal.pool.pids]).toEqual([[], [pid]])
  })
})

describe('a host that cannot be started', () => {
  const { execPath, env } = process
  afterEach(() => {
    process.execPath = execPath
    delete env['ARENA_TOO_LONG']
  })

  /** As the system reports it later, and as it is thrown at once. */
  test.each([
    ['ENOENT', () => void (process.execPath = '/no/such/node')],
    ['E2BIG', () => void (env['ARENA_TOO_LONG'] = 'x'.repeat(200_000))],
  ])('keeps nobody waiting, is tried again later and later, and plays once it is up (%s)', async (code, spoil) => {
    spoil()
    // Waits for the hosts to be ready.
    await using rehearsal = await Rehearsal.open(1, 'ends=-100')
    expect(rehearsal.pool.isUp).toBe(false)
    await expect(rehearsal.play()).rejects.toThrow('No host is up')
    await rehearsal.until(() => rehearsal.failedStarts.length === 2)
    expect(rehearsal.failedStarts).toEqual([
      expect.stringMatching(new RegExp(`^0 spawn.* ${code} 1 s$`)),
      expect.stringMatching(new RegExp(`^0 spawn.* ${code} 2 s$`)),
    ])
    process.execPath = execPath
    delete env['ARENA_TOO_LONG']
    await vi.waitFor(() => expect(rehearsal.pool.isUp).toBe(true), { timeout: 20_000 })
    expect(await rehearsal.result(await rehearsal.play())).toMatchObject({ status: 'completed' })
    expect(rehearsal.deaths).toEqual([])
  })

  test('does not keep the arena from stopping', async () => {
    process.execPath = '/no/such/node'
    const rehearsal = await Rehearsal.open(2)
    await rehearsal[Symbol.asyncDispose]()
    const told = rehearsal.failedStarts.length
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(rehearsal.failedStarts).toHaveLength(told)
  })
})
