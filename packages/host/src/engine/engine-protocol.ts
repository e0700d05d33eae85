/**
 * The engine protocol between a host and the engine process of one match, over the engine's stdin and stdout. Each
 * request of the host has exactly one answer. docs/engine-protocol.md has the same tables for authors of other engines.
 * Both ends check what they read: see `EngineProtocolError`.
 *
 * Every message, little-endian:
 *
 *   offset  type  field
 *   0       u32   length    of all that follows this field, 1..1 MiB
 *   4       u8    type      below
 *   5             body
 *
 *   type    name     body
 *   0x01    start    JSON, UTF-8: EngineStart
 *   0x02    step     i32 frame, then the pad of port 0 and of port 1: 8 bytes each, `buttons` to `R` of the pad
 *   0x03    end      u8 why: 0 by its own ending, 1 port 0 forfeits, 2 port 1 forfeits, 3 both forfeit, 4 broken off (a branch)
 *   0x81    started  standing, events: Event Payloads, Game Start and any Gecko List
 *   0x82    stepped  standing, events: those of exactly this frame, Frame Start to Frame Bookend
 *   0x83    ended    standing, events: Game End
 *   0x84    rested   as ended, from an engine that can take the start of another game
 *   0xFF    failed   UTF-8 text: why the engine cannot continue; it exits
 *
 * Standing, 30 bytes (offsets in the body): how the match stands after the events that follow it.
 *
 *   offset  type  field
 *   0       i32   frame      last frame played, -124 before the first
 *   4       u8    ending     0 plays on, 1 by stocks, 2 by time; set by the step that ends the game
 *   5       u8    winner     port, or 255 for a draw or no result yet
 *   6       12    port 0     u8 stocks, u8 character (internal id now played), u16 percent (as shown), f32 x, f32 y
 *   18      12    port 1     the same
 *   30            events
 */
// Types only: what this module loads, every engine process loads, and schemas would double its size.
import type { Controller, StageId, STOCKS } from '@arena/protocol'
import { FIRST_FRAME } from '@arena/slp'
import type { Pair } from '../order.ts'

export const ENGINE_PROTOCOL_VERSION = 1

/** A pad without its frame number: `buttons` to `R` of the 12-byte pad. */
export const POLLED_PAD_BYTES = 8

export const LENGTH_BYTES = 4
export const MAX_MESSAGE_BYTES = 1024 * 1024

export const REQUEST = { start: 0x01, step: 0x02, end: 0x03 } as const
export const ANSWER = { started: 0x81, stepped: 0x82, ended: 0x83, rested: 0x84, failed: 0xff } as const
const GAME_ANSWERS: readonly number[] = [ANSWER.started, ANSWER.stepped, ANSWER.ended, ANSWER.rested]

export interface EngineStart {
  readonly version: number
  /** 64 lower-case hex digits. */
  readonly seed: string
  readonly stage: StageId
  readonly players: Pair<EnginePlayer>
  /** The random seeds of frames from the first on; others are drawn from `seed`. A branch has them, which only the built-in engine plays. */
  readonly seeds?: readonly number[]
}

interface EnginePlayer {
  /** External id, 0..25. */
  readonly character: number
  readonly costume: number
  /** Shown in Game Start. */
  readonly name: string
}

/**
 * Why a game ends: by its own ending, by a forfeit (null: of both), or because it has been played as far as it was to be, which only a
 * branch is. Any other game that is broken off is not ended, but killed.
 */
export type EndReason =
  | { readonly kind: 'natural' }
  | { readonly kind: 'forfeit'; readonly port: 0 | 1 | null }
  | { readonly kind: 'aborted' }

export interface Standing {
  frame: number
  ending: 'stocks' | 'time' | null
  winner: 0 | 1 | null
  readonly players: Pair<StandingPlayer>
}

interface StandingPlayer {
  stocks: number
  /** Internal id of the character now played, as the replay's metadata counts them. */
  character: number
  percent: number
  x: number
  y: number
}

export interface Answer extends Standing {
  type: number
  /** Raw `.slp` events; a view that is valid until the next message is read. */
  events: Uint8Array
}

/** The other end said something this protocol does not allow. */
export class EngineProtocolError extends Error {
  override readonly name = 'EngineProtocolError'
}

const STANDING_BYTES = 30
const STANDING_AT = LENGTH_BYTES + 1
const PLAYER_OFFSETS: Pair<number> = [6, 18]
const PORTS = [0, 1] as const
const NOBODY = 255
const MOST_STOCKS: typeof STOCKS = 4
/** The game's own counter goes no further. */
const MOST_PERCENT = 999
const ENDINGS = [null, 'stocks', 'time'] as const

const STEP_BODY = LENGTH_BYTES + 1
/** Where the two polled pads lie in a step message, header included. */
export const STEP_PADS_OFFSET: Pair<number> = [STEP_BODY + 4, STEP_BODY + 4 + POLLED_PAD_BYTES]
const STEP_BYTES = STEP_BODY + 4 + 2 * POLLED_PAD_BYTES

