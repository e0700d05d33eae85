/**
 * Whether a write may use what a browser adds by itself. Current browsers say in `Sec-Fetch-Site` where a request comes
 * from; older ones, and all of them on plain http, say it in `Origin`. A program that is no browser says neither: what
 * it sends, it means, and no other site can make it send anything.
 */
import { Problem } from '@arena/protocol'
import type { FastifyRequest } from 'fastify'

export function requireSameOrigin({ headers }: FastifyRequest, baseUrl: string | null): void {
  const site = headers['sec-fetch-site']
  const { origin, host } = headers
  const isSame =
    site === undefined
      ? origin === undefined || origin === (baseUrl ?? `http://${host}`)
      : // `none`: the person's own doing, such as sending a form again.
        site === 'same-origin' || site === 'none'
  if (!isSame) throw new Problem('cross-site-request', { detail: 'Another site made this request.' })
}
