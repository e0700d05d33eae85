/**
 * What a hostile bot may send, state by state, as fast as its host reads it. An attack gets one connection of its host,
 * and the next one when that is gone: it is whatever a bot can do, so it speaks in bytes and knows no WebSocket library.
 */
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'

/** Seeded; below 1. */
export type Random = () => number

export interface Attack {
  readonly name: string
  /** Called for each connection, with all that the arena sends still unread. */
  readonly meet: (socket: Socket, random: Random) => void
}

export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const forever = () => true

/** Sends the same bytes again and again, as fast as the other side takes them. */
function flood(socket: Socket, bytes: Buffer, goesOn = forever): void {
  const block = Buffer.concat(Array.from({ length: Math.max(1, Math.ceil(65_536 / bytes.length)) }, () => bytes))
  const pump = () => {
    while (goesOn() && socket.writable) if (!socket.write(block)) return void socket.once('drain', pump)
  }
  pump()
}

/** Sends bytes piece by piece, each in a packet of its own, as fast as that goes. */
function drip(socket: Socket, bytes: Buffer, piece = 1, goesOn = forever): void {
  socket.setNoDelay(true)
  let at = 0
  const pump = () => {
    for (let i = 0; i < 64; i++) {
      if (!goesOn() || !socket.writable) return
      const more = socket.write(bytes.subarray(at, at + piece))
      at = at + piece >= bytes.length ? 0 : at + piece
      if (!more) return void socket.once('drain', pump)
    }
    setImmediate(pump)
  }
  pump()
}

/** Sends a number of times the bytes in each 20 ms. */
function pace(socket: Socket, bytes: Buffer, perSecond: number, goesOn = forever): void {
  socket.setNoDelay(true)
  const started = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    if (!goesOn()) return clearInterval(timer)
    const due = ((performance.now() - started) / 1000) * perSecond
    for (; sent < due && socket.writable; sent++) socket.write(bytes)
  }, 20)
  socket.on('close', () => clearInterval(timer))
}

/** A frame as a server sends it; `length` may be a lie. */
function frame(opcode: number, payload: Buffer | string = '', { fin = true, length = payload.length } = {}): Buffer {
  const head = Buffer.from([(fin ? 0x80 : 0) | opcode, length < 126 ? length : length < 65_536 ? 126 : 127])
  if (length < 126) return Buffer.concat([head, Buffer.from(payload)])
  const size = Buffer.alloc(length < 65_536 ? 2 : 8)
  if (length < 65_536) size.writeUInt16BE(length)
  else size.writeBigUInt64BE(BigInt(length))
  return Buffer.concat([head, size, Buffer.from(payload)])
}

const CONTINUATION = 0
const TEXT = 1
const BINARY = 2
const CLOSE = 8
const PING = 9
const PONG = 10

const PICK = frame(TEXT, JSON.stringify({ id: 0, action: { character: 2, costume: 0 } }))

