/**
 * An evening in an arena with its house and some new bots, with a model of who wins. A day takes less than a second, and is the same for
 * the same seed.
 */
import { houseBots, Random, type Strength } from '@arena/sdk'
import { TICK_MS } from '../../src/config.ts'
import { shownRating, type Rating } from '@arena/ratings'
import { PlayedLadder, type Entrant, type Player } from './played-ladder.ts'

const MINUTE = 60_000

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
/** New bots come within this time, once the arena has run as long. */
const ARRIVING_MS = 10 * MINUTE
/** Simultaneous matches: an arena on two cores begins with four, and takes more where these keep to their clock. */
const SEATS = 8

interface Guest extends Entrant {
  readonly strength: Strength | null
  readonly elo: number
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
  /** It ends when each new bot has been seated this often, or after `ms`. */
  readonly matches: number
  readonly ms: number
}

const OWNERS = new Set(['red', 'blue'])

/** What became of the new bots, of the ratings of the house, and how many matches ran on average. */
export function playEvening({ seed, newcomers, ratings, matches, ms }: EveningOptions) {
  const random = new Random(seed)
  const within = ([least, most]: readonly [number, number]) => least + random.next() * (most - least)
  const house = houseBots().map(({ name, strength }, i): Guest => {
    const elo = ELO[strength] + within([0, CHARACTER_ELO])
    const rating = ratings?.[i]
    const own = { id: name, ownerId: i % 2 === 0 ? 'red' : 'blue', strength, elo, activeSince: 0, meetings: [] }
    return rating === undefined ? own : { ...own, rating }
  })
  const guests = Array.from({ length: newcomers }, (_, i): Guest => ({
    id: `new ${i}`,
    ownerId: `owner of new ${i}`,
    strength: null,
    elo: within(NEW_ELO),
    activeSince: ARRIVING_MS + Math.floor(random.next() * ARRIVING_MS),
    meetings: [],
  }))
  const ladder = new PlayedLadder({
    entrants: [...house, ...guests],
    houseOwners: OWNERS,
    seats: SEATS,
    random,
    play: (one, other) => (random.chance(1 / (1 + 10 ** ((other.elo - one.elo) / 400))) ? 'win' : 'loss'),
  })
  const ofHouse = ladder.players.slice(0, house.length)
  let played = 0
  let now = 0
  const isOver = () => guests.length > 0 && guests.every(({ meetings }) => meetings.length >= matches)
  for (; now < ms && !isOver(); now += TICK_MS) {
    const pair = ladder.tick(now)
    played += ladder.running
    if (pair === null) continue
    const [a, b] = pair
    a.meetings.push({ at: now, opponent: b.id, isNearest: isNearest(a, b, ofHouse) })
    b.meetings.push({ at: now, opponent: a.id, isNearest: isNearest(b, a, ofHouse) })
  }
  return {
    newcomers: guests.map(({ activeSince, meetings }): Newcomer => ({ arrivedAt: activeSince, meetings })),
    ratings: ofHouse.map(({ rating }) => rating),
    running: played / (now / TICK_MS),
  }
}

function isNearest(one: Player<Guest>, other: Player<Guest>, house: readonly Player<Guest>[]): boolean {
  const away = ({ rating }: Player<Guest>) => Math.abs(shownRating(rating) - shownRating(one.rating))
  const nearest = house.filter((bot) => bot !== one).reduce((best, bot) => (away(bot) < away(best) ? bot : best))
  return away(other) <= away(nearest) || other.strength === nearest.strength
}
