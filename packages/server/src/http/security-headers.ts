/** Headers that every response carries: a browser may run only our own files and must not guess types. */
import type { FastifyReply } from 'fastify'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The viewer of replays reads and plays them in one.
  "worker-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The policy of a page that other sites may show in a frame: it has nothing to click that an account owns. */
export const FRAMED_POLICY = POLICY.replace("frame-ancestors 'none'", 'frame-ancestors *')

const HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

const TWO_YEARS_S = 63_072_000

/** `https` adds the promise that this host is only ever spoken to over https. */
export function securityHeaders({ https }: { https: boolean }): (reply: FastifyReply) => void {
  const headers = https ? { ...HEADERS, 'strict-transport-security': `max-age=${TWO_YEARS_S}` } : HEADERS
  return (reply) => void reply.headers(headers)
}