/** A message with its header, the body left to be filled. */
function message(type: number, bodyBytes: number): Uint8Array {
  const bytes = new Uint8Array(LENGTH_BYTES + 1 + bodyBytes)
  viewOf(bytes).setUint32(0, 1 + bodyBytes, true)
  bytes[LENGTH_BYTES] = type
  return bytes
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export function encodeStart(start: EngineStart): Uint8Array {
  const body = new TextEncoder().encode(JSON.stringify(start))
  const bytes = message(REQUEST.start, body.length)
  bytes.set(body, LENGTH_BYTES + 1)
  return bytes
}

/** A step message to be used again for every frame: pads go to `STEP_PADS_OFFSET`, the frame through `setStepFrame`. */
export function createStep(): Uint8Array {
  const step = message(REQUEST.step, STEP_BYTES - STEP_BODY)
  setStepFrame(step, FIRST_FRAME - 1)
  return step
}

export function setStepFrame(step: Uint8Array, frame: number): void {
  for (let i = 0; i < 4; i++) step[STEP_BODY + i] = frame >> (8 * i)
}

export function encodeEnd(reason: EndReason): Uint8Array {
  const bytes = message(REQUEST.end, 1)
  const isSame = (other: EndReason): boolean =>
    other.kind === 'forfeit' && reason.kind === 'forfeit' ? other.port === reason.port : other.kind === reason.kind
  bytes[LENGTH_BYTES + 1] = END_REASONS.findIndex(isSame)
  return bytes
}

export function createAnswer(): Answer {
  const player = (): StandingPlayer => ({ stocks: 0, character: 0, percent: 0, x: 0, y: 0 })
  return {
    type: 0,
    frame: 0,
    ending: null,
    winner: null,
    players: [player(), player()],
    events: new Uint8Array(0),
  }
}

/** Reads an answer without its length field into `into`. */
export function decodeAnswer(bytes: Uint8Array, into: Answer): Answer {
  const type = bytes[0] ?? 0
  if (!GAME_ANSWERS.includes(type)) throw new EngineProtocolError(`answer of unknown type ${type}`)
  if (bytes.length < 1 + STANDING_BYTES) throw new EngineProtocolError(`answer of ${bytes.length} bytes is too short`)
  const view = new DataView(bytes.buffer, bytes.byteOffset + 1, STANDING_BYTES)
  const ending = ENDINGS[view.getUint8(4)]
  if (ending === undefined) throw new EngineProtocolError(`ending ${view.getUint8(4)} is none of 0, 1, 2`)
  const winner = view.getUint8(5)
  if (winner !== 0 && winner !== 1 && winner !== NOBODY) throw new EngineProtocolError(`winner ${winner} is no port`)
  into.type = type
  into.frame = view.getInt32(0, true)
  into.ending = ending
  into.winner = winner === NOBODY ? null : winner
  decodePlayer(view, PLAYER_OFFSETS[0], into.players[0])
  decodePlayer(view, PLAYER_OFFSETS[1], into.players[1])
  checkWinner(into)
  into.events = bytes.subarray(1 + STANDING_BYTES)
  return into
}

/** What a `failed` answer says, shortened; null when it is another answer. */
export function failureText(bytes: Uint8Array): string | null {
  return bytes[0] === ANSWER.failed ? textOf(bytes.subarray(1, 2001)) : null
}

function decodePlayer(view: DataView, at: number, into: StandingPlayer): void {
  const stocks = view.getUint8(at)
  if (stocks > MOST_STOCKS) throw new EngineProtocolError(`a player has ${stocks} stocks, more than ${MOST_STOCKS}`)
  into.stocks = stocks
  into.character = view.getUint8(at + 1)
  into.percent = view.getUint16(at + 2, true)
  if (into.percent > MOST_PERCENT) {
    throw new EngineProtocolError(`a player has ${into.percent} %, more than ${MOST_PERCENT}`)
  }
  into.x = view.getFloat32(at + 4, true)
  into.y = view.getFloat32(at + 8, true)
  if (!Number.isFinite(into.x) || !Number.isFinite(into.y)) throw new EngineProtocolError('a position is not finite')
}

/** A running game has no winner; the winner of one that ended by stocks has a stock left and the loser none. */
function checkWinner({ ending, winner, players: [first, second] }: Standing): void {
  if (ending === null && winner !== null) throw new EngineProtocolError(`port ${winner} wins a game that continues`)
  if (ending !== 'stocks') return
  const [winners, losers] = winner === 1 ? [second, first] : [first, second]
  if (losers.stocks === 0 && winners.stocks > 0 === (winner !== null)) return
  const who = winner === null ? 'nobody' : `port ${winner}`
  throw new EngineProtocolError(`${who} wins by stocks with ${first.stocks} to ${second.stocks}`)
}

/** A game as the engine knows it. */
interface Played {
  readonly frame: number
  readonly ending: { readonly method: 'stocks' | 'time'; readonly winner: 0 | 1 | null } | null
  readonly players: Pair<Readonly<StandingPlayer>>
}

/** The engine's end: puts answers, with their headers, into one buffer that is used again and again. */
export class AnswerWriter {
  #bytes = new Uint8Array(4096)
  #view = viewOf(this.#bytes)

  /** The answer written last, from the beginning on. */
  get bytes(): Uint8Array {
    return this.#bytes
  }

  /** Gives the length of the answer. */
  write(type: number, { frame, ending, players }: Played, events: Uint8Array): number {
    const length = STANDING_AT + STANDING_BYTES + events.length
    if (length > this.#bytes.length) {
      this.#bytes = new Uint8Array(2 * length)
      this.#view = viewOf(this.#bytes)
    }
    const view = this.#view
    view.setUint32(0, length - LENGTH_BYTES, true)
    view.setUint8(LENGTH_BYTES, type)
    view.setInt32(STANDING_AT, frame, true)
    view.setUint8(STANDING_AT + 4, ending === null ? 0 : ENDINGS.indexOf(ending.method))
    view.setUint8(STANDING_AT + 5, ending?.winner ?? NOBODY)
    for (const port of PORTS) {
      const at = STANDING_AT + PLAYER_OFFSETS[port]
      const player = players[port]
      view.setUint8(at, player.stocks)
      view.setUint8(at + 1, player.character)
      view.setUint16(at + 2, player.percent, true)
      view.setFloat32(at + 4, player.x, true)
      view.setFloat32(at + 8, player.y, true)
    }
    this.#bytes.set(events, STANDING_AT + STANDING_BYTES)
    return length
  }
}

export function encodeFailure(text: string): Uint8Array {
  const body = new TextEncoder().encode(text)
  const bytes = message(ANSWER.failed, body.length)
  bytes.set(body, LENGTH_BYTES + 1)
  return bytes
}

/** The engine's end: reads a start without its header. */
export function decodeStart(body: Uint8Array): EngineStart {
  const start = parseJson(body) as Partial<EngineStart> | null
  if (start?.version !== ENGINE_PROTOCOL_VERSION) {
    throw new EngineProtocolError(`this engine speaks version ${ENGINE_PROTOCOL_VERSION} of the engine protocol`)
  }
  const { seed, stage, players, seeds } = start
  if (typeof seed !== 'string' || !/^[0-9a-f]{64}$/.test(seed))
    throw new EngineProtocolError('seed is no 64 hex digits')
  if (!Number.isInteger(stage)) throw new EngineProtocolError('stage is no integer')
  if (!Array.isArray(players) || players.length !== 2 || !players.every(isPlayer)) {
    throw new EngineProtocolError('players are not two of character, costume and name')
  }
  if (seeds !== undefined && !(Array.isArray(seeds) && seeds.every(Number.isInteger))) {
    throw new EngineProtocolError('seeds are no integers')
  }
  return start as EngineStart
}

function isPlayer(value: unknown): value is EnginePlayer {
  const player = value as Partial<EnginePlayer> | null
  return Number.isInteger(player?.character) && Number.isInteger(player?.costume) && typeof player?.name === 'string'
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(body))
  } catch {
    throw new EngineProtocolError('start is not JSON')
  }
}

