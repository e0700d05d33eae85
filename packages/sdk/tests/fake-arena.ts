/** As much of an arena as a bot can see: dials bots, asks for the pick, streams a made-up game and collects the pads. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createKeyPair, decodePad, signHandshake, type KeyPair, type Pad, type PickRequest } from '@arena/protocol'
import {
  emptyGameStart,
  emptyPostFrame,
  emptyPreFrame,
  EventWriter,
  FIRST_FRAME,
  type PostFrame,
  type PreFrame,
} from '@arena/slp'
import { WebSocket } from 'ws'

export const MATCH_ID = 'match_01k9y40r6yes3v1c5hzq8p2n7t'

export const pickRequest = (port: 0 | 1 = 0, matchId = MATCH_ID): PickRequest => ({
  id: 0,
  kind: 'pick',
  matchId,
  mode: 'live',
  port,
  opponent: { botId: 'bot_01k9y3y1c9e5vr7m2h6t0q4xkb', name: 'Edgeguard' },
  deadlineMs: 10_000,
  inputDelayFrames: 2,
})

export interface Dial {
  readonly matchId?: string
  readonly key?: KeyPair
  /** Unix milliseconds in the signature; the present if unset. */
  readonly now?: number
}

/** One socket to a bot with everything that came back on it. */
export class Seat {
  readonly socket: WebSocket
  readonly texts: string[] = []
  readonly pads: Pad[] = []
  #woken: () => void = () => {}

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) this.pads.push({ ...decodePad(data)! })
      else this.texts.push(data.toString())
      this.#woken()
    })
  }

  /** Rejects when the bot does not accept the upgrade. */
  static async dial(
    url: string,
    { matchId = MATCH_ID, key = createKeyPair(), now = Date.now() }: Dial = {},
  ): Promise<Seat> {
    const headers = signHandshake(key.privateKey, matchId, now)
    const seat = new Seat(new WebSocket(url.replace('http', 'ws'), { headers, perMessageDeflate: false }))
    await once(seat.socket, 'open')
    return seat
  }

  send(message: object | Uint8Array): void {
    this.socket.send(message instanceof Uint8Array ? message : JSON.stringify(message))
  }

  /** Waits until what came back satisfies `isEnough`. */
  async until(isEnough: (seat: Seat) => boolean): Promise<void> {
    while (!isEnough(this)) await new Promise<void>((resolve) => (this.#woken = resolve))
  }

  async padsUntil(count: number): Promise<Pad[]> {
    await this.until(({ pads }) => pads.length >= count)
    return this.pads
  }
}

export function firstMessage(): Uint8Array {
  const writer = new EventWriter()
  const start = emptyGameStart()
  start.stageId = 31
  writer.eventPayloads()
  writer.gameStart(start)
  return writer.bytes()
}

export interface FighterState {
  readonly post?: Partial<PostFrame>
  readonly pre?: Partial<PreFrame>
}

/** One frame's events; the fighters stand apart on the ground by default. */
export function frameMessage(frame: number, fighters: readonly [FighterState, FighterState] = [{}, {}]): Uint8Array {
  const writer = new EventWriter()
  writer.frameStart({ frame, seed: 1, sceneFrameCounter: frame - FIRST_FRAME })
  for (const [playerIndex, { pre }] of fighters.entries())
    writer.preFrame({ ...restingPre(frame, playerIndex), ...pre })
  for (const [playerIndex, { post }] of fighters.entries())
    writer.postFrame({ ...restingPost(frame, playerIndex), ...post })
  writer.frameBookend({ frame, latestFinalizedFrame: frame })
  return writer.bytes()
}

export function endMessage(): Uint8Array {
  const writer = new EventWriter()
  writer.gameEnd({ gameEndMethod: 2, lrasInitiatorIndex: -1, placements: [0, 1, -1, -1] })
  return writer.bytes()
}

function restingPre(frame: number, playerIndex: number): PreFrame {
  return { ...emptyPreFrame(), ...resting(frame, playerIndex), seed: 1 }
}

export function restingPost(frame: number, playerIndex: number): PostFrame {
  return {
    ...emptyPostFrame(),
    ...resting(frame, playerIndex),
    internalCharacterId: 1,
    shieldSize: 60,
    lastHitBy: 6,
    stocksRemaining: 4,
    lastGroundId: 1,
    jumpsRemaining: 2,
    animationIndex: 2,
    instanceId: 1,
  }
}

/** Standing still, on either side of the stage. */
function resting(frame: number, playerIndex: number) {
  const side = playerIndex === 0 ? -1 : 1
  return { frame, playerIndex, actionStateId: 14, positionX: 30 * side, facingDirection: -side }
}

export interface Request {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}

/** The arena's HTTP side: the platform key, and whatever `answer` gives for every other request. */
export async function fakeHttpArena(
  publicKey: string,
  answer: (request: Request) => { status: number; headers?: Record<string, string>; body?: unknown } = () => ({
    status: 404,
  }),
) {
  const requests: Request[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const seen = { method, path, authorization: headers.authorization, body: Buffer.concat(chunks).toString() }
      requests.push(seen)
      const {
        status,
        headers: extra,
        body,
      } = /^(?:\/arena)?\/\.well-known\/arena\.json$/.test(path)
        ? { status: 200, headers: {}, body: { publicKey } }
        : answer(seen)
      response.writeHead(status, { 'content-type': 'application/json', ...extra }).end(JSON.stringify(body ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
