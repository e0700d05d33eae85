/**
 * Everybody who watches a running match of this arena (`GET /live/{id}.slp`). A match that somebody watches has one tail, which
 * looks ten times a second; one that nobody watches costs nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { passingOn } from '@arena/host'
import type { HostListener } from '@arena/host'
import { MODES } from '@arena/protocol'
import type { LiveMatch } from '@arena/protocol'
import type { DatabaseClock } from '../db/clock.ts'
import type { MatchFiles } from './match-file.ts'
import { MatchTail } from './match-tail.ts'
import { Spectator } from './spectator.ts'
import type { Outlet } from './spectator.ts'
import { StreamLimits } from './stream-limits.ts'

/**
 * How long a spectator sees a frame after it was played, at the least. A pad has to arrive two or three frames after what it
 * answers (33 ms), so what a bot could learn here is of no use to it.
 */
const DELAY_MS = 1_000
export const STREAMS_PER_CLIENT = 8
export const STREAMS_IN_ALL = 500
/** How long a stream is waited for that has not begun: the bots still pick. */
const PATIENCE_MS = 15_000
/** Six frames. Twice as often would be twice the work for a viewer that is a second behind anyway. */
const LOOK_MS = 100
/** The time that the file of a match which its wall clock has ended has to be complete and read by the last reader. */
const AFTERMATH_MS = 60_000
/** How long a file may be out of reach, of which the machine may be at the other end of a network. */
const TROUBLE_MS = 10_000
/** The time that readers have for what was left when the machine stops. */
const FAREWELL_MS = 1_000

/** What there is to say to the operator; a pino logger fits. */
interface SpectatorLog {
  debug(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** The counts for the metrics. */
interface SpectatorCounts {
  /** How many there are now. */
  liveStreams(open: number): void
  liveSent(bytes: number): void
  liveCutOff(): void
}

export interface SpectatorsOptions {
  readonly files: MatchFiles
  readonly log: SpectatorLog
  readonly counts: SpectatorCounts
  /** The one that matches on record begin by. */
  readonly clock: Pick<DatabaseClock, 'now'>
  readonly delayMs?: number
  readonly perClient?: number
  readonly inAll?: number
  readonly patienceMs?: number
  readonly lookMs?: number
  /** Milliseconds, never going back. */
  readonly now?: () => number
}

/** A place among the spectators of a match. */
export interface Watching {
  /** Whether there is something to see: not before Game Start, and never of a match without a game. */
  begun(): Promise<boolean>
  /** Sends the match from its first byte on, and ends or destroys the outlet in the end. */
  sendTo(outlet: Outlet): void
  /** Gives the place back; calling it again changes nothing. */
  leave(): void
}

export type Admission =
  | { readonly kind: 'admitted'; readonly watching: Watching }
  | { readonly kind: 'client-full'; readonly waitMs: number }
  | { readonly kind: 'all-full' }

interface Followed {
  readonly tail: MatchTail
  /** When every stream of the match is cut. */
  readonly until: number
}

export class Spectators {
  readonly #options: SpectatorsOptions
  readonly #now: () => number
  readonly #limits: StreamLimits
  readonly #followed = new Map<string, Followed>()
  readonly #following = new Set<Promise<void>>()

  constructor(options: SpectatorsOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#limits = new StreamLimits({
      perClient: options.perClient ?? STREAMS_PER_CLIENT,
      inAll: options.inAll ?? STREAMS_IN_ALL,
    })
  }

  /** Open streams. */
  get count(): number {
    return this.#limits.open
  }

  /** Matches that are followed. */
  get matches(): number {
    return this.#followed.size
  }

