/**
 * Bots that break every rule. None of them harms the other bot, another match or the host, and each result says what
 * happened.
 */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { LINK_TIMING } from '../src/match/timing.ts'
import { LiveClock } from '../src/match/live-clock.ts'
import { ManualClock, padBytes, stillEngine, Table, type BotOptions, type TestBot } from './play-kit.ts'

/** What lies under a WebSocket. */
const wire = (socket: WebSocket): Socket => (socket as unknown as { _socket: Socket })._socket

/** A hostile bot in one match, two ordinary ones in another on the same host: what the ordinary ones have to see. */
async function playBeside(table: Table, hostile: TestBot | string) {
  const victim = await table.bot()
  const bystanders = [await table.bot(), await table.bot()] as const
  const hit = table.seat([hostile, victim])
  const beside = table.seat(bystanders)
  const [result, other] = [await table.result(hit), await table.result(beside)]
  expect(other).toMatchObject({
    status: 'completed',
    cause: 'time',
    summary: { players: [{ missed: 0 }, { missed: 0 }] },
  })
  for (const bot of bystanders) expect(bot.stream.equals(await table.raw(beside))).toBe(true)
  if (result.played) expect(victim.stream.equals(await table.raw(hit))).toBe(true)
  return result
}

const ended = { engine: stillEngine('ends=400') }

describe('messages', () => {
  test('of 1 MB instead of a pick close the socket; the pick is drawn and the game is played', async () => {
    await using table = await Table.open(ended)
    const hostile = await table.bot({ opened: ({ socket }) => socket.send('x'.repeat(2 ** 20)) })
    const result = await playBeside(table, hostile)
    expect(result).toMatchObject({ played: true, answered: [true, true], summary: { winner: 1, endReason: 'forfeit' } })
    // 1009: message too big.
    expect(await hostile.sockets[0]!.closed).toBe(1009)
  })

  test('of 1 MB among the pads close the socket; it is redialled, and the match continues', async () => {
    await using table = await Table.open(ended)
    let sent = 0
    const hostile = await table.bot({
      received: ({ socket }, message) => {
        if (message[0] === 0x3a && message.readInt32BE(1) === 0 && sent++ === 0) socket.send(Buffer.alloc(2 ** 20))
      },
    })
    const result = await playBeside(table, hostile)
    expect(result).toMatchObject({ status: 'completed', summary: { players: [{}, { missed: 0 }] } })
    expect(hostile.sockets.length).toBeGreaterThan(1)
    expect(await hostile.sockets[0]!.closed).toBe(1009)
  })

  test('more than 1000 in a second close the socket', async () => {
    await using table = await Table.open({ clock: new ManualClock() })
    const bots = [await table.bot({ input: null }), await table.bot({ input: null })] as const
    const id = table.seat(bots)
    const first = await bots[0].socket()
    for (let i = 0; i < 5000; i++) first.socket.send(padBytes(i))
    expect(await first.closed).toBe(1008)
    expect((await bots[0].socket(1)).socket.readyState).toBe(1)
    table.abort(id, 'shutdown')
  })

  test('1000 pings in a second count as well', async () => {
    await using table = await Table.open({ clock: new ManualClock() })
    const bots = [await table.bot({ input: null }), await table.bot({ input: null })] as const
    const id = table.seat(bots)
    const first = await bots[0].socket()
    for (let i = 0; i < 5000; i++) first.socket.ping()
    await first.closed
    await bots[0].socket(1)
    table.abort(id, 'shutdown')
  })

  test('in more than 16 pieces close the socket: empty ones cost as much to read as whole messages', async () => {
    await using table = await Table.open({ clock: new ManualClock() })
    const bots = [await table.bot({ pick: () => null }), await table.bot({ pick: () => null })] as const
    const id = table.seat(bots)
    const first = await bots[0].socket()
    // A binary message that goes on, and then nothing but continuations without a byte.
    wire(first.socket).write(Buffer.alloc(2 + 2 * 15).fill(0x02, 0, 1))
    await first.fence()
    expect(first.socket.readyState).toBe(1)
    wire(first.socket).write(Buffer.alloc(2))
    expect(await first.closed).toBe(1008)
    expect((await bots[0].socket(1)).socket.readyState).toBe(1)
    table.abort(id, 'shutdown')
  })

  test('that continue after the match are not read for long', async () => {
    const dialled: WebSocket[] = []
    await using table = await Table.open({
      clock: new ManualClock(),
      dialled: (socket) => void dialled.push(socket),
    })
    const bots = [await table.bot(), await table.bot()] as const
    const id = table.seat(bots)
    const { socket } = await bots[0].socket()
    await (await bots[0].socket()).received(1)
    // It never sees that it is told goodbye.
    socket.pause()
    table.abort(id, 'shutdown')
    await table.result(id)
    for (let i = 0; i < 5000; i++) socket.send(padBytes(i))
    const [hung] = dialled.filter((each) => each.readyState === each.CLOSING)
    await once(hung!, 'close')
    expect(hung!.isPaused).toBe(true)
  })

  test('that are no WebSocket frames close the socket and still count as an answer', async () => {
    await using table = await Table.open(ended)
    const hostile = await table.bot({
      pick: () => null,
      opened: ({ socket }) => wire(socket).write(Buffer.alloc(64, 0xff)),
    })
    const result = await playBeside(table, hostile)
    expect(result).toMatchObject({ played: true, answered: [true, true], summary: { winner: 1 } })
  })
})

