/** Engines that play one game after the other, with real processes. */
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { EnginePool, type GameEngine } from '../src/engine/engine-pool.ts'
import { EngineError } from '../src/engine/engine-process.ts'
import { createStep, setStepFrame, type Answer } from '../src/engine/engine-protocol.ts'
import { ManualClock, stillEngine, Table } from './play-kit.ts'

const START = {
  seed: '5f'.repeat(32),
  stage: 31,
  players: [
    { character: 2, costume: 0, name: 'One' },
    { character: 20, costume: 0, name: 'Two' },
  ],
} as const

let pool: EnginePool | null = null
afterEach(() => {
  pool?.close()
  pool = null
})

class Game {
  readonly engine: GameEngine
  readonly failures: EngineError[] = []
  #stepped: (answer: Answer) => void = () => {}

  constructor(from: EnginePool) {
    this.engine = from.take({
      stepped: (answer) => this.#stepped(answer),
      failed: (error) => void this.failures.push(error),
    })
  }

  /** Starts, and answers how many games the process had played before. */
  async start(): Promise<number> {
    return (await this.engine.start(START)).players[0].percent
  }

  step(frame: number): Promise<Answer> {
    const message = createStep()
    setStepFrame(message, frame)
    this.engine.step(message, frame)
    return new Promise((resolve) => (this.#stepped = resolve))
  }

  /** Starts, plays a frame, ends and gives the engine back. */
  async play(): Promise<number> {
    const before = await this.start()
    expect((await this.step(-123)).frame).toBe(-123)
    await this.engine.end({ kind: 'forfeit', port: 0 })
    this.engine.giveBack()
    return before
  }
}

test('an engine that rests after its game plays the next', async () => {
  pool = new EnginePool(stillEngine('rests=2'), 400)
  expect(await new Game(pool).play()).toBe(0)
  expect(await new Game(pool).play()).toBe(1)
  // After its third game it says `ended` and no more.
  expect(await new Game(pool).play()).toBe(2)
  expect(await new Game(pool).play()).toBe(0)
})

test('an engine that only ends has a process for each game', async () => {
  pool = new EnginePool(stillEngine(), 400)
  expect(await new Game(pool).play()).toBe(0)
  expect(await new Game(pool).play()).toBe(0)
})

test('the engine of a game that is broken off, or in which it failed, plays no other', async () => {
  pool = new EnginePool(stillEngine('rests=9', 'fault=frame', 'at=-122'), 400)
  const broken = new Game(pool)
  await broken.start()
  await broken.step(-123)
  broken.engine.giveBack()

  const failed = new Game(pool)
  expect(await failed.start()).toBe(0)
  await failed.step(-123)
  void failed.step(-122)
  while (failed.failures.length === 0) await turn()
  failed.engine.giveBack()

  expect(await new Game(pool).play()).toBe(0)
  expect(await new Game(pool).play()).toBe(1)
})

test('a game that needs no engine in the end leaves its own for the next', async () => {
  pool = new EnginePool(stillEngine('rests=9'), 400)
  const first = new Game(pool)
  await first.play()
  new Game(pool).engine.giveBack()
  expect(await new Game(pool).play()).toBe(1)
})

test('engines start in turn, and one that rests need not', async () => {
  // Nothing is asked of the first process: it keeps its turn.
  pool = new EnginePool(stillEngine('rests=9'), 400)
  const [first, second, third] = [new Game(pool), new Game(pool), new Game(pool)]
  let started = false
  const later = second.start().finally(() => (started = true))
  void third.start().catch(() => {})
  await turn()
  expect(started).toBe(false)
  // Given up while it waits: its place in the queue is the next one's.
  third.engine.giveBack()
  expect(await first.play()).toBe(0)
  expect([0, 1]).toContain(await later)
  expect(await new Game(pool).play()).toBeGreaterThanOrEqual(0)
})

test('no process is started while the host may not start any; a resting one is still given out', async () => {
  pool = new EnginePool(stillEngine('rests=9'), 400)
  await new Game(pool).play()
  pool.mayStart = false
  const first = new Game(pool)
  expect(await first.start()).toBe(1)

  const waiting = new Game(pool)
  let started = false
  const later = waiting.start().finally(() => (started = true))
  for (let frame = -123; frame < -73; frame++) await first.step(frame)
  expect(started).toBe(false)

  pool.mayStart = true
  expect(await later).toBe(0)
})

test('a host whose games are behind their clock waits with its next engine until they have caught up', async () => {
  const clock = new ManualClock()
  await using table = await Table.open({ clock, engine: stillEngine() })
  const startedMatches = () => table.events.flatMap((event) => (event.type === 'started' ? event.match.matchId : []))
  const overloads = () => table.events.flatMap((event) => (event.type === 'overload' ? event.isOverloaded : []))
  const looks = async (count: number) => {
    const done = () => table.events.filter(({ type }) => type === 'progress').length
    for (const until = done() + count; done() < until;) await table.event()
  }
  const bots = [await table.bot(), await table.bot()] as const
  const first = table.seat(bots)
  await clock.poll()
  clock.lag = 101
  await looks(2)
  const second = table.seat(bots)
  await looks(5)
  expect(startedMatches()).toEqual([first])
  expect(overloads()).toEqual([true])
  clock.lag = 100
  while (startedMatches().length < 2) await table.event()
  expect(startedMatches()).toEqual([first, second])
  expect(overloads()).toEqual([true, false])
})

test('a game that was given up is refused when it asks', async () => {
  pool = new EnginePool(stillEngine(), 400)
  const [, waiting] = [new Game(pool), new Game(pool)]
  waiting.engine.giveBack()
  await expect(waiting.start()).rejects.toThrow('given back')
})

test('an engine that cannot be started fails its game, and the next one starts', async () => {
  pool = new EnginePool(['/no/such/engine'], 400)
  const games = [new Game(pool), new Game(pool)]
  for (const game of games) await expect(game.start()).rejects.toThrow(EngineError)
  expect(games.map(({ failures }) => failures.length)).toEqual([1, 1])
})

test('a host plays match after match on one engine, and none of them sees another', async () => {
  await using table = await Table.open({ engine: stillEngine('ends=5', 'rests=9') })
  const bots = [await table.bot(), await table.bot()] as const
  const percents = []
  for (let i = 0; i < 3; i++) {
    const { matchId, summary, status } = await table.play(bots)
    expect([status, summary?.frames]).toEqual(['completed', 6])
    percents.push(summary!.players.map(({ percent }) => percent))
    expect((await table.raw(matchId)).length).toBeGreaterThan(0)
  }
  expect(percents).toEqual([
    [0, 10],
    [1, 11],
    [2, 12],
  ])
})
