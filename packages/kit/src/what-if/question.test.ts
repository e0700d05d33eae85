import { FIRST_FRAME, ReplayColumns } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { AFTER_FRAMES, isKept, nextLoser, nextStock, questionOf } from './question.ts'
import { demandOf, resultOf } from './result.ts'
import type { BranchGame } from './branch-game.ts'

const ROWS = 1200
const at = (row: number) => FIRST_FRAME + row

/** Stocks of both sides, each of which loses one at its rows. */
function columns(...losses: readonly [readonly number[], readonly number[]]): ReplayColumns {
  const made = new ReplayColumns()
  made.reserve(ROWS)
  made.count = ROWS
  for (const port of [0, 1] as const) {
    const { post } = made.addFighter(2 * port)
    for (let row = 0; row < ROWS; row++)
      post.stocksRemaining[row] = 4 - losses[port].filter((lost) => lost <= row).length
  }
  return made
}

describe('what is asked', () => {
  test('the side that loses the next stock plays anew, unless another is named', () => {
    expect(nextLoser(columns([400], [300]), at(100))).toBe(1)
    expect(nextLoser(columns([400], [300]), at(300))).toBe(0)
    expect(nextLoser(columns([300], [300]), at(100))).toBeNull()
    expect(nextLoser(columns([], []), at(100))).toBeNull()
  })

  test('a game lasts until five seconds after the match took the stock, or had ended', () => {
    const match = columns([400], [300])
    expect(questionOf(match, at(100), 0)).toMatchObject({
      until: at(400) + AFTER_FRAMES,
      happened: { loser: 'other', frame: at(300) },
    })
    expect(questionOf(match, at(300), 0)).toMatchObject({
      until: at(400) + AFTER_FRAMES,
      happened: { loser: 'own', frame: at(400) },
    })
    expect(questionOf(match, at(500), 1)).toEqual({
      frame: at(500),
      port: 1,
      until: at(ROWS - 1) + AFTER_FRAMES,
      happened: null,
    })
  })

  test('the stock is kept where none is lost by then, or the opponent’s first; both at once is to lose it', () => {
    const question = { frame: at(100), port: 0, until: at(600) } as const
    const kept = (...losses: Parameters<typeof columns>) => isKept(nextStock(columns(...losses), question))
    expect(kept([], [])).toBe(true)
    expect(kept([601], [])).toBe(true)
    expect(kept([600], [])).toBe(false)
    expect(kept([500], [400])).toBe(true)
    expect(kept([400], [500])).toBe(false)
    expect(kept([400], [400])).toBe(false)
  })
})

const game = (number: number, kept: boolean, digest = `${number}`): BranchGame => {
  const lost = kept ? null : ({ loser: 'own', frame: 9 } as const)
  return { number, kept, lost, frame: 9, recorded: 10 + number, chance: kept ? 0.5 : 0, missed: 0, digest }
}
const games = (kept: number, of: number) => Array.from({ length: of }, (_, i) => game(i + 1, i < kept))

describe('what the games say', () => {
  test('how often the stock was kept, and between which shares that is', () => {
    const { kept, interval, recorded, lost, chance } = resultOf(games(80, 100))
    expect({ kept, recorded, lost, chance }).toEqual({
      kept: 80,
      recorded: { median: 61, least: 11, most: 110 },
      lost: { own: 20, other: 0, both: 0, nobody: 80 },
      chance: 0.4,
    })
    // Wilson's interval, as textbooks have it for 80 of 100.
    expect(interval!.low).toBeCloseTo(0.7112, 3)
    expect(interval!.high).toBeCloseTo(0.8666, 3)
  })

  test('games that are one and the same have no interval', () => {
    const same = [game(1, true, 'a'), game(2, true, 'a'), game(3, true, 'a')]
    expect(resultOf(same)).toMatchObject({ isOneGame: true, interval: null })
    expect(demandOf(resultOf(same))).toEqual({ games: 1, atLeast: 1 })
  })

  test('a saved file demands what the games have shown, in at most 20 games; of a stock that is not kept, that it mostly is', () => {
    expect(demandOf(resultOf(games(20, 20)))).toEqual({ games: 20, atLeast: 16 })
    expect(demandOf(resultOf(games(180, 200)))).toEqual({ games: 20, atLeast: 17 })
    expect(demandOf(resultOf(games(6, 10)))).toEqual({ games: 10, atLeast: 3 })
    expect(demandOf(resultOf(games(0, 10)))).toEqual({ games: 10, atLeast: 6 })
  })
})
