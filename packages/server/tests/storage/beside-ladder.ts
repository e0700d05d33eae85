/** Contract of rehearsals beside the ladder of their machine: a scheduler and its keeper, hosts that are only counted, and a fixture's clock. */
import { Random } from '@arena/sdk'
import { describe, expect, test } from 'vitest'
import type { HostListener } from '../../../host/src/hosts/host-pool.ts'
import type { MatchOrder, MatchResult, SeatedBot } from '../../../host/src/order.ts'
import { Capacity } from '../../src/matches/playing/capacity.ts'
import { Rehearsals } from '../../src/rehearsals/rehearsals.ts'
import { RehearsalStore } from '../../src/rehearsals/store.ts'
import { abortedOf, ARENA, empty, resultOf } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { Listener, TICK } from './scheduler/kit.ts'
import { clockOf, processOf, testMachine } from './test-machine.ts'

const SEATS = 4
/** From one turn of the rehearsals to the next. */
const TURN = TICK / 10
/** A match, and a rehearsal, is that long in ticks: longer than all seats take to be filled, so that a ladder with enough bots is full. */
const MATCH_TICKS = [5, 8] as const

/** Hosts that play what they are given for a time. What is broken off ends a turn later. With more than the seats they fall behind. */
class Hosts {
  readonly #playing = new Map<string, { endsAt: number; result: MatchResult }>()
  readonly #now: () => number
  readonly #ofMatches = new Random('lengths of matches')
  readonly #ofRehearsals = new Random('lengths of rehearsals')
  #turnsBehind = 0

  constructor(now: () => number) {
    this.#now = now
  }

  get running(): number {
    return this.#playing.size
  }

  get isOverloaded(): boolean {
    return this.#turnsBehind > 1
  }

  play({ matchId, toldId }: MatchOrder): void {
    const lengths = toldId === undefined ? this.#ofMatches : this.#ofRehearsals
    const result = resultOf(matchId, {}, { replayBytes: null })
    this.#playing.set(matchId, { endsAt: this.#now() + lengths.between(...MATCH_TICKS) * TICK - TURN, result })
  }

  abort(matchId: string): void {
    const result = abortedOf(matchId, { cause: 'shutdown' })
    this.#playing.set(matchId, { endsAt: this.#now() + TURN, result })
  }

  report(listener: Pick<HostListener, 'finished'>): void {
    this.#turnsBehind = this.running > SEATS ? this.#turnsBehind + 1 : 0
    for (const [matchId, { endsAt, result }] of this.#playing) {
      if (endsAt > this.#now()) continue
      this.#playing.delete(matchId)
      listener.finished(result)
    }
  }
}

/** The bots of the ladder that are active, for a number of ticks. */
interface Phase {
  readonly ticks: number
  readonly active: number
}

export function besideLadderContract(f: Fixture): void {
  /**
   * The phases, one after the other, beside a number of rehearsals: when the ladder was given its seats, how many rehearsals ran at once in
   * each phase, and those that have not ended.
   */
  async function play(phases: readonly Phase[], rehearsing: number) {
    await empty(f.db)
    f.begin(f.db)
    const store = new RehearsalStore(f.db, f.clock, clockOf(f))
    const bots = await f.newBots(3 * SEATS)
    for (let i = 0; i < rehearsing; i++) {
      const owner = await f.account()
      const { botId } = await f.bot({ owner })
      await f.bots.update(owner, botId, { status: 'paused' })
      await store.request(owner, botId)
    }
    const hosts = new Hosts(f.clock)
    const heard = new Listener()
    const { log } = heard.options(f)
    const limits = { most: SEATS, first: SEATS }
    const capacity = new Capacity({ ...limits, isNoticePublic: false, log, now: f.clock })
    const rehearsals = new Rehearsals({
      store,
      machine: { id: ARENA, process: processOf(ARENA) },
      house: { address: async () => 'http://127.0.0.1:9000', end: async () => {} },
      replayDir: 'no folder',
      log: Object.assign(log, { info: () => {} }) as never,
      revision: () => null,
      limits,
      windowMs: 2 * TICK,
      seed: () => new Uint8Array(32),
      elapsed: f.clock,
    })
    rehearsals.playOn({
      pool: hosts,
      running: () => hosts.running,
      limit: () => capacity.limit,
      mayBegin: async () => true,
      isPressed: () => hosts.isOverloaded,
    })
    const ladder = () => hosts.running - rehearsals.running
    const seats: number[] = []
    const { scheduler } = testMachine({
      ...heard.options(f),
      machineId: ARENA,
      maxMatches: SEATS,
      restMs: 0,
      canPlay: () => capacity.mayPlay(ladder()) && !hosts.isOverloaded,
      play: (order) => {
        seats.push(f.now)
        hosts.play(order)
        rehearsals.giveWay()
      },
    })
    const ended: Promise<unknown>[] = []
    const listener = rehearsals.listeningTo({ finished: (result) => void ended.push(f.finish(result)) } as HostListener)

    async function tick(): Promise<void> {
      await scheduler.tick()
      for (const isOver = f.now + TICK; f.now < isOver; f.now += TURN) {
        hosts.report(listener)
        await rehearsals.settled()
        await Promise.all(ended.splice(0))
        await rehearsals.turn()
      }
    }

    const rehearsed: number[] = []
    for (const { ticks, active } of phases) {
      await activate(bots, active)
      let most = 0
      for (let i = 0; i < ticks; i++) {
        await tick()
        most = Math.max(most, rehearsals.running)
      }
      rehearsed.push(most)
    }
    expect(heard.logged).toEqual([])
    return { seats, rehearsed, open: await store.open() }
  }

  async function activate(bots: readonly SeatedBot[], count: number): Promise<void> {
    const ids = (some: readonly SeatedBot[]) => ['none', ...some.map(({ botId }) => botId)]
    const set = (status: 'active' | 'paused', some: readonly SeatedBot[]) =>
      f.db.updateTable('bots').set({ status }).where('id', 'in', ids(some)).execute()
    await set('active', bots.slice(0, count))
    await set('paused', bots.slice(count))
  }

  describe('rehearsals beside the ladder', () => {
    test('fifty beside a full ladder delay no seat by more than a tick, and are all played once it leaves room', async () => {
      const full = { ticks: 12, active: 3 * SEATS }
      const phases = [full, { ticks: 12, active: 0 }, full, { ticks: 12, active: SEATS }]
      const alone = await play(phases, 0)
      const beside = await play([...phases, { ticks: 90, active: 0 }], 50)
      expect(beside.seats).toHaveLength(alone.seats.length)
      expect(Math.max(...beside.seats.map((at, i) => at - alone.seats[i]!))).toBeLessThanOrEqual(TICK)
      expect(beside.rehearsed[1]).toBe(SEATS)
      expect(beside.open).toEqual([])
    })
  })
}
