/** Servers on free loopback ports for tests of what connects to bots. What a test opens is cut when it ends. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import type { Server, Socket } from 'node:net'
import { afterEach } from 'vitest'
import type { WebSocket } from 'ws'
import { WebSocketServer } from 'ws'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** Runs when the test has ended. */
export function atEnd(close: () => void): void {
  open.push(close)
}

/** Listens, and gives the port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    // Clients leave in the middle of things here.
    socket.on('error', () => {})
  })
  server.listen(0, host)
  await once(server, 'listening')
  atEnd(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/** One of `fixtures/tls`: for a bot by the name `bot.example`. */
export function certificateFile(name: 'bot.example.pem' | 'bot.example.key' | 'authority.pem'): Promise<string> {
  return readFile(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8')
}

/** When a socket of either kind is closed, whatever went wrong before: the close code of a WebSocket. */
export function closed(socket: Socket | WebSocket): Promise<unknown> {
  return new Promise((resolve) => {
    socket.once('close', resolve)
  })
}

/** The answer to the head of an upgrade request that makes it a WebSocket. */
export function acceptance(head: Buffer): string {
  const key = /sec-websocket-key: (.*)\r\n/i.exec(head.toString('latin1'))?.[1] ?? ''
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`
}

export interface FakeBot {
  readonly port: number
  /** Every request and upgrade, in order. */
  readonly seen: string[]
  readonly upgrades: http.IncomingMessage[]
  /** How the sockets were closed, in the order in which they were opened. */
  readonly closes: Promise<unknown>[]
}

/** A bot that answers every GET alike and, by default, takes WebSockets. */
export async function fakeBot({
  pong = 'pong',
  status = 200,
  upgrade = true,
  versions: [ofPing, ofUpgrade] = [] as readonly string[],
} = {}): Promise<FakeBot> {
  const bot: Omit<FakeBot, 'port'> = { seen: [], upgrades: [], closes: [] }
  const server = http.createServer((request, response) => {
    bot.seen.push(`${request.method} ${request.url}`)
    if (ofPing !== undefined) response.setHeader('x-arena-version', ofPing)
    response.writeHead(status).end(pong)
  })
  if (upgrade) {
    const sockets = new WebSocketServer({ server })
    if (ofUpgrade !== undefined) sockets.on('headers', (lines) => lines.push(`x-arena-version: ${ofUpgrade}`))
    sockets.on('connection', (socket, request) => {
      bot.seen.push(`UPGRADE ${request.url}`)
      bot.upgrades.push(request)
      bot.closes.push(closed(socket))
    })
  }
  return { ...bot, port: await listen(server) }
}
