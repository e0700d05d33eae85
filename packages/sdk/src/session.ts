/**
 * One match from the bot's side, without its socket: messages in, messages out.
 *
 *   picking   the first text frame is the pick; its answer is followed by the pads of the first 1 + lead frames
 *   playing   binary messages hold the stream; each Frame Bookend asks for pads, of which frames lead.ts says
 *   over      Game End came, or the match was given up
 *
 * A redialled socket (spec: Per-match WebSocket) brings no pick: it opens with the first message again and continues
 * with the current frame, so `redialled` starts a new stream and leaves everything else as it was. A process that was
 * restarted in between has seen no pick at all and does not know its port; own-port.ts finds out.
 */
import { encodePad, MODES, NEUTRAL, PickRequest, PickResponse } from '@arena/protocol'
import { EventReader, FIRST_FRAME, type Frame, type GameEnd, type SlpEvent } from '@arena/slp'
import type { Character } from './characters.ts'
import { controllerOf, type Controller, type Hands } from './controller.ts'
import type { DebugPen } from './debug.ts'
import { GameReader, type Game } from './game.ts'
import { OwnPort } from './own-port.ts'
import type { Port } from './port.ts'
import { Lead, type LeadPolicy } from './lead.ts'

/** What a bot picks before the game. */
export interface Pick {
  readonly character: Character
  /** 0, the default, to 5. */
  readonly costume: number
}

/** A frame of the bot's that was played neutral, as the stream shows. */
export interface MissedPad {
  readonly frame: number
  /** Pads for the frame were sent, but came too late; else none was sent. */
  readonly isLate: boolean
  /** How many were missed so far in the match, this one included. */
  readonly count: number
}

/** The arena has connected anew, after the socket to it was lost. */
export interface Reconnect {
  /** The last frame that was seen before; null for a bot that was restarted meanwhile. */
  readonly lastFrame: number | null
  /** The first frame that is seen again. */
  readonly frame: number
  /** How often this has happened in the match, this time included. */
  readonly count: number
}

/** How a frame came, and which of the bot's pads are on their way. */
export interface Wire {
  /** The message that brought the frame: its events, byte for byte. */
  readonly message: Uint8Array
  /** What was sent for the coming frames, from the next one on, and stays: the answer is for the frame after these. */
  readonly sent: readonly Controller[]
}

/** How a match ended. */
export interface Ended {
  /** The last frame as the bot saw it. */
  readonly game: Game | null
  readonly gameEnd: GameEnd
  /** Pads missed and reconnects in the match, as far as the bot was there to see them. */
  readonly missed: number
  readonly reconnects: number
}

/** A bot for one match. What a hook throws, or rejects with later, goes to `onError`, and the match continues. */
export interface Play {
  /** The lead that the bot is made for, where `serveBot` is not told one. */
  readonly lead?: LeadPolicy
  /** Called once, before the game. Neither side's pick is known to the other. */
  pick(request: PickRequest): Pick | Promise<Pick>
  /**
   * Called for every frame; what it gives is on the controller for one frame, and longer only where the next answer does
   * not come in time. That frame is the next one if the way to the arena is short enough, and at the latest the one that
   * lies `inputDelayFrames` beyond it. Answers are played in order, each of them. An answer that no controller can give is
   * an error, and the one before is repeated.
   */
  frame(game: Game): Hands
  /** Called before `frame`, with what a bot needs that plays the game itself (`@arena/sdk/predict`). */
  received?(wire: Wire): void
  /**
   * Called for each frame that was played neutral because no pad of the bot's was there, before `frame` is called for it. A pad at rest
   * that is missed does not show in the stream and is not reported; it made no difference.
   */
  missed?(pad: MissedPad): void
  /** Called with the first frame on a new socket, before `frame` is called for it. The frames in between are not sent. */
  reconnected?(reconnect: Reconnect): void
  /** Called when the game has ended; not for a match that the arena gave up. */
  end?(result: Ended): void
  /**
   * Called last, once for each bot that was made: also where no game was played, or the arena gave the match up. What the bot
   * holds beside its memory, such as a process, is let go here. It is called once the arena has closed the socket with 1000, or
   * has not been heard of for a while (`serveBot`), or the server is closed.
   */
  closed?(): void
}

