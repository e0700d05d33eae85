import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, createServer as createTcpServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { WebSocket, WebSocketServer } from 'ws'
import { describe, expect, it } from 'vitest'
import { carry } from './carry.ts'
import { encodeClose, encodeCredit, encodeMessage, MAX_DATA_BYTES, RelayFault, WINDOW_BYTES } from './messages.ts'
import { Mux, StreamClosed } from './mux.ts'

const RELAY = 'relay_01k9y3x5q7f0ktn2b8s4v6w9ed'

/** An arena and a connector whose messages arrive in order, each in a turn of its own, and a list of all. */
function pair(onOpen: (stream: Duplex, relayId: string) => void) {
  const sent: { readonly from: 'arena' | 'connector'; readonly kind: number; readonly bytes: number }[] = []
  const deliver = (from: 'arena' | 'connector', to: () => Mux) => (message: Buffer) => {
    sent.push({ from, kind: message[0]!, bytes: message.length - 5 })
    setImmediate(() => to().receive(message))
  }
  const arena: Mux = new Mux({ send: deliver('arena', () => connector) })
  const connector: Mux = new Mux({
    send: deliver('connector', () => arena),
    onOpen: (relayId, stream) => onOpen(stream, relayId),
  })
  return { arena, connector, sent }
}

/** All that a stream brings until its end. The consumers of Node would destroy it then, the side that still writes too. */
async function all(stream: Duplex): Promise<Buffer> {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(stream, 'end')
  return Buffer.concat(chunks)
}

const turns = async (count = 20) => {
  for (let i = 0; i < count; i++) await new Promise(setImmediate)
}

/** What a side that has one open stream, number 1, throws for a message. */
function faultOf(side: 'arena' | 'connector', ...messages: Buffer[]): string | null {
  const mux = new Mux({
    send: () => {},
    ...(side === 'connector' && { onOpen: (_, stream) => stream.on('error', () => {}) }),
  })
  if (side === 'arena') mux.open(RELAY).on('error', () => {})
  else mux.receive(encodeMessage('open', 1, Buffer.from(RELAY)))
  try {
    for (const message of messages) mux.receive(message)
    return null
  } catch (error) {
    if (error instanceof RelayFault) return error.message
    throw error
  }
}

describe('streams of one socket', () => {
  it('carry bytes both ways, and end like TCP: each side by itself', async () => {
    const opened: string[] = []
    const { arena, connector } = pair((stream, relayId) => {
      opened.push(relayId)
      stream.write('hello ')
      void all(stream).then((question) => stream.end(`you said ${question.toString()}`))
    })
    const stream = arena.open(RELAY)
    stream.end('ping')
    expect(String(await all(stream))).toBe('hello you said ping')
    expect(opened).toEqual([RELAY])
    await turns()
    expect([arena.size, connector.size]).toEqual([0, 0])
  })

  it('carry megabytes in messages of at most 64 KiB', async () => {
    const { arena, sent } = pair((stream) => stream.pipe(stream))
    const much = Buffer.alloc(3 * 1024 * 1024, 'much ')
    const stream = arena.open(RELAY)
    stream.end(much)
    expect((await all(stream)).equals(much)).toBe(true)
    expect(Math.max(...sent.map(({ bytes }) => bytes))).toBe(MAX_DATA_BYTES)
  })

  it('hold up a writer whose reader takes nothing, after 256 KiB, and no other stream', async () => {
    const streams: Duplex[] = []
    const { arena, sent } = pair((stream) => streams.push(stream))
    const slow = arena.open(RELAY)
    const quick = arena.open(RELAY)
    slow.end(Buffer.alloc(1024 * 1024))
    await turns()
    const underWay = () =>
      sent.filter(({ from, kind }) => from === 'arena' && kind === 1).reduce((sum, { bytes }) => sum + bytes, 0)
    expect(underWay()).toBe(WINDOW_BYTES)

    quick.end('quick')
    await turns()
    expect(String(await all(streams[1]!))).toBe('quick')
    expect((await all(streams[0]!)).length).toBe(1024 * 1024)
  })

  it('give credit for many small pieces in few messages', async () => {
    const { arena, sent } = pair((stream) => stream.resume())
    const stream = arena.open(RELAY)
    for (let i = 0; i < 1000; i++) {
      stream.write(Buffer.alloc(700))
      if (i % 100 === 0) await turns(2)
    }
    await turns()
    expect(sent.filter(({ kind }) => kind === 2).length).toBeLessThanOrEqual((1000 * 700) / (WINDOW_BYTES / 4))
  })

  it('close for both with the reason of the one that closes', async () => {
    const { arena, connector } = pair((stream) =>
      stream.on('error', () => {}).destroy(new Error('nothing listens there')),
    )
    const stream = arena.open(RELAY)
    stream.write('GET /ping')
    const [error] = await once(stream, 'error')
    expect(error).toBeInstanceOf(StreamClosed)
    expect((error as Error).message).toBe('nothing listens there')
    expect([arena.size, connector.size]).toEqual([0, 0])
  })

  it('cut a reason at 120 bytes, between two characters', () => {
    const message = encodeClose(7, `a${'é'.repeat(100)}`)
    expect(message.subarray(5).toString()).toBe(`a${'é'.repeat(59)}`)
  })

  it('fail all, without another message, when the socket is gone', async () => {
    const { arena, sent } = pair((stream) => stream.on('error', () => {}))
    const errors = [arena.open(RELAY), arena.open(RELAY)].map((stream) => once(stream, 'error'))
    const before = sent.length
    arena.end('the connector has gone')
    const messages = (await Promise.all(errors)).map(([error]) => (error as Error).message)
    expect(messages).toEqual(['the connector has gone', 'the connector has gone'])
    expect(sent.length).toBe(before)
  })
})

