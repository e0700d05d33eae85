/** Contract of the matchmaking tick, for any database. The pure rules have their own tests beside them. */
import { draw, drawPorts, drawStage } from '@arena/engine'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../src/db/schema.ts'
import type { MatchOrder, SeatedBot } from '../../src/matches/order.ts'
import { Scheduler } from '../../src/matchmaking/tick.ts'
import type { SchedulerOptions, TickReport } from '../../src/matchmaking/tick.ts'
import { abortedOf, ARENA, DAY, HOUR, MINUTE, resultOf, SECOND } from './fixture.ts'
import type { Fixture } from './fixture.ts'

const TICK = 5 * SECOND
const REST = 2 * MINUTE

/** Keeps what the scheduler says. */
class Listener {
  readonly orders: MatchOrder[] = []
  readonly reports: TickReport[] = []
  readonly logged: string[] = []

  options(f: Fixture): Omit<SchedulerOptions, 'arenaId'> {
    const log = (_fields: object, message: string) => void this.logged.push(message)
    return {
      db: f.db,
      mode: 'live',
      tickMs: TICK,
      restMs: REST,
      maxMatches: 100,
      play: (order) => void this.orders.push(order),
      report: (report) => void this.reports.push(report),
      log: { warn: log, error: log },
      now: f.clock,
    }
  }
}

/** The two bots of an order, in the order in which they are asked about. */
function ids(...bots: readonly SeatedBot[]): string[] {
  return bots.map((bot) => bot.botId).sort()
}

/** The bots that the next tick seats. */
async function nextPair(f: Fixture, of: Scheduler): Promise<string[] | null> {
  f.now += TICK
  const { order } = await of.tick()
  return order && ids(...order.bots)
}

/** Both have missed so many matches in a row, one right after the other, the last ending now. */
async function missing(f: Fixture, misses: number): Promise<readonly [SeatedBot, SeatedBot]> {
  const bots = [await f.bot(), await f.bot()] as const
  for (let i = 0; i < misses; i++) {
    const { matchId } = await f.seat(...bots)
    await f.finish(abortedOf(matchId))
  }
  return bots
}

/** Lets a scheduler run until it waits for the given beat; the clock jumps to each beat before. */
async function runFor(
  beats: number,
  f: Fixture,
  options: SchedulerOptions,
  onBeat?: (moment: number) => void,
): Promise<void> {
  let beat = 0
  await new Promise<void>((resolve, reject) => {
    const running = new Scheduler({
      ...options,
      waitUntil: async (moment, signal) => {
        onBeat?.(moment)
        f.now = moment
        if (++beat < beats) return
        running.stop().then(resolve, reject)
        signal.throwIfAborted()
      },
    })
    running.start().catch(reject)
  })
}

/** A small generator of numbers that are the same on every run (Lehmer, modulus 2^31 - 1). */
class Generator {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** A whole number from 0 up to, but not including, the limit. */
  upTo(limit: number): number {
    this.#state = (this.#state * 48_271) % 0x7fffffff
    return this.#state % limit
  }
}

function fail(): never {
  throw new Error('broken')
}

