/** The list of ratings for programs; people have it at `/ratings`. */
import { RatingList } from '@arena/protocol'
import type { App } from '../../http/app-type.ts'
import type { RatingLists } from './rating-lists.ts'

interface Parts {
  readonly ratingLists: Pick<RatingLists, 'newest'>
}

export function ratingListRoutes(app: App, { ratingLists }: Parts): void {
  app.get(
    '/ratings.json',
    {
      config: { problems: ['database-unavailable'] },
      schema: {
        operationId: 'getRatingList',
        summary: 'Ratings with intervals, one fit over all games',
        description:
          'Five minutes old at most. Ratings are in Elo and have intervals; beside them stands what contradicts them: meetings, cycles, changes of strength.',
        tags: ['leaderboard'],
        response: { 200: RatingList },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'public, max-age=10').send(await ratingLists.newest()),
  )
}
