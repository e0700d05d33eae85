/**
 * The scheduler: on every tick, a fixed beat of the wall clock shared by all machines of one database, it seats at most one
 * match (spec: Matchmaking 1) and assigns it to a machine.
 *
 * Where several machines run a scheduler, one of them claims a beat and the others leave it alone. Its tick first looks at what
 * became of running matches (matches/taking/judge.ts). Then it is one transaction under the tick lock: look at the active bots, leave out
 * those long missing, pair, draw, choose a machine, write record and seats, pause the missing ones. The lock spares work that would
 * fail; what keeps a tick to one match and a bot to one seat are unique constraints.
 *
 * The machine takes the match by itself (matches/taking/keeper.ts). A machine that both ticks and plays has its turn with the tick.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { MatchOrder } from '@arena/host'
import type { Mode } from '@arena/protocol'
import { SET_BACK_MS } from '../../db/set-back.ts'
import { DATABASE_TIME } from '../../db/clock.ts'
import type { SqlClock } from '../../db/clock.ts'
import { newId } from '../../db/ids.ts'
import { takeLock } from '../../db/locks.ts'
import type { Database } from '../../db/schema.ts'
import { chooseMachine, playedFrom, roomOf, withRoom } from '../taking/choose.ts'
import type { PlayingMachine } from '../taking/choose.ts'
import { judgeMatches } from '../taking/judge.ts'
import type { Keeper } from '../taking/keeper.ts'
import { isAlive, steadySince } from '../taking/lease.ts'
import type { LastBeat } from '../taking/lease.ts'
import { RoundTripStore } from '../taking/round-trips.ts'
import { MachineStore } from '../taking/store.ts'
import { beatOf, freeTick } from './beat.ts'
import { nextNumber, prepareDays } from '../../public-log/days.ts'
import type { NumberedSeed } from '../../public-log/days.ts'
import { drawOrder } from './draw-order.ts'
import { Lobby } from './lobby.ts'
import type { Seats } from './lobby.ts'
import { hasBeenMissingTooLong, isToBeToldOfPause } from '../../bots/seating.ts'
import type { ActiveBot } from '../../bots/seating.ts'
import { MatchmakingStore } from './store.ts'
import type { BotToSeat } from './store.ts'
import { figuresOf } from './tick-report.ts'
import type { TickReport } from './tick-report.ts'

/** Share of the active bots that should be able to play at once: with less, bots rated apart from the rest starve. */
const ENOUGH_SEATS = 1 / 3

/** A machine that drains comes so much of a beat later than the others, which seat matches with it. */
const DRAINING_LATER = 1 / 5

/** A tick's waits all end before this. */
const HANGING_MS = 60_000
/**
 * For this time, or a few ticks if they are further apart, a tick may fail without the arena being said to be out of
 * order.
 */
const OVERDUE_MS = 30_000
const OVERDUE_TICKS = 3
/** Days are looked after this often. */
const PREPARED_MS = 60_000

export interface SchedulerOptions {
  readonly db: Database
  readonly mode: Mode
  readonly tickMs: number
  readonly restMs: number
  /** The build that matches are played with from the start of this scheduler on. */
  readonly build: string
  /** The keeper of this machine, where it also plays: it has its turn with each tick. */
  readonly keeper?: Pick<Keeper, 'turn' | 'collect'>
  /** Whether other machines may tick as well. */
  readonly isShared?: boolean
  /** False where another process has become this machine: this one seats nobody meanwhile. */
  readonly isOfMachine?: () => boolean
  readonly log: SchedulerLog
  /** Accounts of the house bots, which give way to others. */
  readonly houseOwners?: ReadonlySet<string>
  /** Told of every tick. */
  readonly report?: (report: TickReport) => void
  readonly now?: () => number
  readonly clock?: SqlClock
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed?: () => number
  readonly matchId?: () => string
  /** Resolves at a moment, or rejects when the signal says so. */
  readonly waitUntil?: (moment: number, signal: AbortSignal) => Promise<void>
}

/** What the scheduler has to say to the operator; a pino logger fits. */
interface SchedulerLog {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

type Optional = 'report' | 'keeper'

export class Scheduler {
  readonly #options: Required<Omit<SchedulerOptions, Optional>> & Pick<SchedulerOptions, Optional>
  readonly #stop = new AbortController()
  #running: Promise<void> | null = null
  #beat: Promise<unknown> = Promise.resolve()
  #isSeating = true
  /** What matches are played with, as of the last beat. */
  #build: string
  #last: LastBeat = { at: 0, steadySince: 0 }
  #tickedAt: number
  readonly #store: MachineStore
  #wasShort = false
  #preparedAt = 0
  #otherBuilds = ''

