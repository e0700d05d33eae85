/** The ratings of both bots before a match for the viewer, which reckons the chance of winning with them. */
import type { Seating } from '../page-data.ts'

/** Undefined where one is not known. */
export function ratingsOf({ players }: Pick<Seating, 'players'>): string | undefined {
  const ratings = players.flatMap(({ before }) => (before === null ? [] : [before]))
  if (ratings.length < players.length) return undefined
  return ratings.map(({ mu, sigma }) => `${mu.toFixed(2)} ${sigma.toFixed(2)}`).join(';')
}