describe('sockets', () => {
  test('that never read are dropped at 1 MiB unsent, and the opponent’s stream does not wait for them', async () => {
    // 60 KB a frame, so that no buffer of the operating system holds a match.
    await using table = await Table.open({ engine: stillEngine('bulk=60') })
    const hostile = await table.bot({
      input: null,
      opened: ({ socket }) => socket.once('message', () => setImmediate(() => socket.pause())),
    })
    const victim = await table.bot()
    const id = table.seat([hostile, victim])
    await hostile.socket(1)
    table.abort(id, 'shutdown')
    const result = await table.result(id)
    expect(result).toMatchObject({ status: 'aborted', summary: { players: [{}, { missed: 0 }] } })
    expect(victim.stream.equals(await table.raw(id))).toBe(true)
  })

  test('half open, without a word or a FIN, are dropped when pings go unanswered', async () => {
    // Accepts the upgrade by hand, and from then on neither reads nor writes.
    const sockets: Socket[] = []
    const { createHash } = await import('node:crypto')
    const server = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      socket.once('data', (head) => {
        const key = /sec-websocket-key: (.*)\r\n/i.exec(head.toString())![1]!
        const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
        )
        socket.pause()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    await using table = await Table.open({ clock: new ManualClock(), timing: { pingMs: 30, pickMs: 50 } })
    const other = await table.bot()
    const id = table.seat([`http://127.0.0.1:${(server.address() as AddressInfo).port}`, other])
    await once(server, 'connection')
    // The second connection is the redial: the first was given up.
    await once(server, 'connection')
    expect((await other.socket()).socket.readyState).toBe(1)
    table.abort(id, 'shutdown')
    await table.result(id)
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  test('LINK_TIMING: pinged every 5 seconds, redialled after 250 ms to 2 seconds, after a failure of TLS 10', () => {
    expect(LINK_TIMING).toEqual({ redialMinMs: 250, redialMaxMs: 2000, redialTlsMs: 10_000, pingMs: 5000 })
  })

  test('that accept the connection and never answer the upgrade are given up at the connection timeout', async () => {
    const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
    await once(server, 'listening')
    await using table = await Table.open({ timing: { dialMs: 200 } })
    const other = await table.bot()
    const result = await table.play([`http://127.0.0.1:${(server.address() as AddressInfo).port}`, other])
    expect(result).toMatchObject({ cause: 'absent', answered: [false, true], summary: { winner: 1 } })
    server.close()
  })
})

describe.concurrent('a bot that vanishes', () => {
  const vanish: Readonly<Record<string, BotOptions>> = {
    'as soon as its socket is open': { opened: ({ socket }) => socket.terminate() },
    'instead of answering the pick': { opened: ({ socket }) => socket.once('message', () => socket.terminate()) },
    'right after its pick': {
      opened: ({ socket }) => socket.once('message', () => setImmediate(() => socket.terminate())),
    },
    'on the first message': { received: ({ socket }) => socket.terminate() },
    'in the middle of the game': {
      received: ({ socket }, message) =>
        void (message[0] === 0x3a && message.readInt32BE(1) > 50 && socket.terminate()),
    },
  }
  test.each(Object.entries(vanish))('%s, permanently, loses by forfeit', async (_when, options) => {
    await using table = await Table.open(ended)
    const hostile = await table.bot({ ...options, refuse: (attempt) => (attempt > 0 ? 500 : null) })
    expect(await playBeside(table, hostile)).toMatchObject({
      status: 'completed',
      cause: 'forfeit',
      played: true,
      summary: { endReason: 'forfeit', winner: 1, players: [{}, { missed: 0 }] },
    })
  })

  test('at Game End changes nothing', async () => {
    await using table = await Table.open(ended)
    const hostile = await table.bot({
      received: ({ socket }, message) => void (message[0] === 0x39 && socket.terminate()),
    })
    expect(await playBeside(table, hostile)).toMatchObject({ status: 'completed', cause: 'time' })
  })

  test('or never lets go after Game End does not hold up the result', async () => {
    await using table = await Table.open(ended)
    const hostile = await table.bot({
      // Never reads the closing handshake.
      received: ({ socket }, message) => void (message[0] === 0x39 && socket.pause()),
    })
    expect(await playBeside(table, hostile)).toMatchObject({ status: 'completed', cause: 'time' })
  })
})

test('all of it on the live clock: a flooded host keeps the other match in time', async () => {
  await using table = await Table.open({ clock: new LiveClock(), engine: stillEngine('ends=-60') })
  const flood = setInterval(() => {
    for (const { socket } of hostile.sockets) for (let i = 0; i < 200; i++) socket.send(Buffer.alloc(100))
  }, 5)
  const hostile = await table.bot({ input: null })
  const [victim, a, b] = [await table.bot(), await table.bot(), await table.bot()]
  const ids = [table.seat([hostile, victim]), table.seat([a, b])]
  const [hit, other] = [await table.result(ids[0]!), await table.result(ids[1]!)]
  clearInterval(flood)
  expect(hit).toMatchObject({ status: 'completed', cause: 'time', summary: { players: [{ missed: 64 }, {}] } })
  expect(other).toMatchObject({ status: 'completed', cause: 'time' })
  expect(hostile.sockets.length).toBeGreaterThan(1)
})
