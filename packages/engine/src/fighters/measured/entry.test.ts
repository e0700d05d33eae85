import { expect, test } from 'vitest'
import { entryHeightOf } from './entry.ts'

const LUIGI = 17

test('Luigi’s entry rises by eight steps', () => {
  expect(entryHeightOf(LUIGI)).toBeCloseTo((8 * 1.34765625) / 9, 5)
})
