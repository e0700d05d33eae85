/** A list of ratings in words, for people to read. Pure. */
import { describeTrouble } from '../match/words.ts'
import { columns, count } from '../words.ts'
import type { RatedRow, Ratings } from './rated-series.ts'

/** One line while it runs: `84 of at most 400 games  ember 1612 ±28, gale 1488 ±31`. */
export function describeRating({ games, rows }: Ratings, names: readonly string[], mostGames: number): string {
  const list = rows.map((row) => `${names[row.player]} ${Math.round(row.rating)} ±${reach(row)}`)
  return `${games} of at most ${mostGames} games  ${list.join(', ')}`
}

/** The list as a table, and what went wrong. */
export function describeRatings(ratings: Ratings, names: readonly string[]): string[] {
  const rows = ratings.rows.map((row) => [
    rankOf(row),
    names[row.player]!,
    `${Math.round(row.rating)}`,
    `±${reach(row)}`,
    `${Math.round(row.low)} to ${Math.round(row.high)}`,
    `${row.games}`,
    row.games === 0 ? '-' : `${((100 * row.points) / row.games).toFixed(1)}%`,
  ])
  return [
    `${count(ratings.games, 'game')} of ${count(names.length, 'bot')} in one fit`,
    '',
    ...columns([['rank', 'bot', 'Elo', '', '95% between', 'games', 'score'], ...rows]),
    ...describeTrouble(ratings, names),
  ]
}

/** `2` or `2-4`: the places that the games leave open. */
const rankOf = ({ best, worst }: RatedRow): string => (best === worst ? `${best}` : `${best}-${worst}`)

const reach = ({ low, high }: RatedRow): number => Math.round((high - low) / 2)
