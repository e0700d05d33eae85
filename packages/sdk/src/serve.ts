/**
 * The bot's own server, as the arena expects it: `<path>/ping` answers `pong`, an upgrade at `<path>` opens the socket
 * of one match. Several bots may live on one server, each at its path.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { DEPLOY_CHECK, HEADER, RAISED_VARIABLE, VERSION_HEADER } from '@arena/protocol'
import { WebSocketServer, type WebSocket } from 'ws'
import { DebugPen } from './debug.ts'
import { ErrorLog } from './error-log.ts'
import { pickRequestOf, Session, type Play, type Where } from './session.ts'
import { HandshakeGuard, type TrustedKey } from './handshake-guard.ts'
import { Match, type Carrier } from './match.ts'
import type { LeadPolicy } from './lead.ts'
import { versionToSay } from './version.ts'

export interface ServeOptions {
  /** 0 takes any free port. By default what the environment variable `PORT` says, else 9000. */
  readonly port?: number
  /** Address to listen on; by default only this machine can connect. */
  readonly host?: string
  /** Makes the bot of one match; the `path` of its URL defaults to `/`. Or several bots by path. */
  readonly play: (() => Play) | Readonly<Record<string, () => Play>>
  /**
   * `early`, the default, has every answer played as soon as it can be, with a fallback for where it comes too late;
   * `fixed` has it played `inputDelayFrames` after the next frame, always. See docs/sdk.md, "The connection".
   * A bot with a `lead` of its own plays with that where none is said here.
   */
  readonly lead?: LeadPolicy
  /**
   * Verify the caller: the arena's address, from which its key is fetched when first needed, or that key itself. By default
   * the address in the environment variable `ARENA_BASE_URL`. Without any, whoever knows the URL may connect.
   */
  readonly arenaUrl?: string
  readonly platformKey?: string
  /**
   * What the bot says of its version, which the arena shows beside its matches: 1 to 32 letters, digits and characters of `. _ + -`; null
   * says none. By default the environment variable `ARENA_VERSION`, else `programVersion` of this program.
   */
  readonly version?: string | null
  /**
   * Called with each error: what a bot throws, and messages that cannot be read. By default an error is printed whole the first time
   * that it comes from its place, and counted from then on; the end of a match says how often it came again.
   */
  readonly onError?: (error: unknown) => void
}

export interface BotServer {
  readonly port: number
  close(): Promise<void>
}

/** Messages are one frame's events; the first one, with a Gecko List, is the largest. */
const MAX_MESSAGE_BYTES = 1 << 20

/** Matches at once for each bot; the arena has a bot play one at a time. Another is refused. */
const MAX_MATCHES = 16
/** A socket that has brought nothing for so long is gone: the arena sends a ping every 5 s. */
const SILENCE_MS = 15_000
/** Error codes of a connection that the network or the other side has cut. */
const CUT = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'])
/** Close codes: what the bot's code threw, and come back later. */
const CLOSE = { failed: 1011, busy: 1013 } as const

/**
 * @example
 * await serveBot({ play: () => ({ pick: () => ({ character: 2, costume: 0 }), frame: () => stick(1) }) })
 */
