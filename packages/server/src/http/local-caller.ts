/** Whether a request comes from a program on this machine: no other host, no proxy, no web page in a browser here. */
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

const LOCAL_NAMES = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/
const PROXIED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const

/** The socket's own end counts, not what a proxy says; `Host` and `Origin` give away a page that rebinds its name. */
export function isLocalCaller({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  const address = socket.remoteAddress
  const isLoopback = address !== undefined && ipaddr.process(address).range() === 'loopback'
  const isDirect = PROXIED.every((name) => headers[name] === undefined)
  return isLoopback && isDirect && LOCAL_NAMES.test(headers.host ?? '') && headers.origin === undefined
}
