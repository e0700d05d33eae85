/** A bot that takes a set time for its answers: `usualMs`, and `longestMs` for each twentieth frame. It listens on PORT. */
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const LEAD = 2
/** Timers of Node count whole milliseconds; the rest is waited for in naps, which leave the processor to the arena. */
const LAST_MS = 2
const NAP_MS = 0.1
const cell = new Int32Array(new SharedArrayBuffer(4))

function pad(frame) {
  const bytes = Buffer.alloc(12)
  bytes.writeInt32LE(frame, 0)
  bytes.fill(128, 6, 10)
  return bytes
}

export function serve(usualMs, longestMs) {
  const server = createServer((_request, response) => response.end('pong'))
  new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
    socket.on('message', (data, isBinary) => {
      if (!isBinary) {
        socket.send(JSON.stringify({ id: 0, action: { character: 2, costume: 0 } }))
        for (let frame = -123; frame <= -123 + LEAD; frame++) socket.send(pad(frame))
      } else if (data[0] === 0x3a) {
        const frame = data.readInt32BE(1)
        answer(performance.now() + (frame % 20 === 0 ? longestMs : usualMs), pad(frame + 1 + LEAD))
      }
    })
    function answer(dueAt, bytes) {
      const leftMs = dueAt - performance.now()
      if (leftMs > LAST_MS) setTimeout(answer, leftMs - LAST_MS, dueAt, bytes)
      else if (leftMs > 0) {
        Atomics.wait(cell, 0, 0, Math.min(leftMs, NAP_MS))
        setImmediate(answer, dueAt, bytes)
      } else socket.send(bytes)
    }
  })
  server.listen(Number(process.env.PORT), '127.0.0.1')
}
