/**
 * What contradicts one list of strengths. A list says that whoever is above wins more often than not, against everybody and at any time.
 * Each finding is a test of that, and a ladder of which it is true has none in 99 of 100: the chance of a false find is shared among
 * all that is tested (Bonferroni). Pure.
 */
import { winProbability, type Fit, type Meeting } from './bradley-terry.ts'
import { normalBelow } from './elo.ts'
import { meetingsOf, type Game } from './games.ts'

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
  /** What all others together have against the winner. */
  readonly others: { readonly games: number; readonly points: number }
}

/** Meetings that went surely otherwise than the list has it; most surprising first. */
export function contradictionsOf(fit: Fit, meetings: readonly Meeting[]): Contradiction[] {
  return meetings
    .map((meeting) => surpriseOf(fit, meeting))
    .filter(({ likelihood }) => likelihood * meetings.length <= FALSE_FINDS)
    .toSorted((one, other) => one.likelihood - other.likelihood)
    .map(({ contradiction }) => ({ ...contradiction, others: othersAgainst(contradiction, meetings) }))
}

/** What a meeting would contradict, and how likely it is all the same. */
function surpriseOf(
  fit: Fit,
  meeting: Meeting,
): { readonly contradiction: Omit<Contradiction, 'others'>; readonly likelihood: number } {
  const { a, b } = meeting
  const { games, points } = pointsOf(meeting)
  const chance = winProbability(fit.strengths[a]!, fit.strengths[b]!)
  const isAbove = points > games * chance
  const [winner, loser, own, probability] = isAbove ? [a, b, points, chance] : [b, a, games - points, 1 - chance]
  const contradiction = { winner, loser, games, points: own, expected: games * probability }
  return { contradiction, likelihood: 2 * atLeast(own, games, probability) }
}

function othersAgainst(
  { winner, loser }: Pick<Contradiction, 'winner' | 'loser'>,
  meetings: readonly Meeting[],
): Contradiction['others'] {
  let [all, theirs] = [0, 0]
  for (const meeting of meetings) {
    const { a, b } = meeting
    if ((a !== winner && b !== winner) || a === loser || b === loser) continue
    const { games, points } = pointsOf(meeting)
    all += games
    theirs += a === winner ? games - points : points
  }
  return { games: all, points: theirs }
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

/**
 * Where the strength of a player surely changed: the largest change of each, in the order of players. The surest one comes first, and counts from
 * then on: whoever met that player often would seem to have changed as well.
 */
export function changesOf(fit: Fit, games: readonly Game[]): Change[] {
  const surpluses = meetingsOf(games).map((meeting) => surplusOf(fit, meeting))
  const taste = tasteOf(surpluses, fit.players)
  const inOrder = games.toSorted((one, other) => one.at - other.at)
  const found = new Map<number, Change & Steps>()
  for (;;) {
    const played = playedBy(fit, inOrder, found)
    const tested = played.filter((own) => own.length >= 2 * LEAST_GAMES).length
    let surest: { readonly likelihood: number; readonly change: Change & Steps } | null = null
    for (const [player, own] of played.entries()) {
      if (own.length < 2 * LEAST_GAMES || found.has(player)) continue
      const { count, reach, looked } = greatestOf(own, taste)
      const likelihood = beyondScan(reach, looked) * tested
      if (likelihood > (surest?.likelihood ?? FALSE_FINDS)) continue
      const [before, after] = [leadOf(own.slice(0, count)), leadOf(own.slice(count))]
      const [from, to] = [own[count - 1]!.at, own[count]!.at]
      surest = { likelihood, change: { player, from, to, by: after - before, before, after } }
    }
    if (surest === null) break
    found.set(surest.change.player, surest.change)
  }
  return [...found.values()]
    .map(({ player, from, to, by }) => ({ player, from, to, by }))
    .toSorted((one, other) => one.player - other.player)
}

/** What a player that has changed has beside its strength, in logits. */
interface Steps {
  readonly before: number
  readonly after: number
}

/** The games of each player, in order. */
function playedBy(fit: Fit, games: readonly Game[], changes: ReadonlyMap<number, Change & Steps>): GameOfOne[][] {
  const played: GameOfOne[][] = Array.from({ length: fit.players }, () => [])
  const strengthAt = (player: number, at: number): number => {
    const change = changes.get(player)
    const step = change === undefined ? 0 : at < change.to ? change.before : change.after
    return fit.strengths[player]! + step
  }
  for (const { a, b, points, at } of games) {
    const expected = winProbability(strengthAt(a, at), strengthAt(b, at))
    played[a]!.push({ opponent: b, expected, points, at })
    played[b]!.push({ opponent: a, expected: 1 - expected, points: 1 - points, at })
  }
  return played
}

interface GameOfOne {
  readonly opponent: number
  readonly expected: number
  readonly points: number
  readonly at: number
}

/**
 * Where games split best into before and after, and how many deviations the two lie apart. A player finds some opponents harder than the list
 * says, by `taste` in variance: new opponents alone are no change. So each opponent counts once for all that it has beside its strength, and what
 * counts most are those that were met before and after (generalized least squares of a level and a step, over opponents).
 */
function greatestOf(
  games: readonly GameOfOne[],
  taste: number,
): { readonly count: number; readonly reach: number; readonly looked: number } {
  const sides = new Map<number, Sides>()
  for (const { opponent, expected, points } of games) {
    const [before, after, surplusBefore, surplusAfter] = sides.get(opponent) ?? [0, 0, 0, 0]
    const variance = expected * (1 - expected)
    sides.set(opponent, [before, after + variance, surplusBefore, surplusAfter + points - expected])
  }
  const sums: Normal = [0, 0, 0, 0, 0]
  for (const own of sides.values()) add(sums, own, taste, 1)
  let [count, reach, looked] = [LEAST_GAMES, 0, 0]
  let share = 0
  for (const [i, { opponent, expected, points }] of games.entries()) {
    if (i >= LEAST_GAMES && i <= games.length - LEAST_GAMES) {
      const [level, both, step, ofLevel, ofStep] = sums
      const information = step - both ** 2 / level
      const own = Math.abs(ofStep - (both / level) * ofLevel) / Math.sqrt(information)
      if (own > reach) [count, reach] = [i, own]
      // What part of all that is known of the level lies before, as a time: the logarithm of its odds.
      const odds = Math.log((level - both) / both)
      if (share !== 0) looked += Math.abs(odds - share)
      share = odds
    }
    const own = sides.get(opponent)!
    const [before, after, surplusBefore, surplusAfter] = own
    const variance = expected * (1 - expected)
    const moved = [
      before + variance,
      after - variance,
      surplusBefore + points - expected,
      surplusAfter - points + expected,
    ] as const
    add(sums, own, taste, -1)
    add(sums, moved, taste, 1)
    sides.set(opponent, moved)
  }
  return { count, reach, looked }
}

/** What is known of one opponent: the variance of the points before and after, and the surplus of points. */
type Sides = readonly [number, number, number, number]
/** The normal equations of a level and a step: the matrix of three numbers, and the two right sides. */
type Normal = [number, number, number, number, number]

function add(sums: Normal, [before, after, surplusBefore, surplusAfter]: Sides, taste: number, sign: 1 | -1): void {
  // The inverse of the covariance of both sides, which share the taste.
  const shared = taste / (1 + taste * (before + after))
  const surplus = surplusBefore + surplusAfter
  const all = before + after
  sums[0] += sign * (all - shared * all * all)
  sums[1] += sign * (after - shared * all * after)
  sums[2] += sign * (after - shared * after * after)
  sums[3] += sign * (surplus - shared * all * surplus)
  sums[4] += sign * (surplusAfter - shared * after * surplus)
}

/**
 * The probability that the greatest of many splits lies `reach` deviations apart where nothing has changed; `looked` is how far the splits range
 * in the logarithm of the odds of before and after (Miller and Siegmund, "Maximally selected chi square statistics", Biometrics 38, 1982).
 */
function beyondScan(reach: number, looked: number): number {
  if (reach < 1) return 1
  const density = Math.exp((-reach * reach) / 2) / Math.sqrt(2 * Math.PI)
  return Math.min(1, density * ((reach - 1 / reach) * looked + 4 / reach))
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
  const surprises = surprisesOf(fit, meetings)
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
      // Fisher's transformation.
      const likelihood = 1 - normalBelow(Math.atanh(Math.min(correlation, 1 - 1e-9)) * Math.sqrt(common.length - 3))
      if (likelihood < FALSE_FINDS) pairs.push({ alike: [a, b], likelihood })
    }
  }
  return pairs.filter(({ likelihood }) => likelihood * tested < FALSE_FINDS).map(({ alike }) => alike)
}

