/**
 * Turns whatever a request failed with into a problem of the catalogue, and sends it. The one place that decides
 * what a caller learns of a failure: an unknown error is logged whole and answered without any detail.
 */
import { Problem, problemBody } from '@arena/protocol'
import type { ProblemCode } from '@arena/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const PROBLEM_TYPE = 'application/problem+json'

/** Fastify's own refusals by status; any other 4xx is a request that HTTP cannot make sense of. */
const BY_STATUS: Readonly<Record<number, { readonly code: ProblemCode; readonly detail?: string }>> = {
  404: { code: 'not-found' },
  413: { code: 'body-too-large' },
  415: { code: 'unsupported-media-type', detail: 'Send the body as JSON, with Content-Type: application/json.' },
  503: { code: 'draining' },
}

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    const known = BY_STATUS[error.statusCode]
    if (known !== undefined) return new Problem(known.code, { ...known, cause: error })
    if (error.statusCode < 500) return new Problem('invalid-request', { detail: error.message, cause: error })
  }
  return new Problem('internal', { cause: error })
}

export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (problem.code === 'internal') request.log.error({ err: problem.cause }, 'a request failed')
  return reply
    .code(problem.status)
    .headers({ ...problem.headers, 'cache-control': 'no-store' })
    .type(PROBLEM_TYPE)
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problemBody(problem, request.id))
}
