/**
 * Turns whatever a request failed with into a problem of the catalogue, and sends it. The one place that decides
 * what a caller learns of a failure: an unknown error is logged whole and answered without any detail.
 */
import { Problem, problemBody } from '@arena/protocol'
import type { ProblemCode } from '@arena/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const PROBLEM_TYPE = 'application/problem+json'

/** Fastify's own refusals by status; any other 4xx is a request that HTTP cannot make sense of. */
const BY_STATUS: Readonly<Record<number, ProblemCode>> = {
  404: 'not-found',
  413: 'body-too-large',
  415: 'unsupported-media-type',
  503: 'draining',
}

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    const code = BY_STATUS[error.statusCode]
    if (code !== undefined) return new Problem(code, { cause: error })
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
