import { expect, test } from 'vitest'
import { fieldsOf } from './request.ts'

test('what is wrong is said at its field, the first of several, and a place inside a list belongs to the list', () => {
  const errors = [
    { path: 'name', message: 'At least 1 character.' },
    { path: 'name', message: 'At least one character that can be seen.' },
    { path: 'scopes.0', message: 'Invalid option.' },
  ]
  expect(fieldsOf(errors)).toEqual({ name: 'At least 1 character.', scopes: 'Invalid option.' })
})
