import { expect, test } from 'vitest'
import { LeftRoom } from './room.ts'

const WINDOW = 10_000

test('nothing is left before the ladder has been watched for a whole window', () => {
  const left = new LeftRoom(WINDOW)
  expect(left.of(0, 4)).toBe(0)
  left.saw(0, 1)
  expect(left.of(WINDOW - 1, 4)).toBe(0)
  expect(left.of(WINDOW, 4)).toBe(3)
})

test('what counts is the most that the ladder had at once in the window: a seat that is free for a moment is left to the next tick', () => {
  const left = new LeftRoom(WINDOW)
  left.saw(0, 4)
  left.saw(20_000, 3)
  expect(left.of(25_000, 4)).toBe(0)
  left.saw(25_000, 4)
  left.saw(40_000, 3)
  left.saw(45_000, 3)
  expect(left.of(49_999, 4)).toBe(0)
  left.saw(50_000, 3)
  expect(left.of(50_000, 4)).toBe(1)
})

test('where the machine may play fewer than the ladder has, none is left', () => {
  const left = new LeftRoom(WINDOW)
  left.saw(0, 4)
  expect(left.of(WINDOW, 2)).toBe(0)
})
