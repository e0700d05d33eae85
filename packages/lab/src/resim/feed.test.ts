/** What a match is fed from a recording: the Fountain's platforms without stage events, and what computers draw. */
import { expect, test } from 'vitest'
import { asVersion, recordGame } from '../../tests/recorded.ts'
import { FOX, NEUTRAL } from '../../../engine/tests/scene.ts'
import { matchOf, playInputs, playRecorded } from './feed.ts'
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
  return asVersion({ ...recording, frames }, [3, 7, 0])
}

function heightsOf(recording: Recording): number[] {
  const match = matchOf(recording)
  return recording.frames.map((_, index) => {
    playRecorded(match, recording, index, new Int32Array(recording.frames.length))
    return match.stageRecord.platformHeight[LEFT_SIDE]!
  })
}

test('in recordings without stage events a platform of the Fountain is where a fighter stands on it, and rests there', () => {
  const heights = heightsOf(seenAt(20))
  expect(heights[LAST_SEEN]).toBeCloseTo(20, 3)
  expect(heights.at(-1)).toBeCloseTo(20, 3)
})

test('one last seen lower than any resting height keeps sinking by 0.1 a frame until it is out of sight', () => {
  const heights = heightsOf(seenAt(5))
  expect(heights[LAST_SEEN]).toBeCloseTo(5, 3)
  expect(heights[LAST_SEEN + 30]).toBeCloseTo(2, 3)
  expect(heights.at(-1)).toBe(-4)
})

test('one last seen rising keeps rising, and carries a fighter that leaves it for one more frame', () => {
  const recording = seenAt(10)
  for (const [index, { players }] of recording.frames.entries())
    players[0].post.positionY += Math.min(index, LAST_SEEN) * 0.1125
  const heights = heightsOf(recording)
  expect(heights[LAST_SEEN + 1]! - heights[LAST_SEEN]!).toBeCloseTo(0.15, 3)
})

test('one that a fighter falls past is out of sight from its last appearance until shortly before a fighter lands on it', () => {
  const recording = seenAt(20)
  const landing = LAST_SEEN + 80
  for (const [index, { players }] of recording.frames.entries()) {
    Object.assign(players[1].post, { isAirborne: 1, positionX: -30, positionY: index < LAST_SEEN + 40 ? 25 : 5 })
    if (index >= landing) players[0].post.isAirborne = 0
  }
  const heights = heightsOf(recording)
  expect(heights[LAST_SEEN + 1]).toBeCloseTo(20, 3)
  expect(heights.slice(LAST_SEEN + 2, landing - 10).every((height) => height === -4)).toBe(true)
  expect(heights[landing - 10]).toBeCloseTo(20, 3)
})

test('where a computer plays, its draws are the recorded ones: the seed of the first Pre-Frame less that of Frame Start', () => {
  const { recording } = recordGame(32, [FOX, FOX], 3, () => [NEUTRAL, NEUTRAL])
  const frames = structuredClone(recording.frames)
  const [{ players }] = frames as [(typeof frames)[0]]
  players[0].pre.seed = 12_345
  const seedAfter = (areHumans: boolean): number => {
    const played = { ...recording, frames, areHumans }
    const match = matchOf(played)
    playInputs(match, played, 0)
    return match.record.seed >>> 0
  }
  expect(seedAfter(true)).toBe(frames[0]!.seed)
  expect(seedAfter(false)).toBe(12_345)
})
