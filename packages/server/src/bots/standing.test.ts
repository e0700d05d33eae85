import { expect, test } from 'vitest'
import { standingOf } from './standing.ts'
import type { StandingFacts } from './standing.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = 1_000 * DAY
const REST = 60_000

const rested: StandingFacts = {
  id: 'bot_1',
  ownerId: 'user_1',
  rating: 20,
  misses: 0,
  missingSince: null,
  isPlaying: false,
  activeSince: NOW - DAY,
  lastMatchEndedAt: NOW - REST,
  isPaused: false,
  isHeld: false,
  checkFailedAt: null,
}
const missing = (misses: number) => ({ misses, missingSince: NOW - HOUR })
const standing = (facts: Partial<StandingFacts>) => standingOf({ ...rested, ...facts }, REST, NOW)

test.each<[string, Partial<StandingFacts>, string, string]>([
  ['a bot that may be seated', {}, 'free', 'Active'],
  ['one that has not played yet', { lastMatchEndedAt: null }, 'free', 'Active'],
  ['one that has just played', { lastMatchEndedAt: NOW - REST + 1 }, 'resting', 'Resting'],
  ['one in a match', { isPlaying: true }, 'playing', 'Playing'],
  ['one that missed its last match', missing(1), 'missing', 'Missed its last match'],
  ['one that missed several', missing(4), 'missing', 'Missed its last 4 matches'],
  ['its owner’s pause', { isPaused: true }, 'paused', 'Paused'],
  ['the pause of the scheduler', { isPaused: true, ...missing(12) }, 'paused', 'Paused after 12 missed matches'],
  ['an operator’s hold', { isPaused: true, isHeld: true, ...missing(1) }, 'held', 'Held by an operator'],
  ['a failed deploy check', { checkFailedAt: NOW - DAY + 1 }, 'check-failed', 'Deploy check failed'],
  ['a failed deploy check that is old', { checkFailedAt: NOW - DAY }, 'free', 'Active'],
])('%s', (_name, facts, state, label) => {
  expect(standing(facts)).toMatchObject({ state, label })
  expect(standing(facts).says).toMatch(/^[A-Z].*\.$/)
})

test('a bot that missed its last match is not said to play, also while it is seated in another one', () => {
  expect(standing({ ...missing(1), isPlaying: true })).toMatchObject({
    state: 'missing',
    says: 'The receipt of the match says why. It is seated in another one now.',
  })
})

test('Missed-game rule: after 10 misses in a row a seat is offered only every 3 hours', () => {
  expect(standing(missing(9)).says).not.toContain('every 3 hours')
  expect(standing(missing(10)).says).toContain('It is offered a seat only every 3 hours until it joins one.')
})
