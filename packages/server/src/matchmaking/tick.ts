/**
 * The scheduler: on every tick, a fixed beat of the wall clock shared by all arenas of one database, it seats at most
 * one match (spec: Matchmaking 1) and gives the order to `play`.
 *
 * A tick of one arena is one transaction under the tick lock: pause bots long missing, look at the active ones, pair,
 * draw, write record and seats. The lock spares arenas work that would fail; what keeps a tick to one match and a bot
 * to one seat are unique constraints.
 *
 * An arena reports itself every tick. Its own matches from before a crash are aborted at its next start; those of an
 * arena that has fallen silent (silence.ts) by any other one. The database may go away at any moment, and with it the
 * answer to whether two bots were seated; the arena may be frozen while others continue. So each tick begins by
 * comparing the record with what is being played: what nobody plays is aborted, and what is over on record is broken
 * off.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { drawPorts, drawStage } from '@arena/engine'
import type { MatchOrder, MatchResult, SeatedBot } from '@arena/host'
import type { Mode } from '@arena/protocol'
import { SET_BACK_MS, SILENT_MS } from '../db/arena-reports.ts'
import { newId } from '../db/ids.ts'
import { takeLock } from '../db/locks.ts'
import type { Database } from '../db/schema.ts'
import { completeMatch } from '../results/completion.ts'
import { beatOf, freeTick } from './beat.ts'
import { findClosestPairs, housesApart } from './pairing.ts'
import { hasBeenMissingTooLong, isCandidate, seatableFrom } from './seating.ts'
import type { ActiveBot } from './seating.ts'
import { SilenceWatch } from './silence.ts'
import { MatchmakingStore } from './store.ts'
import type { BotToSeat } from './store.ts'

/** Share of the active bots that should be able to play at once: with less, bots rated apart from the rest starve. */
const ENOUGH_SEATS = 1 / 3

/**
 * A tick that took longer was held up, and its match comes too late. Other arenas wait much longer before they end it.
 */
const LATE_MS = 10_000
/** A tick's waits all end before this. */
const HANGING_MS = 60_000
/**
 * For this time, or a few ticks if they are further apart, a tick may fail without the arena being said to be out of
 * order.
 */
const OVERDUE_MS = 30_000
const OVERDUE_TICKS = 3

export interface SchedulerOptions {
  readonly db: Database
  readonly arenaId: string
  readonly mode: Mode
  readonly tickMs: number
  readonly restMs: number
  /** Simultaneous matches of this arena. */
  readonly maxMatches: number
  /** Takes a match whose record is written; if it throws, the match is aborted. */
  readonly play: (order: MatchOrder) => void | Promise<void>
  /** Whether there is what it takes to play one more match; nobody is seated while there is not. */
  readonly canPlay?: () => boolean | Promise<boolean>
  /** The matches whose orders `play` took and whose results are not on record yet. */
  readonly playing?: () => readonly string[]
  /** Ends a match that is being played but over on record. */
  readonly breakOff?: (matchId: string) => void
  readonly log: SchedulerLog
  /** Accounts of the house bots, which give way to others. */
  readonly houseOwners?: ReadonlySet<string>
  /** Told of every tick. */
  readonly report?: (report: TickReport) => void
  readonly now?: () => number
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed?: () => number
  readonly seed?: () => Uint8Array
  /** Resolves at a moment, or rejects when the signal says so. */
  readonly waitUntil?: (moment: number, signal: AbortSignal) => Promise<void>
}

