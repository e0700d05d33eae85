/**
 * `/metrics`, for the operator only. If `ARENA_METRICS_TOKEN` is set, a caller needs it. Without it, programs on this
 * machine are answered in development, and no caller in production, where a proxy on this machine makes every caller
 * look local.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { Problem } from '@arena/protocol'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { isLocalCaller } from '../http/local-caller.ts'

export function metricsRoutes(app: App, { metrics, arenaMetrics, config }: Context): void {
  const token = config.metricsToken === null ? null : digest(`Bearer ${config.metricsToken}`)

  function admit(request: FastifyRequest): void {
    if (token === null) {
      // In production a proxy may be in front of the arena, and one that adds no header makes every caller look local.
      if (!config.production && isLocalCaller(request)) return
      throw new Problem('not-found', {
        detail: config.production
          ? 'There is nothing at /metrics without ARENA_METRICS_TOKEN.'
          : 'There is nothing at /metrics for other hosts.',
      })
    }
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), token)) return
    throw new Problem('authentication-required', {
      detail: 'Send the token that the arena was started with.',
      headers: { 'www-authenticate': 'Bearer realm="metrics"' },
    })
  }

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    admit(request)
    const { type, body } = await (arenaMetrics ?? metrics).text()
    return reply.header('cache-control', 'no-store').type(type).send(body)
  })
}

/** Of one length, whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
