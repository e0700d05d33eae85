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
  opponent: { botId: 'bot_b', name: 'Other', character: 20 },
}

test('missed pads are of the frames polled, the first of which is -123: a bot that never sends one misses all', () => {
  const absent = { ...GAME, character: null, stage: null, frames: 0, missed: 0 }
  expect(recordOf([GAME, absent]).pads).toEqual({ games: 1, polled: 300, missed: 300, clean: 0 })
  expect(recordOf([absent]).pads).toEqual({ games: 0, polled: 0, missed: 0, clean: 0 })
})