  constructor(options: SchedulerOptions) {
    const now = options.now ?? Date.now
    this.#options = {
      houseOwners: new Set(),
      isShared: false,
      isOfMachine: () => true,
      now,
      clock: DATABASE_TIME,
      elapsed: () => performance.now(),
      matchId: () => newId('match'),
      waitUntil: (moment, signal) => sleep(Math.max(0, moment - now()), undefined, { signal }),
      ...options,
    }
    this.#store = new MachineStore(options.db, this.#options.clock)
    this.#build = options.build
    this.#tickedAt = this.#options.elapsed()
  }

  /** How long ago the last tick was that succeeded; before the first, this scheduler's age. */
  get sinceTickMs(): number {
    return this.#options.elapsed() - this.#tickedAt
  }

  /** What is wrong, in a sentence, when no tick has succeeded for too long; null otherwise. */
  overdue(): string | null {
    const { sinceTickMs } = this
    if (sinceTickMs <= Math.max(OVERDUE_MS, OVERDUE_TICKS * this.#options.tickMs)) return null
    return `No matchmaking tick has succeeded for ${Math.floor(sinceTickMs / 1000)} s.`
  }

  /** Ticks until stopped. */
  async start(): Promise<void> {
    const { mode, build } = this.#options
    await this.#store.setBuild(mode, build)
    this.#running = this.#run()
  }

  /** Seats no more matches. Of beats it has only those that no other machine has: it still looks after running matches. */
  drain(): void {
    this.#isSeating = false
  }

  get #maySeat(): boolean {
    return this.#isSeating && this.#options.isOfMachine()
  }

  /** Resolves when a tick under way is over: after `drain` nobody is seated from then on. */
  async settled(): Promise<void> {
    await this.#beat.catch(() => {})
  }

  /** Ends ticking; a tick under way is finished first. */
  async stop(): Promise<void> {
    this.drain()
    this.#stop.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { tickMs, isShared, now, waitUntil, log } = this.#options
    const { signal } = this.#stop
    while (!signal.aborted) {
      const next = beatOf(now(), tickMs) + tickMs
      try {
        await waitUntil(next, signal)
        if (!this.#maySeat && isShared) await waitUntil(next + DRAINING_LATER * tickMs, signal)
      } catch {
        return
      }
      const hanging = setTimeout(() => log.error({}, 'a matchmaking tick does not come to an end'), HANGING_MS)
      try {
        this.#beat = this.#claimed(next)
        await this.#beat
      } catch (error) {
        log.error({ err: error }, 'a matchmaking tick failed; the next one tries again')
      } finally {
        clearTimeout(hanging)
      }
    }
  }

  /** One beat, unless another machine has it. */
  async #claimed(beat: number): Promise<void> {
    const { isShared, now, elapsed } = this.#options
    if (!isShared) return void (await this.tick())
    if (await this.#claim(beat, () => Math.max(beat, now()) + SET_BACK_MS)) await this.#work()
    // The database answers, and another machine ticks.
    else this.#tickedAt = elapsed()
  }

  /** One beat, whoever may have had it. */
  async tick(): Promise<TickReport> {
    await this.#claim(this.#options.now(), () => 0)
    return this.#work()
  }

  /** `latest` is asked for once the database has answered: this machine may have stood still since the beat. */
  async #claim(beat: number, latest: () => number): Promise<boolean> {
    const { mode, build, tickMs } = this.#options
    const { build: known, last, now } = await this.#store.ladder(mode)
    if (known === null) await this.#store.setBuild(mode, build)
    this.#build = known ?? build
    this.#last = { at: now, steadySince: steadySince(last, now, tickMs) }
    const claim = { mode, beat: new Date(beat), at: new Date(now), steadySince: new Date(this.#last.steadySince) }
    return this.#store.claimBeat(claim, last, new Date(latest()))
  }

  async #work(): Promise<TickReport> {
    const { db, mode, clock, now, elapsed, log, report } = this.#options
    await this.#ofThisMachine('turn')
    await judgeMatches({ db, build: this.#build, tick: this.#last, clock, now, log })
    const isCommitted = await this.#prepareDays()
    const result = await db.transaction().execute((trx) => this.#seat(trx, isCommitted))
    if (result.order !== null) await this.#ofThisMachine('collect')
    await new MatchmakingStore(db).note(mode, figuresOf(result))
    this.#tickedAt = elapsed()
    this.#warnOfCapacity(result)
    report?.(result)
    return result
  }

  /** Once a minute, and where the clock is another day. */
  async #prepareDays(): Promise<boolean> {
    const { db, now } = this.#options
    const at = now()
    const isDue = Math.floor(at / PREPARED_MS) !== Math.floor(this.#preparedAt / PREPARED_MS)
    if (!isDue) return true
    const isCommitted = await prepareDays(db, at)
    this.#preparedAt = at
    return isCommitted
  }

  /** The keeper tries again what fails here, so that it costs no tick: the other machines leave the beat alone. */
  async #ofThisMachine(step: 'turn' | 'collect'): Promise<void> {
    const { keeper, log } = this.#options
    try {
      await keeper?.[step]()
    } catch (error) {
      log.error({ err: error }, 'the turn of this machine failed; the tick goes on without it')
    }
  }

  async #seat(trx: Database, isCommitted: boolean): Promise<TickReport> {
    const { mode, tickMs, restMs, clock, houseOwners } = this.#options
    await takeLock(trx, 'tick')
    // Read only now: waiting for the lock took time.
    const now = this.#options.now()
    const store = new MatchmakingStore(trx, clock)

    const active = await store.activeBots(mode)
    const missing = active.filter((bot) => hasBeenMissingTooLong(bot, now)).map((bot) => bot.id)
    const toBeTold = active.filter((bot) => isToBeToldOfPause(bot, now)).map((bot) => bot.id)
    const remaining = active.filter((bot) => !missing.includes(bot.id))
    const lobby = new Lobby({ active: remaining, houseOwners, restMs, now })
    const candidates = lobby.free

    const { machines, now: moment } = await new MachineStore(trx, clock).machines()
    const alive = machines.filter(({ role, seenAt }) => role !== 'web' && isAlive(seenAt, moment))
    this.#warnOfBuilds(alive)
    const open = this.#maySeat ? withRoom(alive, this.#build, moment) : []
    const tick = open.length === 0 ? null : freeTick(await store.newestTick(), now, tickMs)
    const pair = tick === null || !isCommitted ? null : await choosePair(store, lobby, seatsOf(open))
    const drawn = pair && (await nextNumber(trx, now))
    const order = pair && drawn && this.#draw(pair, drawn, now)
    const waitedMs = (bot: ActiveBot) => Math.max(0, now - lobby.freeFrom(bot))
    if (order && drawn && tick !== null) {
      const [first, second] = order.bots
      const roundTrips = await new RoundTripStore(trx, clock).of([first.botId, second.botId])
      const machine = chooseMachine(open, roundTrips)!
      const choice = {
        candidates: candidates.length,
        waitedMs: new Map(candidates.map((bot) => [bot.id, waitedMs(bot)])),
      }
      const from = playedFrom(machine, roundTrips)
      const { day, number } = drawn
      const seating = { order, day, number, machineId: machine.id, build: this.#build, tick: new Date(tick) }
      await store.seat({ ...seating, choice, from })
    }
    // Last: while it holds these it waits for no other bot.
    const paused = await store.pause(missing, new Date(now))
    await store.tellOfPause(toBeTold, new Date(now))

    const waiting = candidates.filter((bot) => !order?.bots.some((seated) => seated.botId === bot.id))
    const capacity = alive.reduce((sum, { maxMatches }) => sum + maxMatches, 0)
    const running = machines.reduce((sum, each) => sum + each.running, 0)
    return {
      order,
      paused,
      activeBots: remaining.length,
      waiting: waiting.length,
      longestWaitMs: waiting.reduce((longest, bot) => Math.max(longest, waitedMs(bot)), 0),
      running: running + (order ? 1 : 0),
      capacity,
      isShortOfCapacity: 2 * capacity < ENOUGH_SEATS * remaining.length,
    }
  }

  #draw(bots: readonly [BotToSeat, BotToSeat], { seed }: NumberedSeed, now: number): MatchOrder {
    const { mode, matchId } = this.#options
    return drawOrder({ matchId: matchId(), mode, startedAt: now, seed, bots })
  }

  /** Machines with another engine, or another version, wait until the ladder is played with theirs. */
  #warnOfBuilds(alive: readonly PlayingMachine[]): void {
    const others = alive.filter(({ build }) => build !== this.#build).map(({ id, build }) => `${id}: ${build}`)
    const isNew = others.length > 0 && others.join() !== this.#otherBuilds
    this.#otherBuilds = others.join()
    if (!isNew) return
    const fields = { build: this.#build, others }
    this.#options.log.warn(fields, 'machines with another build than the ladder are given no matches')
  }

  #warnOfCapacity({ isShortOfCapacity, capacity, activeBots, longestWaitMs }: TickReport): void {
    const { log } = this.#options
    if (isShortOfCapacity && !this.#wasShort) {
      log.warn(
        { capacity, activeBots, longestWaitMs },
        `${capacity} simultaneous matches seat fewer than a third of the ${activeBots} active bots: some will wait for long`,
      )
    }
    this.#wasShort = isShortOfCapacity
  }
}

async function choosePair(
  store: MatchmakingStore,
  lobby: Lobby,
  seats: Seats,
): Promise<readonly [BotToSeat, BotToSeat] | null> {
  const closest = lobby.pairs(seats)
  if (closest === null) return null
  const [a, b] = closest.choose(await store.lastMeetings(closest.ids))
  return store.holdBots([a.id, b.id])
}

function seatsOf(machines: readonly PlayingMachine[]): Seats {
  return {
    running: machines.reduce((sum, { running }) => sum + running, 0),
    room: machines.reduce((sum, machine) => sum + roomOf(machine), 0),
  }
}
