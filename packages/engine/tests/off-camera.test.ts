/** Damage out of the camera's sight. Figures are read off public recordings. */
import { describe, expect, test } from 'vitest'
import { Duel } from './duel.ts'

const FALL = 29
const OFF_CAMERA = 0x80
/** High up beside the zone of Final Destination, which ends 170 from the centre. */
const OUTSIDE = { action: FALL, isAirborne: true, x: 172, y: 170 }

function percentAfter(frames: number, fields: Parameters<Duel['put']>[1]): number {
  const duel = new Duel(40).put(1, { ...OUTSIDE, ...fields })
  for (let i = 0; i < frames; i++) duel.step()
  return duel.posts[1]!.percent
}

describe('outside the camera zone (doldecomp/melee Fighter_8006A360)', () => {
  test('a fighter is marked, and takes 1 % after 60 frames of it', () => {
    const duel = new Duel(40).put(1, OUTSIDE)
    expect(duel.step()[1].stateBitFlags5 & OFF_CAMERA).toBe(OFF_CAMERA)
    expect(percentAfter(60, {})).toBe(0)
    expect(percentAfter(61, {})).toBe(1)
  })

  test('frames of a freeze count', () => {
    expect(percentAfter(61, { hitlagLeft: 5 })).toBe(1)
  })

  test('from 150 % on nothing is added or counted', () => {
    expect(percentAfter(61, { percent: 149.5 })).toBe(150.5)
    expect(percentAfter(61, { percent: 150, offCameraFrames: 59 })).toBe(150)
  })

  test('back inside, the count begins anew', () => {
    expect(percentAfter(61, { x: 160, offCameraFrames: 59 })).toBe(0)
  })
})
