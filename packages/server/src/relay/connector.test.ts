/** A connector that is not as it should be, by a real socket and the arena's ticks. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WINDOW_BYTES } from '@arena/host/relay'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Connector, STREAMS_OF_RELAY } from './connector.ts'

let server: WebSocketServer
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
})
afterAll(() => server.close())

/** Both ends of a socket, and why the arena says that it has ended. */
async function connected(options: { readonly autoPong?: boolean } = {}) {
  const taken = once(server, 'connection')
  const program = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, options)
  program.on('error', () => {})
  const [socket, { socket: tcp }] = await taken
  if (program.readyState !== WebSocket.OPEN) await once(program, 'open')
  let end: (why: string) => void
  const closed = new Promise<string>((resolve) => (end = resolve))
  const connector = new Connector('1', socket, tcp, {
    greeted: () => {},
    streamClosed: () => {},
    closed: (why) => end(why),
  })
  return { connector, program, socket, closed }
}

test('one that answers no ping for five ticks is gone, and its streams with it: as a rule its network has changed', async () => {
  const { connector, program, closed } = await connected({ autoPong: false })
  const stream = connector.open('relay_1')!
  const broken = once(stream, 'error')
  for (let tick = 0; tick < 5; tick++) connector.tick()
  expect(connector.isOpen).toBe(true)
  connector.tick()
  expect(await closed).toBe('answers no pings')
  expect((await broken)[0]).toMatchObject({ name: 'StreamClosed', message: 'answers no pings' })
  await once(program, 'close')
})

test('one that answers stays, however many ticks pass', async () => {
  const { connector, program, socket } = await connected()
  for (let tick = 0; tick < 12; tick++) {
    const answered = tick % 2 === 0 ? once(socket, 'pong') : null
    connector.tick()
    await answered
  }
  expect(connector.isOpen).toBe(true)
  program.terminate()
})

test('one that reads nothing is cut off once 4 MiB wait for it', async () => {
  const { connector, program, closed } = await connected()
  program.pause()
  for (let relay = 0; connector.isOpen; relay++) {
    expect(relay).toBeLessThan(64)
    for (let i = 0; i < STREAMS_OF_RELAY && connector.isOpen; i++) {
      const stream = connector.open(`relay_${relay}`)!
      stream.on('error', () => {}).write(Buffer.alloc(WINDOW_BYTES))
    }
    await new Promise(setImmediate)
  }
  expect(await closed).toBe('does not read what it is sent')
  program.terminate()
})
