/**
 * The bot's own server, as the arena expects it: `<path>/ping` answers `pong`, an upgrade at `<path>` opens the socket
 * of one match. Several bots may live on one server, each at its path.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { DEPLOY_CHECK, HEADER } from '@arena/protocol'
import { WebSocketServer, type WebSocket } from 'ws'
import { DebugPen } from './debug.ts'
import { Session, type Line, type Play } from './session.ts'
import { HandshakeGuard, type TrustedKey } from './handshake-guard.ts'
import type { LeadPolicy } from './lead.ts'

export interface ServeOptions {
  /** 0 takes any free port. By default what the environment variable `PORT` says, else 9000. */
  readonly port?: number
  /** Address to listen on; by default only this machine can connect. */
  readonly host?: string
  /** Makes the bot of one match; the `path` of its URL defaults to `/`. Or several bots by path. */
  readonly play: (() => Play) | Readonly<Record<string, () => Play>>
  /**
   * `early`, the default, has every answer played as soon as it can be, with a fallback for where it comes too late;
   * `fixed` has it played `inputDelayFrames` after the next frame, always. See docs/writing-a-bot.md, "When a pad is played".
   */
  readonly lead?: LeadPolicy
  /**
   * Verify the caller: the arena's address, from which its key is fetched when first needed, or that key itself.
   * Unset: any caller that knows the URL may connect.
   */
  readonly arenaUrl?: string
  readonly platformKey?: string
  /** Called with what a bot throws and with messages that cannot be read; by default they are printed. */
  readonly onError?: (error: unknown) => void
}

export interface BotServer {
  readonly port: number
  close(): Promise<void>
}

/** Messages are one frame's events; the first one, with a Gecko List, is the largest. */
const MAX_MESSAGE_BYTES = 1 << 20

/** Matches remembered for a redial; a bot plays one at a time, so all but the last few are long over. */
const MAX_MATCHES = 16

/**
 * @example
 * await serveBot({ play: () => ({ pick: () => ({ character: 2, costume: 0 }), frame: () => stick(1) }) })
 */
export async function serveBot(options: ServeOptions): Promise<BotServer> {
  const { port = portOfEnvironment(), host = '127.0.0.1', lead = 'early', onError = console.error } = options
  const plays = new Map(
    typeof options.play === 'function'
      ? [['/', options.play]]
      : Object.entries(options.play).map(([path, play]) => [normalized(path), play]),
  )
  const guard = new HandshakeGuard(trustedKey(options))
  const matches = new Map<string, { session: Session; socket: WebSocket }>()
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES })

  const server = createServer((request, response) => {
    const path = pathOf(request)
    const isPing =
      request.method === 'GET' && path.endsWith('/ping') && plays.has(normalized(path.slice(0, -'ping'.length)))
    response.writeHead(isPing ? 200 : 404, { 'content-type': 'text/plain' }).end(isPing ? 'pong' : 'not found')
  })

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', onError)
    const path = pathOf(request)
    const play = plays.get(path)
    if (!play) {
      refuse(socket, '404 Not Found')
      return
    }
    void guard.check(request.headers, path).then((refusal) => {
      if (refusal) refuse(socket, refusal)
      else
        sockets.handleUpgrade(request, socket, head, (opened) =>
          attend(opened, socket, request.headers[HEADER.match], path, play),
        )
    })
  })

  function attend(socket: WebSocket, stream: Duplex, matchId: unknown, path: string, play: () => Play): void {
    socket.on('error', onError)
    if (matchId === DEPLOY_CHECK) return
    const key = `${path} ${String(matchId)}`
    const line: Line = {
      send: (message) => socket.send(message),
      together(sends) {
        stream.cork()
        sends()
        stream.uncork()
      },
    }
    const known = matches.get(key)
    const session =
      known?.session ?? new Session({ ...line, play: play(), lead, onError, debug: penOfEnvironment(onError) })
    if (known) session.redialled(line)
    matches.set(key, { session, socket })
    for (const oldest of matches.keys()) if (matches.size > MAX_MATCHES * plays.size) matches.delete(oldest)

    socket.on('message', (data: Buffer, isBinary: boolean) => {
      // What an abandoned socket still delivers belongs to a stream that has been begun anew.
      if (matches.get(key)?.socket !== socket) return
      if (isBinary) session.binary(data)
      else void session.text(data.toString())
      if (session.isOver) matches.delete(key)
    })
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(notListening(error, options, host, port)))
    server.listen(port, host, resolve)
  })
  return {
    port: portOf(server),
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function notListening(error: NodeJS.ErrnoException, options: ServeOptions, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    const how = options.port === undefined ? ' with PORT=…' : '.'
    return new Error(`Port ${port} is taken by another program. Choose another${how}`, { cause: error })
  }
  return new Error(`The bot cannot listen on ${host}, port ${port}: ${error.message}`, { cause: error })
}

function portOfEnvironment(): number {
  const text = process.env['PORT'] ?? '9000'
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new Error(`PORT is "${text}", which is no port`)
  return Number(text)
}

/** The local kit keeps the marks of the bots that it starts, and says so. */
function penOfEnvironment(onError: (error: unknown) => void): DebugPen | null {
  return process.env['ARENA_DEBUG'] === '1' ? new DebugPen((lines) => process.stderr.write(lines), onError) : null
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}

function trustedKey({ arenaUrl, platformKey }: ServeOptions): TrustedKey | null {
  if (platformKey !== undefined) return { publicKey: platformKey }
  return arenaUrl === undefined ? null : { arenaUrl }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

function pathOf(request: IncomingMessage): string {
  return normalized((request.url ?? '/').split('?')[0]!)
}

/** One spelling for a path: a slash before, none behind. */
function normalized(path: string): string {
  return `/${path.replace(/^\/+|\/+$/g, '')}`
}
