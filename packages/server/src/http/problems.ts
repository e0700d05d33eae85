/**
 * Turns whatever a request failed with into a problem of the catalogue, and sends it. Only this module decides what a
 * caller learns of a failure: an unknown error is logged completely and answered without detail.
 */
import { Problem, problemBody } from '@arena/protocol'
import type { ProblemCode } from '@arena/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../db/errors.ts'
import { preferredType } from './negotiation.ts'
import { problemPage } from './problem-page.ts'

export const PROBLEM_TYPE = 'application/problem+json'
/** A database that is restarted is back within seconds. */
const DATABASE_RETRY_S = 5

/** Fastify's own refusals by status; any other 4xx is a request that HTTP cannot make sense of. */
const BY_STATUS: Readonly<Record<number, { readonly code: ProblemCode; readonly detail?: string }>> = {
  404: { code: 'not-found' },
  413: { code: 'body-too-large' },
  415: { code: 'unsupported-media-type', detail: 'Send the body as JSON, with Content-Type: application/json.' },
  503: { code: 'draining' },
}

/** The header for what is away, after the seconds that it usually takes. */
export type RetryAfter = (usualS: number) => { readonly 'retry-after': string }

const asUsual: RetryAfter = (usualS) => ({ 'retry-after': String(usualS) })

export function toProblem(error: unknown, retryAfter: RetryAfter = asUsual): Problem {
  if (error instanceof Problem) return error
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    const known = BY_STATUS[error.statusCode]
    if (known !== undefined) return new Problem(known.code, { ...known, cause: error })
    if (error.statusCode < 500) return new Problem('invalid-request', { detail: error.message, cause: error })
  }
  if (isDatabaseAway(error)) {
    return new Problem('database-unavailable', {
      detail:
        'The database of this arena cannot be reached at the moment. Running matches continue, and their results are kept.',
      headers: retryAfter(DATABASE_RETRY_S),
      cause: error,
    })
  }
  return new Problem('internal', { cause: error })
}

/** What the operator has to learn of a problem. */
export function logProblem({ code, cause }: Problem, { log }: FastifyRequest): void {
  if (code === 'internal') log.error({ err: cause }, 'a request failed')
  if (code === 'database-unavailable') log.warn({ err: cause }, 'the database cannot be reached')
}

export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  logProblem(problem, request)
  reply.code(problem.status).headers({ ...problem.headers, 'cache-control': 'no-store' })
  if (wantsPage(request)) {
    reply.header('vary', 'accept')
    return reply.type('text/html; charset=utf-8').send(problemPage(problem, request.id))
  }
  return reply
    .type(PROBLEM_TYPE)
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problemBody(problem, request.id))
}

/** A person with a browser, who follows a link or sends a form, at an address that is no part of the documented interface. */
function wantsPage({ headers, routeOptions }: FastifyRequest): boolean {
  const isDocumented = routeOptions?.schema !== undefined && (routeOptions.schema as { hide?: boolean }).hide !== true
  return !isDocumented && preferredType(headers.accept, [PROBLEM_TYPE, 'text/html']) === 'text/html'
}
