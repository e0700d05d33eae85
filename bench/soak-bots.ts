/**
 * The bots of bench/soak.ts, a process of their own: some play as they should, each with a character of its own, the others
 * pass the deploy check and then attack. Told how many over the IPC channel; answers with their URLs.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { BUTTON, Character, serveBot, stick } from '@arena/sdk'
import type { Game, Hands } from '@arena/sdk'
import { WebSocketServer } from 'ws'
import { ATTACKS, seeded } from '../packages/host/tests/hostile/attacks.ts'

export interface Wanted {
  readonly calm: number
  readonly hostile: number
  readonly seed: number
}

export interface Urls {
  readonly calm: readonly string[]
  readonly hostile: readonly { readonly name: string; readonly url: string }[]
}

const CHARACTERS = Object.values(Character)

/** Goes where the opponent is and hits; jumps back when off the stage. Games end by stocks in a minute or two. */
function play({ me, opponent, stage, frame }: Game): Hands {
  const home = me.x > 0 ? -1 : 1
  if (Math.abs(me.x) > stage.edge) {
    if (me.speedY >= 0) return stick(home)
    return me.jumps > 0 && frame % 20 === 0 ? stick(home, 0, BUTTON.X) : stick(home, 1, frame % 30 === 0 ? BUTTON.B : 0)
  }
  const distance = opponent.x - me.x
  if (Math.abs(distance) < 15) return frame % 20 < 2 ? stick(0, 0, BUTTON.A) : {}
  return stick(Math.abs(me.x) > stage.edge - 15 ? home : Math.sign(distance))
}

async function calmBot(index: number): Promise<string> {
  const pick = { character: CHARACTERS[index % CHARACTERS.length]!, costume: 0 }
  const { port } = await serveBot({ port: 0, play: () => ({ pick: () => pick, frame: play }) })
  return `http://127.0.0.1:${port}`
}

/** Answers ping and deploy check as it should, and attacks on the socket of a match. */
async function hostileBot(index: number, seed: number): Promise<Urls['hostile'][number]> {
  const attack = ATTACKS[index % ATTACKS.length]!
  const random = seeded(seed + index)
  const sockets = new WebSocketServer({ noServer: true })
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    void whole(socket).then((head) => {
      if (/^GET \S*\/ping /.test(head)) {
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\npong')
      } else if (/^x-arena-match: deploy-check\r$/im.test(head)) {
        accept(sockets, socket, head)
      } else {
        socket.unshift(Buffer.from(head, 'latin1'))
        attack.meet(socket, random)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { name: attack.name, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** What was asked, up to the empty line. */
async function whole(socket: Socket): Promise<string> {
  let text = ''
  return new Promise((resolve) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (!text.includes('\r\n\r\n')) return
      socket.off('data', read)
      socket.pause()
      resolve(text)
    }
    socket.on('data', read)
  })
}

function accept(sockets: WebSocketServer, socket: Socket, head: string): void {
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const request = { method: 'GET', headers, url: '/' } as unknown as Parameters<WebSocketServer['handleUpgrade']>[0]
  sockets.handleUpgrade(request, socket, Buffer.alloc(0), () => socket.resume())
}

async function stand({ calm, hostile, seed }: Wanted): Promise<void> {
  const urls: Urls = {
    calm: await Promise.all(Array.from({ length: calm }, (_, index) => calmBot(index))),
    hostile: await Promise.all(Array.from({ length: hostile }, (_, index) => hostileBot(index, seed))),
  }
  process.send!(urls)
}

process.once('message', (wanted: Wanted) => void stand(wanted))
process.once('disconnect', () => process.exit())
