/** How far a bot is from reduced seating, in words (spec: Missed-game rule, and the miss streak that pauses a bot). */
import { moment, plural, span } from '../format.ts'
import type { OwnersView } from '../page-data.ts'

type Misses = Pick<OwnersView, 'misses' | 'missingSince' | 'rule' | 'status'>

export function missesInWords({ misses, missingSince, rule, status }: Misses, now: number): string {
  const seldom = `every ${span(rule.reducedRestMs)}`
  if (misses === 0 || missingSince === null) {
    return `None. After ${rule.misses} matches in a row that it did not join, it is offered a seat only ${seldom}.`
  }
  const streak = `${plural(misses, 'match', 'matches')} since ${moment(missingSince)}.`
  if (status === 'paused') return `${streak} Unpausing it starts the count again.`
  const left = rule.misses - misses
  const seats =
    left > 0 ? `After ${left} more it is offered a seat only ${seldom}.` : `It is offered a seat only ${seldom}.`
  const pausedInMs = missingSince + rule.pausingStreakMs - now
  const end = pausedInMs > 0 ? `If it stays away, it is paused in ${span(pausedInMs)}.` : 'It is about to be paused.'
  return `${streak} ${seats} ${end} The first match that it joins resets the count.`
}
