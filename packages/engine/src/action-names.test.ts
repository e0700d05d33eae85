import { expect, test } from 'vitest'
import { actionNameOf } from './action-names.ts'
import { actionCount, actionName } from './tables/actions.ts'
import { ALL_INTERNAL_IDS } from './tables/ids.ts'

test.each(ALL_INTERNAL_IDS)('the names of fighter %i are those of its figures', (character) => {
  for (let action = 0; action < actionCount(character); action++) {
    expect(actionNameOf(character, action)).toBe(actionName(character, action))
  }
  expect(actionNameOf(character, actionCount(character))).toBeNull()
})

test('a fighter that the game does not have has the common names alone', () => {
  expect(actionNameOf(99, 14)).toBe('Wait')
  expect(actionNameOf(99, 350)).toBeNull()
})
