/**
 * What contradicts one list of strengths. A list says that whoever is above wins more often than not, against everybody and at any time.
 * Each finding is a test of that, and a ladder of which it is true has none in 99 of 100: the chance of a false find is shared among
 * all that is tested (Bonferroni). Pure.
 */
import { winProbability, type Fit, type Meeting } from './bradley-terry.ts'
import { normalBelow } from './elo.ts'
import type { Game } from './games.ts'

/** How often at most a list without contradictions has a finding of one kind. */
const FALSE_FINDS = 0.01
/** Fewer common opponents say nothing of how alike two players are. */
const LEAST_COMMON = 6
/** How much the points of a meeting vary, at least, before they say whom a player finds hard to beat: that of four even games. */
const LEAST_VARIANCE = 1
/** Games before and after a change, at least. */
const LEAST_GAMES = 10

export interface Contradiction {
  readonly winner: number
  readonly loser: number
  readonly games: number
  /** Points of the winner, and those that the list expects. */
  readonly points: number
  readonly expected: number
}

/** Meetings that went surely otherwise than the list has it; most surprising first. */
export function contradictionsOf(fit: Fit, meetings: readonly Meeting[]): Contradiction[] {
  return meetings
    .map((meeting) => surpriseOf(fit, meeting))
    .filter(({ likelihood }) => likelihood * meetings.length <= FALSE_FINDS)
    .toSorted((one, other) => one.likelihood - other.likelihood)
    .map(({ contradiction }) => contradiction)
}

/** What a meeting would contradict, and how likely it is all the same. */
function surpriseOf(
  fit: Fit,
  meeting: Meeting,
): { readonly contradiction: Contradiction; readonly likelihood: number } {
  const { a, b } = meeting
  const { games, points } = pointsOf(meeting)
  const chance = winProbability(fit.strengths[a]!, fit.strengths[b]!)
  const isAbove = points > games * chance
  const [winner, loser, own, probability] = isAbove ? [a, b, points, chance] : [b, a, games - points, 1 - chance]
  const contradiction = { winner, loser, games, points: own, expected: games * probability }
  return { contradiction, likelihood: 2 * atLeast(own, games, probability) }
}

/** Three players of whom each surely beats the next. */
export type Cycle = readonly [number, number, number]

/** The first of a cycle is its smallest number. */
export function cyclesOf(meetings: readonly Meeting[]): Cycle[] {
  const met = new Map<number, Map<number, number>>()
  const note = (winner: number, loser: number, likelihood: number): void => {
    const row = met.get(winner) ?? new Map<number, number>()
    met.set(winner, row.set(loser, likelihood))
  }
  for (const meeting of meetings) {
    const { games, points } = pointsOf(meeting)
    note(meeting.a, meeting.b, atLeast(points, games, 0.5))
    note(meeting.b, meeting.a, atLeast(games - points, games, 0.5))
  }
  const cycles: { readonly cycle: Cycle; readonly likelihood: number }[] = []
  let tested = 0
  for (const [a, beats] of met) {
    for (const [b, ab] of beats) {
      for (const [c, bc] of b > a ? met.get(b)! : []) {
        const ca = c > a ? met.get(c)!.get(a) : undefined
        if (ca === undefined) continue
        tested++
        // All three have to hold, so the weakest decides.
        const likelihood = Math.max(ab, bc, ca)
        if (likelihood < FALSE_FINDS) cycles.push({ cycle: [a, b, c], likelihood })
      }
    }
  }
  return cycles.filter(({ likelihood }) => likelihood * tested < FALSE_FINDS).map(({ cycle }) => cycle)
}

export interface Change {
  readonly player: number
  /** The last game before, and the first one after. */
  readonly from: number
  readonly to: number
  /** By how much it became stronger, in logits. */
  readonly by: number
}

/** Where the strength of a player surely changed: the largest change of each, in the order of players. */
export function changesOf(fit: Fit, games: readonly Game[]): Change[] {
  const played: { expected: number; points: number; at: number }[][] = Array.from({ length: fit.players }, () => [])
  for (const { a, b, points, at } of games.toSorted((one, other) => one.at - other.at)) {
    const expected = winProbability(fit.strengths[a]!, fit.strengths[b]!)
    played[a]!.push({ expected, points, at })
    played[b]!.push({ expected: 1 - expected, points: 1 - points, at })
  }
  const tested = played.filter((own) => own.length >= 2 * LEAST_GAMES).length
  return played.flatMap((own, player) => {
    if (own.length < 2 * LEAST_GAMES) return []
    const { count, reach } = farthestOf(own)
    if (beyondBridge(reach) * tested > FALSE_FINDS) return []
    const by = leadOf(own.slice(count)) - leadOf(own.slice(0, count))
    return [{ player, from: own[count - 1]!.at, to: own[count]!.at, by }]
  })
}

