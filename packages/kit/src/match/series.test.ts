import { describe, expect, test } from 'vitest'
import { numbers } from '../../../../scripts/tests/series.ts'
import { settingOf, type PlayedGame, type PlayedPair } from './pairs.ts'
import { Series } from './series.ts'

const TEST = { elo0: 0, elo1: 50, alpha: 0.05, beta: 0.05 }

function game(points: PlayedGame['points'], rest: Partial<PlayedGame> = {}): PlayedGame {
  return { points, end: 'stocks', missed: [0, 0], crashed: [false, false], raised: [null, null], ...rest }
}

const pair = (number: number, one: PlayedGame['points'], other: PlayedGame['points']): PlayedPair => ({
  number,
  between: [0, 1],
  games: [game(one), game(other)],
})

/** The numbers that are still to be played. */
function missing(series: Series): number[] {
  const next = series.take()
  return next ? [next.number, ...missing(series)] : []
}

describe('a series', () => {
  test('counts pairs in the order of their numbers, whatever finishes first', () => {
    const series = new Series(null, 4)
    series.add(pair(2, 1, 1))
    expect(series.standing.games).toBe(0)
    series.add(pair(1, 1, 0))
    expect(series.standing).toMatchObject({ games: 4, wins: 3, losses: 1, counts: [0, 0, 1, 0, 1] })
    expect([...missing(series)]).toEqual([3, 4])
  })

  test('is over after as many pairs as it may have', () => {
    const series = new Series(null, 2, [pair(1, 1, 1), pair(2, 0, 1)])
    expect(series.isOver).toBe(true)
    expect([...missing(series)]).toEqual([])
  })

  test('is over once the test has decided; later pairs count no more', () => {
    const won = numbers(60, 1).map((number) => pair(number, 1, 1))
    const series = new Series(TEST, 100, won)
    const { games, test: outcome } = series.standing
    expect(outcome!.decision).toBe('elo1')
    expect(games).toBeLessThan(60)
    // Also where they were played in another order.
    expect(new Series(TEST, 100, won.toReversed()).standing).toEqual(series.standing)
    series.add(pair(61, 0, 0))
    expect(series.standing.games).toBe(games)
  })

  test('that goes on with more games counts what it had already played', () => {
    const played = [pair(1, 1, 0), pair(2, 0, 0)]
    expect(new Series(null, 2, played).isOver).toBe(true)
    const longer = new Series(null, 3, played)
    expect([longer.isOver, ...missing(longer)]).toEqual([false, 3])
  })

  test('that goes on plays pairs that were broken off again, unless the test has decided without them', () => {
    const broken: PlayedPair = { number: 2, between: [0, 1], games: [], why: 'The engine failed.' }
    const again = new Series(null, 3, [pair(1, 1, 0), broken, pair(3, 1, 1)]).withoutBroken()
    expect([...missing(again)]).toEqual([2])
    expect(again.standing).toMatchObject({ games: 2, broken: 0 })
    again.add(pair(2, 1, 1))
    expect(again.standing).toMatchObject({ games: 6, broken: 0 })

    const decided = new Series(TEST, 100, [
      ...numbers(60, 1)
        .map((number) => pair(number, 1, 1))
        .toSpliced(1, 1),
      broken,
    ])
    expect(decided.isDecided).toBe(true)
    expect(decided.withoutBroken().standing).toEqual(decided.standing)
  })

  test('says whose games were forfeited, crashed or missed pads; pairs that were broken off count for nobody', () => {
    const series = new Series(null, 5, [
      {
        number: 1,
        between: [0, 1],
        games: [
          game(0, { end: 'forfeit', crashed: [true, false] }),
          game(1, { missed: [2, 1], raised: [{ times: 7, most: 'TypeError: boom (a.js:1:2)' }, null] }),
        ],
      },
      { number: 2, between: [0, 1], games: [game(1, { end: 'absent' }), game(0.5, { end: 'double-forfeit' })] },
      { number: 3, between: [0, 1], games: [], why: 'The engine failed.' },
    ])
    expect(series.standing).toMatchObject({
      games: 4,
      draws: 1,
      broken: 1,
      trouble: [
        { forfeits: 2, crashes: 1, missed: 2, raised: { times: 7, games: 1, most: 'TypeError: boom (a.js:1:2)' } },
        { forfeits: 2, crashes: 0, missed: 1, raised: null },
      ],
    })
  })
})

describe('what a pair is played on', () => {
  const toPlay = (number: number) => ({ number, between: [0, 1], turn: number }) as const
  const series = Buffer.alloc(32, 7)

  test('follows from the seed of the series and the number of the pair', () => {
    expect(settingOf(series, toPlay(3))).toEqual(settingOf(series, toPlay(3)))
    const seeds = numbers(100, 1).map((number) => Buffer.from(settingOf(series, toPlay(number)).seed).toString('hex'))
    expect(new Set(seeds).size).toBe(100)
    expect(settingOf(Buffer.alloc(32, 8), toPlay(3)).seed).not.toEqual(settingOf(series, toPlay(3)).seed)
  })

  test('is each of the six stages in turn', () => {
    for (const first of [1, 8, 100]) {
      const stages = numbers(6, first).map((number) => settingOf(series, toPlay(number)).stage)
      expect(new Set(stages)).toEqual(new Set([31, 32, 28, 8, 2, 3]))
    }
  })
})
