/** Ladders of players with drawn skills, who meet by the interface's own rules of matchmaking. */
import { Random } from '../../sdk/src/random.ts'
import { PlayedLadder } from '../../server/tests/matchmaking/played-ladder.ts'
import { winProbability, type Meeting } from '../src/bradley-terry.ts'
import type { Game } from '../src/games.ts'
import { meetingsOf } from '../src/games.ts'

interface DrawnLadder {
  /** In logits, around a mean of 0. */
  readonly skills: readonly number[]
  /** In the order in which they end; `at` is the number of games that each player has had before, on average. */
  readonly games: readonly Game[]
  readonly meetings: readonly Meeting[]
}

interface Options {
  readonly players: number
  /** Games of each player, on average. */
  readonly rounds: number
  /** Standard deviation of the skills. */
  readonly spread: number
  /** How many of all games are drawn. */
  readonly draws?: number
  /** Two players of one skill. */
  readonly copies?: readonly [number, number]
  /** What a player has in a game beside its skill. */
  readonly extra?: (player: number, opponent: number, round: number) => number
}

export function drawnLadder(
  seed: string,
  { players, rounds, spread, draws = 0, copies, extra = () => 0 }: Options,
): DrawnLadder {
  const random = new Random(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  const drawn = Array.from({ length: players }, () => spread * normal())
  if (copies !== undefined) drawn[copies[1]] = drawn[copies[0]]!
  const mean = drawn.reduce((sum, each) => sum + each, 0) / players
  const skills = drawn.map((each) => each - mean)
  const games: Game[] = []
  const ladder = new PlayedLadder({
    entrants: skills.map((_, place) => ({ id: `bot ${place}`, ownerId: `owner ${place}`, activeSince: 0, place })),
    seats: players,
    random,
    play: ({ place: a }, { place: b }) => {
      const round = (2 * games.length) / players
      const chance = winProbability(skills[a]! + extra(a, b, round), skills[b]! + extra(b, a, round))
      // A draw takes as much from both sides, so that the expected points stay.
      const half = draws * 2 * chance * (1 - chance)
      const at = random.next()
      const points = at < chance - half ? 1 : at < chance + half ? 0.5 : 0
      games.push({ a, b, points, at: round })
      return points === 0.5 ? 'draw' : points === 1 ? 'win' : 'loss'
    },
  })
  const most = (players * rounds) / 2
  for (let now = 0; games.length < most;) now = ladder.tick(now) === null ? ladder.nextTick(now) : now + 5_000
  return { skills, games: games.slice(0, most), meetings: meetingsOf(games.slice(0, most)) }
}