  /** Admits a reader of a match that runs on this machine. */
  admit(match: Pick<LiveMatch, 'id' | 'mode' | 'startedAt'>, client: string): Admission {
    const now = this.#now()
    const ranMs = this.#options.clock.now() - Date.parse(match.startedAt)
    const until = now + MODES[match.mode].wallClockMs + AFTERMATH_MS - ranMs
    const place = this.#limits.take(client, until, now)
    if (place.kind !== 'taken') return place
    this.#options.counts.liveStreams(this.#limits.open)
    return { kind: 'admitted', watching: this.#watching(match.id, until, client, place.leave) }
  }

  /** A match is over, and its replay complete if it has one. */
  finished(matchId: string): void {
    this.#followed.get(matchId)?.tail.finished()
  }

  /** Hears the reports of hosts on their way to the listener. */
  listeningTo(listener: HostListener): HostListener {
    return passingOn(listener, {
      finished: (result) => {
        this.finished(result.matchId)
        listener.finished(result)
      },
    })
  }

  /** Ends every stream: of matches that are over with all that is left of them. */
  async stop(): Promise<void> {
    for (const { tail } of this.#followed.values()) tail.hurry()
    const deadline = this.#now() + FAREWELL_MS
    while (this.#limits.open > 0 && this.#now() < deadline) await sleep(LOOK_MS / 2)
    for (const { tail } of this.#followed.values()) tail.break()
    await Promise.all(this.#following)
  }

  #watching(matchId: string, until: number, client: string, leavePlace: () => void): Watching {
    const { log, counts, patienceMs = PATIENCE_MS } = this.#options
    const { tail } = this.#follow(matchId, until)
    let spectator: Spectator | null = null
    let judge: (() => void) | null = null
    const forget = tail.tell(() => {
      judge?.()
      spectator?.wake()
    })
    let isLeft = false
    const leave = () => {
      if (isLeft) return
      isLeft = true
      forget()
      spectator?.leave()
      leavePlace()
      counts.liveStreams(this.#limits.open)
      judge?.()
    }
    const begun = () =>
      new Promise<boolean>((resolve) => {
        const answer = () => {
          clearTimeout(timer)
          judge = null
          resolve(tail.hasBegun && tail.state !== 'broken' && !isLeft)
        }
        const timer = setTimeout(answer, patienceMs)
        judge = () => {
          if (tail.hasBegun || tail.state !== 'follows' || isLeft) answer()
        }
        judge()
      })
    const sendTo = (outlet: Outlet) => {
      spectator = new Spectator({
        tail,
        outlet,
        onSent: (bytes) => counts.liveSent(bytes),
        onCutOff: (behind) => {
          counts.liveCutOff()
          log.debug({ matchId, client, behind }, 'a spectator reads too slowly and is cut off')
        },
      })
      if (isLeft) spectator.leave()
      spectator.wake()
    }
    return { begun, sendTo, leave }
  }

  #follow(matchId: string, until: number): Followed {
    const known = this.#followed.get(matchId)
    if (known !== undefined) return known
    const { files, delayMs = DELAY_MS } = this.#options
    const followed = { tail: new MatchTail({ matchId, files, delayMs, now: this.#now }), until }
    this.#followed.set(matchId, followed)
    // Not before the first spectator has his place.
    const following = Promise.resolve()
      .then(() => this.#keepLooking(matchId, followed))
      .finally(() => this.#following.delete(following))
    this.#following.add(following)
    return followed
  }

  /** For as long as somebody watches. */
  async #keepLooking(matchId: string, { tail, until }: Followed): Promise<void> {
    const { log, lookMs = LOOK_MS } = this.#options
    let troubleSince: number | null = null
    while (tail.isWatched && tail.state !== 'broken') {
      try {
        await tail.look()
        troubleSince = null
      } catch (error) {
        if (troubleSince === null) log.warn({ err: error, matchId }, 'a match cannot be shown: its file cannot be read')
        troubleSince ??= this.#now()
      }
      const now = this.#now()
      if (now >= until || (troubleSince !== null && now - troubleSince >= TROUBLE_MS)) tail.break()
      await sleep(lookMs)
    }
    this.#followed.delete(matchId)
    await tail.close().catch((error: unknown) => log.warn({ err: error, matchId }, 'a file could not be closed'))
  }
}
