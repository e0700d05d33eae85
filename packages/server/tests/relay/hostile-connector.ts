/**
 * What a hostile connector may do, each for ever: it dials again as soon as it is cut off. Run by itself it is a process of all of them;
 * it gets where the arena is and keys of accounts, and answers when every one has dialled once.
 */
import { constants, setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'
import { RELAY_SUBPROTOCOL } from '@arena/protocol'
import { WebSocket } from 'ws'

export interface Orders {
  readonly arenaUrl: string
  /** Each attack has one, in turns. */
  readonly keys: readonly string[]
}

type Attack = (socket: WebSocket, name: string) => void

const AGAIN_MS = 200
const greet: Attack = (socket, name) => socket.send(JSON.stringify({ kind: 'bots', names: [name] }))
const header = (kind: number, stream: number, payload: Buffer | string = '') => {
  const head = Buffer.from([kind, 0, 0, 0, 0])
  head.writeUInt32LE(stream, 1)
  return Buffer.concat([head, Buffer.from(payload)])
}

/** Sends for as long as the socket is open, as fast as it takes. */
function flood(socket: WebSocket, send: () => void): void {
  const pump = () => {
    for (let i = 0; i < 200 && socket.readyState === WebSocket.OPEN && socket.bufferedAmount < 1024 * 1024; i++) send()
    if (socket.readyState === WebSocket.OPEN) setTimeout(pump, 1)
  }
  pump()
}

const raw = (socket: WebSocket) =>
  (socket as unknown as { _socket: { write(bytes: Buffer): void; pause(): void } })._socket

export const HOSTILE: readonly Attack[] = [
  // Says nothing.
  () => {},
  (socket) => flood(socket, () => socket.send('garbage')),
  (socket) => flood(socket, () => socket.send(Buffer.alloc(64))),
  (socket, name) => {
    greet(socket, name)
    flood(socket, () => socket.ping())
  },
  (socket, name) => {
    greet(socket, name)
    flood(socket, () => raw(socket).write(Buffer.from([0x89])))
  },
  (socket, name) => {
    greet(socket, name)
    flood(socket, () => socket.send(header(1, 1, 'x')))
  },
  // A megabyte in a message.
  (socket, name) => {
    greet(socket, name)
    socket.send(Buffer.alloc(1024 * 1024))
  },
  // Messages in pieces without end.
  (socket, name) => {
    greet(socket, name)
    flood(socket, () => socket.send(Buffer.alloc(1), { fin: false }))
  },
  // The connection stays, and nothing is read or answered any more.
  (socket, name) => {
    greet(socket, name)
    setTimeout(() => raw(socket).pause(), 100)
  },
  // Two that take a bot from each other.
  (socket) => greet(socket, 'contested'),
  (socket) => greet(socket, 'contested'),
  // Streams of others: numbers at random.
  (socket, name) => {
    greet(socket, name)
    flood(socket, () => socket.send(header(3, Math.floor(Math.random() * 100))))
  },
]

function assail(arenaUrl: string, key: string, attack: Attack, name: string): Promise<void> {
  return new Promise((resolve) => {
    const dial = () => {
      const socket = new WebSocket(`${arenaUrl.replace('http', 'ws')}/relay`, RELAY_SUBPROTOCOL, {
        headers: { authorization: `Bearer ${key}` },
        perMessageDeflate: false,
      })
      socket.on('error', () => {})
      socket.once('open', () => {
        resolve()
        attack(socket, name)
      })
      socket.once('close', () => setTimeout(dial, AGAIN_MS))
    }
    dial()
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  // What they compute costs other machines than the arena's.
  setPriority(constants.priority.PRIORITY_LOW)
  process.once('message', ({ arenaUrl, keys }: Orders) => {
    const dialled = HOSTILE.map((attack, i) => assail(arenaUrl, keys[i % keys.length]!, attack, `Hostile ${i}`))
    void Promise.all(dialled).then(() => process.send!('dialled'))
  })
  process.once('disconnect', () => process.exit())
}
