/**
 * A small arena at home, for games to learn from: house bots of all strengths with all 26 characters, paired by their ratings, which move
 * with every game as an arena's do. Three of four bots have lapses, so that strengths lie between those of the house. All follows from
 * the name of a season.
 */
import { createHash } from 'node:crypto'
import { INITIAL_RATING, rate, type Outcome, type Rating } from '@arena/ratings'
import { houseBot, Random, STRENGTHS, type Character, type Play, type Strength } from '@arena/sdk'
import { ColumnReader } from '@arena/slp'
import { playMatch } from '../house-matches/match.ts'

const CHARACTERS = 26
/** How often a bot is of each strength, weakest first: games of the weakest are slow, and much alike. */
const WEIGHTS = [1, 2, 4, 4, 4, 4] as const
/** Bots for each character. */
const BOTS_EACH = 3
/** Shares of the time in which bots do nothing. */
const LAPSES = [0, 0.1, 0.2, 0.35] as const
/** Length of a lapse, in frames. */
const LAPSE = [30, 90] as const
/** So many opponents of the nearest ratings are drawn from; now and then anyone. */
const NEAR = 12
const ANYONE = 0.25

interface Bot {
  readonly name: string
  readonly play: () => Play
  rating: Rating
}

/** A game that was played, with what was known before it. Pairs are by port. */
export interface RatedGame {
  readonly names: readonly [string, string]
  readonly ratings: readonly [Rating, Rating]
  readonly outcome: Outcome
  readonly reader: ColumnReader
}

/** The endless series of games of a season; games in which the engine finds a fault in itself are left out. */
export async function* homeGames(season: string): AsyncGenerator<RatedGame> {
  const random = new Random(season)
  const bots = botsOf(random)
  for (let number = 0; ; number++) {
    const one = bots[random.between(0, bots.length - 1)]!
    const others = bots.filter((bot) => bot !== one)
    const gap = ({ rating }: Bot): number => Math.abs(rating.mu - one.rating.mu)
    const near = random.chance(ANYONE) ? others : others.toSorted((a, b) => gap(a) - gap(b)).slice(0, NEAR)
    const other = near[random.between(0, near.length - 1)]!
    const seed = createHash('sha256').update(`${season} ${number}`).digest('hex')
    const reader = new ColumnReader()
    const { names, fault, winner } = await playMatch(seed, [one, other], (events) => reader.push(events))
    if (fault !== null) continue
    const seated = names[0] === one.name ? ([one, other] as const) : ([other, one] as const)
    const ratings = [seated[0].rating, seated[1].rating] as const
    const outcome = winner === null ? 'draw' : winner === 0 ? 'win' : 'loss'
    yield { names, ratings, outcome, reader }
    ;[seated[0].rating, seated[1].rating] = rate(...ratings, outcome)
  }
}

function botsOf(random: Random): Bot[] {
  const strengths = STRENGTHS.map((strength, i) => [WEIGHTS[i]!, strength] as const)
  return Array.from({ length: BOTS_EACH * CHARACTERS }, (_, number) => {
    const character = (number % CHARACTERS) as Character
    const strength = random.pick(strengths)
    const lapses = LAPSES[random.between(0, LAPSES.length - 1)]!
    const name = `${strength} ${character} ${number}`
    return { name, play: () => withLapses(strength, character, lapses), rating: INITIAL_RATING }
  })
}

function withLapses(strength: Strength, character: Character, share: number): Play {
  const bot = houseBot({ strength, character })
  const begins = share / (1 - share) / ((LAPSE[0] + LAPSE[1]) / 2)
  let random = new Random('')
  let left = 0
  return {
    ...bot,
    pick(request) {
      random = new Random(`lapses ${request.matchId} ${request.port}`)
      return bot.pick(request)
    },
    frame(game) {
      const hands = bot.frame(game)
      if (left === 0 && random.chance(begins)) left = random.between(...LAPSE)
      if (left === 0) return hands
      left--
      return {}
    },
  }
}
