import { expect, test } from 'vitest'
import { Backoff } from './backoff.ts'

test('each wait is twice the one before, up to a limit; a success resets it', () => {
  const waits = new Backoff(100, 500)
  expect(Array.from({ length: 5 }, () => waits.take())).toEqual([100, 200, 400, 500, 500])
  waits.reset()
  expect(waits.take()).toBe(100)
})