export async function serveBot(options: ServeOptions): Promise<BotServer> {
  const { port = portOfEnvironment(), host = '127.0.0.1' } = options
  const isForKit = process.env[RAISED_VARIABLE] === '1'
  const log = new ErrorLog({
    isForKit,
    print: (text) => console.error(text),
    write: (line) => process.stderr.write(line),
  })
  const onError = (error: unknown, where?: Where): void => {
    options.onError?.(error)
    if (options.onError === undefined || isForKit) log.take(error, where, options.onError === undefined)
  }
  /** A socket that is cut is no error of the bot's: the arena dials again, and `reconnected` says so. */
  const onSocketError = (error: NodeJS.ErrnoException): void => {
    if (!CUT.has(error.code ?? '')) onError(error)
  }
  const plays = new Map(
    typeof options.play === 'function'
      ? [['/', options.play]]
      : Object.entries(options.play).map(([path, play]) => [normalized(path), play]),
  )
  const version = await versionToSay(options.version).catch((error: Error) => {
    throw withoutStack(error)
  })
  const guard = new HandshakeGuard(trustedKey(options))
  const matches = new Set<Match>()
  const most = MAX_MATCHES * plays.size
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES })
  if (version !== null) sockets.on('headers', (lines) => lines.push(`${VERSION_HEADER}: ${version}`))
  /** All that are upgraded, or wait for it: the server does not close these. */
  const streams = new Set<Duplex>()

  const server = createServer((request, response) => {
    const path = pathOf(request)
    const isPing =
      request.method === 'GET' && path.endsWith('/ping') && plays.has(normalized(path.slice(0, -'ping'.length)))
    if (isPing && version !== null) response.setHeader(VERSION_HEADER, version)
    response.writeHead(isPing ? 200 : 404, { 'content-type': 'text/plain' }).end(isPing ? 'pong' : 'not found')
  })

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    streams.add(stream)
    stream.on('error', onSocketError).once('close', () => streams.delete(stream))
    const path = pathOf(request)
    const play = plays.get(path)
    if (!play) {
      refuse(stream, '404 Not Found')
      return
    }
    const matchId = request.headers[HEADER.match]
    const key = `${path} ${String(matchId)}`
    const admit = (refusal: string | null): void => {
      if (refusal !== null) refuse(stream, refusal)
      else if (matches.size >= most && matchesOf(key).length === 0) refuse(stream, '503 Service Unavailable')
      else
        sockets.handleUpgrade(request, stream, head, (socket) => {
          socket.on('error', onSocketError)
          endWhenSilent(socket)
          if (matchId !== DEPLOY_CHECK) attend(socket, stream, key, play)
        })
    }
    guard
      .check(request.headers, path)
      .then(admit)
      .catch((error: unknown) => onError(error))
  })

  /** The first message of a socket says which match it is of. */
  function attend(socket: WebSocket, stream: Duplex, key: string, play: () => Play): void {
    const carrier: Carrier = {
      socket,
      line: {
        send: (message) => socket.send(message),
        together(sends) {
          stream.cork()
          sends()
          stream.uncork()
        },
      },
    }
    socket.on('message', function join(data: Buffer, isBinary: boolean) {
      if (!isBinary && pickRequestOf(data.toString()) === null) return
      socket.off('message', join)
      const running = isBinary ? matchesOf(key) : []
      const match = running.find(({ isLive }) => !isLive) ?? running[0] ?? begin(carrier, key, play)
      match?.join(carrier, data, isBinary)
    })
  }

  function begin({ socket, line }: Carrier, key: string, play: () => Play): Match | null {
    if (matches.size >= most) {
      socket.close(CLOSE.busy)
      return null
    }
    try {
      const bot = play()
      const lead = options.lead ?? bot.lead ?? 'early'
      const session = new Session({ ...line, play: bot, lead, onError, debug: penOfEnvironment(onError) })
      const match = new Match(key, session, () => {
        matches.delete(match)
        log.tell()
      })
      matches.add(match)
      return match
    } catch (error) {
      onError(error, { hook: 'play', frame: null })
      socket.close(CLOSE.failed)
      return null
    }
  }

  const matchesOf = (key: string): Match[] => [...matches].filter((match) => match.key === key)

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(withoutStack(notListening(error, options, host, port))),
    )
    server.listen(port, host, resolve)
  })
  return {
    port: portOf(server),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const match of matches) match.close()
      for (const stream of streams) stream.destroy()
      server.closeAllConnections()
      await closed
    },
  }
}

function notListening(error: NodeJS.ErrnoException, options: ServeOptions, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    const how = options.port === undefined ? ' in the environment variable PORT' : ''
    return new Error(`Port ${port} is taken by another program. Choose another${how}.`, { cause: error })
  }
  return new Error(`The bot cannot listen on ${host}, port ${port}: ${error.message}`, { cause: error })
}

/**
 * An error that says all there is to say. Where the program does not catch it, that is all that is printed: the stack would be that of
 * the SDK. Nothing is left of this in the next turn of the event loop.
 */
function withoutStack(error: Error): Error {
  const sayIt = (thrown: unknown): void => {
    if (thrown !== error) throw thrown
    console.error(error.message)
    process.exit(1)
  }
  process.on('uncaughtException', sayIt)
  setImmediate(() => process.off('uncaughtException', sayIt))
  return error
}

function portOfEnvironment(): number {
  const text = process.env['PORT'] ?? '9000'
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw withoutStack(new Error(`PORT is "${text}", which is no port.`))
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

function trustedKey({ arenaUrl = process.env['ARENA_BASE_URL'], platformKey }: ServeOptions): TrustedKey | null {
  if (platformKey !== undefined) return { publicKey: platformKey }
  return arenaUrl === undefined || arenaUrl === '' ? null : { arenaUrl }
}

/** Whoever is refused may keep its own side open. */
function refuse(stream: Duplex, status: string): void {
  stream.once('finish', () => stream.destroy())
  stream.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

/** A network that goes away closes nothing. */
function endWhenSilent(socket: WebSocket): void {
  const silence = setTimeout(() => socket.terminate(), SILENCE_MS)
  const hear = (): void => void silence.refresh()
  socket.on('message', hear).on('ping', hear)
  socket.once('close', () => clearTimeout(silence))
}

function pathOf(request: IncomingMessage): string {
  return normalized((request.url ?? '/').split('?')[0]!)
}

/** One spelling for a path: a slash before, none behind. */
function normalized(path: string): string {
  return `/${path.replace(/^\/+|\/+$/g, '')}`
}