export function schedulerContract(fixture: () => Fixture): void {
  let listener: Listener
  beforeEach(() => {
    listener = new Listener()
  })

  function scheduler(f: Fixture, options: Partial<SchedulerOptions> = {}): Scheduler {
    return new Scheduler({ ...listener.options(f), arenaId: ARENA, ...options })
  }

  describe('a tick', () => {
    test('Match `status` (none) -> `running`: two bots are seated, and a host is asked to play them', async () => {
      const f = fixture()
      const bots = [await f.bot({ name: 'Waveland' }), await f.bot({ name: 'Edgeguard' })]
      const { order } = await scheduler(f).tick()
      expect(listener.orders).toEqual([order])
      expect(order!.bots.toSorted((a, b) => (a.botId < b.botId ? -1 : 1))).toEqual(
        bots.toSorted((a, b) => (a.botId < b.botId ? -1 : 1)),
      )
      expect(order).toMatchObject({ mode: 'live', startedAt: f.now, seed: expect.stringMatching(/^[0-9a-f]{64}$/) })
      expect(await f.matches.find(order!.matchId)).toMatchObject({
        status: 'running',
        stage: null,
        seed: null,
        players: [{ botId: order!.bots[0].botId }, { botId: order!.bots[1].botId }],
        startedAt: new Date(f.now).toISOString(),
      })
    })

    test('Matchmaking 1: each tick starts at most one match', async () => {
      const f = fixture()
      for (let i = 0; i < 6; i++) await f.bot()
      const one = scheduler(f)
      await one.tick()
      f.now += TICK - 1
      await one.tick()
      expect(listener.orders).toHaveLength(1)
      f.now += 1
      await one.tick()
      expect(listener.orders).toHaveLength(2)
      f.now += TICK
      await one.tick()
      expect(listener.orders).toHaveLength(3)
      f.now += TICK
      expect((await one.tick()).order).toBeNull()
    })

    test('Matchmaking 2: candidates have rested 2 minutes since their last match', async () => {
      const f = fixture()
      const [a, b] = [await f.bot(), await f.bot()]
      const one = scheduler(f)
      await f.play(a, b)
      const ended = f.now
      f.now = ended + REST - TICK - 1
      expect(await nextPair(f, one)).toBeNull()
      f.now = ended + REST - TICK
      expect(await nextPair(f, one)).toEqual(ids(a, b))
    })

    test('Matchmaking 2 and Bot `status`: `paused` bots are not seated, nor are deleted ones', async () => {
      const f = fixture()
      const owner = await f.account()
      const [a, b, c] = [await f.bot({ owner }), await f.bot(), await f.bot()]
      await f.bots.update(owner, a.botId, { status: 'paused' })
      const one = scheduler(f)
      expect(await nextPair(f, one)).toEqual(ids(b, c))
      const d = await f.bot()
      expect(await nextPair(f, one)).toBeNull()
      await f.bots.update(owner, a.botId, { status: 'active' })
      expect(await nextPair(f, one)).toEqual(ids(a, d))
      const other = await f.account()
      const e = await f.bot({ owner: other })
      await f.bot()
      await f.bots.remove(other, e.botId)
      expect(await nextPair(f, one)).toBeNull()
    })

    test('Matchmaking 3: the two candidates closest in rating are seated', async () => {
      const f = fixture()
      const bots = []
      for (const mu of [30, 10, 26, 20]) {
        const bot = await f.bot()
        await f.rate(bot, mu)
        bots.push(bot)
      }
      const one = scheduler(f)
      expect(await nextPair(f, one)).toEqual(ids(bots[0]!, bots[2]!))
      expect(await nextPair(f, one)).toEqual(ids(bots[1]!, bots[3]!))
    })

    test('house bots give way to whoever waits, and play each other when nobody else can play', async () => {
      const f = fixture()
      const [red, blue] = [await f.account(), await f.account()]
      const house = [await f.bot({ owner: red }), await f.bot({ owner: blue })] as const
      const one = scheduler(f, { houseOwners: new Set([red, blue]) })
      expect(await nextPair(f, one)).toEqual(ids(...house))
      await f.finish(resultOf(listener.orders[0]!.matchId, { winner: null }))
      const newcomer = await f.bot()
      await f.rate(newcomer, 5)
      f.now += REST
      expect(await nextPair(f, one)).toContain(newcomer.botId)
    })

    test('Matchmaking 4: two bots of the same account never meet; the next-closest pair is seated', async () => {
      const f = fixture()
      const owner = await f.account()
      const [a, b, c] = [await f.bot({ owner }), await f.bot({ owner }), await f.bot()]
      await f.rate(a, 25)
      await f.rate(b, 25.1)
      await f.rate(c, 40)
      const one = scheduler(f)
      expect(await nextPair(f, one)).toEqual(ids(b, c))
      expect(await nextPair(f, one)).toBeNull()
    })

    test('Matchmaking 5: a bot plays at most one match at a time', async () => {
      const f = fixture()
      const [a, b] = [await f.bot(), await f.bot()]
      const one = scheduler(f)
      expect(await nextPair(f, one)).toEqual(ids(a, b))
      const c = await f.bot()
      f.now += HOUR
      expect(await nextPair(f, one)).toBeNull()
      await expect(f.seat(a, c)).rejects.toThrow(/seats_pkey/)
      await f.finish(resultOf(listener.orders[0]!.matchId))
      expect(await f.seat(a, c)).toBeDefined()
    })

    test('Matchmaking 6: the number of simultaneous matches is capped, so a bot may wait several ticks', async () => {
      const f = fixture()
      for (let i = 0; i < 6; i++) await f.bot()
      const one = scheduler(f, { maxMatches: 2 })
      expect(await nextPair(f, one)).not.toBeNull()
      expect(await nextPair(f, one)).not.toBeNull()
      expect(await nextPair(f, one)).toBeNull()
      expect(await nextPair(f, one)).toBeNull()
      await f.finish(resultOf(listener.orders[0]!.matchId))
      expect(await nextPair(f, one)).not.toBeNull()
    })

    test('Matchmaking 7: an account may hold any number of bots, which are never matched against each other', async () => {
      const f = fixture()
      const owner = await f.account()
      for (let i = 0; i < 30; i++) await f.bot({ owner })
      expect(await nextPair(f, scheduler(f))).toBeNull()
    })

    test('of equally close bots those meet that met least recently, then those that rested longest', async () => {
      const f = fixture()
      const [a, b, c] = [await f.bot(), await f.bot(), await f.bot()]
      const meet = async (x: SeatedBot, y: SeatedBot) => {
        const { matchId } = await f.seat(x, y)
        await f.finish(abortedOf(matchId, { answered: [true, true] }))
        f.now += HOUR
      }
      await meet(a, b)
      await meet(b, c)
      const one = scheduler(f)
      expect(await nextPair(f, one)).toEqual(ids(a, c))
      await f.finish(abortedOf(listener.orders[0]!.matchId, { answered: [true, true] }))
      f.now += HOUR
      expect(await nextPair(f, one)).toEqual(ids(a, b))
    })

    test('a bot gets its match even when the database holds no one else for long', async () => {
      const f = fixture()
      expect(await nextPair(f, scheduler(f))).toBeNull()
      await f.bot()
      expect(await nextPair(f, scheduler(f))).toBeNull()
    })

    test('Game rules: which bot gets which port is a coin flip per match, and the stage is one of the six: drawn from the seed', async () => {
      const f = fixture()
      const [a, b] = [await f.bot(), await f.bot()]
      const smaller = ids(a, b)[0]
      const ports = new Set<number>()
      const stages = new Set<number>()
      for (let i = 0; i < 24; i++) {
        const seed = new Uint8Array(32).fill(i)
        f.now += HOUR
        const { order } = await scheduler(f, { seed: () => seed }).tick()
        const port = order!.bots.findIndex((bot) => bot.botId === smaller)
        expect(order!.seed).toBe(Buffer.from(seed).toString('hex'))
        expect(port).toBe(drawPorts(seed))
        expect(port).toBe(draw(seed, 'ports') % 2)
        expect(order!.stage).toBe(drawStage(seed))
        ports.add(port)
        stages.add(order!.stage)
        await f.finish(resultOf(order!.matchId))
      }
      expect(ports).toEqual(new Set([0, 1]))
      expect(stages).toEqual(new Set([31, 32, 28, 8, 2, 3]))
    })

    test('every match has a random seed of its own', async () => {
      const f = fixture()
      for (let i = 0; i < 6; i++) await f.bot()
      const one = scheduler(f)
      for (let i = 0; i < 3; i++) await nextPair(f, one)
      expect(new Set(listener.orders.map((order) => order.seed)).size).toBe(3)
    })

    test('a bot plays at the URL that it had when it was seated', async () => {
      const f = fixture()
      const owner = await f.account()
      const a = await f.bot({ owner })
      await f.bot()
      await f.bots.update(owner, a.botId, { url: 'https://new.example.org/', name: 'new' })
      const { order } = await scheduler(f).tick()
      expect(order!.bots).toContainEqual({ botId: a.botId, name: 'new', url: 'https://new.example.org/' })
    })

    test('a clock that is set back by an hour stops nobody: the next tick seats, one match a tick, and rests are kept', async () => {
      const f = fixture()
      for (let i = 0; i < 8; i++) await f.bot()
      const one = scheduler(f)
      // An hour in which every tick had its match, up to the last.
      const ticks = []
      for (let i = 0; i < 3; i++) {
        ticks.push(await nextPair(f, one))
        await f.finish(resultOf(listener.orders.at(-1)!.matchId))
      }
      expect(ticks).not.toContain(null)
      f.now -= HOUR
      const pair = await nextPair(f, one)
      expect(pair).not.toBeNull()
      f.now += SECOND
      expect((await scheduler(f, { arenaId: 'two' }).tick()).order).toBeNull()
      f.now -= SECOND
      await f.finish(resultOf(listener.orders.at(-1)!.matchId))
      const [bot] = pair!
      const seated = listener.orders.length
      const ended = f.now
      while (f.now < ended + REST - TICK) await nextPair(f, one)
      expect(listener.orders.slice(seated).flatMap(({ bots }) => ids(...bots))).not.toContain(bot)
      expect(listener.orders.length).toBeGreaterThan(seated)
    })

    test('nobody is seated while there is no host to play on', async () => {
      const f = fixture()
      await f.bot()
      await f.bot()
      let isUp = false
      const one = scheduler(f, { canPlay: () => isUp })
      expect(await nextPair(f, one)).toBeNull()
      isUp = true
      expect(await nextPair(f, one)).not.toBeNull()
    })

    test('a match that no host takes is aborted and costs nobody a miss', async () => {
      const f = fixture()
      const bot = await f.bot()
      await f.bot()
      const { order } = await scheduler(f, { play: fail }).tick()
      expect(await f.matches.find(order!.matchId)).toMatchObject({ status: 'aborted' })
      expect(await f.botRow(bot)).toMatchObject({ misses: 0 })
      expect(listener.logged).toEqual(['no host took the match'])
    })
  })

  describe('missed games', () => {
    test('Missed-game rule 3: after 10 consecutive misses a seat is offered only every 3 hours', async () => {
      const f = fixture()
      const bots = await missing(f, 10)
      const one = scheduler(f)
      const ended = f.now
      f.now = ended + 3 * HOUR - TICK - 1
      expect(await nextPair(f, one)).toBeNull()
      f.now = ended + 3 * HOUR - TICK
      expect(await nextPair(f, one)).toEqual(ids(...bots))
      await f.finish(abortedOf(listener.orders[0]!.matchId))
      f.now += 3 * HOUR - TICK - 1
      expect(await nextPair(f, one)).toBeNull()
      expect(await nextPair(f, one)).toEqual(ids(...bots))
    })

    test('Missed-game rule 3: 9 misses leave the usual rest', async () => {
      const f = fixture()
      const bots = await missing(f, 9)
      f.now += REST
      expect(await nextPair(f, scheduler(f))).toEqual(ids(...bots))
    })

    test('Missed-game rule 2: one answered match brings the usual rest back', async () => {
      const f = fixture()
      const [a, b] = await missing(f, 12)
      await f.play(a, b)
      f.now += REST
      expect(await nextPair(f, scheduler(f))).toEqual(ids(a, b))
    })

    test('Bot `status` `paused` -> `active`: the consecutive-miss count resets; the bot plays on the next tick', async () => {
      const f = fixture()
      const owner = await f.account()
      const a = await f.bot({ owner })
      const b = await f.bot()
      for (let i = 0; i < 12; i++) {
        const { matchId } = await f.seat(a, b)
        await f.finish(abortedOf(matchId, { answered: [false, true] }))
      }
      f.now += REST
      const one = scheduler(f)
      expect(await nextPair(f, one)).toBeNull()
      await f.bots.update(owner, a.botId, { status: 'paused' })
      expect(await nextPair(f, one)).toBeNull()
      await f.bots.update(owner, a.botId, { status: 'active' })
      expect(await nextPair(f, one)).toEqual(ids(a, b))
    })

    test('Bot `status` `active` -> `paused`: by the scheduler, when a miss streak has grown a week old', async () => {
      const f = fixture()
      const [a, b] = await missing(f, 1)
      const one = scheduler(f, { maxMatches: 0 })
      const first = f.now
      f.now = first + 7 * DAY - 1
      expect((await one.tick()).paused).toEqual([])
      f.now = first + 7 * DAY
      const { paused, order } = await one.tick()
      expect(paused.toSorted()).toEqual(ids(a, b))
      expect(order).toBeNull()
      for (const bot of [a, b]) expect(await f.botRow(bot)).toMatchObject({ status: 'paused', misses: 1 })
      expect((await one.tick()).paused).toEqual([])
    })

    test('a bot whose streak grows a week old during a match is paused only if it misses that one too', async () => {
      const f = fixture()
      const [a, b] = await missing(f, 1)
      f.now += 7 * DAY - 1
      const { matchId } = await f.seat(a, b)
      f.now += MINUTE
      const one = scheduler(f)
      expect((await one.tick()).paused).toEqual([])
      await f.finish(resultOf(matchId, { winner: 0 }, { answered: [true, false] }))
      expect((await one.tick()).paused).toEqual([b.botId])
    })
  })

  describe('several arenas on one database', () => {
    test('Matchmaking 1: a tick starts at most one match, and no bot is in two, whoever ticks first', async () => {
      const f = fixture()
      for (let i = 0; i < 10; i++) await f.bot()
      const arenas = ['one', 'two', 'three'].map((arenaId) => scheduler(f, { arenaId }))
      for (let tick = 1; tick <= 5; tick++) {
        f.now += TICK
        const reports = await Promise.all(arenas.map((arena) => arena.tick()))
        expect(reports.filter((report) => report.order !== null)).toHaveLength(1)
      }
      expect(new Set(listener.orders.flatMap((order) => ids(...order.bots))).size).toBe(10)
    })

    test('the schema itself refuses a second match in a tick', async () => {
      const f = fixture()
      const [a, b, c, d] = [await f.bot(), await f.bot(), await f.bot(), await f.bot()]
      const { matchId } = await f.seat(a, b)
      const { tick } = await f.db
        .selectFrom('matches')
        .select('tick')
        .where('id', '=', matchId)
        .executeTakeFirstOrThrow()
      const other = await f.seat(c, d)
      await expect(f.db.updateTable('matches').set({ tick }).where('id', '=', other.matchId).execute()).rejects.toThrow(
        /matches_tick_key/,
      )
    })

    test('an arena that is full leaves the tick to one that is not', async () => {
      const f = fixture()
      for (let i = 0; i < 4; i++) await f.bot()
      const [full, free] = [scheduler(f, { arenaId: 'one', maxMatches: 1 }), scheduler(f, { arenaId: 'two' })]
      expect(await nextPair(f, full)).not.toBeNull()
      expect(await nextPair(f, full)).toBeNull()
      expect((await free.tick()).order).not.toBeNull()
    })

    test('at its start an arena aborts what it left running, and nothing of the others', async () => {
      const f = fixture()
      const own = await f.seat(await f.bot(), await f.bot(), 'one')
      const other = await f.seat(await f.bot(), await f.bot(), 'two')
      f.now += SECOND
      const arena = scheduler(f, { arenaId: 'one', waitUntil: () => Promise.reject(new Error('stopped')) })
      await arena.start()
      await arena.stop()
      expect(await f.matches.find(own.matchId)).toMatchObject({
        status: 'aborted',
        endedAt: new Date(f.now).toISOString(),
        summary: null,
      })
      expect(await f.matches.find(other.matchId)).toMatchObject({ status: 'running' })
      expect(listener.logged).toEqual(['matches that were running when the arena last stopped are aborted'])
    })

    test('matches of an arena that has been silent for a minute are aborted by another', async () => {
      const f = fixture()
      const two = scheduler(f, { arenaId: 'two', maxMatches: 0 })
      const gone = await f.seat(await f.bot(), await f.bot(), 'one')
      for (let second = 0; second < 60; second += 5) {
        await two.tick()
        f.now += TICK
      }
      expect(await f.matches.find(gone.matchId)).toMatchObject({ status: 'running' })
      await two.tick()
      expect(await f.matches.find(gone.matchId)).toMatchObject({ status: 'aborted' })
      expect(listener.logged).toEqual(['matches of an arena that fell silent were aborted'])
    })

    test('so are those of an arena that died before the clock was set back; it counts for no capacity either', async () => {
      const f = fixture()
      const gone = await f.seat(await f.bot(), await f.bot(), 'one')
      f.now -= HOUR
      const two = scheduler(f, { arenaId: 'two', maxMatches: 3 })
      for (let second = 0; second < 60; second += 5) {
        expect((await two.tick()).capacity).toBe(3)
        f.now += TICK
      }
      expect(await f.matches.find(gone.matchId)).toMatchObject({ status: 'running' })
      await two.tick()
      expect(await f.matches.find(gone.matchId)).toMatchObject({ status: 'aborted' })
    })

    test('an arena that reports itself is alive, whatever its clock says', async () => {
      const f = fixture()
      const { matchId } = await f.seat(await f.bot(), await f.bot(), 'one')
      const two = scheduler(f, { arenaId: 'two', maxMatches: 0 })
      for (let second = 0; second < 120; second += 5) {
        await f.matchmaking.reportArena('one', 1, new Date(f.now - HOUR))
        await two.tick()
        f.now += TICK
      }
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'running' })
    })

    test('an arena that was cut off from the database itself does not take the others for dead', async () => {
      const f = fixture()
      const two = scheduler(f, { arenaId: 'two', maxMatches: 0 })
      for (let second = 0; second < 60; second += 5) {
        f.now += TICK
        await two.tick()
      }
      const { matchId } = await f.seat(await f.bot(), await f.bot(), 'one')
      f.now += HOUR
      for (let second = 0; second < 60; second += 5) {
        await two.tick()
        f.now += TICK
      }
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'running' })
      await two.tick()
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'aborted' })
    })

    test('an arena that drains seats nobody, and still tells that its matches are alive', async () => {
      const f = fixture()
      const [a, b] = [await f.bot(), await f.bot()]
      const { matchId } = await f.seat(a, b, 'one')
      await f.bot()
      await f.bot()
      const [one, two] = [scheduler(f, { arenaId: 'one' }), scheduler(f, { arenaId: 'two', maxMatches: 0 })]
      one.drain()
      for (let i = 0; i < 30; i++) {
        expect(await nextPair(f, one)).toBeNull()
        await two.tick()
      }
      expect(await f.matches.find(matchId)).toMatchObject({ status: 'running' })
    })
  })

  test('half an hour on the ladder: whatever happens in it, the records add up', async () => {
    const f = fixture()
    const random = new Generator(20_261_121)
    const owners = await Promise.all(Array.from({ length: 5 }, () => f.account()))
    const bots = []
    for (let i = 0; i < 12; i++) bots.push(await f.bot({ owner: owners[i % owners.length]! }))
    const ownerOf = new Map(bots.map((bot, i) => [bot.botId, i % owners.length]))
    const lastEnd = new Map<string, number>()
    const one = scheduler(f, { maxMatches: 4 })
    const running: MatchOrder[] = []
    let completed = 0

    const end = f.now + 30 * MINUTE
    while (f.now < end) {
      f.now += TICK * (1 + random.upTo(4))
      const { order } = await one.tick()
      if (order) {
        const [a, b] = order.bots.map((bot) => bot.botId) as [string, string]
        expect(ownerOf.get(a)).not.toBe(ownerOf.get(b))
        for (const id of [a, b]) {
          expect(running.flatMap((other) => ids(...other.bots))).not.toContain(id)
          expect(f.now - (lastEnd.get(id) ?? 0)).toBeGreaterThanOrEqual(REST)
        }
        running.push(order)
        expect(running.length).toBeLessThanOrEqual(4)
      }
      if (running.length === 0 || random.upTo(3) === 0) continue
      const [ended] = running.splice(random.upTo(running.length), 1)
      for (const bot of ended!.bots) lastEnd.set(bot.botId, f.now)
      const isAborted = random.upTo(5) === 0
      const winner = ([0, 1, null] as const)[random.upTo(3)]!
      await f.finish(isAborted ? abortedOf(ended!.matchId) : resultOf(ended!.matchId, { winner }))
      if (!isAborted) completed++
    }

    expect(completed).toBeGreaterThan(50)
    const rows = await f.db.selectFrom('bots').selectAll().execute()
    expect(rows.reduce((sum, row) => sum + row.games, 0)).toBe(2 * completed)
    expect(rows.reduce((sum, row) => sum + row.wins - row.losses, 0)).toBe(0)
    expect(await f.db.selectFrom('seats').selectAll().execute()).toHaveLength(2 * running.length)
    for (const row of rows) {
      const played = await f.matches.list({ limit: 200, botId: row.id })
      if (played === 'unknown-before') throw new Error(played)
      const own = played.map((match) => match.players.find((player) => player.botId === row.id)!)
      expect(own.filter((player) => player.placement !== null)).toHaveLength(row.games)
      expect(own.reduce((sum, player) => sum + (player.ratingDelta ?? 0), 0)).toBeCloseTo(row.rating, 9)
    }
  })

  describe('what a tick reports', () => {
    test('the longest wait: of the candidates that were not seated, since they could have been', async () => {
      const f = fixture()
      const owner = await f.account()
      await f.bot({ owner })
      f.now += 10 * SECOND
      await f.bot({ owner })
      f.now += 20 * SECOND
      const one = scheduler(f)
      expect(await one.tick()).toMatchObject({ activeBots: 2, waiting: 2, longestWaitMs: 30 * SECOND, running: 0 })
      await f.bot()
      f.now += TICK
      expect(await one.tick()).toMatchObject({ activeBots: 3, waiting: 1, running: 1 })
      expect(listener.reports).toHaveLength(2)
    })

    test('capacity below a third of the active bots is warned of once, over all arenas that are alive', async () => {
      const f = fixture()
      const owner = await f.account()
      for (let i = 0; i < 13; i++) await f.bot({ owner })
      await f.matchmaking.reportArena('two', 1, new Date(f.now))
      await f.matchmaking.reportArena('long gone', 50, new Date(f.now - HOUR))
      const one = scheduler(f, { maxMatches: 1 })
      expect(await one.tick()).toMatchObject({ capacity: 2, isShortOfCapacity: true })
      await one.tick()
      expect(listener.logged).toEqual([
        '2 simultaneous matches seat fewer than a third of the 13 active bots: some will wait for long',
      ])
      await f.bots.remove(owner, (await f.bots.list(owner))[0]!.id)
      expect(await one.tick()).toMatchObject({ activeBots: 12, isShortOfCapacity: false })
      await f.bot({ owner })
      await one.tick()
      expect(listener.logged).toHaveLength(2)
    })
  })

  describe('the beat', () => {
    test('Matchmaking 1: matchmaking runs on a fixed tick every 5 seconds, however long a tick takes', async () => {
      const f = fixture()
      const beats: number[] = []
      const start = Math.ceil(f.now / TICK) * TICK
      f.now = start + 1_234
      const report = () => {
        // The second tick takes longer than a beat.
        f.now += beats.length === 2 ? 7 * SECOND : 321
      }
      await runFor(5, f, { ...listener.options(f), arenaId: ARENA, report }, (moment) => beats.push(moment - start))
      expect(beats).toEqual([5, 10, 20, 25, 30].map((seconds) => seconds * SECOND))
    })

    test('a tick that fails is logged, and the next one comes', async () => {
      const f = fixture()
      await runFor(3, f, { ...listener.options(f), arenaId: ARENA, report: fail })
      const message = 'a matchmaking tick failed; the next one tries again'
      expect(listener.logged).toEqual([message, message])
    })
  })
}

