/**
 * The engine agrees with its own recordings in everything. Every manipulation of a recording shows, except in fields
 * that are not compared.
 */
import { describe, expect, test } from 'vitest'
import { FOX, MARTH, NEUTRAL } from '../../../engine/tests/scene.ts'
import { some } from '../../../../scripts/tests/series.ts'
import { asVersion, recordGame, recordWildGame } from '../../tests/recorded.ts'
import { addTally, emptyTally } from '../resim/index.ts'
import type { RecordedFrame, Recording } from '../resim/recording.ts'
import { LEAST_FREE_FRAMES, measureAccuracy, type Measurement } from './measure.ts'

const FOUNTAIN = 2
const STADIUM = 3
const YOSHIS = 8
const DREAM_LAND = 28

function sumOf({ byFighter }: Measurement) {
  const sum = emptyTally()
  for (const tally of byFighter.values()) addTally(sum, tally)
  return sum
}

function tampered(recording: Recording, change: (frame: RecordedFrame, index: number) => void): Recording {
  const frames = structuredClone(recording.frames)
  for (const [index, frame] of frames.entries()) change(frame, index)
  return { ...recording, frames }
}

/** An older recording has no data on the stage. */
function without(recording: Recording): Recording {
  const silent = tampered(recording, ({ events }) => {
    events.fodPlatforms.length = 0
    events.dreamlandWhispy = null
  })
  return asVersion(silent, [3, 17, 0, 0])
}

// The stages with moving parts whose recordings show them.
describe.each(some([FOUNTAIN, STADIUM, DREAM_LAND, YOSHIS] as const, 2))(
  'a game that the engine recorded on stage %i',
  (stage) => {
    const { recording } = recordWildGame(stage, [stage % 5, 20 - (stage % 7)], 1500)
    const measurement = measureAccuracy(recording)

    test('agrees on every fighter frame, in windows and in free runs', () => {
      const { frames, action, position, percent, all } = sumOf(measurement)
      expect(frames).toBe(2 * (recording.frames.length - 1))
      expect({ action, position, percent, all }).toEqual({
        action: frames,
        position: frames,
        percent: frames,
        all: frames,
      })
      expect(measurement.free.firstDivergence).toBeNull()
    })

    test('has wind and platforms where the engine has them', () => {
      for (const { shown, right } of measurement.stageScore.values()) expect(right).toBe(shown)
    })

    test('is measured the same without its data on the stage: nothing depends on it', () => {
      expect(measureAccuracy(without(recording))).toEqual(measurement)
    })
  },
)

describe('the engine’s own stage', () => {
  const idle = (stage: typeof FOUNTAIN | typeof DREAM_LAND) =>
    recordGame(stage, [FOX, MARTH], 1400, () => [NEUTRAL, NEUTRAL]).recording

  test('is scored by fighters on a platform: standing elsewhere counts as wrong', () => {
    const recording = idle(FOUNTAIN)
    const { shown, right } = measureAccuracy(recording).stageScore.get('left platform')!
    expect({ shown: shown > 500, right }).toEqual({ shown: true, right: shown })
    const lifted = tampered(recording, ({ players }, index) => {
      const { post } = players[0]
      if (index >= 600 && index < 650 && post.lastGroundId === 0) post.positionY += 1
    })
    expect(measureAccuracy(lifted).stageScore.get('left platform')).toEqual({ shown, right: shown - 50 })
  })

  test('is scored by fighters that the wind pushes: a push that the engine does not have counts as wrong', () => {
    const recording = idle(DREAM_LAND)
    const { stageScore } = measureAccuracy(recording)
    const blowing = stageScore.get('wind, blowing')!
    const calm = stageScore.get('wind, calm')!
    expect(blowing.shown).toBeGreaterThan(100)
    // One frame to the left by a push, and back: where the tree blows to the left, nothing blows back.
    const pushed = tampered(recording, ({ players }, index) => {
      if (index === 400) players[0].post.positionX -= Math.fround(0.2)
    })
    const { stageScore: score } = measureAccuracy(pushed)
    expect(score.get('wind, blowing')).toEqual({ shown: blowing.shown + 1, right: blowing.right })
    expect(score.get('wind, calm')).toEqual({ shown: calm.shown - 2, right: calm.right - 2 })
  })
})

describe('free runs count', () => {
  const { recording } = recordGame(STADIUM, [FOX, MARTH], LEAST_FREE_FRAMES + 1, () => [NEUTRAL, NEUTRAL])

  test('of two humans in more than 2,000 frames', () => {
    expect(measureAccuracy(recording).free.isCounted).toBe(true)
    expect(measureAccuracy({ ...recording, areHumans: false }).free.isCounted).toBe(false)
    expect(measureAccuracy({ ...recording, frames: recording.frames.slice(0, LEAST_FREE_FRAMES) }).free.isCounted).toBe(
      false,
    )
  })
})
