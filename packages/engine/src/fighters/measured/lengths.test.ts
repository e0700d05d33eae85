import { describe, expect, test } from 'vitest'
import { ACTION } from '../../action-ids.ts'
import { animationFramesOf, brakeHoldFrameOf } from './lengths.ts'

const LUIGI = 17
const MEWTWO = 16
const JIGGLYPUFF = 15
const GAME_AND_WATCH = 24

describe('animations of their own length', () => {
  test.each([
    ['Luigi falls in rounds of 20 (5 recorded)', LUIGI, ACTION.Fall, 20],
    ['Luigi falls helpless in rounds of 6 (12 recorded)', LUIGI, ACTION.FallSpecial, 6],
    ['Jigglypuff tumbles away for 60 (2 recorded)', JIGGLYPUFF, ACTION.DamageFlyN, 60],
    ['who is hurt in the air shows it for 30, Luigi too (13 recorded)', LUIGI, ACTION.DamageAir3, 30],
    ['Mewtwo turns in 16 (3 recorded)', MEWTWO, ACTION.Turn, 16],
    ['Luigi lands out of a dodge in 29 (349 recorded)', LUIGI, ACTION.LandingFallSpecial, 29],
    ['Mr. Game & Watch turns in 10 (2 recorded)', GAME_AND_WATCH, ACTION.Turn, 10],
    ['Mr. Game & Watch falls helpless in rounds of 10 (6 recorded)', GAME_AND_WATCH, ACTION.FallSpecial, 10],
    ['Mr. Game & Watch jumps in the air for 70 (one recorded to its end)', GAME_AND_WATCH, ACTION.JumpAerialF, 70],
  ])('%s', (_, internalId, action, frames) => {
    expect(animationFramesOf(internalId, action)).toBe(frames)
  })
})

test.each([
  ['Luigi on 11, one recorded', LUIGI, 11],
  ['Mr. Game & Watch on 8, one recorded', GAME_AND_WATCH, 8],
])('a brake waits on one frame while it slides: %s', (_, internalId, frame) => {
  expect(brakeHoldFrameOf(internalId)).toBe(frame)
})
