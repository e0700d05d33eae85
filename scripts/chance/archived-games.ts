/** The games of days of an arena, played again, with the ratings that its bots had: as new on the first day, and moved by each match since. */
import { INITIAL_RATING, rate, type Outcome, type Rating } from '@arena/ratings'
import { ColumnReader } from '@arena/slp'
import { ArchivedDay } from '../../packages/batch/src/archived-day.ts'
import type { RatedGame } from './home-arena.ts'

/** `files` are of days, the oldest first. Matches without a game move ratings, too; those that cannot be played again are an error. */
export async function* archivedGames(files: readonly Uint8Array[]): AsyncGenerator<RatedGame> {
  const ratings = new Map<string, Rating>()
  const ratingOf = (bot: string): Rating => ratings.get(bot) ?? INITIAL_RATING
  for (const file of files) {
    const day = await ArchivedDay.read(file)
    const listed = day.listed.map((match, row) => ({ ...match, row }))
    for (const { row, bots, ending, winner, hasGame } of listed.toSorted((a, b) => a.number - b.number)) {
      if (ending === 'aborted') continue
      const [first, second] = [bots[0]!, bots[1]!]
      const before = [ratingOf(first), ratingOf(second)] as const
      const outcome: Outcome = winner === null ? 'draw' : winner === 0 ? 'win' : 'loss'
      const [own, other] = rate(...before, outcome)
      ratings.set(first, own)
      ratings.set(second, other)
      // How a game broken off by a forfeit would have gone on is not known.
      if (!hasGame || ending === 'forfeit') continue
      const reader = new ColumnReader()
      reader.push(await day.play(row))
      yield { names: [first, second], ratings: before, outcome, reader }
    }
  }
}
