/**
 * Whether a request comes from a program on this machine: no other host, no proxy, no web page in a browser here. All but the
 * address rests on headers that are absent, which `request-head.ts` makes sure of.
 */
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { isOwnSite } from './same-origin.ts'

const LOCAL_NAMES = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/
/** What proxies add: `Forwarded`, the `X-Forwarded-…`, and the headers in which they name the client's address. */
const OF_PROXY = /^(?:via|cdn-loop|(?:x-)?(?:original-)?forwarded(?:-.*)?|.*-ip|x-envoy-.*)$/

type Caller = Pick<FastifyRequest, 'socket' | 'headers' | 'raw'>

/** The socket's own end counts, not what a proxy says; `Host` and `Origin` give away a page that rebinds its name. */
export function isLocalCaller({ socket, headers, raw }: Caller): boolean {
  const address = socket.remoteAddress
  const isLoopback = address !== undefined && ipaddr.process(address).range() === 'loopback'
  // Some proxies add no header, and ask by HTTP/1.0 in their own name unless they are told otherwise.
  const isDirect = raw.httpVersion !== '1.0' && !Object.keys(headers).some((name) => OF_PROXY.test(name))
  const site = headers['sec-fetch-site']
  const isProgram = headers.origin === undefined && (site === undefined || isOwnSite(site))
  return isLoopback && isDirect && isProgram && LOCAL_NAMES.test(headers.host ?? '')
}
