/**
 * An arena below a path of its host, as `/arena` of `https://example.org/arena`. Inside the service every address is from
 * the root. Here the path is taken off what comes in, and put before what goes out: addresses in pages and documents, and
 * where a redirect leads.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The address that the service routes by. A proxy may pass the path on or take it off itself, and programs on this machine
 * ask without it.
 */
export function withoutBase(basePath: string): (request: IncomingMessage) => string {
  return ({ url = '/' }) => {
    if (!url.startsWith(basePath)) return url
    const rest = url.slice(basePath.length)
    if (rest === '' || rest.startsWith('?')) return `/${rest}`
    return rest.startsWith('/') ? rest : url
  }
}

/** Text that people write stands in markup with its quotes escaped, and so is none of these. */
const IN_HTML = /\b(href|src|srcset|action)="\/(?!\/)/gi
const IN_MARKDOWN = /\]\(\/(?!\/)/g

/** A hook of Fastify's: what is sent in the place of an answer. */
export function underBase(basePath: string) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const location = reply.getHeader('location')
    if (typeof location === 'string' && location.startsWith('/')) reply.header('location', basePath + location)
    if (typeof payload !== 'string') return payload
    const type = String(reply.getHeader('content-type'))
    if (type.startsWith('text/html')) return payload.replace(IN_HTML, `$1="${basePath}/`)
    const hasMarkdown = type.startsWith('text/markdown') || request.routeOptions.url === '/openapi.json'
    return hasMarkdown ? payload.replace(IN_MARKDOWN, `](${basePath}/`) : payload
  }
}
