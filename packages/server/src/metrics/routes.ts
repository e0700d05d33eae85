/**
 * `/metrics`, which is nobody's business but the operator's: for a holder of `ARENA_METRICS_TOKEN`, or, where there is
 * none, for programs on this machine. With a token nobody is let in without it, since a proxy on this machine makes
 * the whole world look local.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { Problem } from '@arena/protocol'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { isLocalCaller } from '../http/local-caller.ts'

export function metricsRoutes(app: App, { metrics, config }: Context): void {
  const token = config.metricsToken === null ? null : digest(`Bearer ${config.metricsToken}`)

  function admit(request: FastifyRequest): void {
    if (token === null) {
      // In production a proxy may stand before the arena, and one that adds no header makes the world look local.
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
    const { type, body } = await metrics.text()
    return reply.header('cache-control', 'no-store').type(type).send(body)
  })
}

/** Of one length, whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