describe('a message that breaks the rules', () => {
  const data = (length: number, stream = 1) => encodeMessage('data', stream, Buffer.alloc(length))
  const whole = Array.from({ length: WINDOW_BYTES / MAX_DATA_BYTES }, () => data(MAX_DATA_BYTES))

  it.each<[string, 'arena' | 'connector', Buffer[], string]>([
    ['is too short', 'arena', [Buffer.from([1, 0, 0])], 'a binary message has 5 bytes at least'],
    ['is of no kind', 'arena', [Buffer.from([5, 1, 0, 0, 0])], 'a message of the unknown kind 5'],
    ['opens a stream to the arena', 'arena', [encodeMessage('open', 2)], 'the arena alone opens streams'],
    ['opens a stream again', 'connector', [encodeMessage('open', 1)], 'open for stream 1 after stream 1'],
    ['is for a stream to come', 'arena', [data(1, 2)], 'data for stream 2, which was never opened'],
    ['is for stream 0', 'arena', [data(1, 0)], 'data for stream 0, which was never opened'],
    ['holds no data', 'arena', [data(0)], 'data holds 1 to 65536 bytes, not 0'],
    ['holds too much', 'arena', [data(MAX_DATA_BYTES + 1)], 'data holds 1 to 65536 bytes, not 65537'],
    ['is beyond the window', 'arena', [...whole, data(1)], 'more than 262144 bytes of stream 1 without credit'],
    ['ends with a word', 'arena', [encodeMessage('end', 1, Buffer.from('x'))], 'end holds no bytes, not 1'],
    ['ends twice', 'arena', [encodeMessage('end', 1), encodeMessage('end', 1)], 'a second end of stream 1'],
    ['follows an end', 'arena', [encodeMessage('end', 1), data(1)], 'data for stream 1 after its end'],
    ['has half a credit', 'arena', [encodeMessage('credit', 1, Buffer.alloc(2))], 'credit holds 4 bytes, not 2'],
    ['credits nothing', 'arena', [encodeCredit(1, 0)], 'credit for 0 bytes of stream 1, which are not under way'],
    ['credits too much', 'arena', [encodeCredit(1, 9)], 'credit for 9 bytes of stream 1, which are not under way'],
    [
      'closes at length',
      'arena',
      [encodeMessage('close', 1, Buffer.alloc(121))],
      'close holds at most 120 bytes, not 121',
    ],
  ])('%s', (_, side, messages, fault) => expect(faultOf(side, ...messages)).toBe(fault))

  it('is none where it may have crossed with the end of its stream', () => {
    const close = encodeMessage('close', 1)
    expect(faultOf('arena', close, data(1), encodeCredit(1, 9), encodeMessage('end', 1), close)).toBeNull()
    const window = Array.from({ length: WINDOW_BYTES / MAX_DATA_BYTES }, () => data(MAX_DATA_BYTES))
    expect(faultOf('arena', close, ...window)).toBeNull()
    expect(faultOf('arena', close, ...window, data(1))).toBe(
      'more data for streams that are over than can have been under way',
    )
  })
})

describe('an HTTP server behind a connector', () => {
  it('is asked as if it were here: pings, upgrades, frames and their close', async () => {
    const bot = createServer((request, response) => response.end(`pong at ${request.url}`))
    const botSockets = new WebSocketServer({ server: bot })
    botSockets.on('connection', (socket) => socket.on('message', (frame) => socket.send(frame)))
    bot.listen(0, '127.0.0.1')

    const arenaSockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    arenaSockets.on('connection', (socket) => {
      const mux = new Mux({ send: (message) => socket.send(message) })
      socket.on('message', (message: Buffer) => mux.receive(message))
      socket.on('close', () => mux.end('gone'))
      door.on('connection', (inner) => carry(mux.open(RELAY), inner))
    })
    const door = createTcpServer({ allowHalfOpen: true, noDelay: true }).listen(0, '127.0.0.1')
    await Promise.all([bot, arenaSockets, door].map((server) => once(server, 'listening')))
    const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

    const link = new WebSocket(`ws://127.0.0.1:${portOf(arenaSockets)}`)
    const mux = new Mux({
      send: (message) => link.send(message),
      onOpen: (_, stream) =>
        carry(stream, connect({ port: portOf(bot), host: '127.0.0.1', allowHalfOpen: true, noDelay: true })),
    })
    link.on('message', (message: Buffer) => mux.receive(message))
    await once(link, 'open')
    await turns()
    try {
      const [response] = await once(get(`http://127.0.0.1:${portOf(door)}/ping`, { agent: false }), 'response')
      expect(await text(response)).toBe('pong at /ping')

      const match = new WebSocket(`ws://127.0.0.1:${portOf(door)}/`)
      await once(match, 'open')
      for (const bytes of [12, 700, 1024 * 1024]) {
        match.send(Buffer.alloc(bytes, 7))
        const [echo] = await once(match, 'message')
        expect((echo as Buffer).equals(Buffer.alloc(bytes, 7))).toBe(true)
      }
      match.close(4000, 'well played')
      const [code] = await once(match, 'close')
      expect(code).toBe(4000)
      await expect.poll(() => mux.size).toBe(0)
    } finally {
      link.terminate()
      for (const server of [bot, botSockets, arenaSockets, door]) server.close()
    }
  })
})
