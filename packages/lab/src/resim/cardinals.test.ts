import { expect, test } from 'vitest'
import { asInternalId } from '@arena/engine'
import { recordGame } from '../../tests/recorded.ts'
import { FOX, NEUTRAL } from '../../../engine/tests/scene.ts'
import { ACTION } from '../../../engine/src/action-ids.ts'
import { kindOf } from '../../../engine/src/fighters/index.ts'
import { snapsCardinals } from './cardinals.ts'

const FINAL_DESTINATION = 32
const COUNTDOWN = 124
const FRAMES = 170
const RUN = { ...NEUTRAL, stickX: 0x80 + 80, stickY: 0x80 + 3 }
const ALMOST_FULL = 0.9875

/** A game in which the first player runs with the stick almost full, at `share` of the top speed. */
function runningAt(share: number) {
  const { recording } = recordGame(FINAL_DESTINATION, [FOX, FOX], FRAMES, (index) => [
    index < COUNTDOWN ? NEUTRAL : RUN,
    NEUTRAL,
  ])
  const frames = structuredClone(recording.frames)
  for (const frame of frames) {
    const { post } = frame.players[0]
    if (post.actionStateId === ACTION.Run)
      post.speedGroundX = share * kindOf(asInternalId(post.internalCharacterId)).attributes.dashMaxVelocity
  }
  return frames
}

test('the top speeds of a recorded game show whether it snaps sticks to the cardinals', () => {
  expect(snapsCardinals(runningAt(1))).toBe(true)
  expect(snapsCardinals(runningAt(ALMOST_FULL))).toBe(false)
})

test('a recording that does not show it counts as one that snaps them', () => {
  expect(
    snapsCardinals(recordGame(FINAL_DESTINATION, [FOX, FOX], FRAMES, () => [NEUTRAL, NEUTRAL]).recording.frames),
  ).toBe(true)
})