/** By player and opponent: how much more points it has than its strength says, in deviations. */
function surprisesOf(fit: Fit, meetings: readonly Meeting[]): ReadonlyMap<number, number>[] {
  const known = meetings.map((meeting) => surplusOf(fit, meeting)).filter(({ variance }) => variance >= LEAST_VARIANCE)
  const taste = tasteOf(known, fit.players)
  const surprises = Array.from({ length: fit.players }, () => new Map<number, number>())
  for (const { a, b, variance, surplus } of known) {
    const surprise = surplus / Math.sqrt(variance + taste * variance ** 2)
    surprises[a]!.set(b, surprise)
    surprises[b]!.set(a, -surprise)
  }
  return surprises
}

interface Surplus extends Pick<Meeting, 'a' | 'b'> {
  /** The points of `a` beyond those that the list expects, and how much chance makes them vary. */
  readonly surplus: number
  readonly variance: number
}

function surplusOf(fit: Fit, meeting: Meeting): Surplus {
  const { a, b } = meeting
  const { games, points } = pointsOf(meeting)
  const chance = winProbability(fit.strengths[a]!, fit.strengths[b]!)
  return { a, b, surplus: points - games * chance, variance: games * chance * (1 - chance) }
}

/** How much leads vary from meeting to meeting beyond strengths and chance, in logits squared: some opponents are hard for a player. */
function tasteOf(all: readonly Surplus[], players: number): number {
  const beyond = all.reduce((sum, { variance, surplus }) => sum + surplus ** 2 - variance, 0)
  const squares = all.reduce((sum, { variance }) => sum + variance ** 2, 0)
  // Strengths have taken up a part of it.
  const free = all.length / Math.max(1, all.length - players)
  return squares === 0 ? 0 : Math.max(0, (free * beyond) / squares)
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
