/**
 * Whether a write may use the credentials that a browser adds automatically. Current browsers state the origin of a
 * request in `Sec-Fetch-Site`; older ones, and all of them on plain http, state it in `Origin`. Other programs send
 * neither header, and no other site can make them send a request.
 */
import { Problem } from '@arena/protocol'
import type { FastifyRequest } from 'fastify'

export function requireSameOrigin({ headers }: FastifyRequest, baseUrl: string | null): void {
  const site = headers['sec-fetch-site']
  const { origin, host } = headers
  const isSame =
    site === undefined
      ? origin === undefined || origin === (baseUrl === null ? `http://${host}` : new URL(baseUrl).origin)
      : isOwnSite(site)
  if (!isSame) throw new Problem('cross-site-request', { detail: 'Another site made this request.' })
}

/** What a browser says of where a request comes from; `none`: the person's own doing, such as sending a form again. */
export function isOwnSite(site: string | string[]): boolean {
  return site === 'same-origin' || site === 'none'
}
