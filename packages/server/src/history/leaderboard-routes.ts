/** The leaderboard. */
import { Leaderboard, LeaderboardQuery } from '@arena/protocol'
import type { RatingStore } from './leaderboard.ts'
import type { Changes } from '../db/changes.ts'
import type { App } from '../http/app-type.ts'
import { NOT_MODIFIED, ReadCache } from '../http/read-cache.ts'

interface Parts {
  readonly ratings: RatingStore
  readonly changes: Changes
}

export function leaderboardRoutes(app: App, { ratings, changes }: Parts): void {
  const cache = new ReadCache(() => changes.revision('leaderboard'))
  app.get(
    '/leaderboard',
    {
      config: { problems: ['database-unavailable'] },
      schema: {
        operationId: 'getLeaderboard',
        summary: 'The ranking of a mode',
        tags: ['leaderboard'],
        querystring: LeaderboardQuery,
        response: { 200: Leaderboard, 304: NOT_MODIFIED },
      },
    },
    (request, reply) =>
      cache.answer(request, reply, async () => ({ leaderboard: await ratings.leaderboard(request.query) })),
  )
}
