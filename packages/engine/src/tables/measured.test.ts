import { describe, expect, test } from 'vitest'
import { INTERNAL_ID, asInternalId } from './ids.ts'
import { ACTION } from '../action-ids.ts'
import { ledgeReachOf } from './fighters.ts'
import { animationFramesOf, landsFaceUp, measuredOf } from './measured.ts'

const FOX = 1
const SHEIK = INTERNAL_ID.sheik
const JIGGLYPUFF = 15
const MEWTWO = 16
const LUIGI = INTERNAL_ID.luigi
const MARTH = 18
const GAME_AND_WATCH = INTERNAL_ID['game-and-watch']

test('Luigi’s entry rises by eight steps', () => {
  expect(measuredOf(LUIGI).entryHeight).toBeCloseTo((8 * 1.34765625) / 9, 5)
})

test('Mr. Game & Watch reaches for a ledge from one place, and hangs from the sixth frame on (4 of 4 recorded)', () => {
  const swing = measuredOf(GAME_AND_WATCH).ledgeSwing
  const { hangX, hangY } = ledgeReachOf(GAME_AND_WATCH)
  expect(hangX + swing[8]!).toBeCloseTo(7.8044, 3)
  expect(hangY + swing[9]!).toBeCloseTo(-7.1569, 3)
  expect([swing[10], swing[11]]).toEqual([expect.closeTo(0.0015, 4), 0])
})

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
    expect(animationFramesOf(asInternalId(internalId), action)).toBe(frames)
  })
})

test.each([
  ['Luigi on 11, one recorded', LUIGI, 11],
  ['Mr. Game & Watch on 8, one recorded', GAME_AND_WATCH, 8],
])('a brake waits on one frame while it slides: %s', (_, internalId, frame) => {
  expect(measuredOf(internalId).brakeHoldFrame).toBe(frame)
})

test.each([
  ['Luigi from the first to the 21st frame (3 of 3 recorded)', LUIGI, [1, 21]],
  ['Mr. Game & Watch from the 7th to the 24th (3 of 3 recorded)', GAME_AND_WATCH, [7, 24]],
])('bounces off the floor: %s', (_, internalId, frames) => {
  expect(measuredOf(internalId).bounce.faceUp).toEqual(frames)
})

test.each([
  [
    'Fox launched upward is face down for a moment, and from 45 on (312)',
    FOX,
    ACTION.DamageFlyTop,
    [14, 17, 22, 23, 24, 44, 45],
    'DUUDUUD',
  ],
  ['Fox launched low twice (105)', FOX, ACTION.DamageFlyLw, [3, 4, 8, 11, 17, 19, 30], 'UDDUUDD'],
  ['Fox launched in the middle from 21 on (433)', FOX, ACTION.DamageFlyN, [2, 20, 21, 30], 'UUDD'],
  ['Sheik launched upward up to 32 (33)', SHEIK, ACTION.DamageFlyTop, [2, 21, 32, 33, 48], 'UDDUU'],
  ['Marth launched in the middle never (88)', MARTH, ACTION.DamageFlyN, [2, 30], 'UU'],
  ['Fox tumbling in its first frames (30)', FOX, ACTION.DamageFall, [1, 10, 12], 'DDU'],
  ['Luigi tumbling later (3)', LUIGI, ACTION.DamageFall, [4, 17, 23], 'UDD'],
] as const)('%s recorded landings', (_, internalId, action, frames, sides) => {
  expect(
    frames.map((frame) => (landsFaceUp(measuredOf(asInternalId(internalId)), action, frame) ? 'U' : 'D')).join(''),
  ).toBe(sides)
})
