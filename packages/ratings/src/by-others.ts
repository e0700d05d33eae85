/**
 * Two players compared by their games against others that both met: two versions of a bot, which never meet, or two bots.
 * The fit weighs each game by how strong the other is, as all of these games show, so that nobody gains by easier opponents. Pure.
 */
import { fitStrengths, SURE, winProbability, type Meeting } from './bradley-terry.ts'

interface Games {
  readonly wins: number
  readonly losses: number
  readonly draws: number
}

/** What the two did against one that both met. */
export interface OfBoth {
  readonly a: Games
  readonly b: Games
}

/** The score that is expected of `a` in a game against `b`: 1 is a certain win, 0.5 an even game. */
export interface ScoreByOthers {
  readonly score: number
  /** The true score lies in between, with 95 of 100. */
  readonly low: number
  readonly high: number
  /** Games of the two that it follows from. */
  readonly games: readonly [number, number]
  readonly others: number
  /** Whether they are too few to say anything by. */
  readonly isEarly: boolean
}

/** Fewer games of either say nothing. */
const FEWEST_GAMES = 10
/** A longer interval says nothing, however many games they are. */
const WIDEST = 0.5
/** Those that were met most often: the fit takes the third power of how many they are. */
export const MOST_OTHERS = 60

const NONE: Games = { wins: 0, losses: 0, draws: 0 }

/** `met`: games of the two against each other. Null where they met nobody in common, and not each other. */
export function scoreByOthers(all: readonly OfBoth[], met: Games = NONE): ScoreByOthers | null {
  const others = all
    .filter(({ a, b }) => sizeOf(a) > 0 && sizeOf(b) > 0)
    .toSorted((one, other) => sizeOf(other.a) + sizeOf(other.b) - sizeOf(one.a) - sizeOf(one.b))
    .slice(0, MOST_OTHERS)
  if (others.length === 0 && sizeOf(met) === 0) return null
  const [a, b, first] = [0, 1, 2]
  const meetings: Meeting[] = [
    { a, b, ...onlyGames(met) },
    ...others.flatMap((other, number) => [
      { a, b: first + number, ...onlyGames(other.a) },
      { a: b, b: first + number, ...onlyGames(other.b) },
    ]),
  ]
  const fit = fitStrengths(first + others.length, meetings)
  const [lead, reach] = [fit.strengths[a]! - fit.strengths[b]!, SURE * fit.errorOf(a, b)]
  const [low, high] = [winProbability(lead - reach, 0), winProbability(lead + reach, 0)]
  const gamesOf = (which: 'a' | 'b') => others.reduce((sum, other) => sum + sizeOf(other[which]), sizeOf(met))
  const games = [gamesOf('a'), gamesOf('b')] as const
  return {
    score: winProbability(lead, 0),
    low,
    high,
    games,
    others: others.length,
    isEarly: Math.min(...games) < FEWEST_GAMES || high - low > WIDEST,
  }
}

const sizeOf = ({ wins, losses, draws }: Games): number => wins + losses + draws
const onlyGames = ({ wins, losses, draws }: Games): Games => ({ wins, losses, draws })
