/**
 * WebSocket upgrades of one path, as requests like any other: they go through Fastify with every hook, and are refused as
 * requests are. Node takes every request that names a protocol to change to (`Upgrade`) away from its HTTP server once there
 * is a listener, the body with it; some clients name HTTP/2 in each. All but the path's own are given back as if they had
 * named none.
 */
import { ServerResponse } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app-type.ts'
import { withoutBase } from './base-path.ts'

interface Upgrade {
  readonly socket: Socket
  /** What has come in behind the head. */
  readonly head: Buffer
}

export class Upgrades {
  readonly #waiting = new WeakMap<IncomingMessage, Upgrade>()

  constructor(app: App, path: string, basePath: string) {
    const routed = withoutBase(basePath)
    app.server.on('upgrade', (request, socket, head) => {
      const isOwn = request.method === 'GET' && routed(request).split('?', 1)[0] === path && isWebSocket(request)
      if (isOwn) this.#route(app, request, socket as Socket, head)
      else giveBack(app, request, socket as Socket, head)
    })
  }

  /** The connection of a request that asks for the upgrade, from here on the caller's; null for a plain request. */
  take(request: FastifyRequest, reply: FastifyReply): Upgrade | null {
    const upgrade = this.#waiting.get(request.raw)
    if (upgrade === undefined) return null
    this.#waiting.delete(request.raw)
    reply.hijack()
    reply.raw.detachSocket(upgrade.socket)
    return upgrade
  }

  #route(app: App, request: IncomingMessage, socket: Socket, head: Buffer): void {
    // A caller that goes is no error of the service's.
    socket.on('error', () => {})
    this.#waiting.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => {
      if (this.#waiting.has(request)) socket.end()
    })
    app.routing(request, response)
  }
}

function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

function giveBack(app: App, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`)
  }
  socket.unshift(head)
  socket.unshift(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
  app.server.emit('connection', socket)
}
