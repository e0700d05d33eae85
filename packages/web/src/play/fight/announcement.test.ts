import { expect, test } from 'vitest'
import { announcementAt } from './announcement.ts'

test('calls out when the game takes inputs, and counts its last five seconds', () => {
  expect([-123, -40, -39, 0, 19, 20, 28_499].map(announcementAt)).toEqual([
    'Ready',
    'Ready',
    'GO!',
    'GO!',
    'GO!',
    '',
    '',
  ])
  expect([28_500, 28_559, 28_560, 28_740, 28_799, 28_800].map(announcementAt)).toEqual(['5', '5', '4', '1', '1', ''])
})
