/** The leaderboard. */
import { Leaderboard, LeaderboardQuery } from '@arena/protocol'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { NOT_MODIFIED, ReadCache } from '../http/read-cache.ts'

export function leaderboardRoutes(app: App, { ratings, changes }: Context): void {
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
