import { expect, test } from 'vitest'
import { ledgeReachOf } from '../../tables/fighters.ts'
import { ledgeSwingOf } from './ledges.ts'

const GAME_AND_WATCH = 24

test('Mr. Game & Watch reaches for a ledge from one place, and hangs from the sixth frame on (4 of 4 recorded)', () => {
  const swing = ledgeSwingOf(GAME_AND_WATCH)
  const { hangX, hangY } = ledgeReachOf(GAME_AND_WATCH)
  expect(hangX + swing[8]!).toBeCloseTo(7.8044, 3)
  expect(hangY + swing[9]!).toBeCloseTo(-7.1569, 3)
  expect([swing[10], swing[11]]).toEqual([expect.closeTo(0.0015, 4), 0])
})