/** When the request is in: the answer that makes it a WebSocket. */
function onRequest(socket: Socket, answer: (accept: string) => void): void {
  let text = ''
  const read = (chunk: Buffer) => {
    text += chunk.toString('latin1')
    if (!text.includes('\r\n\r\n')) return
    socket.off('data', read)
    // From here on it is read and discarded, unless the attack differs.
    socket.resume()
    const key = /sec-websocket-key: (.*)\r\n/i.exec(text)?.[1] ?? ''
    const hash = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
    answer(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${hash}\r\n\r\n`,
    )
  }
  socket.on('data', read)
}

/** An attack in the answer to the upgrade. */
const upgrading = (name: string, attack: (socket: Socket, random: Random, accept: string) => void): Attack => ({
  name: `upgrade: ${name}`,
  meet: (socket, random) => onRequest(socket, (accept) => attack(socket, random, accept)),
})

/** An attack on an open socket, with or without a pick sent first. */
const playing = (name: string, attack: (socket: Socket, random: Random) => void): Attack => ({
  name: `play: ${name}`,
  meet: (socket, random) =>
    onRequest(socket, (accept) => {
      socket.write(Buffer.concat([Buffer.from(accept), PICK]))
      attack(socket, random)
    }),
})
const picking = (name: string, attack: (socket: Socket, random: Random) => void): Attack => ({
  name: `pick: ${name}`,
  meet: (socket, random) =>
    onRequest(socket, (accept) => {
      socket.write(accept)
      attack(socket, random)
    }),
})

const text = (line: string) => Buffer.from(line, 'latin1')

/** A random frame. */
function wildFrame(random: Random): Buffer {
  const below = (n: number) => Math.floor(random() * n)
  const opcode = [TEXT, BINARY, CONTINUATION, PING, PONG, CLOSE, below(16)][below(7)]!
  const length = [0, 1, 12, below(126), below(4096), below(70_000)][below(6)]!
  const payload = Buffer.alloc(length, below(256))
  const bytes = frame(opcode, payload, { fin: random() < 0.8 })
  if (random() < 0.05) bytes[0]! |= below(8) << 4
  if (random() < 0.05) bytes[1]! |= 0x80
  return bytes
}

/** Sends random frames of every kind, until the connection is gone. */
function wildly(socket: Socket, random: Random): void {
  const bytes = Buffer.concat(Array.from({ length: 1 + Math.floor(random() * 20) }, () => wildFrame(random)))
  const until = performance.now() + random() * 500
  const goesOn = () => performance.now() < until
  const way = Math.floor(random() * 10)
  if (way < 4) flood(socket, bytes, goesOn)
  else if (way < 7) drip(socket, bytes, 1 + Math.floor(random() * 20), goesOn)
  else if (way < 9) pace(socket, wildFrame(random), random() * 3000, goesOn)
  else if (random() < 0.5) socket.end()
  else socket.resetAndDestroy()
  setTimeout(() => socket.writable && wildly(socket, random), until - performance.now())
}

/** Goes wrong where the seed says, at any time between the connection and its end. */
const wild: Attack = {
  name: 'anything, by seed',
  meet: (socket, random) => {
    if (random() < 0.1) return wildly(socket, random)
    onRequest(socket, (accept) => {
      for (let interim = Math.floor(random() * 6); interim > 0; interim--)
        socket.write('HTTP/1.1 103 Early Hints\r\n\r\n')
      if (random() < 0.1) return wildly(socket, random)
      socket.write(random() < 0.1 ? 'HTTP/1.1 401 Unauthorized\r\n\r\n' : accept)
      if (random() < 0.7) socket.write(PICK)
      wildly(socket, random)
    })
  },
}

/** A dozen bytes of a pad for a frame that may be in the window or not. */
function wildPad(random: Random): Buffer {
  const pad = Buffer.alloc(12)
  pad.writeInt32LE(Math.floor(random() * 1000) - 123)
  return frame(BINARY, pad)
}

const interim = (name: string, line: string) =>
  upgrading(name, (socket) => flood(socket, text(`HTTP/1.1 ${line}\r\n\r\n`)))

export const ATTACKS: readonly Attack[] = [
  { name: 'connect: closes at once', meet: (socket) => socket.end() },
  { name: 'connect: resets at once', meet: (socket) => socket.resetAndDestroy() },
  { name: 'connect: garbage before the request', meet: (socket) => flood(socket, text('\x16\x03\x01~')) },
  interim('endless 103 Early Hints', '103 Early Hints\r\nLink: </a>; rel=preload'),
  interim('endless 100 Continue', '100 Continue'),
  interim('endless 102 Processing, in full lines', `102 Processing\r\nX: ${'x'.repeat(8000)}`),
  upgrading('endless 103 Early Hints, a byte a packet', (socket) => drip(socket, text('HTTP/1.1 103 E\r\n\r\n'))),
  upgrading('endless headers', (socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\n')
    flood(socket, text('X: y\r\n'))
  }),
  upgrading('one header a byte a packet', (socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nX: ')
    drip(socket, text('y'))
  }),
  upgrading('an endless status line', (socket) => flood(socket, text('HTTP/1.1 101 y'))),
  upgrading('empty lines for ever', (socket) => flood(socket, text('\r\n'))),
  upgrading('a page without end', (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    flood(socket, text('pong'))
  }),
  upgrading('a body of chunks of a byte with extensions', (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
    flood(socket, text(`1;${'x'.repeat(1000)}\r\np\r\n`))
  }),
  upgrading('accepted, a reset at once', (socket, _random, accept) => {
    socket.write(accept, () => socket.resetAndDestroy())
  }),
  upgrading('accepted in one packet with a flood', (socket, _random, accept) => {
    socket.write(Buffer.concat([Buffer.from(accept), Buffer.alloc(60_000, frame(BINARY))]))
    flood(socket, frame(BINARY))
  }),
  upgrading('noise', (socket, random) =>
    flood(socket, Buffer.from(Array.from({ length: 4096 }, () => Math.floor(random() * 256)))),
  ),
  picking('a text of brackets', (socket) => socket.write(frame(TEXT, '['.repeat(4096)))),
  picking('a text that is not UTF-8', (socket) => flood(socket, frame(TEXT, Buffer.alloc(4000, 0xff)))),
  picking('empty texts', (socket) => flood(socket, frame(TEXT))),
  picking('a byte a packet', (socket) => drip(socket, frame(TEXT, 'x'.repeat(4096)))),
  playing('empty messages', (socket) => flood(socket, frame(BINARY))),
  playing('pads', (socket, random) => flood(socket, Buffer.concat(Array.from({ length: 99 }, () => wildPad(random))))),
  playing('pings', (socket) => flood(socket, frame(PING))),
  playing('pings of 125 bytes', (socket) => flood(socket, frame(PING, Buffer.alloc(125)))),
  playing('pings of 125 bytes, and nothing read', (socket) => {
    socket.pause()
    flood(socket, frame(PING, Buffer.alloc(125)))
  }),
  playing('pongs', (socket) => flood(socket, frame(PONG))),
  playing('empty fragments', (socket) => {
    socket.write(frame(BINARY, '', { fin: false }))
    flood(socket, frame(CONTINUATION, '', { fin: false }))
  }),
  playing('fragments in sixteens', (socket) =>
    flood(
      socket,
      Buffer.concat([
        frame(BINARY, '', { fin: false }),
        ...Array.from({ length: 14 }, () => frame(CONTINUATION, '', { fin: false })),
        frame(CONTINUATION),
      ]),
    ),
  ),
  playing('a control frame in fragments', (socket) => flood(socket, frame(PING, '', { fin: false }))),
  playing('a byte a packet', (socket) => drip(socket, frame(BINARY, Buffer.alloc(4096)))),
  playing('an empty message a packet', (socket) => drip(socket, frame(BINARY), 2)),
  playing('messages of 4 KiB', (socket) => flood(socket, frame(BINARY, Buffer.alloc(4096)))),
  playing('a message without end', (socket) => {
    socket.write(frame(BINARY, '', { length: 2 ** 40 }))
    flood(socket, Buffer.alloc(65_536))
  }),
  playing('masked frames', (socket) => flood(socket, Buffer.from([0x82, 0x80, 1, 2, 3, 4]))),
  playing('compressed frames', (socket) => flood(socket, Buffer.from([0xc2, 0x00]))),
  playing('a close, and then a flood', (socket) => {
    socket.write(frame(CLOSE, Buffer.from([0x03, 0xe8])))
    flood(socket, Buffer.alloc(65_536, 'x'))
  }),
  playing('closes', (socket) => flood(socket, frame(CLOSE, Buffer.from([0x03, 0xe8])))),
  playing('a close, and the next connection the same', (socket) => socket.end(frame(CLOSE))),
  playing('a reset on the first frame', (socket) => socket.once('data', () => socket.resetAndDestroy())),
  playing('990 messages a second', (socket) => pace(socket, frame(BINARY), 990)),
  playing('990 pings of 125 bytes a second', (socket) => pace(socket, frame(PING, Buffer.alloc(125)), 990)),
  playing('990 messages of 4 KiB a second', (socket) => pace(socket, frame(BINARY, Buffer.alloc(4096)), 990)),
  playing('15,000 fragments a second', (socket) =>
    pace(
      socket,
      Buffer.concat([
        frame(BINARY, '', { fin: false }),
        ...Array.from({ length: 14 }, () => frame(CONTINUATION, '', { fin: false })),
        frame(CONTINUATION),
      ]),
      990,
    ),
  ),
  playing('random frames', (socket, random) =>
    flood(socket, Buffer.concat(Array.from({ length: 20 }, () => wildFrame(random)))),
  ),
  wild,
]
