/**
 * A ladder by the rules of matchmaking and of rating as they are, with a clock that is only counted. How long matches take is drawn, and who
 * wins them is up to who plays it.
 */
import { MODES } from '@arena/protocol'
import { INITIAL_RATING, rate, shownRating, type Outcome, type Rating } from '@arena/ratings'
import type { Random } from '@arena/sdk'
import type { ActiveBot } from '../../src/bots/seating.ts'
import { Lobby } from '../../src/matches/seating/lobby.ts'
import { TICK_MS } from '../../src/config.ts'

const MINUTE = 60_000
const MATCH_MS = [1 * MINUTE, 4 * MINUTE] as const

export interface Entrant {
  readonly id: string
  readonly ownerId: string
  readonly activeSince: number
  /** New to the ladder unless given. */
  readonly rating?: Rating
}

/** A bot of the ladder, with what it was entered with. */
export type Player<Kind extends Entrant> = Omit<Kind, 'rating'> & {
  rating: Rating
  isPlaying: boolean
  lastMatchEndedAt: number | null
}

interface Running<Kind extends Entrant> {
  readonly players: readonly [Player<Kind>, Player<Kind>]
  readonly endsAt: number
}

interface Options<Kind extends Entrant> {
  readonly entrants: readonly Kind[]
  readonly houseOwners?: ReadonlySet<string>
  /** Matches at once. */
  readonly seats: number
  readonly random: Random
  /** How a match of the two ends, for the first one. */
  readonly play: (one: Player<Kind>, other: Player<Kind>) => Outcome
}

export class PlayedLadder<Kind extends Entrant> {
  readonly #options: Options<Kind>
  readonly players: readonly Player<Kind>[]
  readonly #met = new Map<string, number>()
  #running: readonly Running<Kind>[] = []

  constructor(options: Options<Kind>) {
    this.#options = options
    this.players = options.entrants.map((entrant) => {
      return { ...entrant, rating: entrant.rating ?? INITIAL_RATING, isPlaying: false, lastMatchEndedAt: null }
    })
  }

  get running(): number {
    return this.#running.length
  }

  /** One tick: ends matches, and seats two that may meet. Null where nobody does. */
  tick(now: number): Running<Kind>['players'] | null {
    const { seats, random, houseOwners = new Set() } = this.#options
    const over = this.#running.filter(({ endsAt }) => endsAt <= now)
    this.#running = this.#running.filter(({ endsAt }) => endsAt > now)
    for (const match of over) this.#finish(match)
    if (this.running === seats) return null
    const active = this.players.filter(({ activeSince }) => activeSince <= now)
    const lobby = new Lobby({ active: active.map(asActive), houseOwners, restMs: MODES.live.restMs, now })
    const pair = lobby
      .pairs({ running: this.running, room: seats - this.running })
      ?.choose((a, b) => this.#met.get(keyOf(a, b)) ?? null)
    if (!pair) return null
    const [a, b] = pair.map(({ id }) => active.find((player) => player.id === id)!) as [Player<Kind>, Player<Kind>]
    this.#met.set(keyOf(a.id, b.id), now)
    a.isPlaying = b.isPlaying = true
    const [least, most] = MATCH_MS
    const match = { players: [a, b], endsAt: now + Math.floor(least + random.next() * (most - least)) } as const
    this.#running = [...this.#running, match]
    return match.players
  }

  /** The first tick after one that seated nobody at which somebody may be seated, where no house waits for its turn. */
  nextTick(now: number): number {
    const { restMs } = MODES.live
    const rested = this.players.map(({ isPlaying, activeSince, lastMatchEndedAt }) =>
      isPlaying ? Infinity : Math.max(activeSince, lastMatchEndedAt === null ? 0 : lastMatchEndedAt + restMs),
    )
    const next = Math.min(...this.#running.map(({ endsAt }) => endsAt), ...rested.filter((moment) => moment > now))
    return Math.max(now + TICK_MS, Math.ceil(next / TICK_MS) * TICK_MS)
  }

  #finish({ players: [a, b], endsAt }: Running<Kind>): void {
    ;[a.rating, b.rating] = rate(a.rating, b.rating, this.#options.play(a, b))
    for (const player of [a, b]) {
      player.isPlaying = false
      player.lastMatchEndedAt = endsAt
    }
  }
}

function asActive<Kind extends Entrant>(player: Player<Kind>): ActiveBot {
  const { id, ownerId, rating, isPlaying, activeSince, lastMatchEndedAt } = player
  const shown = shownRating(rating)
  return { id, ownerId, rating: shown, isPlaying, activeSince, lastMatchEndedAt, misses: 0, missingSince: null }
}

const keyOf = (a: string, b: string): string => [a, b].sort().join(' ')