export interface Step {
  frame: number
  readonly pads: Pair<Controller>
}

/** To be filled anew for every frame. */
export function emptyStep(): Step {
  const pad = (): Controller => ({ buttons: 0, stickX: 0, stickY: 0, cstickX: 0, cstickY: 0, l: 0, r: 0 })
  return { frame: 0, pads: [pad(), pad()] }
}

/** The engine's end: reads a step without its header into `into`. */
export function decodeStep(body: Uint8Array, into: Step): void {
  if (body.length !== STEP_BYTES - STEP_BODY) throw new EngineProtocolError(`step of ${body.length} bytes`)
  into.frame = body[0]! | (body[1]! << 8) | (body[2]! << 16) | (body[3]! << 24)
  decodePad(body, 4, into.pads[0])
  decodePad(body, 4 + POLLED_PAD_BYTES, into.pads[1])
}

function decodePad(body: Uint8Array, at: number, into: Controller): void {
  into.buttons = body[at]! | (body[at + 1]! << 8)
  into.stickX = body[at + 2]!
  into.stickY = body[at + 3]!
  into.cstickX = body[at + 4]!
  into.cstickY = body[at + 5]!
  into.l = body[at + 6]!
  into.r = body[at + 7]!
}

/** By number. */
const END_REASONS: readonly EndReason[] = [
  { kind: 'natural' },
  { kind: 'forfeit', port: 0 },
  { kind: 'forfeit', port: 1 },
  { kind: 'forfeit', port: null },
  { kind: 'aborted' },
]

/** The engine's end: reads an end without its header. */
export function decodeEnd(body: Uint8Array): EndReason {
  const reason = body.length === 1 ? END_REASONS[body[0]!] : undefined
  if (reason === undefined) throw new EngineProtocolError('end gives no known reason')
  return reason
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
