import { expect, test } from 'vitest'
import { Random } from '../../sdk/src/random.ts'
import { winProbability } from './bradley-terry.ts'
import { scoreByOthers, type OfBoth } from './by-others.ts'
import { INITIAL_RATING, rate } from './weng-lin.ts'

const NONE = { wins: 0, losses: 0, draws: 0 }
const games = (wins: number, losses: number, draws = 0) => ({ wins, losses, draws })

/** A sum of twelve numbers: as good as normal. */
const normal = (random: Random) => Array.from({ length: 12 }, () => random.next()).reduce((sum, x) => sum + x, -6)

interface Versions {
  /** In logits. */
  readonly skills: readonly [number, number]
  readonly others: OfBoth[]
}

/**
 * A bot on a ladder that pairs by ratings, with another version in the second half of its games: it meets those that are near to the
 * rating that it has by then.
 */
function onLadder(seed: string, { matches = 240, spread = 0.8, progress = 0.4, bots = 24 } = {}): Versions {
  const random = new Random(seed)
  const skills = Array.from({ length: bots }, () => spread * normal(random))
  const own = spread * normal(random)
  const ofVersions = [own, own + progress * normal(random)] as const
  const others = skills.map(() => ({ a: { ...NONE }, b: { ...NONE } }))
  // A logit is some 10.4 points of the rating where both are well known.
  const known = skills.map((skill) => ({ mu: 25 + 5.9 * skill, sigma: 1.2 }))
  let rating = INITIAL_RATING
  for (let match = 0; match < matches; match++) {
    const version = match < matches / 2 ? 0 : 1
    const near = known.map(({ mu }, bot) => ({ bot, far: Math.abs(mu - rating.mu) + 4 * random.next() }))
    const { bot } = near.toSorted((one, other) => one.far - other.far)[0]!
    const hasWon = random.next() < winProbability(ofVersions[version], skills[bot]!)
    others[bot]![version === 0 ? 'a' : 'b'][hasWon ? 'wins' : 'losses']++
    rating = rate(rating, known[bot]!, hasWon ? 'win' : 'loss')[0]
  }
  return { skills: ofVersions, others }
}

test.each([
  ['many games', { matches: 240 }],
  ['few games', { matches: 60 }],
  ['a large step', { progress: 1.2 }],
  ['a wide field', { spread: 1.6 }],
])('the interval holds the true score in 95 of 100 ladders: %s', (_what, options) => {
  const held = Array.from({ length: 100 }, (_, ladder) => {
    const { skills, others } = onLadder(`ladder ${ladder}`, options)
    const { low, high } = scoreByOthers(others)!
    const truth = winProbability(skills[0], skills[1])
    return low <= truth && truth <= high
  })
  expect(held.filter(Boolean).length).toBeGreaterThanOrEqual(91)
})

test('a version that met easier opponents more often is not flattered', () => {
  // Both win three of four against the weak one and one of four against the strong one; `b` has met the weak one more often.
  const others = [
    { a: games(15, 5), b: games(60, 20) },
    { a: games(20, 60), b: games(5, 15) },
  ]
  const share = (which: 'a' | 'b') => others.reduce((sum, each) => sum + each[which].wins, 0) / 100
  expect([share('a'), share('b')]).toEqual([0.35, 0.65])
  const { score, low, high, games: counted, isEarly } = scoreByOthers(others)!
  expect(score).toBeCloseTo(0.5, 1)
  expect([low < 0.5, high > 0.5]).toEqual([true, true])
  expect({ counted, isEarly }).toEqual({ counted: [100, 100], isEarly: false })
})

test('a draw is half a win for both, and the two change places with the score', () => {
  const [more, fewer] = [games(30, 10, 10), games(10, 30, 10)]
  const one = scoreByOthers([{ a: more, b: fewer }])!
  const other = scoreByOthers([{ a: fewer, b: more }])!
  expect(one.score).toBeGreaterThan(0.6)
  expect(one.score + other.score).toBeCloseTo(1, 6)
  expect(one.low + other.high).toBeCloseTo(1, 6)
  expect(scoreByOthers([{ a: games(0, 0, 20), b: games(10, 10) }])!.score).toBeCloseTo(0.5, 6)
})

test('games of the two against each other count too, and their own others do not', () => {
  expect(scoreByOthers([], games(30, 10))!.score).toBeGreaterThan(0.6)
  expect(scoreByOthers([{ a: games(5, 5), b: NONE }])).toBeNull()
  expect(scoreByOthers([])).toBeNull()
})

test('few games of either, or games that leave all open, are too early', () => {
  expect(scoreByOthers([{ a: games(9, 0), b: games(50, 50) }])!.isEarly).toBe(true)
  expect(scoreByOthers([{ a: games(50, 50), b: games(50, 50) }])!.isEarly).toBe(false)
})