/** Where something went wrong. */
export interface Where {
  /** The bot's own code; null where it is somebody else's. */
  readonly hook: Hook | null
  /** The last frame that came; null before the first. */
  readonly frame: number | null
}

/** What the SDK calls of a bot's. `play` makes the bot. */
export type Hook = 'play' | Exclude<keyof Play, 'lead'>

/** The way to the arena. */
export interface Line {
  readonly send: (message: string | Uint8Array) => void
  /** Sends what is sent during a call as one: the pads of a frame need one write and not three. */
  readonly together?: (sends: () => void) => void
}

export interface SessionOptions extends Line {
  readonly play: Play
  readonly lead: LeadPolicy
  /** A bot that throws keeps its last controller state; the arena's own messages never end in an error here. */
  readonly onError: (error: unknown, where: Where) => void
  /** What takes the bot's marks; null where nobody keeps them. */
  readonly debug?: DebugPen | null
}

export class Session {
  readonly #play: Play
  readonly #onError: SessionOptions['onError']
  #line: Line
  readonly #policy: LeadPolicy
  #port: Port | null = null
  readonly #ownPort = new OwnPort()
  #inputDelayFrames = MODES.live.inputDelayFrames
  #lead: Lead
  /** First frame that no pad was sent for yet. */
  #next = FIRST_FRAME
  #hands: Controller = NEUTRAL
  #message: Uint8Array = new Uint8Array(0)
  readonly #debug: DebugPen | null
  readonly #views: GameReader
  #reader = this.#newReader()
  #game: Game | null = null
  #lastFrame: number | null = null
  #missed = 0
  #reconnects = 0
  /** A socket that brought no pick has brought no frame yet. */
  #isBack = true
  #hasEnded = false
  #isClosed = false
  #hasPromised = false

  constructor(options: SessionOptions) {
    const { play, lead, onError, debug = null } = options
    this.#play = play
    this.#line = options
    this.#policy = lead
    this.#lead = new Lead(lead, this.#inputDelayFrames)
    this.#onError = onError
    this.#debug = debug
    this.#views = new GameReader(debug ?? undefined)
  }

  /** The same match on a new socket. */
  redialled(line: Line): void {
    this.#line = line
    this.#reader = this.#newReader()
    this.#isBack = true
  }

