/** The leaderboard. */
import { Leaderboard, LeaderboardQuery } from '@arena/protocol'
import type { Context } from '../context.ts'
import type { App } from '../http/app.ts'

export function leaderboardRoutes(app: App, { ratings }: Context): void {
  app.get(
    '/leaderboard',
    {
      schema: {
        operationId: 'getLeaderboard',
        summary: 'The ranking of a mode',
        tags: ['leaderboard'],
        querystring: LeaderboardQuery,
        response: { 200: Leaderboard },
      },
    },
    async (request, reply) =>
      reply.header('cache-control', 'no-cache').send({ leaderboard: await ratings.leaderboard(request.query) }),
  )
}
