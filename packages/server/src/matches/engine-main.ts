/**
 * The built-in engine as a process of its own: one game, spoken to over stdin and stdout in the engine protocol.
 * A blocking read-step-write loop and nothing else: no timers, no sockets, no event loop. It ends when stdin does.
 */
import { readSync, writeSync } from 'node:fs'
import { Game, type Pad } from '@arena/engine'
import {
  ANSWER,
  decodeEnd,
  decodeStart,
  decodeStep,
  encodeAnswer,
  encodeFailure,
  EngineProtocolError,
  LENGTH_BYTES,
  MAX_MESSAGE_BYTES,
  POLLED_PAD_BYTES,
  REQUEST,
  type EngineStart,
} from './engine-protocol.ts'

const STDIN = 0
const STDOUT = 1

let game: Game | null = null
const pads: readonly [Pad, Pad] = [emptyPad(), emptyPad()]
const header = new Uint8Array(LENGTH_BYTES)
let buffer = new Uint8Array(256)

try {
  for (let request = read(); request !== null; request = read()) write(answerTo(request))
} catch (error) {
  write(encodeFailure(error instanceof EngineProtocolError ? error.message : String((error as Error)?.stack ?? error)))
  process.exitCode = 1
}

function answerTo(request: Uint8Array): Uint8Array {
  const body = request.subarray(1)
  switch (request[0]) {
    case REQUEST.start:
      if (game !== null) throw new EngineProtocolError('the game has been started already')
      game = newGame(decodeStart(body))
      return answer(ANSWER.started, game, game.start())
    case REQUEST.step: {
      const running = started()
      const step = decodeStep(body)
      if (step.frame !== running.frame + 1) {
        throw new EngineProtocolError(`step of frame ${step.frame} after frame ${running.frame}`)
      }
      readPad(step.pads, 0, pads[0])
      readPad(step.pads, POLLED_PAD_BYTES, pads[1])
      return answer(ANSWER.stepped, running, running.step(pads[0], pads[1]))
    }
    case REQUEST.end: {
      const running = started()
      return answer(ANSWER.ended, running, running.end(decodeEnd(body)))
    }
    default:
      throw new EngineProtocolError(`request of unknown type ${request[0]}`)
  }
}

function started(): Game {
  if (game === null) throw new EngineProtocolError('the game has not been started')
  return game
}

function newGame({ seed, stage, players }: EngineStart): Game {
  return new Game({ seed: new Uint8Array(Buffer.from(seed, 'hex')), stage, players })
}

function answer(type: number, running: Game, events: Uint8Array): Uint8Array {
  return encodeAnswer(
    type,
    {
      frame: running.frame,
      ending: running.ending?.method ?? null,
      winner: running.ending?.winner ?? null,
      players: running.players,
    },
    events,
  )
}

function emptyPad(): Pad {
  return { buttons: 0, stickX: 0, stickY: 0, cstickX: 0, cstickY: 0, l: 0, r: 0 }
}

function readPad(view: DataView, at: number, into: Pad): void {
  into.buttons = view.getUint16(at, true)
  into.stickX = view.getUint8(at + 2)
  into.stickY = view.getUint8(at + 3)
  into.cstickX = view.getUint8(at + 4)
  into.cstickY = view.getUint8(at + 5)
  into.l = view.getUint8(at + 6)
  into.r = view.getUint8(at + 7)
}

/** The next request without its length, or null when the host is gone. */
function read(): Uint8Array | null {
  if (!fill(header, LENGTH_BYTES)) return null
  const length = new DataView(header.buffer).getUint32(0, true)
  if (length < 1 || length > MAX_MESSAGE_BYTES) throw new EngineProtocolError(`request of ${length} bytes`)
  if (length > buffer.length) buffer = new Uint8Array(length)
  return fill(buffer, length) ? buffer.subarray(0, length) : null
}

function fill(into: Uint8Array, length: number): boolean {
  for (let at = 0; at < length;) {
    const count = readSync(STDIN, into, at, length - at, null)
    if (count === 0) return false
    at += count
  }
  return true
}

function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(STDOUT, bytes, at)
}