/** What the scheduler has to say to the operator; a pino logger fits. */
interface SchedulerLog {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface TickReport {
  readonly order: MatchOrder | null
  /** Bots the tick paused because they had been missing for too long. */
  readonly paused: readonly string[]
  readonly activeBots: number
  /** Candidates that were left waiting, and how long the one that waits longest has. */
  readonly waiting: number
  readonly longestWaitMs: number
  /** Matches of this arena, the new one included. */
  readonly running: number
  /** Simultaneous matches of all arenas. */
  readonly capacity: number
  /** Fewer than a third of the active bots can play at once. */
  readonly isShortOfCapacity: boolean
}

type Optional = 'report' | 'playing' | 'breakOff'

export class Scheduler {
  readonly #options: Required<Omit<SchedulerOptions, Optional>> & Pick<SchedulerOptions, Optional>
  readonly #stop = new AbortController()
  #running: Promise<void> | null = null
  #beat: Promise<unknown> = Promise.resolve()
  #isSeating = true
  #tickedAt: number
  readonly #silence = new SilenceWatch()
  #wasShort = false

  constructor(options: SchedulerOptions) {
    this.#options = {
      houseOwners: new Set(),
      canPlay: () => true,
      now: Date.now,
      elapsed: () => performance.now(),
      seed: () => randomBytes(32),
      waitUntil: (moment, signal) => sleep(Math.max(0, moment - Date.now()), undefined, { signal }),
      ...options,
    }
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

  /** Aborts what a crash left running, then ticks until stopped. */
  async start(): Promise<void> {
    await this.#recover()
    this.#running = this.#run()
  }

  /** Seats no more matches, but keeps reporting to the other arenas that the running ones are alive. */
  drain(): void {
    this.#isSeating = false
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
    const { tickMs, now, waitUntil, log } = this.#options
    const { signal } = this.#stop
    while (!signal.aborted) {
      const next = beatOf(now(), tickMs) + tickMs
      try {
        await waitUntil(next, signal)
      } catch {
        return
      }
      const hanging = setTimeout(() => log.error({}, 'a matchmaking tick does not come to an end'), HANGING_MS)
      try {
        this.#beat = this.tick()
        await this.#beat
      } catch (error) {
        log.error({ err: error }, 'a matchmaking tick failed; the next one tries again')
      } finally {
        clearTimeout(hanging)
      }
    }
  }

  async #recover(): Promise<void> {
    const { db, arenaId, maxMatches, now, log } = this.#options
    const store = new MatchmakingStore(db)
    await store.reportArena(arenaId, maxMatches, new Date(now()))
    const left = await store.runningOf(arenaId)
    await this.#abort(left, 'The arena stopped while the match was running.')
    if (left.length > 0)
      log.warn({ matches: left }, 'matches that were running when the arena last stopped are aborted')
  }

