import { expect, test } from 'vitest'
import { FallingBehind } from './falling-behind.ts'

const judge = (...behind: number[]) => {
  const reader = new FallingBehind(1_000)
  return behind.map((bytes) => reader.isTooSlow(bytes))
}

test('a reader that keeps up may let as much as the allowance wait, and no more', () => {
  expect(judge(0, 300, 1_000, 1_001)).toEqual([false, false, false, true])
})

test('one that comes late may take the whole of what it has missed, as long as it loses no ground', () => {
  expect(judge(50_000, 50_900, 30_000, 31_000, 0)).toEqual([false, false, false, false, false])
  expect(judge(50_000, 30_000, 31_001)).toEqual([false, false, true])
  expect(judge(50_000, 51_001)).toEqual([false, true])
})
