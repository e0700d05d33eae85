import { expect, test } from 'vitest'
import { StartError } from './start-error.ts'

test('the failure of every address of a name is reported, though their common error says nothing', () => {
  const cause = new AggregateError([
    new Error('connect ECONNREFUSED ::1:1'),
    new Error('connect ECONNREFUSED 127.0.0.1:1'),
  ])
  expect(cause.message).toBe('')
  expect(new StartError('The database cannot be used', cause)).toMatchObject({
    message: 'The database cannot be used: connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1',
    cause,
  })
})
