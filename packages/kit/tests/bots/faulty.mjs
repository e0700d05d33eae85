/**
 * A bot written from the interface specification alone, with one fault: `node faulty.mjs FAULT`, `none` for a right bot. It is
 * forked: it sends its URL when it listens, and its first message says with what key its arena signs.
 */
import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const fault = process.argv[2]
const FIRST_FRAME = -123
const LEAD = 2
const FRAME_BOOKEND = 0x3c
const GAME_END = 0x39

let platformKey
process.once('message', ({ publicKey }) => {
  const raw = Buffer.from(publicKey, 'base64').toString('base64url')
  platformKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw }, format: 'jwk' })
  server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`))
})

function isSigned({ headers }) {
  const timestamp = headers['x-arena-timestamp'] ?? ''
  const text = Buffer.from(`${timestamp}.${headers['x-arena-match']}`)
  const signature = Buffer.from(headers['x-arena-signature'] ?? '', 'base64')
  if (fault !== 'accepts a bad signature' && !verify(null, text, platformKey, signature)) return false
  return Math.abs(Date.now() - Number(timestamp)) <= 30_000 || fault.startsWith('accepts')
}

const server = createServer((request, response) => {
  if (fault === 'redirects') response.writeHead(301, { location: '/bot/ping' }).end()
  else if (fault === 'answers ping with HTML') response.setHeader('content-type', 'text/html').end('<p>pong</p>')
  else response.end('pong')
})
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
const matches = new Set()

server.on('upgrade', (request, socket, head) => {
  const matchId = request.headers['x-arena-match']
  const isRefused = fault === 'refuses reconnects' && matches.has(matchId)
  if (!isSigned(request) || isRefused) {
    return socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n')
  }
  sockets.handleUpgrade(request, socket, head, (opened) => {
    if (matchId !== 'deploy-check') attend(opened, matches.has(matchId))
    if (matchId !== 'deploy-check') matches.add(matchId)
  })
})

function pad(frame) {
  const bytes = Buffer.alloc(fault === '11-byte pads' ? 11 : 12, 128)
  if (fault === 'wrong byte order') bytes.writeInt32BE(frame, 0)
  else bytes.writeInt32LE(fault === 'frames far ahead' ? frame + 700 : frame, 0)
  bytes.writeUInt16LE(0, 4)
  if (fault === 'centre at 0') bytes.fill(0, 6)
  bytes.fill(0, 10)
  return bytes
}

/** Whether a message holds an event; its table of sizes is in the first message. */
const sizes = new Map()
function holds(message, code) {
  let at = 0
  while (at < message.length) {
    if (message[at] === 0x35) {
      for (let entry = at + 2; entry < at + 1 + message[at + 1]; entry += 3) {
        sizes.set(message[entry], message.readUInt16BE(entry + 1))
      }
      at += 1 + message[at + 1]
      continue
    }
    if (message[at] === code) return true
    at += 1 + sizes.get(message[at])
  }
  return false
}

/** Nothing else runs meanwhile. */
const block = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

let frames = 0

function attend(socket, isRedialled) {
  const send = (message) => socket.send(message)
  const mute = fault === 'ignores reconnects' && isRedialled
  // With this the library answers the close frame of the arena.
  if (fault === 'never closes') socket.close = () => {}
  socket.on('message', (data, isBinary) => {
    if (!isBinary) {
      const { id, deadlineMs } = JSON.parse(data)
      const action = { character: fault === 'invalid pick' ? 26 : 2, costume: 0 }
      const answer = () => {
        send(fault === 'pick as bytes' ? Buffer.from('12') : JSON.stringify({ id, action }))
        if (fault === 'no first pads') return
        for (let frame = FIRST_FRAME; frame <= FIRST_FRAME + LEAD; frame++) send(pad(frame))
      }
      if (fault === 'late pick') setTimeout(answer, deadlineMs + 1500)
      else answer()
      return
    }
    if (mute) return
    if (holds(data, FRAME_BOOKEND)) {
      const frame = data.readInt32BE(1)
      frames++
      if (fault === 'blocks 100 ms' && frames % 40 === 0) block(100)
      if (fault === 'closes in the game' && frames === 60) return socket.close(4000, 'enough')
      const answer = pad(frame + 1 + LEAD)
      if (fault === 'late pads') setTimeout(() => send(answer), 100)
      else if (fault !== 'stops sending' || frames < 60) send(answer)
      if (fault === 'chats') send(`frame ${frame}`)
      if (fault === 'long messages' && frames === 60) send(Buffer.alloc(5000))
    }
    if (holds(data, GAME_END)) {
      if (fault === 'crashes at Game End') process.exit(1)
    }
  })
}
