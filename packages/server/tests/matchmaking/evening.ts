/**
 * An evening in an arena with its house and some new bots: the rules of matchmaking and of rating as they are, a clock that is
 * only counted, and a model of how long matches take and who wins them. A day takes less than a second, and is the same for the same seed.
 */
import { MODES } from '@arena/protocol'
import { houseBots, Random, type Strength } from '@arena/sdk'
import { TICK_MS } from '../../src/config.ts'
import { Lobby } from '../../src/matches/seating/lobby.ts'
import type { ActiveBot } from '../../src/bots/seating.ts'
import { INITIAL_RATING, rate, shownRating, type Rating } from '@arena/ratings'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Elo over the weakest strength, from the games that `bench/house.ts` counts. */
const ELO: Readonly<Record<Strength, number>> = {
  walker: 0,
  jumper: 360,
  striker: 1_060,
  guard: 1_260,
  dancer: 1_610,
  sound: 1_940,
}
/** What one character makes of a strength, over another. */
const CHARACTER_ELO = 60
/** New bots: some lose to the weakest, some win against all that only jump. */
const NEW_ELO = [-100, 800] as const
const MATCH_MS = [1 * MINUTE, 4 * MINUTE] as const
/** New bots come within this time, once the arena has run as long. */
const ARRIVING_MS = 10 * MINUTE
/** Simultaneous matches: an arena on two cores begins with four, and takes more where these keep to their clock. */
const SEATS = 8

interface Player {
  readonly id: string
  readonly ownerId: string
  readonly strength: Strength | null
  readonly elo: number
  readonly activeSince: number
  rating: Rating
  isPlaying: boolean
  lastMatchEndedAt: number | null
  readonly meetings: Meeting[]
}

interface Meeting {
  readonly at: number
  readonly opponent: string
  /** No house bot was nearer in rating when it was seated, whether it was free or not; or only one of the same strength. */
  readonly isNearest: boolean
}

export interface Newcomer {
  readonly arrivedAt: number
  readonly meetings: readonly Meeting[]
}

export interface EveningOptions {
  readonly seed: string
  readonly newcomers: number
  /** By house bot; without them the arena has just been started for the first time. */
  readonly ratings?: readonly Rating[]
  /** Ends when each new bot has been seated so often, or after `ms`. */
  readonly matches: number
  readonly ms: number
}

const OWNERS = new Set(['red', 'blue'])

/** What became of the new bots, of the ratings of the house, and how many matches ran on average. */
export function playEvening({ seed, newcomers, ratings, matches, ms }: EveningOptions) {
  const random = new Random(seed)
  const within = ([least, most]: readonly [number, number]) => least + random.next() * (most - least)
  const come = (
    who: Pick<Player, 'id' | 'ownerId' | 'strength' | 'elo' | 'activeSince'>,
    rating = INITIAL_RATING,
  ): Player => ({
    ...who,
    rating,
    isPlaying: false,
    lastMatchEndedAt: null,
    meetings: [],
  })
  const house = houseBots().map(({ name, strength }, i) => {
    const elo = ELO[strength] + within([0, CHARACTER_ELO])
    return come({ id: name, ownerId: i % 2 === 0 ? 'red' : 'blue', strength, elo, activeSince: 0 }, ratings?.[i])
  })
  const guests = Array.from({ length: newcomers }, (_, i) =>
    come({
      id: `new ${i}`,
      ownerId: `owner of new ${i}`,
      strength: null,
      elo: within(NEW_ELO),
      activeSince: ARRIVING_MS + Math.floor(random.next() * ARRIVING_MS),
    }),
  )
  const met = new Map<string, number>()
  const running: { readonly players: readonly [Player, Player]; readonly endsAt: number }[] = []
  let played = 0
  let now = 0
  const isOver = () => guests.length > 0 && guests.every(({ meetings }) => meetings.length >= matches)
  for (; now < ms && !isOver(); now += TICK_MS) {
    for (const { players, endsAt } of running.filter((match) => match.endsAt <= now)) {
      finish(players, endsAt, random)
      running.splice(
        running.findIndex((match) => match.players === players),
        1,
      )
    }
    played += running.length
    if (running.length === SEATS) continue
    const present = [...house, ...guests].filter(({ activeSince }) => activeSince <= now)
    const lobby = new Lobby({ active: present.map(asActive), houseOwners: OWNERS, restMs: MODES.live.restMs, now })
    const pair = lobby
      .pairs({ running: running.length, room: SEATS - running.length })
      ?.choose((a, b) => met.get(keyOf(a, b)) ?? null)
    if (!pair) continue
    const [a, b] = pair.map(({ id }) => present.find((player) => player.id === id)!) as [Player, Player]
    met.set(keyOf(a.id, b.id), now)
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      one.isPlaying = true
      one.meetings.push({ at: now, opponent: other.id, isNearest: isNearest(one, other, house) })
    }
    running.push({ players: [a, b], endsAt: now + Math.floor(within(MATCH_MS)) })
  }
  return {
    newcomers: guests.map(({ activeSince, meetings }): Newcomer => ({ arrivedAt: activeSince, meetings })),
    ratings: house.map(({ rating }) => rating),
    running: played / (now / TICK_MS),
  }
}

function finish([a, b]: readonly [Player, Player], endsAt: number, random: Random): void {
  const wins = random.chance(1 / (1 + 10 ** ((b.elo - a.elo) / 400)))
  ;[a.rating, b.rating] = rate(a.rating, b.rating, wins ? 'win' : 'loss')
  for (const player of [a, b]) {
    player.isPlaying = false
    player.lastMatchEndedAt = endsAt
  }
}

function isNearest(one: Player, other: Player, house: readonly Player[]): boolean {
  const away = ({ rating }: Player) => Math.abs(shownRating(rating) - shownRating(one.rating))
  const nearest = house.filter((bot) => bot !== one).reduce((best, bot) => (away(bot) < away(best) ? bot : best))
  return away(other) <= away(nearest) || other.strength === nearest.strength
}

function asActive({ id, ownerId, rating, isPlaying, activeSince, lastMatchEndedAt }: Player): ActiveBot {
  const shown = shownRating(rating)
  return { id, ownerId, rating: shown, isPlaying, activeSince, lastMatchEndedAt, misses: 0, missingSince: null }
}

const keyOf = (a: string, b: string): string => [a, b].sort().join(' ')
