/**
 * This machine among those that share a database. Turn by turn it reports that it is alive and how much room it has, compares
 * its matches on record with those that it plays, and takes matches that a tick has assigned to it.
 *
 * A match that is on record and not played is aborted: the database went away, or the process, between record and host. A match that is played
 * and not on record is broken off: a tick has ended it, because this machine said nothing for too long. Turns never overlap, so
 * that none sees a match between its record and its host.
 *
 * Where another process has become this machine, as with a copy of its data folder after this one stood still, it takes nothing and ends
 * nothing on record, until that process is gone.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { MatchOrder } from '@arena/host'
import { DATABASE_TIME } from '../../db/clock.ts'
import type { SqlClock } from '../../db/clock.ts'
import { takeLock } from '../../db/locks.ts'
import type { Database } from '../../db/schema.ts'
import { RepeatedFailure } from '../../repeated-failure.ts'
import { completeMatch } from '../ending/completion.ts'
import { StartError } from '../../start-error.ts'
import { hasBegun, REPORT_MS } from './lease.ts'
import type { Gone } from './lease.ts'
import { placeOf, tryToBe } from './machine-process.ts'
import {
  ARENA_STOPPED,
  DATABASE_AWAY,
  FORGOTTEN,
  HELD_UP,
  PROCESS_SILENT,
  NO_HOST,
  notPlayed,
} from '../ending/not-played.ts'
import type { Refusal } from '../ending/not-played.ts'
import { isMachineOf, MachineStore } from './store.ts'
import type { MachineFacts, RunningMatch } from './store.ts'

/** How often it looks whether matches have changed, where it hears of changes: a look costs the database nothing. */
const LOOK_MS = 250
/** A match whose record and whose host are further apart comes too late. */
const LATE_MS = 10_000

export interface MachineLog {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface KeeperOptions {
  readonly db: Database
  readonly machine: MachineFacts
  /** What became of the process that was this machine before. */
  readonly former?: Gone
  /** As in `ClaimOptions`. */
  readonly hasEnded?: (name: string) => boolean
  readonly log: MachineLog
  /** Takes a match that is assigned here, under an attempt; if it throws, the match is aborted. Without it, none is taken. */
  readonly play?: (order: MatchOrder, attempt: number) => void | Promise<void>
  /** Matches that it may play at once at the moment, 0 for none. */
  readonly limit?: () => number | Promise<number>
  /** The matches whose orders `play` took and whose results are not on record yet. */
  readonly playing?: () => readonly string[]
  /** Ends a match that is being played but over on record. */
  readonly breakOff?: (matchId: string) => void
  /** The same number as long as no match has changed; null while that is not known. */
  readonly revision?: () => number | null
  /** Told of each report, with the moment that the database stamped it with. */
  readonly reported?: (report: () => Promise<Date>) => Promise<void>
  readonly now?: () => number
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed?: () => number
  readonly clock?: SqlClock
}

type Optional = 'play' | 'playing' | 'breakOff' | 'hasEnded'

export class Keeper {
  readonly #options: Required<Omit<KeeperOptions, Optional>> & Pick<KeeperOptions, Optional>
  readonly #store: MachineStore
  readonly #stop = new AbortController()
  #running: Promise<void> | null = null
  /** The turn under way, if any. */
  #turn: Promise<unknown> = Promise.resolve()
  #isDraining = false
  /** Nothing is taken any more. */
  #hasDrained = false
  /** Whether a match that an earlier process left running could not be ended. */
  #hasLeft = false
  /** What became of the process that was this machine before this one. */
  #former: Gone
  /** The other process that is this machine by now; null where this one is. */
  #other: string | null = null
  /** Why matches that were taken are not played, until they have ended on record. */
  readonly #unplayed = new Map<string, Refusal>()
  #reportedAt = -Infinity

  constructor(options: KeeperOptions) {
    const { clock = DATABASE_TIME } = options
    this.#options = {
      limit: () => options.machine.maxMatches,
      revision: () => null,
      reported: async (report) => void (await report()),
      now: Date.now,
      elapsed: () => performance.now(),
      former: 'ended',
      clock,
      ...options,
    }
    this.#former = this.#options.former
    this.#store = new MachineStore(options.db, clock)
  }

