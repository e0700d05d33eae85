import { describe, expect, test } from 'vitest'
import { numbers } from '../../../../scripts/tests/series.ts'
import type { PlayedGame, PlayedPair } from './pairs.ts'
import { Series, type Standing } from './series.ts'
import { describeStanding, describeState, describeVerdict } from './words.ts'

const TEST = { elo0: 0, elo1: 50, alpha: 0.05, beta: 0.05 }
const NAMES = ['new', 'old'] as const

/** `points` of the first bot in each pair. */
function standing(points: readonly number[], hypotheses: typeof TEST | null = TEST): Standing {
  const games = (sum: number): [PlayedGame, PlayedGame] => {
    const game = (own: number): PlayedGame => ({
      points: own as 0 | 1,
      end: 'stocks',
      missed: [0, 0],
      crashed: [false, false],
      raised: [null, null],
    })
    return [game(sum > 0 ? 1 : 0), game(sum > 1 ? 1 : 0)]
  }
  const pairs: PlayedPair[] = points.map((sum, i) => ({ number: i + 1, between: [0, 1], games: games(sum) }))
  return new Series(hypotheses, 1000, pairs).standing
}

const repeated = (times: number, ...points: number[]): number[] => numbers(times).flatMap(() => points)

describe('a series in words', () => {
  test('while it runs, on one line', () => {
    expect(describeState(standing([]), 400)).toBe('0 of at most 400 games  Elo no game yet  LLR 0.00 (-2.98 to 3.86)')
    expect(describeState(standing(repeated(10, 2, 1)), 400)).toBe(
      '40 of at most 400 games  Elo +191 ± 107  LLR 2.67 (-2.98 to 3.86)',
    )
    expect(describeState(standing([2, 1, 0], null), 100)).toMatch(/^6 of 100 games {2}Elo 0 ± \d+$/)
    expect(describeState(standing([2, 2], null), 100)).toBe('4 of 100 games  Elo won every game')
  })

  test('in the end, with all that is known', () => {
    const text = describeStanding(standing(repeated(15, 2, 1, 0, 1)), NAMES, TEST).join('\n')
    expect(text).toMatch(/^new against old: \d+ games in \d+ pairs\n/)
    expect(text).toMatch(/\n {2}games {5}\d+ won, \d+ lost, 0 drawn: 5\d\.\d% of the points\n/)
    expect(text).toMatch(/\n {2}pairs {5}0: \d+ {3}½: 0 {3}1: \d+ {3}1½: 0 {3}2: \d+ {3}\(points: pairs\)\n/)
    expect(text).toMatch(/\n {2}Elo {7}\+?\d+ ± \d+, with 95% between -\d+ and \+\d+; normalized \d\n/)
    expect(text).toMatch(
      /\n {2}stronger {2}with a likelihood of 50\.0%\n {2}test {6}LLR -1\.\d\d for \+50 against 0 Elo; stops at -2\.98 and 3\.86, or at the end from 97%$/,
    )
  })

  test.each([
    ['new is stronger than old.', repeated(60, 2)],
    ['new is not stronger than old by +50 Elo: equal, as far as this test looks.', repeated(60, 1)],
    ['new is not stronger than old, and seems to be weaker: exchange the two to test that.', repeated(60, 0)],
    ['Undecided after 4 games: more of them, with a higher --games, would tell.', [2, 1]],
  ])('the verdict of a test: %s', (verdict, points) => {
    expect(describeVerdict(standing(points), NAMES, TEST)).toBe(verdict)
  })

  test.each([
    ['new is stronger.', repeated(20, 2, 1)],
    ['old is stronger.', repeated(20, 0, 1)],
    ['After 8 games neither is known to be stronger.', [2, 1, 0, 2]],
  ])('the verdict without a test: %s', (verdict, points) => {
    expect(describeVerdict(standing(points, null), NAMES, null)).toBe(verdict)
  })

  test('what went wrong follows, bot by bot', () => {
    const series = new Series(null, 2, [
      {
        number: 1,
        between: [0, 1],
        games: [
          {
            points: 0,
            end: 'forfeit',
            missed: [300, 0],
            crashed: [true, false],
            raised: [null, { times: 1696, most: 'TypeError: boom (bot.js:12:5)' }],
          },
          {
            points: 1,
            end: 'stocks',
            missed: [0, 0],
            crashed: [false, false],
            raised: [null, { times: 4, most: 'Error: no' }],
          },
        ],
      },
      { number: 2, between: [0, 1], games: [], why: 'The engine failed.' },
    ])
    const text = describeStanding(series.standing, NAMES, null).join('\n')
    expect(text).toContain(
      '\nnew lost 1 game by forfeit; ended by itself in 1 game, and was started again; missed 300 pads.\n',
    )
    expect(text).toContain('\nold raised TypeError: boom (bot.js:12:5) 1,700 times in 2 games.\n')
    expect(text).toContain('\n1 pair could not be played to the end, and counts for nobody.')
  })
})
