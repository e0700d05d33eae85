/**
 * Public reads are for everyone, pages of other origins included (Fetch standard, CORS protocol): any origin may read
 * them, none may send credentials. Data of an account is not available to other origins.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Route patterns of public reads. */
const PUBLIC =
  /^\/(?:health|ready|live|leaderboard|ratings\.json|log|archive|data|matches|\.well-known|openapi\.json|llms\.txt|changelog|kit|docs|problems|results\.atom|b\/[^/?]+\.atom)(?:[/:.]|$)/

/** What a page may read of an answer beside the few headers that every page may. */
const EXPOSED = ['accept-ranges', 'content-disposition', 'content-range', 'etag', 'retry-after', 'x-request-id'].join(
  ', ',
)
/** What a page may send beside the few headers that need no question first. */
const ACCEPTED = ['if-none-match', 'if-range', 'range'].join(', ')
const PREFLIGHT_S = 86_400

/** Lets pages of any origin read the answer, whatever it is, where the path is one of public reads. */
export function allowOrigins({ url }: FastifyRequest, reply: FastifyReply): void {
  if (isPublicRead(url))
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED)
}

/** The question that a browser asks before an unusual request. */
export function isPreflight({ method, url, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined && isPublicRead(url)
}

export function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': ACCEPTED,
      'access-control-max-age': String(PREFLIGHT_S),
    })
    .send()
}

function isPublicRead(url: string): boolean {
  return PUBLIC.test(url.split('?', 1)[0]!)
}
