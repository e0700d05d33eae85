/** The connector, at an arena of a few lines: what is at the other end of its socket. */
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Mux } from '@arena/host/relay'
import { RELAY_SUBPROTOCOL } from '@arena/protocol'
import { afterEach, expect, test } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { listen } from '../../../host/tests/loopback.ts'
import { Connector, type ConnectorOptions } from './connector.ts'

const RELAY = 'relay_01k9y3x5q7f0ktn2b8s4v6w9ed'

/** Answers upgrades with `status`, or takes them and gives each bot a relay. */
class FakeArena implements AsyncDisposable {
  readonly #server = http.createServer((_request, response) => response.writeHead(404).end())
  readonly #sockets = new WebSocketServer({ noServer: true, handleProtocols: () => RELAY_SUBPROTOCOL })
  url = ''
  /** What a refusal carries; null takes the connector. */
  refusal: { readonly status: number; readonly body: string } | null = null
  /** What connectors have said first, with their key. */
  readonly said: unknown[] = []
  socket: WebSocket | null = null
  mux: Mux | null = null

  static async open(): Promise<FakeArena> {
    const arena = new FakeArena()
    arena.#server.on('upgrade', (request, stream, head) => {
      const { refusal } = arena
      if (refusal !== null) {
        const { status, body } = refusal
        return void stream.end(`HTTP/1.1 ${status} No\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
      }
      arena.#sockets.handleUpgrade(request, stream, head, (socket) => {
        const mux = new Mux({ send: (message) => socket.send(message) })
        arena.socket = socket
        socket.on('close', () => mux.end('gone'))
        socket.on('message', (data: Buffer, isBinary) => {
          if (isBinary) return mux.receive(data)
          const { names } = JSON.parse(data.toString()) as { names: string[] }
          arena.said.push({ names, key: request.headers.authorization })
          const relays = names.map((name) => ({ name, id: RELAY, url: `${arena.url}/relay/${RELAY}` }))
          socket.send(JSON.stringify({ kind: 'relays', relays }))
          arena.mux = mux
        })
      })
    })
    arena.url = `http://127.0.0.1:${await listen(arena.#server)}`
    return arena
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

const left: AsyncDisposable[] = []
afterEach(async () => {
  for (const each of left.splice(0).toReversed()) await each[Symbol.asyncDispose]()
})

async function arenaOf(): Promise<FakeArena> {
  const arena = await FakeArena.open()
  left.push(arena)
  return arena
}

async function connected({ url }: FakeArena, options: Partial<ConnectorOptions> = {}) {
  const news: string[] = []
  const connector = await Connector.open({
    address: url,
    secret: 'arn_key',
    names: ['my-bot'],
    onConnection: (_name, stream) => stream.on('error', () => {}).pipe(stream),
    onLost: (why, wasThere) => news.push(`${wasThere ? 'lost' : 'not there'}: ${why}`),
    onBack: () => news.push('back'),
    signal: new AbortController().signal,
    ...options,
  })
  left.push(connector)
  return { connector, news }
}

const refused = (arena: FakeArena) =>
  connected(arena).then(
    () => 'connected',
    (error: unknown) => String(error),
  )

test('it says its key and its bots, is given their relays, and passes connections on', async () => {
  const arena = await arenaOf()
  const { connector, news } = await connected(arena)
  expect(arena.said).toEqual([{ names: ['my-bot'], key: 'Bearer arn_key' }])
  expect(connector.relays).toEqual([{ name: 'my-bot', id: RELAY, url: `${arena.url}/relay/${RELAY}` }])
  const stream = arena.mux!.open(RELAY)
  stream.write('hello')
  const echo = await new Promise((resolve) => stream.once('data', (data: Buffer) => resolve(data.toString())))
  expect(echo).toBe('hello')
  expect(news).toEqual([])
  stream.destroy()
})

test('a lost connection is dialled again with the same bots, and told once, and so is that it is back', async () => {
  const arena = await arenaOf()
  const { connector, news } = await connected(arena)
  arena.refusal = { status: 503, body: '{}' }
  arena.socket!.terminate()
  await expect.poll(() => news).toEqual(['lost: it was cut'])
  expect(connector.awayMs).toBeGreaterThanOrEqual(0)
  arena.refusal = null
  await expect.poll(() => news, { timeout: 20_000 }).toEqual(['lost: it was cut', 'back'])
  expect(connector.awayMs).toBeNull()
  expect(arena.said).toHaveLength(2)
  arena.socket!.close(1012)
  await expect.poll(() => news.length, { timeout: 20_000 }).toBe(4)
  expect(news.slice(2)).toEqual(['lost: the arena restarts', 'back'])
})

test('an arena that is on its way down when it is dialled first is waited for', async () => {
  const arena = await arenaOf()
  arena.refusal = {
    status: 503,
    body: JSON.stringify({ code: 'shutting-down', title: 'No', detail: 'It goes down.', requestId: '1' }),
  }
  const opening = connected(arena)
  await sleep(100)
  arena.refusal = null
  expect((await opening).news).toEqual(['not there: It goes down.', 'back'])
})

test('a socket that brings nothing while a match runs is given up for a new one, before the match is lost', async () => {
  const arena = await arenaOf()
  const { news } = await connected(arena)
  const stream = arena.mux!.open(RELAY).on('error', () => {})
  const old = arena.socket!
  await sleep(50)
  // As a network that goes away: nothing is closed.
  old.pause()
  await expect.poll(() => news, { timeout: 20_000 }).toEqual(['lost: the arena has fallen silent', 'back'])
  expect(arena.socket).not.toBe(old)
  stream.destroy()
})

test('what an arena refuses for good is told with what to do, and not asked again', async () => {
  const arena = await arenaOf()
  const problem = (code: string, more = {}) =>
    JSON.stringify({ code, title: 'No', detail: 'No.', requestId: '1', ...more })
  arena.refusal = { status: 401, body: problem('authentication-required') }
  expect(await refused(arena)).toBe('ArenaProblem: authentication-required: No.')
  arena.refusal = { status: 403, body: problem('missing-scope', { scope: 'bots.write' }) }
  expect(await refused(arena)).toBe('ArenaProblem: missing-scope: No.')
  arena.refusal = { status: 404, body: 'not here' }
  expect(await refused(arena)).toMatch(/takes no connectors: is it the address of an arena, and of this version\?/)
})

test.each([
  [4401, 'key revoked', /takes the key no longer \(key revoked\)/],
  [4409, 'my-bot', /Another connector has taken over \(my-bot\)/],
  [1008, 'too many messages', /has ended the connection: too many messages\./],
])('closed with %i it stops, and says why', async (code, reason, says) => {
  const arena = await arenaOf()
  const { connector, news } = await connected(arena)
  arena.socket!.close(code, reason)
  await expect(connector.ended).rejects.toThrow(says)
  expect(news).toEqual([])
})

test('it measures the round trip to the arena', async () => {
  const arena = await arenaOf()
  const { connector } = await connected(arena)
  const stream = arena.mux!.open(RELAY).on('error', () => {})
  await expect.poll(() => connector.roundTripMs(0), { timeout: 10_000 }).toBeGreaterThan(0)
  expect(connector.roundTripMs(Infinity)).toBeNull()
  stream.destroy()
})
