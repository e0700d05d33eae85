/** A connector as a program beside bots is one: it dials in, says its names, and passes streams on to servers of this machine. */
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { carry, Mux } from '@arena/host/relay'
import { RELAY_SUBPROTOCOL, Relays } from '@arena/protocol'
import { WebSocket } from 'ws'
import type { TestArena } from '../arena/kit.ts'
import type { BotOptions } from '../arena/spec-bot.ts'

type Passing = (relayId: string, stream: Duplex) => void

export class TestConnector {
  readonly socket: WebSocket
  /** In the order of the names. */
  relays: Relays['relays'] = []
  /** How the socket ended. */
  readonly closed: Promise<readonly [code: number, reason: string]>
  /** Streams that the arena has opened. */
  opened = 0

  private constructor(socket: WebSocket) {
    this.socket = socket
    this.closed = new Promise((resolve) => socket.once('close', (code, reason) => resolve([code, String(reason)])))
    socket.on('error', () => {})
  }

  /** Opens the socket and says nothing. */
  static async dial(arenaUrl: string, headers: Readonly<Record<string, string>>): Promise<TestConnector> {
    const socket = new WebSocket(`${arenaUrl.replace(/^http/, 'ws')}/relay`, RELAY_SUBPROTOCOL, {
      headers,
      perMessageDeflate: false,
    })
    const connector = new TestConnector(socket)
    await once(socket, 'open')
    return connector
  }

  /** Says its names, and passes the streams of each bot on. */
  static async open(arenaUrl: string, key: string, bots: Readonly<Record<string, Passing>>): Promise<TestConnector> {
    const connector = await TestConnector.dial(arenaUrl, { authorization: `Bearer ${key}` })
    await connector.greet(bots)
    return connector
  }

  async greet(bots: Readonly<Record<string, Passing>>): Promise<void> {
    const { socket } = this
    const names = Object.keys(bots)
    const mux = new Mux({
      send: (message) => socket.send(message),
      onOpen: (relayId, stream) => {
        this.opened++
        const relay = this.relays.find(({ id }) => id === relayId)!
        bots[relay.name]!(relayId, stream)
      },
    })
    socket.on('message', (message: Buffer, isBinary) => {
      if (isBinary) mux.receive(message)
      else this.relays = Relays.parse(JSON.parse(message.toString())).relays
    })
    socket.once('close', () => mux.end('the connector has ended'))
    socket.send(JSON.stringify({ kind: 'bots', names }))
    while (this.relays.length === 0 && socket.readyState === socket.OPEN) {
      await Promise.race([once(socket, 'message'), this.closed])
    }
  }

  end(): void {
    this.socket.terminate()
  }
}

/** A bot behind a connector of its own, of an account of its own by default, registered. */
export async function enterRelayed(arena: TestArena, options: BotOptions, name: string, key?: string) {
  const bot = await arena.listen(options)
  const owner = key ?? (await arena.account())
  const connector = await TestConnector.open(arena.url, owner, { [name]: to(bot.url) })
  const { url } = connector.relays[0]!
  const record = await arena.own(owner, 'POST', '/bots', { name, mode: 'live', url })
  return { bot, key: owner, connector, record }
}

/** Passes streams on to a server of this machine. */
export function to(url: string): Passing {
  const { hostname: host, port } = new URL(url)
  return (_, stream) => carry(stream, connect({ host, port: Number(port), allowHalfOpen: true, noDelay: true }))
}
