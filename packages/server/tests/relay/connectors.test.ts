/** What the arena lets a connector do, and what it refuses it; nothing of it needs a match. */
import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { relayPreamble } from '@arena/host/relay'
import { createKeyPair, RELAY_SUBPROTOCOL, signRequest } from '@arena/protocol'
import type { Bot } from '@arena/protocol'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { sharedBot, sharedService } from '../begun-once.ts'
import { jsonRequest } from '../http-service.ts'
import { TestConnector, to } from './connector.ts'

const service = sharedService()
const bot = sharedBot()
let people = 0

const person = () => service.bearer(`person${++people}@example.org`, ['bots.read', 'bots.write'])

async function register(key: string, body: object): Promise<Response> {
  return service.fetch('/bots', jsonRequest(key, { mode: 'live', ...body }))
}

async function connected(names: readonly string[] = ['My bot'], key?: string) {
  const owner = key ?? (await person())
  const bots = Object.fromEntries(names.map((name) => [name, to(bot.url)]))
  return { key: owner, connector: await TestConnector.open(service.url, owner, bots) }
}

/** The status with which an upgrade is refused. */
async function refusal(headers: Record<string, string>, protocol = RELAY_SUBPROTOCOL): Promise<number> {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/relay`, protocol, { headers })
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  socket.terminate()
  return response.statusCode
}

describe('GET /relay', () => {
  test('takes bearer keys and signatures with the scope bots.write, and nobody else', async () => {
    const { privateKey, publicKey } = createKeyPair()
    const user = await service.context.accounts.findOrCreate('signer@example.org')
    const key = await service.context.keys.create(user.id, {
      kind: 'signature',
      name: 'test',
      publicKey,
      scopes: ['bots.write'],
    })
    if (key === 'key-limit-reached') throw new Error('too many keys')
    const signed = signRequest(privateKey, key.id, { method: 'GET', path: '/relay', body: '' }, Date.now())
    const connector = await TestConnector.dial(service.url, signed)
    connector.end()

    expect(await refusal({})).toBe(401)
    expect(await refusal({ authorization: 'Bearer arn_nobody' })).toBe(401)
    const reader = await service.bearer('reader@example.org', ['bots.read'])
    expect(await refusal({ authorization: `Bearer ${reader}` })).toBe(403)
    expect(await refusal({ authorization: `Bearer ${await person()}` }, 'chat')).toBe(426)
  })

  test('a request without an upgrade is answered 426', async () => {
    const answer = await service.fetch('/relay', { headers: { authorization: `Bearer ${await person()}` } })
    expect([answer.status, answer.headers.get('upgrade')]).toEqual([426, 'websocket'])
  })

  test('requests that name another protocol are answered as if they had not, with their bodies', async () => {
    const key = await person()
    const ask = async (path: string, upgrade: string, headers = {}, method = 'GET', body = '') => {
      const asked = request(service.url + path, {
        method,
        headers: { ...headers, upgrade, connection: 'upgrade, close' },
      }).end(body)
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      return { status: response.statusCode, body: await text(response) }
    }
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'HTTP/2', mode: 'live', url: bot.url })
    const answer = await ask('/bots', 'h2c', { ...headers, 'content-length': body.length }, 'POST', body)
    expect([answer.status, (JSON.parse(answer.body) as Bot).name]).toEqual([200, 'HTTP/2'])
    expect((await ask('/health', 'websocket')).status).toBe(200)
  })
})

describe('a relay', () => {
  test('is the same for an account and a name, and registers a bot', async () => {
    const { key, connector } = await connected(['Mine', 'Other'])
    const [mine, other] = connector.relays
    expect(mine!.url).toBe(`${service.url}/relay/${mine!.id}`)
    expect(other!.id).not.toBe(mine!.id)
    const answer = await register(key, { name: 'Mine', url: mine!.url })
    expect([answer.status, ((await answer.json()) as Bot).url]).toEqual([200, mine!.url])
    connector.end()
    const again = await connected(['Mine'], key)
    expect(again.connector.relays).toEqual([mine])
    again.connector.end()
  })

  test('with the path of the bot’s own server behind it asks for that path', async () => {
    const asked: string[] = []
    const key = await person()
    const connector = await TestConnector.open(service.url, key, {
      Path: (_, stream) => {
        stream.once('data', (bytes: Buffer) => asked.push(String(bytes).split('\r\n', 1)[0]!))
        to(bot.url)('', stream)
      },
    })
    const url = `${connector.relays[0]!.url}/melee?key=1`
    expect((await register(key, { name: 'Path', url })).status).toBe(200)
    expect(asked).toEqual(['GET /melee/ping?key=1 HTTP/1.1', 'GET /melee?key=1 HTTP/1.1'])
    connector.end()
  })

  test('of another account, or of nobody, is refused as the URL of a bot', async () => {
    const { connector } = await connected(['Victim'])
    const key = await person()
    const answer = await register(key, { name: 'Thief', url: connector.relays[0]!.url })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 'invalid-request',
      errors: [{ path: 'url', message: 'is this arena’s own, and no relay of your account' }],
    })
    expect(connector.opened).toBe(0)
    connector.end()
  })

  test('is no proxy: to everybody outside its address is a path that does not exist', async () => {
    const { connector } = await connected(['Hidden'])
    const { pathname } = new URL(connector.relays[0]!.url)
    for (const path of [pathname, `${pathname}/ping`, `${pathname}/`]) {
      expect((await service.fetch(path)).status).toBe(404)
    }
    const upgrade = new WebSocket(`${service.url.replace('http', 'ws')}${pathname}`)
    upgrade.on('error', () => {})
    const [, response] = await once(upgrade, 'unexpected-response')
    expect(response.statusCode).toBe(404)
    upgrade.terminate()
    expect(connector.opened).toBe(0)
    connector.end()
  })

  test('is reached through the door by those alone that have its token', async () => {
    const { connector } = await connected(['Guarded'])
    const { port, token } = service.context.relays.door
    const { id } = connector.relays[0]!
    const ask = async (preamble: string) => {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.on('error', () => {})
      socket.end(`${preamble}GET /ping HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
      return (await text(socket)).split('\r\n', 1)[0]
    }
    expect(await ask(relayPreamble(token, id))).toBe('HTTP/1.1 200 OK')
    expect(await ask(relayPreamble('x'.repeat(token.length), id))).toBe('')
    expect(await ask('GET / HTTP/1.1\r\n')).toBe('')
    connector.end()
  })

  test('without a connector fails the deploy check in these words, and its owner reads since when', async () => {
    const { key, connector } = await connected(['Gone'])
    const { url } = connector.relays[0]!
    await register(key, { name: 'Gone', url })
    connector.end()
    await expect.poll(() => service.context.relays.connectors.count).toBe(0)
    const answer = await register(key, { name: 'Gone too', url })
    expect(await answer.json()).toMatchObject({
      code: 'deploy-check-failed',
      detail: 'Step ping: no connector is connected.',
      report: { steps: [{ received: "the arena's own relay" }, { received: "the arena's own relay" }, { ok: false }] },
    })
    const { bots } = (await (await service.fetch('/bots', { headers: { authorization: `Bearer ${key}` } })).json()) as {
      bots: Bot[]
    }
    expect(bots[0]!.standing!.connector).toEqual({ connected: false, since: expect.any(String) })
  })

  test('whose bot is not there says so in the connector’s words', async () => {
    const key = await person()
    const connector = await TestConnector.open(service.url, key, {
      Broken: (_, stream) => void stream.on('error', () => {}).destroy(new Error('nothing listens at port 9')),
    })
    const answer = await register(key, { name: 'Broken', url: connector.relays[0]!.url })
    expect(await answer.json()).toMatchObject({
      detail: 'Step ping: the connector closed the connection: nothing listens at port 9.',
    })
    connector.end()
  })
})