/** Two arenas with connections of their own, which only a server has. */
export function separateArenasContract(fixture: () => Fixture, open: () => Promise<Database>): void {
  test('Matchmaking 1 and 5: two schedulers on one database never start two matches in a tick or seat a bot twice', async () => {
    const f = fixture()
    const listener = new Listener()
    for (let i = 0; i < 12; i++) await f.bot()
    const arenas = [f.db, await open()].map(
      (db, index) => new Scheduler({ ...listener.options(f), restMs: 0, db, arenaId: `arena ${index}` }),
    )
    for (let tick = 1; tick <= 40; tick++) {
      f.now += TICK
      const reports = await Promise.all(arenas.flatMap((arena) => [arena.tick(), arena.tick()]))
      expect(reports.filter((report) => report.order !== null).length).toBeLessThanOrEqual(1)
      const playing = (await f.running()).flatMap((match) => match.players.map((player) => player.botId))
      expect(new Set(playing).size).toBe(playing.length)
      // Some end while the next ones begin.
      if (tick % 3 === 0) {
        const [oldest] = (await f.running()).toReversed()
        if (oldest) await f.finish(resultOf(oldest.id))
      }
    }
    expect(listener.orders.length).toBeGreaterThan(15)
  })

  test('Bot `status`: a bot that is paused while a tick is choosing is not seated by it', async () => {
    const f = fixture()
    const listener = new Listener()
    const bot = await f.bot()
    await f.bot()
    const pausing = await open()
    let tick: Promise<TickReport> | undefined
    await pausing.transaction().execute(async (trx) => {
      await trx.updateTable('bots').set({ status: 'paused' }).where('id', '=', bot.botId).execute()
      // The tick sees the bot as it was, and then has to wait for what becomes of it.
      tick = new Scheduler({ ...listener.options(f), arenaId: ARENA }).tick()
      for (;;) {
        const { rows } = await sql`select from pg_locks where not granted and locktype = 'transactionid'`.execute(
          pausing,
        )
        if (rows.length > 0) break
      }
    })
    expect((await tick!).order).toBeNull()
    expect(listener.orders).toEqual([])
  })
}
