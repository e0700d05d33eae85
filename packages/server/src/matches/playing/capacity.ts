/**
 * How this machine copes with its matches: listens to the reports of hosts on their way to the listener, keeps the
 * limit of simultaneous matches, and says in a sentence why there are fewer than the operator allows.
 */
import { passingOn } from '@arena/host'
import type { HostListener } from '@arena/host'
import { SeatLimit } from './seat-limit.ts'
import type { SeatLimitOptions } from './seat-limit.ts'

/** What there is to say to the operator; a pino logger fits. */
interface CapacityLog {
  warn(fields: object, message: string): void
}

export interface CapacityOptions extends SeatLimitOptions {
  /** Whether everyone may read why: in development. In production it is the operator's business, in log and metrics. */
  readonly isNoticePublic: boolean
  readonly log: CapacityLog
  readonly now?: () => number
}

export class Capacity {
  readonly #limit: SeatLimit
  readonly #most: number
  readonly #isNoticePublic: boolean
  readonly #log: CapacityLog
  readonly #now: () => number
  /** Matches that fell behind in the trouble that lasts. */
  readonly #behind = new Set<string>()
  #revision = 0

  constructor({ most, first, isNoticePublic, log, now = () => performance.now() }: CapacityOptions) {
    this.#limit = new SeatLimit({ most, first })
    this.#most = most
    this.#isNoticePublic = isNoticePublic
    this.#log = log
    this.#now = now
  }

  /** The same number as long as the notice is the same. */
  get revision(): number {
    return this.#revision
  }

  /** Simultaneous matches that it is given at the moment. */
  get limit(): number {
    return this.#limit.limit
  }

  /** Whether matches fall behind. */
  get isInTrouble(): boolean {
    return this.#limit.isInTrouble
  }

  /** Why it is given fewer than it might, for anyone to read. */
  get notice(): string | undefined {
    if (!this.#isNoticePublic || !this.#limit.isInTrouble) return undefined
    const matches = this.#behind.size === 1 ? 'a match' : `${this.#behind.size} matches`
    const plays = this.limit === 1 ? 'one at a time' : `at most ${this.limit} at a time`
    return `This machine is too busy with other work: ${matches} fell behind the clock. It plays ${plays} until it keeps up again.`
  }

  /** To be asked at every tick. */
  mayPlay(running: number): boolean {
    const before = this.notice
    const may = this.#limit.mayPlay(this.#now(), running)
    if (!this.#limit.isInTrouble) this.#behind.clear()
    if (this.notice !== before) this.#revision++
    return may
  }

  /** Hears the reports of hosts on their way to the listener; `running` counts the matches. */
  listeningTo(listener: HostListener, running: () => number): HostListener {
    return passingOn(listener, {
      finished: (result) => {
        if (result.cause === 'engine-lag') this.#fellBehind(result.matchId, running() + 1)
        listener.finished(result)
      },
      forgiven: (matchId, host) => {
        this.#fellBehind(matchId, running())
        listener.forgiven(matchId, host)
      },
    })
  }

  #fellBehind(matchId: string, running: number): void {
    const before = this.limit
    this.#revision++
    this.#behind.add(matchId)
    this.#limit.fellBehind(this.#now(), running)
    if (this.limit === before) return
    const fields = { running, limit: this.limit, most: this.#most }
    this.#log.warn(fields, 'matches fell behind their clock: this machine plays fewer at once until it keeps up')
  }
}
