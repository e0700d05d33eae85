/**
 * The engine process of a simulated host: speaks the engine protocol over pipes, and plays a short game in which nobody moves. Length,
 * speed and winner come from the seed of the match. A few games are so long that a bot that is silent forfeits, or that the wall clock
 * ends them; in a few the engine dies, or hangs.
 */
import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import {
  ANSWER,
  AnswerWriter,
  decodeEnd,
  decodeStart,
  decodeStep,
  emptyStep,
  LENGTH_BYTES,
  REQUEST,
} from '../../../../host/src/engine/engine-protocol.ts'
import type { EngineStart } from '../../../../host/src/engine/engine-protocol.ts'
import type { Process } from '../kernel/kernel.ts'

const FIRST_FRAME = -123
const NO_WINNER = 0xff
/** Payloads of Game Start, Pre-Frame, Post-Frame, Game End, Frame Start and Frame Bookend of 3.18.0. */
const SIZES = { 0x36: 760, 0x37: 66, 0x38: 84, 0x39: 6, 0x3a: 12, 0x3c: 8 } as const
const PLAYER_BYTES = 0x24
const INTERNAL_CHARACTER = 1

/** What a seed makes of a game. */
interface Plan {
  readonly lastFrame: number
  readonly frameMs: number
  readonly ending: { readonly method: 'stocks' | 'time'; readonly winner: 0 | 1 | null }
  /** A frame that it does not play. */
  readonly failsAt: number | null
  readonly isHanging: boolean
}

/** More than the polls after which a bot forfeits, in as short a time as any. */
const LONG = { frames: 420, frameMs: 20 } as const
/** Fourteen minutes. */
const ENDLESS = { frames: 120, frameMs: 7_000 } as const

function planOf(seed: string): Plan {
  const [length, speed, winner, fate] = Buffer.from(seed, 'hex').subarray(8) as unknown as [
    number,
    number,
    number,
    number,
  ]
  // A few last for minutes.
  const usual = { frames: 8 + (length % 24), frameMs: speed % 16 === 0 ? 4_000 : 20 + 5 * speed }
  const { frames, frameMs } = fate === 1 ? ENDLESS : fate % 32 === 2 ? LONG : usual
  const lastFrame = FIRST_FRAME + frames
  const isDraw = winner % 8 === 0
  return {
    lastFrame,
    frameMs,
    ending: isDraw ? { method: 'time', winner: null } : { method: 'stocks', winner: (winner & 1) as 0 | 1 },
    failsAt: fate % 32 === 0 ? lastFrame - 4 : null,
    isHanging: fate % 64 === 0,
  }
}

export function startEngine(parent: Process, engine: Process): ChildProcess {
  const [stdout, stderr, child] = [new EventEmitter(), new EventEmitter(), new EventEmitter()]
  const game = new StillGame()
  const receive = (message: Buffer) => {
    if (!engine.isAlive) return
    const answer = game.answer(message)
    engine.after(game.plan?.frameMs ?? 1, () => {
      if (answer === null) return game.plan!.isHanging ? undefined : engine.die()
      parent.after(0, () => stdout.emit('data', answer))
    })
  }
  engine.died.push(() => parent.after(1, () => child.emit('close', null, 'SIGKILL')))
  parent.died.push(() => engine.die())
  return Object.assign(child, {
    pid: 1,
    stdin: Object.assign(new EventEmitter(), { write: (bytes: Uint8Array) => receive(Buffer.from(bytes)) }),
    stdout,
    stderr: Object.assign(stderr, { setEncoding() {} }),
    kill: () => engine.die(),
  }) as unknown as ChildProcess
}

class StillGame {
  readonly #writer = new AnswerWriter()
  readonly #step = emptyStep()
  #frame = FIRST_FRAME - 1
  plan: Plan | null = null

  /** Null where it fails instead. */
  answer(message: Buffer): Buffer | null {
    const [type, body] = [message[LENGTH_BYTES], message.subarray(LENGTH_BYTES + 1)]
    if (type === REQUEST.start) {
      const start = decodeStart(body)
      this.plan = planOf(start.seed)
      this.#frame = FIRST_FRAME - 1
      return this.#answer(ANSWER.started, firstEvents(start))
    }
    if (type === REQUEST.end) return this.#answer(ANSWER.rested, gameEnd(decodeEnd(body).kind === 'natural'))
    decodeStep(body, this.#step)
    this.#frame = this.#step.frame
    if (this.#frame === this.plan?.failsAt) return null
    return this.#answer(ANSWER.stepped, frameEvents(this.#frame))
  }

  #answer(type: number, events: Buffer): Buffer {
    const { lastFrame, ending } = this.plan!
    const isOver = this.#frame >= lastFrame
    const player = (port: 0 | 1) => ({
      stocks: isOver && ending.winner === 1 - port ? 0 : 4,
      character: INTERNAL_CHARACTER,
      percent: 0,
      x: 0,
      y: 0,
    })
    const length = this.#writer.write(
      type,
      { frame: this.#frame, ending: isOver ? ending : null, players: [player(0), player(1)] },
      events,
    )
    return Buffer.from(this.#writer.bytes.subarray(0, length))
  }
}

function event(code: keyof typeof SIZES, fill: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(1 + SIZES[code])
  bytes[0] = code
  fill(bytes)
  return bytes
}

function firstEvents({ seed, stage, players }: EngineStart): Buffer {
  const sizes = Object.entries(SIZES).flatMap(([code, size]) => [Number(code), size >> 8, size & 0xff])
  const gameStart = event(0x36, (bytes) => {
    bytes.set([3, 18, 0], 1)
    bytes.writeUInt16BE(stage, 0x13)
    for (const [port, { character, costume }] of players.entries()) {
      bytes.set([character, 0, 4, costume], 0x65 + PLAYER_BYTES * port)
    }
    // No two matches have the same bytes.
    Buffer.from(seed, 'hex').copy(bytes, 0x13d, 0, 4)
  })
  return Buffer.concat([Buffer.from([0x35, 1 + sizes.length, ...sizes]), gameStart])
}

function frameEvents(frame: number): Buffer {
  const of = (code: keyof typeof SIZES, port: number) =>
    event(code, (bytes) => {
      bytes.writeInt32BE(frame, 1)
      bytes[5] = port
      if (code === 0x38) bytes[7] = INTERNAL_CHARACTER
    })
  return Buffer.concat([of(0x3a, 0), of(0x37, 0), of(0x37, 1), of(0x38, 0), of(0x38, 1), of(0x3c, 0)])
}

function gameEnd(isNatural: boolean): Buffer {
  return event(0x39, (bytes) => bytes.set([isNatural ? 2 : 7, NO_WINNER, 0, 1, NO_WINNER, NO_WINNER], 1))
}
