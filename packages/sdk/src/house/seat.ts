/**
 * A bot that plays in the same process as the engine, without a socket. It sees each message of the stream as it would on the
 * ladder, and its pads are played with the ladder's lead.
 */
import { decodePad, MODES, NEUTRAL, PickResponse, type Controller, type Pad, type PickRequest } from '@arena/protocol'
import { Session, type Play } from '../session.ts'
import type { Port } from '../game.ts'

export interface SeatOptions {
  readonly name: string
  readonly port: Port
  /** The match as the bot knows it, which house bots draw by. */
  readonly matchId: string
  readonly play: Play
}

export class Seat {
  readonly name: string
  readonly #request: Omit<PickRequest, 'opponent'>
  readonly #session: Session
  /** By frame. */
  readonly #pads = new Map<number, Pad>()
  #pick: PickResponse['action'] | null = null

  constructor({ name, port, matchId, play }: SeatOptions) {
    const { inputDelayFrames, pickMs } = MODES.live
    this.name = name
    this.#request = { id: 0, kind: 'pick', matchId, mode: 'live', port, deadlineMs: pickMs, inputDelayFrames }
    this.#session = new Session({
      play,
      // As house bots play on the ladder (ADR 15).
      lead: 'fixed',
      send: (message) => {
        if (typeof message === 'string') this.#pick = PickResponse.parse(JSON.parse(message)).action
        else this.#land(decodePad(message)!)
      },
      onError: (error) => {
        throw error
      },
    })
  }

  /** Asks for its pick. */
  async join({ botId, name }: PickRequest['opponent']): Promise<PickResponse['action']> {
    const request: PickRequest = { ...this.#request, opponent: { botId, name } }
    await this.#session.text(JSON.stringify(request))
    if (this.#pick === null) throw new Error(`${this.name} picks nothing`)
    return this.#pick
  }

  /** Shows it the next message of the stream: the raw events of one frame. */
  take(events: Uint8Array): void {
    this.#session.binary(events)
  }

  /** Polls a frame; each once, in order. */
  padOf(frame: number): Readonly<Controller> {
    const pad = this.#pads.get(frame) ?? NEUTRAL
    this.#pads.delete(frame)
    return pad
  }

  #land(pad: Pad): void {
    this.#pads.set(pad.frame, pad)
  }
}