  /** One beat. */
  async tick(): Promise<TickReport> {
    const { db, arenaId, maxMatches, canPlay, now, elapsed, play, log, report } = this.#options
    const begunAt = elapsed()
    const store = new MatchmakingStore(db)
    await store.reportArena(arenaId, maxMatches, new Date(now()))
    await this.#compareWithPlayed(store)
    await this.#abortOfSilentArenas(store)

    const maySeat = this.#isSeating && (await canPlay())
    const result = await db.transaction().execute((trx) => this.#seat(trx, maySeat))
    if (result.order !== null) {
      try {
        if (elapsed() - begunAt > LATE_MS) throw new Error('The tick was held up')
        await play(result.order)
      } catch (error) {
        log.error({ err: error, matchId: result.order.matchId }, 'no host took the match')
        await this.#abort([result.order.matchId], 'No host took the match.')
      }
    }
    this.#tickedAt = elapsed()
    this.#warnOfCapacity(result)
    report?.(result)
    return result
  }

  async #seat(trx: Database, maySeat: boolean): Promise<TickReport> {
    const { arenaId, maxMatches, mode, tickMs, restMs, houseOwners } = this.#options
    await takeLock(trx, 'tick')
    // Read only now: waiting for the lock took time.
    const now = this.#options.now()
    const store = new MatchmakingStore(trx)

    const active = await store.activeBots(mode)
    const paused = active.filter((bot) => hasBeenMissingTooLong(bot, now)).map((bot) => bot.id)
    await store.pause(paused)
    const remaining = active.filter((bot) => !paused.includes(bot.id))
    const candidates = remaining.filter((bot) => isCandidate(bot, restMs, now))

    const running = (await store.runningOf(arenaId)).length
    const isFree = maySeat && this.#isSeating && running < maxMatches
    const tick = isFree ? freeTick(await store.newestTick(), now, tickMs) : null
    const pair = tick === null ? null : await choosePair(store, candidates, houseOwners)
    const order = pair && this.#draw(pair, now)
    const waitedMs = (bot: ActiveBot) => Math.max(0, now - seatableFrom(bot, restMs, now))
    if (order && tick !== null) {
      const choice = {
        candidates: candidates.length,
        waitedMs: new Map(candidates.map((bot) => [bot.id, waitedMs(bot)])),
      }
      await store.seat({ order, arenaId, tick: new Date(tick), choice })
    }

    const waiting = candidates.filter((bot) => !order?.bots.some((seated) => seated.botId === bot.id))
    const capacity = await store.capacity(new Date(now - SILENT_MS), new Date(now + SET_BACK_MS))
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

  /** The order for two bots, the one with the smaller id first: everything left to chance comes from the match seed. */
  #draw([smaller, larger]: readonly [BotToSeat, BotToSeat], now: number): MatchOrder {
    const seed = this.#options.seed()
    const bots = [toSeated(smaller), toSeated(larger)] as const
    return {
      matchId: newId('match'),
      mode: this.#options.mode,
      seed: Buffer.from(seed).toString('hex'),
      stage: drawStage(seed),
      bots: drawPorts(seed) === 0 ? bots : [bots[1], bots[0]],
      startedAt: now,
    }
  }

  async #compareWithPlayed(store: MatchmakingStore): Promise<void> {
    const { arenaId, playing, breakOff, log } = this.#options
    if (playing === undefined) return
    // Before the record is read: what ends meanwhile is no mismatch.
    const played = playing()
    const running = await store.runningOf(arenaId)
    const lost = running.filter((matchId) => !played.includes(matchId))
    await this.#abort(lost, 'The database went away while the match was being seated.')
    if (lost.length > 0) log.warn({ matches: lost }, 'matches that nobody plays are aborted')
    for (const matchId of played) if (!running.includes(matchId)) breakOff?.(matchId)
  }

  async #abortOfSilentArenas(store: MatchmakingStore): Promise<void> {
    const { log, now } = this.#options
    for (const arenaId of this.#silence.listen(await store.busyArenas(), now())) {
      const lost = await store.runningOf(arenaId)
      await this.#abort(lost, 'The arena that ran the match fell silent.')
      log.warn({ matches: lost }, 'matches of an arena that fell silent were aborted')
    }
  }

  async #abort(matchIds: readonly string[], detail: string): Promise<void> {
    const { db, now } = this.#options
    for (const matchId of matchIds) await completeMatch(db, hostLost(matchId, detail), now())
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
  candidates: readonly ActiveBot[],
  houseOwners: ReadonlySet<string>,
): Promise<readonly [BotToSeat, BotToSeat] | null> {
  const waiting = candidates.map((bot) => ({ ...bot, restingSince: bot.lastMatchEndedAt ?? bot.activeSince }))
  const closest = findClosestPairs(housesApart(waiting, houseOwners)) ?? findClosestPairs(waiting)
  if (closest === null) return null
  const [a, b] = closest.choose(await store.lastMeetings(closest.ids))
  return store.holdBots([a.id, b.id])
}

function toSeated({ id, name, url }: BotToSeat): SeatedBot {
  return { botId: id, name, url }
}

function hostLost(matchId: string, detail: string): MatchResult {
  return {
    matchId,
    status: 'aborted',
    cause: 'host-lost',
    detail,
    summary: null,
    played: false,
    answered: [false, false],
    replayBytes: null,
  }
}
