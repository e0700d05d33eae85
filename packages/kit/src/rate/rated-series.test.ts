import { describe, expect, test } from 'vitest'
import { ELO_UNIT, MEAN_ELO, winProbability } from '@arena/ratings'
import { IS_LONG, numbers, some } from '../../../../scripts/tests/series.ts'
import { Random } from '../../../sdk/src/random.ts'
import type { PairToPlay, PlayedGame, PlayedPair } from '../match/pairs.ts'
import { AHEAD, RatedSeries } from './rated-series.ts'
import { describeRating, describeRatings } from './words.ts'

const game = (points: PlayedGame['points']): PlayedGame => {
  return { points, end: 'stocks', missed: [0, 0], crashed: [false, false], raised: [null, null] }
}

const pair = ({ number, between }: Pick<PairToPlay, 'number' | 'between'>, one: number, other: number): PlayedPair => {
  return { number, between: [...between], games: [game(one as 0 | 1), game(other as 0 | 1)] }
}

/** Bots of these strengths in logits; `fate` is how often both games of a pair are decided by what they are played on. */
function playerOf(seed: string, skills: readonly number[], fate = 0) {
  return (next: PairToPlay): PlayedPair => {
    const random = new Random(`${seed} ${next.number}`)
    const won = () => Number(random.next() < winProbability(skills[next.between[0]]!, skills[next.between[1]]!))
    const first = won()
    return pair(next, first, random.next() < fate ? first : won())
  }
}

/** Plays a series to its end, several pairs at once, of which the last begun ends first. */
function played(series: RatedSeries, play: (next: PairToPlay) => PlayedPair, atOnce = 1): RatedSeries {
  const underway: PairToPlay[] = []
  while (!series.isOver) {
    const next = underway.length < atOnce ? series.take() : undefined
    if (next) underway.push(next)
    else series.add(play(underway.pop()!))
  }
  return series
}

const SKILLS = [1.2, 0.3, 0, -1.5]
const FOUR = { bots: 4, mostPairs: 60, within: null }

describe('a series of several bots', () => {
  test('is the same whatever ends first, however many are played at once', () => {
    const play = playerOf('order', SKILLS)
    const one = played(new RatedSeries(FOUR), play)
    for (const atOnce of [2, AHEAD]) {
      const other = played(new RatedSeries(FOUR), play, atOnce)
      expect(other.played).toEqual(one.played)
      expect(other.ratings).toEqual(one.ratings)
    }
  })

  test('a pair that depends on one that is still played waits for it', () => {
    const series = new RatedSeries({ ...FOUR, mostPairs: 100 })
    const underway = numbers(AHEAD).map(() => series.take()!)
    expect(underway.map(({ number }) => number)).toEqual(numbers(AHEAD, 1))
    expect(series.take()).toBeUndefined()
    series.add(pair(underway[1]!, 1, 0))
    expect(series.take()).toBeUndefined()
    series.add(pair(underway[0]!, 1, 0))
    expect(series.take()).toMatchObject({ number: AHEAD + 1 })
  })

  test('two bots meet on each stage in turn, however many pairs of others lie between', () => {
    const turns = new Map<string, number[]>()
    const play = playerOf('turns', SKILLS)
    played(new RatedSeries(FOUR), (next) => {
      turns.set(String(next.between), [...(turns.get(String(next.between)) ?? []), next.turn])
      return play(next)
    })
    for (const own of turns.values()) expect(own).toEqual(numbers(own.length, 1))
  })

  test('goes on where it was broken off, and plays what could not be played again', () => {
    const play = playerOf('again', SKILLS)
    const whole = played(new RatedSeries(FOUR), play)
    const broken: PlayedPair = { number: 60, between: whole.played[59]!.between, games: [], why: 'The engine failed.' }
    const before = [...whole.played.slice(0, 59), broken]
    expect(new RatedSeries(FOUR, before).ratings).toMatchObject({ games: 118, broken: 1 })
    expect(played(new RatedSeries(FOUR, before).withoutBroken(), play).ratings).toEqual(whole.ratings)
  })

  test('ends once every rating is known well enough', () => {
    const series = played(new RatedSeries({ bots: 3, mostPairs: 1000, within: 60 }), playerOf('sure', [0.4, 0, -0.4]))
    expect(series.isDecided).toBe(true)
    const { rows, games } = series.ratings
    for (const { low, high } of rows) expect((high - low) / 2).toBeLessThanOrEqual(60)
    expect(games).toBeLessThan(500)
  })

  test('in words: the ranks that the games leave open, best first', () => {
    const { ratings } = played(new RatedSeries(FOUR), playerOf('words', SKILLS))
    const names = ['ace', 'bo', 'cy', 'dud']
    expect(describeRating(ratings, names, 400)).toMatch(/^120 of at most 400 games {2}ace \d+ ±\d+, .*, dud \d+ ±\d+$/)
    const [title, , head, first, , , last] = describeRatings(ratings, names)
    expect(title).toBe('120 games of 4 bots in one fit')
    expect(head).toMatch(/^ {2}rank +bot +Elo +95% between +games +score$/)
    expect(first).toBe('  1-2   ace  1654  ±80  1574 to 1734  56     69.6%')
    expect(last).toMatch(/^ {2}4 +dud /)
  })
})

test.each([0, 1])(
  '93 to 97 of 100 true skills lie inside the intervals, also where seed and stage decide both games of a pair: %d',
  (fate) => {
    let [inside, all] = [0, 0]
    for (const number of some(numbers(200), 10)) {
      const random = new Random(`skills ${number}`)
      const drawn = numbers(5).map(() => 3 * (random.next() - 0.5))
      const mean = drawn.reduce((sum, each) => sum + each, 0) / drawn.length
      const skills = drawn.map((each) => each - mean)
      const series = new RatedSeries({ bots: 5, mostPairs: 50, within: null })
      for (const { player, low, high } of played(series, playerOf(`fate ${number}`, skills, fate)).ratings.rows) {
        const rating = MEAN_ELO + ELO_UNIT * skills[player]!
        inside += Number(low <= rating && rating <= high)
        all++
      }
    }
    // A tenth of the ladders says less well how large the share is.
    const slack = IS_LONG ? 0 : 0.03
    expect(inside / all).toBeGreaterThan(0.93 - slack)
    expect(inside / all).toBeLessThan(0.97 + slack)
  },
)
