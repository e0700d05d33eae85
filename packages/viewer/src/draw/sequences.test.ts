import { describe, expect, test } from 'vitest'
import { JOINT_WORDS } from './joints.ts'
import { DONOR, poseJoints } from './poses.ts'
import { between, SEQUENCES } from './sequences.ts'

describe('a sequence of poses', () => {
  const keys = [
    [0, 10, 0],
    [0.5, 20, 0],
    [1, 30, 0],
  ] as const

  test('is at its first pose first and at its last one in the end', () => {
    expect(between(keys, 0)).toMatchObject({ from: [0, 10, 0], part: 0 })
    expect(between(keys, 1)).toMatchObject({ to: [1, 30, 0], part: 1 })
    expect(between(keys, 7)).toMatchObject({ to: [1, 30, 0], part: 1 })
  })

  test('goes from one pose to the next without a jump', () => {
    expect(between(keys, 0.25)).toMatchObject({ from: [0, 10, 0], to: [0.5, 20, 0], part: 0.5 })
    expect(between(keys, 0.5)).toMatchObject({ from: [0.5, 20, 0], part: 0 })
  })
})

test.each(Object.entries(SEQUENCES))('action %s begins at 0, ends at 1, and its keys are in order', (_action, keys) => {
  expect(keys[0]![0]).toBe(0)
  expect(keys.at(-1)![0]).toBe(1)
  for (const [i, key] of keys.entries()) if (i > 0) expect(key[0]).toBeGreaterThan(keys[i - 1]![0])
})

test('a climb moves no joint far from one frame to the next', () => {
  const [before, now] = [new Float32Array(JOINT_WORDS), new Float32Array(JOINT_WORDS)]
  poseJoints(DONOR.falcon, 0, 255, 0, true, before)
  for (let frame = 1; frame <= 34; frame++) {
    poseJoints(DONOR.falcon, 0, 255, frame, true, now)
    for (let n = 0; n < JOINT_WORDS; n++) expect(Math.abs(now[n]! - before[n]!)).toBeLessThan(3.5)
    before.set(now)
  }
})
