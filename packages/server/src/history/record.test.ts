import { expect, test } from 'vitest'
import { recordOf } from './record.ts'
import type { PlayedMatch } from './record.ts'

const GAME: PlayedMatch = {
  matchId: 'match_a',
  startedAt: 0,
  outcome: 'loss',
  ratingDelta: 0,
  rating: null,
  character: 2,
  stage: 31,
  frames: 177,
  missed: 300,
  version: null,
  opponent: { botId: 'bot_b', name: 'Other', character: 20 },
}

test('missed pads are of the frames polled, the first of which is -123: a bot that never sends one misses all', () => {
  const absent = { ...GAME, character: null, stage: null, frames: 0, missed: 0 }
  expect(recordOf([GAME, absent]).pads).toEqual({ games: 1, polled: 300, missed: 300, clean: 0 })
  expect(recordOf([absent]).pads).toEqual({ games: 0, polled: 0, missed: 0, clean: 0 })
})

test('versions are listed by their newest match, with what they won and how the rating moved', () => {
  const match = (startedAt: number, version: string | null, outcome: PlayedMatch['outcome'], ratingDelta: number) => ({
    ...GAME,
    matchId: `match_${startedAt}`,
    startedAt,
    version,
    outcome,
    ratingDelta,
  })
  const newestFirst = [
    match(5, '1.4', 'win', 1),
    match(4, null, 'loss', -9),
    match(3, '1.5', 'draw', 0.5),
    match(2, '1.4', 'loss', -2),
    match(1, '1.4', 'win', 4),
  ]
  expect(recordOf(newestFirst).versions).toEqual([
    {
      version: '1.4',
      first: { matchId: 'match_1', startedAt: 1 },
      last: { matchId: 'match_5', startedAt: 5 },
      meanDelta: 1,
      wins: 2,
      losses: 1,
      draws: 0,
    },
    {
      version: '1.5',
      first: { matchId: 'match_3', startedAt: 3 },
      last: { matchId: 'match_3', startedAt: 3 },
      meanDelta: 0.5,
      wins: 0,
      losses: 0,
      draws: 1,
    },
  ])
})
