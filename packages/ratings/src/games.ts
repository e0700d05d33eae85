/** The games that a fit is made of. Players are numbers from 0 on. */
import type { Meeting } from './bradley-terry.ts'

export interface Game {
  readonly a: number
  readonly b: number
  /** What `a` has: 1 for a win, 0.5 for a draw. */
  readonly points: 0 | 0.5 | 1
  /** When it ended, in any unit: only the order counts. */
  readonly at: number
}

/** Games added up for each two players; `a` is the smaller number. */
export function meetingsOf(games: readonly Game[]): Meeting[] {
  const meetings = new Map<string, { a: number; b: number; wins: number; losses: number; draws: number }>()
  for (const { a, b, points } of games) {
    const [first, second, own] = a < b ? [a, b, points] : [b, a, 1 - points]
    const name = `${first} ${second}`
    const meeting = meetings.get(name) ?? { a: first, b: second, wins: 0, losses: 0, draws: 0 }
    meetings.set(name, meeting)
    if (own === 1) meeting.wins++
    else if (own === 0) meeting.losses++
    else meeting.draws++
  }
  return [...meetings.values()]
}
