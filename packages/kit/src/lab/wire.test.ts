import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { numbers } from '../../../../scripts/tests/series.ts'
import { seeded } from './delay-line.ts'
import { Wire } from './wire.ts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** A bot behind a wire, and the sockets that come through to it. */
async function behindWire(attend: (socket: Socket) => void = (socket) => socket.pipe(socket), seed = 1) {
  const far: Socket[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    far.push(socket)
    attend(socket)
  })
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { wire: await Wire.open({ host: '127.0.0.1', port, seed }), far }
}

async function dial(wire: Wire): Promise<Socket> {
  const socket = connect(wire.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Whatever went wrong before. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

/** What has been written is read in the next rounds of the event loop. */
async function untilRead(): Promise<void> {
  for (let round = 0; round < 50; round++) await new Promise((resolve) => setImmediate(resolve))
}

async function all(socket: Socket): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

describe('a wire', () => {
  test.each([
    ['without delay', { roundTripMs: 0, jitterMs: 0, loss: 0 }],
    ['with jitter and loss', { roundTripMs: 4, jitterMs: 3, loss: 0.2 }],
  ])('carries bytes both ways, in order and to the last, %s', async (_, conditions) => {
    const { wire } = await behindWire()
    await using _wire = wire
    wire.conditions = conditions
    const socket = await dial(wire)
    const sent = Buffer.from(Array.from({ length: 200_000 }, (__, i) => i * 7))
    for (let at = 0; at < sent.length; at += 10_000) socket.write(sent.subarray(at, at + 10_000))
    // What is sent before the end still arrives, and so does the answer.
    socket.end()
    expect((await all(socket)).equals(sent)).toBe(true)
    expect(wire.lost > 0).toBe(conditions.loss > 0)
  })

  test('takes no less than its round trip', async () => {
    const { wire } = await behindWire()
    await using _wire = wire
    wire.conditions = { roundTripMs: 30, jitterMs: 0, loss: 0 }
    let start = performance.now()
    const socket = await dial(wire)
    // The handshake of TCP takes another one.
    for (const leastMs of [60, 30]) {
      socket.write('ping')
      await once(socket, 'data')
      expect(performance.now() - start).toBeGreaterThanOrEqual(leastMs - 1)
      start = performance.now()
    }
    socket.destroy()
  })

  test('sends a lost packet again as soon as three later ones tell of it, and not only after the timeout', async () => {
    // The first of four packets is lost; a second number is drawn for the jitter of each.
    const seed = numbers(1000).find((candidate) => {
      const random = seeded(candidate)
      const isLost = numbers(4).map(() => [random(), random()][0]! < 0.5)
      return isLost.join() === 'true,false,false,false'
    })
    let received = ''
    const { wire } = await behindWire((bot) => bot.on('data', (bytes) => (received += String(bytes))), seed)
    await using _wire = wire
    wire.conditions = { roundTripMs: 40, jitterMs: 0, loss: 0.5 }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const socket = await dial(wire)
    await untilRead()
    try {
      for (const packet of 'abcd') {
        socket.write(packet)
        await untilRead()
      }
      expect(wire.lost).toBe(1)
      // A round trip for the handshake of TCP, half of one to the bot, and another one for the news of the loss.
      vi.advanceTimersByTime(95)
      await untilRead()
      expect(received).toBe('')
      vi.advanceTimersByTime(10)
      await untilRead()
      expect(received).toBe('abcd')
    } finally {
      vi.useRealTimers()
      socket.destroy()
    }
  })

  test('that drops cuts both ends at once; what connects next comes through', async () => {
    const { wire, far } = await behindWire()
    await using _wire = wire
    const first = await dial(wire)
    first.write('a')
    await once(first, 'data')
    const ends = [closed(first), closed(far[0]!)]
    wire.drop()
    await Promise.all(ends)
    const second = await dial(wire)
    second.write('b')
    expect(String((await once(second, 'data'))[0])).toBe('b')
    second.destroy()
  })

  test('is cut where the bot cuts it, or is not there', async () => {
    const { wire } = await behindWire((socket) => socket.resetAndDestroy())
    await using _wire = wire
    await closed(await dial(wire))
    open[0]!.close()
    await once(open[0]!, 'close')
    await closed(await dial(wire))
  })

  test('holds a writer up whose reader does not read', async () => {
    const { wire } = await behindWire((socket) => socket.pause())
    await using _wire = wire
    const socket = await dial(wire)
    let isWritten = false
    socket.write(Buffer.alloc(64 << 20), () => (isWritten = true))
    await untilRead()
    expect(isWritten).toBe(false)
    socket.destroy()
  })
})