/**
 * Where the sum of surprises is farthest from the straight line between its ends. In units of its own spread, and over the time in which
 * the results vary, it is a Brownian bridge as long as the strength stays the same.
 */
function farthestOf(games: readonly { readonly expected: number; readonly points: number }[]): {
  readonly count: number
  readonly reach: number
} {
  const sums = [{ surprise: 0, variance: 0 }]
  for (const { expected, points } of games) {
    const { surprise, variance } = sums.at(-1)!
    sums.push({ surprise: surprise + points - expected, variance: variance + expected * (1 - expected) })
  }
  const last = sums.at(-1)!
  let [count, reach] = [LEAST_GAMES, 0]
  for (let i = LEAST_GAMES; i <= games.length - LEAST_GAMES; i++) {
    const off = Math.abs(sums[i]!.surprise - (sums[i]!.variance / last.variance) * last.surprise)
    if (off > reach) [count, reach] = [i, off]
  }
  return { count, reach: reach / Math.sqrt(last.variance) }
}

/** How often a Brownian bridge goes farther from 0 (Kolmogorov's distribution). */
function beyondBridge(reach: number): number {
  if (reach < 0.3) return 1
  let sum = 0
  for (let k = 1; k <= 100; k++) sum += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * k * k * reach * reach)
  return Math.min(1, Math.max(0, sum))
}

/** What explains the points beside the strengths, in logits; a win and a loss that were not played keep it finite. */
function leadOf(games: readonly { readonly expected: number; readonly points: number }[]): number {
  let lead = 0
  for (let step = 0; step < 50; step++) {
    let [slope, curvature] = [0.5 * (1 - 2 * winProbability(lead, 0)), 0.25]
    for (const { expected, points } of games) {
      const chance = winProbability(lead + Math.log(expected / (1 - expected)), 0)
      slope += points - chance
      curvature += chance * (1 - chance)
    }
    lead += Math.max(-1, Math.min(1, slope / curvature))
  }
  return lead
}

/** Two players that have the same strengths and weaknesses against the same opponents, as copies of one program do. */
export type Alike = readonly [number, number]

export function alikeOf(fit: Fit, meetings: readonly Meeting[]): Alike[] {
  const surprises = Array.from({ length: fit.players }, () => new Map<number, number>())
  for (const meeting of meetings) {
    const { a, b } = meeting
    const { games, points } = pointsOf(meeting)
    const chance = winProbability(fit.strengths[a]!, fit.strengths[b]!)
    const variance = games * chance * (1 - chance)
    if (variance < LEAST_VARIANCE) continue
    const surprise = (points - games * chance) / Math.sqrt(variance)
    surprises[a]!.set(b, surprise)
    surprises[b]!.set(a, -surprise)
  }
  const pairs: { readonly alike: Alike; readonly likelihood: number }[] = []
  let tested = 0
  for (let a = 0; a < fit.players; a++) {
    for (let b = a + 1; b < fit.players; b++) {
      const common = [...surprises[a]!].flatMap(([opponent, own]) => {
        const other = surprises[b]!.get(opponent)
        return other === undefined ? [] : [[own, other] as const]
      })
      if (common.length < LEAST_COMMON) continue
      tested++
      const sum = (of: (pair: readonly [number, number]) => number) => common.reduce((so, pair) => so + of(pair), 0)
      const correlation = sum(([x, y]) => x * y) / Math.sqrt(sum(([x]) => x * x) * sum(([, y]) => y * y))
      // Fisher's transformation; surprises have a known mean of 0, which spares one game.
      const likelihood = 1 - normalBelow(Math.atanh(Math.min(correlation, 1 - 1e-9)) * Math.sqrt(common.length - 2))
      if (likelihood < FALSE_FINDS) pairs.push({ alike: [a, b], likelihood })
    }
  }
  return pairs.filter(({ likelihood }) => likelihood * tested < FALSE_FINDS).map(({ alike }) => alike)
}

/** Games, and the points of the first one. */
function pointsOf({ wins, losses, draws }: Meeting): { readonly games: number; readonly points: number } {
  return { games: wins + losses + draws, points: wins + draws / 2 }
}

/**
 * The upper tail of the binomial distribution: the probability of at least `points` wins in `games`, each won with probability `chance`. For
 * half a point, half of the outcome just below counts.
 */
function atLeast(points: number, games: number, chance: number): number {
  let [likelihood, sum] = [1, 0]
  let logarithm = games * Math.log(1 - chance)
  for (let won = 0; won <= games; won++) {
    likelihood = Math.exp(logarithm)
    if (won >= points) sum += likelihood
    else if (won > points - 1) sum += likelihood / 2
    logarithm += Math.log((games - won) / (won + 1)) + Math.log(chance / (1 - chance))
  }
  return Math.min(1, sum)
}
