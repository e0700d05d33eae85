import { expect, test } from 'vitest'
import { ACTION } from '../../action-ids.ts'
import { bounceOf, landsFaceUp } from './tumbles.ts'

const FOX = 1
const SHEIK = 7
const LUIGI = 17
const MARTH = 18
const GAME_AND_WATCH = 24

test.each([
  ['Luigi from the first to the 21st frame (3 of 3 recorded)', LUIGI, [1, 21]],
  ['Mr. Game & Watch from the 7th to the 24th (3 of 3 recorded)', GAME_AND_WATCH, [7, 24]],
])('bounces off the floor: %s', (_, internalId, frames) => {
  expect(bounceOf(internalId, true)).toEqual(frames)
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
  expect(frames.map((frame) => (landsFaceUp(internalId, action, frame) ? 'U' : 'D')).join('')).toBe(sides)
})
