/** What recordings without stage events do not say of the Fountain's platforms. */
import { expect, test } from 'vitest'
import { recordGame } from '../../tests/recorded.ts'
import { FOX, NEUTRAL } from '../../tests/scene.ts'
import { matchOf, playRecorded } from './feed.ts'
import type { Recording } from './recording.ts'

const FOUNTAIN = 2
const LEFT_SIDE = 1
const LEFT_FLOOR = 0
const WORLD_PER_HEIGHT = 0.75
const BASE = 1.125
const FRAMES = 260
const LAST_SEEN = 150

/** A game without stage events in which the first player stands on the left platform up to a frame, at a height. */
function seenAt(height: number): Recording {
  const { recording } = recordGame(FOUNTAIN, [FOX, FOX], FRAMES, () => [NEUTRAL, NEUTRAL])
  const frames = structuredClone(recording.frames)
  for (const [index, frame] of frames.entries()) {
    frame.events.fodPlatforms.length = 0
    const { post } = frame.players[0]
    post.isAirborne = index > LAST_SEEN ? 1 : 0
    post.lastGroundId = LEFT_FLOOR
    post.positionY = height * WORLD_PER_HEIGHT + BASE + 0.0001
  }
  return { ...recording, version: [3, 7, 0], frames }
}

function heightsOf(recording: Recording): number[] {
  const match = matchOf(recording)
  return recording.frames.map((_, index) => {
    playRecorded(match, recording, index, new Int32Array(recording.frames.length))
    return match.stageRecord.platformHeight[LEFT_SIDE]!
  })
}

test('in recordings without stage events a platform of the Fountain is where somebody stands on it, and rests there', () => {
  const heights = heightsOf(seenAt(20))
  expect(heights[LAST_SEEN]).toBeCloseTo(20, 3)
  expect(heights.at(-1)).toBeCloseTo(20, 3)
})

test('one last seen lower than any rest goes on sinking by 0.1 a frame until it is out of sight', () => {
  const heights = heightsOf(seenAt(5))
  expect(heights[LAST_SEEN]).toBeCloseTo(5, 3)
  expect(heights[LAST_SEEN + 30]).toBeCloseTo(2, 3)
  expect(heights.at(-1)).toBe(-4)
})
