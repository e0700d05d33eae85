/**
 * One game of a batch: its settings, its state between its turns, the inputs that wait to be played, and, where games are recorded,
 * every input since its beginning. Saved, it can be restored into any lane of any batch of the same engine.
 */
import type { Ending, Game, Seeds } from '@arena/engine'
import { stepQuietly } from '@arena/engine/lockstep'
import { FrameSeeds } from '@arena/engine/seed'
import type { HouseSeats } from './house-seats.ts'
import { INPUT_PLAYER_BYTES } from './layout.ts'
import type { RecordedPads } from './recorded-pads.ts'
import { PLAYERS } from './players.ts'
import { PadHistory } from './pad-history.ts'
import { readPadInto, newPad, type Origin } from './pads.ts'
import { BEFORE_FIRST, kindOf, MOST_DELAY, type LaneSettings } from './settings.ts'
import { newGame, type Stand, type Stands } from './stand.ts'

/** The inputs of both players for one frame. */
export const INPUTS_BYTES = PLAYERS * INPUT_PLAYER_BYTES
/** Inputs wait by frame modulo this number. */
const WAITING = MOST_DELAY + 1

const PADS = [newPad(), newPad()] as const

export class Lane {
  readonly settings: LaneSettings
  state: Uint8Array
  #seeds: Seeds
  #seededFrame = NaN
  #seed = 0
  readonly #stand: Stand
  readonly waiting = new Uint8Array(WAITING * INPUTS_BYTES)
  /** The inputs that both players have decided on last, newest first: as many as `Flat` shows. */
  given = new Uint8Array(0)
  /** Null where games are not recorded. */
  history: PadHistory | null = null
  /** Where it began, if not at the first frame. */
  origin: Origin | null = null
  house: HouseSeats | null = null
  recorded: RecordedPads | null = null
  frame = BEFORE_FIRST
  ending: Ending | null = null
  isFault = false

  private constructor(settings: LaneSettings, stands: Stands) {
    this.settings = settings
    this.#seeds = new FrameSeeds(settings.seed)
    // The first frame's seed decides how the stage begins, so that a game is made anew for its beginning.
    const fresh = newGame(settings, this.#seeds)
    this.state = fresh.save()
    this.#stand = stands.for(settings, this)
  }

  static begin(settings: LaneSettings, stands: Stands): Lane {
    return new Lane(settings, stands)
  }

  /** Goes on from a state of a game with the same fighters and stage. */
  continueFrom(state: Uint8Array, frame: number): void {
    this.#stand.forget(this)
    this.state = state
    this.frame = frame
    this.ending = this.game().ending
  }

  /** Draws otherwise from the next frame on. */
  drawFrom(seeds: Seeds): void {
    this.#seeds = seeds
    this.#seededFrame = NaN
  }

  get kind(): string {
    return kindOf(this.settings)
  }

  /** The seed of a frame. The last one is kept: the record of a frame needs it again. */
  seedAt(frame: number): number {
    if (frame !== this.#seededFrame) {
      this.#seededFrame = frame
      this.#seed = this.#seeds.at(frame)
    }
    return this.#seed
  }

  /** Its game, at its last frame. */
  game(): Game {
    return this.#stand.turn(this)
  }

  /** Has `state` hold the lane. */
  settle(): void {
    this.#stand.settle()
  }

  leave(): void {
    this.#stand.forget(this)
  }

  get isMaxFrame(): boolean {
    const { maxFrame } = this.settings
    return maxFrame >= 0 && this.frame >= maxFrame
  }

  get isDone(): boolean {
    return this.ending !== null || this.isFault || this.isMaxFrame
  }

  /** Remembers inputs as decided on. */
  remember(inputs: Uint8Array, at: number): void {
    const { given } = this
    given.copyWithin(INPUTS_BYTES, 0)
    for (let i = 0; i < INPUTS_BYTES; i++) given[i] = inputs[at + i]!
  }

  /** Plays the next frame; `inputs` are what both players do after the last one. */
  step(inputs: Uint8Array, at: number): void {
    const game = this.#stand.turn(this)
    const { waiting, house, recorded } = this
    const { delay } = this.settings
    const frame = this.frame + 1
    const put = placeOf(frame + delay)
    for (let i = 0; i < INPUTS_BYTES; i++) waiting[put + i] = inputs[at + i]!
    const now = placeOf(frame)
    readPadInto(waiting, now, PADS[0])
    readPadInto(waiting, now + INPUT_PLAYER_BYTES, PADS[1])
    if (house !== null) house.poll(frame, PADS)
    if (recorded !== null) recorded.poll(frame, PADS)
    this.history?.push(PADS)
    this.frame = frame
    try {
      if (house === null && recorded === null) {
        stepQuietly(game, PADS[0], PADS[1])
      } else {
        const events = game.step(PADS[0], PADS[1])
        house?.take(events)
        recorded?.take(events)
      }
    } catch (error) {
      this.isFault = true
      process.stderr.write(`arena.env: frame ${frame} of a game was given up: ${(error as Error).message}\n`)
    }
    this.ending = game.ending
  }
}

function placeOf(frame: number): number {
  return ((frame - BEFORE_FIRST) % WAITING) * INPUTS_BYTES
}
