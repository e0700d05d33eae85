/**
 * `/metrics`, for the operator only. If `ARENA_METRICS_TOKEN` is set, a caller needs it. Without it, programs on this
 * machine are answered in development, and no caller in production, where a proxy on this machine makes every caller
 * look local.
 */
import { Problem } from '@arena/protocol'
import type { FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'
import type { ArenaMetrics } from './arena-metrics.ts'
import type { Config } from '../config.ts'
import type { App } from '../http/app-type.ts'
import { isLocalCaller } from '../http/local-caller.ts'
import type { OperatorCallers } from '../http/operator-callers.ts'

interface Parts {
  readonly metrics: Metrics
  readonly arenaMetrics: ArenaMetrics | null
  readonly config: Pick<Config, 'production'>
}

export function metricsRoutes(app: App, { metrics, arenaMetrics, config }: Parts, operators: OperatorCallers): void {
  function admit(request: FastifyRequest): void {
    if (!operators.hasToken) {
      // In production a proxy may be in front of the arena, and one that adds no header makes every caller look local.
      if (!config.production && isLocalCaller(request)) return
      throw new Problem('not-found', {
        detail: config.production
          ? 'There is nothing at /metrics without ARENA_METRICS_TOKEN.'
          : 'There is nothing at /metrics for other hosts.',
      })
    }
    if (operators.holdsToken(request)) return
    throw new Problem('authentication-required', {
      detail: 'Send the token that the arena was started with.',
      headers: { 'www-authenticate': 'Bearer realm="metrics"' },
    })
  }

  app.get('/metrics', { config: { isForOperator: true }, schema: { hide: true } }, async (request, reply) => {
    admit(request)
    const { type, body } = await (arenaMetrics ?? metrics).text()
    return reply.header('cache-control', 'no-store').type(type).send(body)
  })
}
