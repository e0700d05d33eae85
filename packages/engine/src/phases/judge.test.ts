import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../tables/ids.ts'
import { LAST_FRAME } from '../constants.ts'
import { EventRecorder } from '../events/recorder.ts'
import { Match } from '../match.ts'
import { END_METHOD, judge } from './judge.ts'

interface Player {
  readonly stocks: number
  readonly percent?: number
}

/** Score and time of a game; a winner of -1 is a draw. */
function judged(frame: number, ...players: readonly [Player, Player]) {
  const match = new Match(
    { seed: new Uint8Array(32), stage: 31, characters: [EXTERNAL_ID.fox, EXTERNAL_ID.falco] },
    new EventRecorder(),
  )
  match.record.frame = frame
  for (const [port, { stocks, percent = 0 }] of players.entries()) {
    match.fighters[port]!.stocks = stocks
    match.fighters[port]!.percent = percent
  }
  judge(match)
  const { endMethod, winner } = match.record
  return { endMethod, winner }
}

const GOES_ON = { endMethod: 0, winner: -1 }

describe('Winning and scoring', () => {
  test('1: the last bot with a stock wins, on the frame the other’s last stock is lost', () => {
    expect(judged(1000, { stocks: 1 }, { stocks: 1 })).toEqual(GOES_ON)
    expect(judged(1000, { stocks: 1, percent: 300 }, { stocks: 0 })).toEqual({
      endMethod: END_METHOD.stocks,
      winner: 0,
    })
    expect(judged(1000, { stocks: 0 }, { stocks: 4 })).toEqual({ endMethod: END_METHOD.stocks, winner: 1 })
  })

  test('1 and 2: two last stocks lost on one frame are a draw: there is no sudden death', () => {
    expect(judged(1000, { stocks: 0 }, { stocks: 0 })).toEqual({ endMethod: END_METHOD.stocks, winner: -1 })
  })

  test('2: the timer runs out after 8 minutes and not before', () => {
    expect(LAST_FRAME).toBe(8 * 60 * 60)
    expect(judged(LAST_FRAME - 1, { stocks: 2 }, { stocks: 1 })).toEqual(GOES_ON)
    expect(judged(LAST_FRAME, { stocks: 2 }, { stocks: 1 }).endMethod).toBe(END_METHOD.time)
  })

  test.each<[string, Player, Player, number]>([
    ['the bot with more stocks wins, whatever its percent', { stocks: 2, percent: 250 }, { stocks: 1 }, 0],
    ['so does the other', { stocks: 1 }, { stocks: 3, percent: 99 }, 1],
    ['on equal stocks the lower percent wins', { stocks: 2, percent: 80 }, { stocks: 2, percent: 79 }, 1],
    ['so does the other', { stocks: 2, percent: 0 }, { stocks: 2, percent: 1 }, 0],
    ['equal stocks and equal percent is a draw', { stocks: 4, percent: 12 }, { stocks: 4, percent: 12 }, -1],
    ['percents are those the game shows', { stocks: 4, percent: 12.1 }, { stocks: 4, percent: 12.9 }, -1],
  ])('2: when the timer runs out, %s', (_what, first, second, winner) => {
    expect(judged(LAST_FRAME, first, second)).toEqual({ endMethod: END_METHOD.time, winner })
  })
})
