/** Ladders of players with drawn skills, who are paired by their Weng-Lin ratings as bots are. */
import { Random } from '../../sdk/src/random.ts'
import { winProbability, type Meeting } from '../src/bradley-terry.ts'
import type { Game } from '../src/games.ts'
import { meetingsOf } from '../src/games.ts'
import { INITIAL_RATING, rate } from '../src/weng-lin.ts'

interface DrawnLadder {
  /** In logits, around a mean of 0. */
  readonly skills: readonly number[]
  readonly games: readonly Game[]
  readonly meetings: readonly Meeting[]
}

interface Options {
  readonly players: number
  /** Everybody plays one game in each. */
  readonly rounds: number
  /** Standard deviation of the skills. */
  readonly spread: number
  /** What a player has in a game beside its skill. */
  readonly extra?: (player: number, opponent: number, round: number) => number
}

/** How far apart in rating two may be who meet. */
const MIX = 12

export function drawnLadder(seed: string, { players, rounds, spread, extra = () => 0 }: Options): DrawnLadder {
  const random = new Random(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  const drawn = Array.from({ length: players }, () => spread * normal())
  const mean = drawn.reduce((sum, each) => sum + each, 0) / players
  const skills = drawn.map((each) => each - mean)
  const ratings = skills.map(() => INITIAL_RATING)
  const games: Game[] = []
  for (let round = 0; round < rounds; round++) {
    const keys = ratings.map(({ mu }) => mu + MIX * random.next())
    const order = [...keys.keys()].toSorted((a, b) => keys[a]! - keys[b]!)
    for (let i = 0; i + 1 < players; i += 2) {
      const [a, b] = [order[i]!, order[i + 1]!]
      const chance = winProbability(skills[a]! + extra(a, b, round), skills[b]! + extra(b, a, round))
      const isWon = random.next() < chance
      const after = rate(ratings[a]!, ratings[b]!, isWon ? 'win' : 'loss')
      ;[ratings[a], ratings[b]] = after
      games.push({ a, b, points: isWon ? 1 : 0, at: round })
    }
  }
  return { skills, games, meetings: meetingsOf(games) }
}
