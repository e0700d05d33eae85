/**
 * The door through which the arena's own programs on this machine reach bots behind connectors: hosts, and the deploy check.
 * A connection begins with a line that holds the token of this process and the id of a relay; what follows is the connection
 * to the bot. Only programs of this machine can knock, and only those that were given the token are heard.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { carry, RELAY_HEADER, relayPreamble, StreamClosed } from '@arena/host/relay'
import { RelayId } from '@arena/protocol'

/** A stream to the bot, or why there is none, in words. */
export type Reach = (relayId: string) => Promise<Duplex | string>

const TOKEN_BYTES = 32
/** `relay_` and 26 characters. */
const RELAY_ID_BYTES = 32
const PREAMBLE_MS = 5_000
/** A bot may finish what it says after the arena has; not for ever. */
const LAST_WORDS_MS = 5_000

export class RelayDoor {
  readonly port: number
  readonly token: string
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(server: Server, token: string, sockets: Set<Socket>) {
    this.#server = server
    this.#sockets = sockets
    this.port = (server.address() as AddressInfo).port
    this.token = token
  }

  static async open(reach: Reach): Promise<RelayDoor> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const sockets = new Set<Socket>()
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      // Whoever knocks and goes.
      socket.on('error', () => {})
      void letIn(socket, token, reach)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new RelayDoor(server, token, sockets)
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}

async function letIn(socket: Socket, token: string, reach: Reach): Promise<void> {
  const relayId = await readPreamble(socket, token)
  if (relayId === null) return void socket.destroy()
  let stream: Duplex | string
  try {
    stream = await reach(relayId)
  } catch {
    stream = 'the connector could not be reached'
  }
  if (typeof stream === 'string') return void socket.end(refusal(stream))
  if (socket.destroyed) return void stream.on('error', () => {}).destroy()
  passOn(stream, socket)
}

/** Carries a stream of a connector on. Where it breaks before the bot has said anything, the arena says why in its place. */
export function passOn(stream: Duplex, socket: Socket): void {
  let hasAnswered = false
  stream.once('data', () => (hasAnswered = true))
  carry(stream, socket, (error) => {
    if (hasAnswered || !(error instanceof StreamClosed)) socket.destroy()
    else socket.end(refusal(`the connector closed the connection: ${error.message}`))
  })
  socket.once('end', () => {
    const timer = setTimeout(() => stream.destroy(), LAST_WORDS_MS).unref()
    stream.once('close', () => clearTimeout(timer))
  })
}

/** The id of a relay, once the line is in; null where it is not what it has to be. */
function readPreamble(socket: Socket, token: string): Promise<string | null> {
  const length = relayPreamble(token, '').length + RELAY_ID_BYTES
  return new Promise((resolve) => {
    const settle = (id: string | null) => {
      clearTimeout(timer)
      socket.off('readable', read)
      socket.off('close', gone)
      resolve(id)
    }
    const gone = () => settle(null)
    const timer = setTimeout(gone, PREAMBLE_MS)
    const read = () => {
      const line = socket.read(length) as Buffer | null
      if (line !== null) settle(relayOf(line, token))
      else if (socket.readableEnded) settle(null)
    }
    socket.on('readable', read)
    socket.once('close', gone)
  })
}

function relayOf(line: Buffer, token: string): string | null {
  const id = line.toString('latin1', line.length - RELAY_ID_BYTES - 1, line.length - 1)
  if (!RelayId.safeParse(id).success) return null
  return timingSafeEqual(line, Buffer.from(relayPreamble(token, id))) ? id : null
}

/** The arena's answer in the place of a bot's. */
export function refusal(words: string): string {
  const plain = words.replace(/[^\x20-\x7e]/g, '?')
  const head = [
    'HTTP/1.1 503 Service Unavailable',
    `${RELAY_HEADER}: ${plain}`,
    'content-type: text/plain',
    `content-length: ${plain.length}`,
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${plain}`
}
