/**
 * How a bot stands, in words: the one rule for its owner's pages, the interface and the kit. Pure: moments are unix
 * milliseconds.
 */
import type { BotStanding, BotState } from '@arena/protocol'
import { isCandidate, MISSES_BEFORE_REDUCED_SEATING, REDUCED_REST_MS } from './seating.ts'
import type { ActiveBot } from './seating.ts'

const HOUR_MS = 3_600_000
/** For how long a failed deploy check is news. */
const CHECK_NEWS_MS = 24 * HOUR_MS

/** The facts that the words depend on. */
export interface StandingFacts extends ActiveBot {
  readonly isPaused: boolean
  /** Paused by an operator, itself or its account. */
  readonly isHeld: boolean
  /** When the last deploy check failed; null where it passed, or none is kept. */
  readonly checkFailedAt: number | null
}

export type Standing = Pick<BotStanding, 'state' | 'label' | 'says'>

export function standingOf(facts: StandingFacts, restMs: number, now: number): Standing {
  const { misses } = facts
  const state = stateOf(facts, restMs, now)
  switch (state) {
    case 'held':
      return {
        state,
        label: 'Held by an operator',
        says: 'An operator has paused it. Only an operator can lift that.',
      }
    case 'paused':
      // Its owner's pause forgets the misses, the scheduler's keeps them.
      return misses === 0
        ? { state, label: 'Paused', says: 'It is not seated.' }
        : {
            state,
            label: `Paused after ${missed(misses)}`,
            says: `It did not join a match for a week (${misses} in a row), and so is not seated. Unpausing it starts the count again.`,
          }
    case 'missing':
      return {
        state,
        label: misses === 1 ? 'Missed its last match' : `Missed its last ${misses} matches`,
        says: `${sayMissing(misses)}${facts.isPlaying ? ' It is seated in another one now.' : ''}`,
      }
    case 'playing':
      return { state, label: 'Playing', says: 'It is in a match now.' }
    case 'check-failed':
      return {
        state,
        label: 'Deploy check failed',
        says: 'The last deploy check failed. Its URL is as it was before, and it plays from there.',
      }
    case 'resting':
      return { state, label: 'Resting', says: 'It has played, and rests before its next match.' }
    case 'free':
      return { state, label: 'Active', says: 'It is seated at the next tick that has an opponent for it.' }
  }
}

function stateOf(facts: StandingFacts, restMs: number, now: number): BotState {
  const { isHeld, isPaused, misses, isPlaying, checkFailedAt } = facts
  if (isHeld) return 'held'
  if (isPaused) return 'paused'
  if (misses > 0) return 'missing'
  if (isPlaying) return 'playing'
  if (checkFailedAt !== null && now - checkFailedAt < CHECK_NEWS_MS) return 'check-failed'
  return isCandidate(facts, restMs, now) ? 'free' : 'resting'
}

const missed = (misses: number): string => `${misses} missed ${misses === 1 ? 'match' : 'matches'}`

function sayMissing(misses: number): string {
  const why = misses === 1 ? 'The receipt of the match says why.' : 'The receipts of the matches say why.'
  const seldom = `It is offered a seat only every ${REDUCED_REST_MS / HOUR_MS} hours until it joins one.`
  return misses >= MISSES_BEFORE_REDUCED_SEATING ? `${why} ${seldom}` : why
}