  /** How long ago the database answered a report; before the first, for ever. */
  get sinceReportMs(): number {
    return this.#options.elapsed() - this.#reportedAt
  }

  /** What is wrong, in a sentence, where another process is this machine; null otherwise. */
  get problem(): string | null {
    if (this.#other === null) return null
    const { id } = this.#options.machine
    return `Another process is this machine (${id}) by now, ${this.#other}: its data folder was copied.`
  }

  /**
   * Aborts what an earlier process of this machine left running, which may have played where this one only serves, and reports. It has
   * room from its first turn on: what is still to start may take long, or fail.
   */
  async open(): Promise<void> {
    await this.#endLeft()
    if (!(await this.#tell(null))) throw new StartError(this.problem!)
  }

  /** Has a turn every two seconds, and takes matches as soon as they are assigned here. */
  start(): void {
    this.#running = this.#run()
  }

  /** Reports, compares, and takes what is assigned here. */
  turn(): Promise<void> {
    return this.#after(async () => {
      await this.#report()
      await this.#compare()
      await this.#collect()
    })
  }

  /** Takes what is assigned here. */
  collect(): Promise<void> {
    return this.#after(() => this.#collect())
  }

  /**
   * No match is assigned here any more when it resolves, and what had been assigned is taken. It keeps reporting. Rejects where
   * the database is away: then nothing is taken afterwards, and a tick assigns it elsewhere.
   */
  async drain(): Promise<void> {
    const { db } = this.#options
    this.#isDraining = true
    await this.#after(async () => {
      try {
        await this.#report()
        // A tick under way may have read the report before this one.
        await db.transaction().execute((trx) => takeLock(trx, 'tick'))
        await this.#collect()
      } finally {
        this.#hasDrained = true
      }
    })
  }

  /** A turn under way is finished first. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
    await this.#turn.catch(() => {})
  }

  #after(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.catch(() => {}).then(work)
    this.#turn = turn
    return turn
  }

  async #run(): Promise<void> {
    const { revision, elapsed, log } = this.#options
    const { signal } = this.#stop
    const failure = new RepeatedFailure(
      (fields) => log.warn(fields, 'this machine could not report to the database; it tries again'),
      elapsed,
    )
    let seen: number | null = null
    while (!signal.aborted) {
      const now = revision()
      try {
        if (this.sinceReportMs >= REPORT_MS) await this.turn()
        else if (now !== seen) await this.collect()
        seen = now
        failure.clear()
      } catch (error) {
        failure.add(error)
        await sleep(LOOK_MS, undefined, { signal }).catch(() => {})
      }
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {})
    }
  }

  async #report(): Promise<void> {
    const { machine, play, limit, elapsed, log } = this.#options
    const matches = play === undefined ? null : this.#isDraining ? 0 : await limit()
    const at = elapsed()
    const wasOther = this.#other !== null
    const isTold = await this.#tell(matches)
    this.#reportedAt = at
    if (isTold && !wasOther) return
    if (isTold) this.#former = 'ended'
    else if (!(await this.#takeBack())) return
    log.warn({ machine: machine.id }, 'no other process is this machine any more: it takes matches again')
    await this.#endLeft()
  }

  /** False where another process is this machine. */
  async #tell(limit: number | null): Promise<boolean> {
    const { machine, reported, log } = this.#options
    let holder: string | null = null
    await reported(async () => {
      const seenAt = await this.#store.report(machine, limit)
      if (seenAt !== null) return seenAt
      const other = await this.#store.holderOf(machine.id)
      holder = placeOf(other?.process ?? null)
      return new Date(other?.now ?? (await this.#store.now()))
    })
    if (holder !== null && this.#other === null) {
      const fields = { machine: machine.id, holder }
      log.error(fields, 'another process is this machine by now: its data folder was copied. No match is seated here')
    }
    this.#other = holder
    return holder === null
  }

  /** Becomes the machine again where the other process is gone. */
  async #takeBack(): Promise<boolean> {
    const { machine, hasEnded } = this.#options
    const gone = await tryToBe({ store: this.#store, machine, ...(hasEnded && { hasEnded }) })
    if (gone === null) return false
    this.#former = gone
    this.#other = null
    return true
  }

  async #compare(): Promise<void> {
    const { machine, playing, breakOff, log } = this.#options
    if (playing === undefined) {
      if (this.#hasLeft) await this.#endLeft()
      return
    }
    // Before the record is read: what ends meanwhile is no mismatch.
    const played = playing()
    const running = await this.#store.runningOn(machine.id)
    for (const id of this.#unplayed.keys()) if (!running.some((match) => match.id === id)) this.#unplayed.delete(id)
    if (this.#other === null) {
      const lost = running.filter((match) => hasBegun(match) && !played.includes(match.id))
      const matches = await this.#abort(lost, FORGOTTEN)
      if (matches.length > 0) log.warn({ matches }, 'matches that nobody plays are aborted')
    }
    for (const matchId of played) if (!running.some(({ id }) => id === matchId)) breakOff?.(matchId)
  }

  async #endLeft(): Promise<void> {
    const { machine, playing, log } = this.#options
    const played = playing?.() ?? []
    const running = await this.#store.runningOn(machine.id)
    const left = running.filter((match) => hasBegun(match) && !played.includes(match.id))
    const [why, told] =
      this.#former === 'silent'
        ? [PROCESS_SILENT, 'matches of a process that was this machine and fell silent are aborted']
        : [ARENA_STOPPED, 'matches that were running when the arena last stopped are aborted']
    for (const { id } of left) this.#unplayed.set(id, why)
    const matches = await this.#abort(left, why)
    if (matches.length > 0) log.warn({ matches }, told)
    this.#hasLeft = matches.length < left.length
  }

  async #collect(): Promise<void> {
    const { db, machine, play, now, elapsed } = this.#options
    if (play === undefined || this.#hasDrained || this.#other !== null) return
    for (const { order, attempt, refusal } of await this.#store.ordersFor(machine)) {
      const begunAt = elapsed()
      const { matchId } = order
      // Without an answer, the match may have been taken all the same.
      this.#unplayed.set(matchId, DATABASE_AWAY)
      const isTaken = await this.#store.take(matchId, machine, attempt)
      this.#unplayed.delete(matchId)
      if (!isTaken) continue
      const failure = refusal ?? (await this.#begin(order, attempt, begunAt))
      if (failure === null) continue
      this.#unplayed.set(matchId, failure)
      await completeMatch(db, notPlayed(matchId, failure), now(), { machineId: machine.id, attempt })
      this.#unplayed.delete(matchId)
    }
  }

  /** Null where the match is played. */
  async #begin(order: MatchOrder, attempt: number, begunAt: number): Promise<Refusal | null> {
    const { play, elapsed, log } = this.#options
    if (elapsed() - begunAt > LATE_MS) return HELD_UP
    try {
      await play!(order, attempt)
      return null
    } catch (error) {
      log.error({ err: error, matchId: order.matchId }, 'no host took the match')
      return NO_HOST
    }
  }

  /** Gives those that it ended: for what is known of each, or else for `why`. */
  async #abort(matches: readonly RunningMatch[], why: Refusal): Promise<string[]> {
    const { db, machine, now, log } = this.#options
    const where = isMachineOf(machine)
    const ended: string[] = []
    for (const { id, machineId, attempt } of matches) {
      try {
        const result = notPlayed(id, this.#unplayed.get(id) ?? why)
        if (await completeMatch(db, result, now(), { machineId, attempt, where })) ended.push(id)
        this.#unplayed.delete(id)
      } catch (error) {
        log.error(
          { err: error, matchId: id },
          'a match that nobody plays could not be ended; the next turn tries again',
        )
        // One match does not cost the others. Where the database is away, each of them would wait for it.
        await this.#store.now()
      }
    }
    return ended
  }
}
