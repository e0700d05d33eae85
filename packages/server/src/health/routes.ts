/** `/health`: the service answers. `/ready`: it can also play and record, for balancers and operators. */
import { Health, Problem, Ready } from '@arena/protocol'
import type { MaintenanceNotice } from '../operators/maintenance.ts'
import type { Readiness } from './readiness.ts'
import type { App } from '../http/app-type.ts'

const RETRY_S = 5

interface Parts {
  readonly maintenance: Pick<MaintenanceNotice, 'retryAfterS'>
  readonly readiness: Readiness
}

export function healthRoutes(app: App, { maintenance, readiness }: Parts): void {
  app.get(
    '/health',
    {
      config: { isForOperator: true },
      schema: {
        operationId: 'getHealth',
        summary: 'Whether the service is up',
        tags: ['service'],
        response: { 200: Health },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' as const }),
  )
  app.get(
    '/ready',
    {
      config: { isForOperator: true, problems: ['not-ready'] },
      schema: {
        operationId: 'getReadiness',
        summary: 'Whether the arena can play and record',
        tags: ['service'],
        response: { 200: Ready },
      },
    },
    async (_request, reply) => {
      const checks = await readiness.look()
      const wrong = checks.filter(({ problem }) => problem !== null)
      if (wrong.length > 0) {
        throw new Problem('not-ready', {
          detail: wrong.map(({ name, problem }) => `${name}: ${problem}`).join(' '),
          headers: { 'retry-after': String(maintenance.retryAfterS(RETRY_S)) },
        })
      }
      return reply
        .header('cache-control', 'no-store')
        .send({ status: 'ready' as const, checks: checks.map(({ name }) => name) })
    },
  )
}