describe('a connector', () => {
  test('that has a bot of an older one takes its place', async () => {
    const { key, connector } = await connected(['Twice'])
    const { connector: newer } = await connected(['Twice'], key)
    expect(await connector.closed).toEqual([4409, 'a newer connector has this bot'])
    expect((await register(key, { name: 'Twice', url: newer.relays[0]!.url })).status).toBe(200)
    expect(newer.opened).toBe(2)
    newer.end()
  })

  test('of another account with the same name takes nothing', async () => {
    const { connector } = await connected(['Namesake'])
    const other = await connected(['Namesake'])
    expect(other.connector.relays[0]!.id).not.toBe(connector.relays[0]!.id)
    expect(connector.socket.readyState).toBe(WebSocket.OPEN)
    connector.end()
    other.connector.end()
  })

  test('is closed when its key is revoked', async () => {
    const key = await person()
    const { connector } = await connected(['Revoked'], key)
    await service.context.db.updateTable('keys').set({ revoked_at: new Date() }).execute()
    expect(await connector.closed).toEqual([4401, 'the key is revoked, or the account disabled'])
  })

  const greeting = (names: unknown) => JSON.stringify({ kind: 'bots', names })
  test.each<[string, (string | Buffer)[], number, string]>([
    ['says something else first', ['hello'], 1002, 'the first text is not JSON'],
    ['begins with bytes', [Buffer.alloc(9)], 1002, 'the first message is a text with the names'],
    ['names a bot twice', [greeting(['A', 'A'])], 1002, '✖ Each name once. → at names'],
    [
      'names seventeen bots',
      [greeting(Array.from({ length: 17 }, (_, i) => `${i}`))],
      1002,
      expect.stringContaining('16'),
    ],
    ['says a second text', [greeting(['B']), greeting(['B'])], 1002, 'a text after the first'],
    [
      'breaks a rule of streams',
      [greeting(['C']), Buffer.from([0, 1, 0, 0, 0])],
      1002,
      'the arena alone opens streams',
    ],
    ['sends 70 kB in a message', [greeting(['D']), Buffer.alloc(70_000)], 1009, ''],
    ['floods', [greeting(['E']), ...Array<Buffer>(2500).fill(Buffer.from([4, 0, 0, 0, 0]))], 1002, expect.any(String)],
  ])('that %s is told so', async (_, messages, code, reason) => {
    const connector = await TestConnector.dial(service.url, { authorization: `Bearer ${await person()}` })
    for (const message of messages) connector.socket.send(message)
    expect(await connector.closed).toEqual([code, reason])
  })

  test('that sends more than 2,000 pings in a second is closed', async () => {
    const { connector } = await connected(['Pings'])
    for (let i = 0; i < 2500; i++) connector.socket.ping()
    expect((await connector.closed)[0]).toBeOneOf([1006, 1008])
  })

  test('is one of at most eight of its account, and another account has its own eight', async () => {
    const key = await person()
    const all = []
    for (let i = 0; i < 8; i++) all.push((await connected([`Bot ${i}`], key)).connector)
    const ninth = await TestConnector.dial(service.url, { authorization: `Bearer ${key}` })
    expect(await ninth.closed).toEqual([1008, 'an account has at most 8 connectors'])
    const stranger = await connected(['Bot 1'])
    for (const connector of [...all, stranger.connector]) connector.end()
  })

  test('has eight connections of a bot open at most', async () => {
    const key = await person()
    const held: unknown[] = []
    const connector = await TestConnector.open(service.url, key, {
      Full: (_, stream) => void held.push(stream.on('error', () => {}).resume()),
    })
    const { id } = connector.relays[0]!
    const { connectors } = service.context.relays
    const streams = Array.from({ length: 9 }, () => connectors.open(id))
    expect(streams.slice(0, 8).every((stream) => typeof stream === 'object')).toBe(true)
    expect(streams[8]).toBe('its connector has 8 connections open already')
    for (const stream of streams) if (typeof stream === 'object') stream!.on('error', () => {}).destroy()
    connector.end()
  })
})

test('on its way down the service lets running connections end, and no connector in', async () => {
  const { key, connector } = await connected(['Last'])
  const { id } = connector.relays[0]!
  const stream = service.context.relays.connectors.open(id)
  if (stream === null || typeof stream === 'string') throw new Error('no stream')
  stream.on('error', () => {})
  service.drain()
  expect(await refusal({ authorization: `Bearer ${key}` })).toBe(503)
  expect(connector.socket.readyState).toBe(WebSocket.OPEN)
  stream.destroy()
  expect(await connector.closed).toEqual([1012, 'this machine drains'])
})
