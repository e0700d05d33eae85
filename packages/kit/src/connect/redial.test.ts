import { expect, test } from 'vitest'
import { lossOf, redialMs, whyNotAgain } from './redial.ts'

test('a lost connection is dialled again within half a second, and after failures within 1, 2, 4, 8 and 15 s', () => {
  const longest = [0, 1, 2, 3, 4, 5, 6, 60].map((failures) => redialMs(failures, () => 1))
  expect(longest).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
  // All who have lost an arena at once come back at different times.
  expect(redialMs(5, () => 0)).toBe(0)
})

test('a revoked key, another connector and a limit are told with what to do; all else is dialled again', () => {
  expect(whyNotAgain(4401, '')).toMatch(/takes the key no longer .* arena-kit login/)
  expect(whyNotAgain(4409, 'my-bot')).toMatch(/^Another connector has taken over \(my-bot\), and this one has stopped/)
  expect(whyNotAgain(1008, 'more than 8 connectors')).toBe(
    'The arena has ended the connection: more than 8 connectors.',
  )
  for (const code of [1000, 1001, 1002, 1005, 1006, 1011, 1012]) expect(whyNotAgain(code, ''), `${code}`).toBeNull()
})

test('why it was lost is told in the words of the arena, where it had any', () => {
  expect(lossOf(1012, 'draining')).toBe('the arena restarts')
  expect(lossOf(1002, 'data for stream 3 after its end')).toBe('data for stream 3 after its end')
  expect(lossOf(1006, '')).toBe('it was cut')
  expect(lossOf(1011, '')).toBe('closed with 1011')
})