  /** Nothing more comes of the match. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#guard('closed', () => this.#play.closed?.())
  }

  async text(message: string): Promise<void> {
    const request = pickRequestOf(message)
    if (request === null || this.#port !== null) return
    const { port, inputDelayFrames } = request
    this.#isBack = false
    this.#port = port
    this.#inputDelayFrames = inputDelayFrames
    this.#lead = new Lead(this.#policy, inputDelayFrames)
    try {
      const action = await this.#play.pick(request)
      this.#line.send(JSON.stringify(PickResponse.parse({ id: 0, action })))
    } catch (error) {
      // The arena draws a character for a bot that does not answer; the game is still to be played.
      this.#onError(error, this.#where('pick'))
    }
    this.#sendPads(FIRST_FRAME, FIRST_FRAME - 1)
  }

  binary(message: Uint8Array): void {
    this.#message = message
    try {
      this.#reader.push(message)
    } catch (error) {
      this.#onError(error, this.#where(null))
    }
  }

  #newReader(): EventReader {
    return new EventReader((event: SlpEvent) => {
      const frame = this.#views.take(event)
      if (frame) {
        this.#port ??= this.#ownPort.seen(frame)
        this.#report(frame)
        this.#answer(frame)
      } else if (event.name === 'gameEnd') this.#end(event.record)
    })
  }

  #end(gameEnd: GameEnd): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    const result = { game: this.#game, gameEnd, missed: this.#missed, reconnects: this.#reconnects }
    if (!isGivenUp(gameEnd)) this.#guard('end', () => this.#play.end?.(result))
    if (this.#lastFrame !== null) this.#debug?.flush(this.#lastFrame)
  }

  /** Tells the bot what the frame shows of its connection. */
  #report({ frame, players }: Frame): void {
    if (this.#isBack) {
      this.#isBack = false
      const reconnect = { lastFrame: this.#lastFrame, frame, count: ++this.#reconnects }
      this.#guard('reconnected', () => this.#play.reconnected?.(reconnect))
    }
    this.#lastFrame = frame
    const pre = this.#port === null ? null : players[this.#port]?.pre
    const polled = pre ? this.#lead.seen(frame, pre) : 'unknown'
    if (polled !== 'late' && polled !== 'absent') return
    const pad = { frame, isLate: polled === 'late', count: ++this.#missed }
    this.#guard('missed', () => this.#play.missed?.(pad))
  }

  #answer(frame: Frame): void {
    const game = this.#port === null ? null : this.#views.view(frame, this.#port, this.#lead.frames)
    if (game) {
      this.#game = game
      if (this.#play.received) this.#passWire(frame.frame)
      this.#guard('frame', () => this.#ask(game))
      this.#lead.answers(frame.frame, this.#hands)
    }
    this.#sendAfter(frame.frame)
    this.#debug?.flush(frame.frame)
  }

  /** Takes the bot's answer, where it is one; gives what it may still fail with. */
  #ask(game: Game): unknown {
    const hands: unknown = this.#play.frame(game)
    if (!isThenable(hands)) {
      this.#hands = controllerOf(hands as Hands)
      return undefined
    }
    if (!this.#hasPromised) {
      this.#onError(
        new TypeError('frame gives a promise, but a frame has to be answered at once: the last answer is repeated'),
        this.#where('frame'),
      )
    }
    this.#hasPromised = true
    return hands
  }

  #sendAfter(frame: number): void {
    this.#sendPads(this.#firstFor(frame), frame)
  }

  /** The first frame for which the answer to a frame is sent. */
  #firstFor(frame: number): number {
    // After a redial the frames in between get the same pad, so that the bot is not still for a lead.
    this.#next = Math.max(this.#next, frame + 1)
    return this.#port === null ? this.#next : Math.min(this.#next, frame + 1 + this.#lead.frames)
  }

  #passWire(frame: number): void {
    const sent = Array.from({ length: this.#firstFor(frame) - frame - 1 }, (_, i) => this.#lead.sentFor(frame + 1 + i))
    this.#guard('received', () => this.#play.received?.({ message: this.#message, sent }))
  }

  /** Pads for all frames from `from` on that the answer to the frame `after` may be for; the most urgent first. */
  #sendPads(from: number, after: number): void {
    const { together } = this.#line
    if (together) together(() => this.#sendEach(from, after))
    else this.#sendEach(from, after)
  }

  #sendEach(from: number, after: number): void {
    for (let frame = from; frame <= after + 1 + this.#inputDelayFrames; frame++) {
      const hands = this.#port === null ? { ...NEUTRAL, stickX: this.#ownPort.stickFor(frame) } : this.#hands
      this.#guard(null, () => this.#line.send(encodePad({ frame, ...hands })))
      this.#lead.sent(frame, after, hands)
      this.#next = Math.max(this.#next, frame + 1)
    }
  }

  #guard(hook: Hook | null, call: () => unknown): void {
    try {
      const answer = call()
      if (!isThenable(answer)) return
      const where = this.#where(hook)
      void Promise.resolve(answer).catch((error: unknown) => this.#onError(error, where))
    } catch (error) {
      this.#onError(error, this.#where(hook))
    }
  }

  #where(hook: Hook | null): Where {
    return { hook, frame: this.#lastFrame }
  }
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function'

/** Game End of a match that the arena gave up: nobody has a place, unlike after a forfeit (docs/play-protocol.md). */
const isGivenUp = ({ gameEndMethod, placements }: GameEnd): boolean =>
  gameEndMethod === NO_CONTEST && placements.every((place) => place < 0)

const NO_CONTEST = 7

/** Null for what is no pick request. */
export function pickRequestOf(message: string): PickRequest | null {
  return PickRequest.safeParse(parseJson(message)).data ?? null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
