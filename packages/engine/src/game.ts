/**
 * The engine's public interface: a match from seed, stage and picks; two pads in, one frame's events out. The same
 * settings and pads give the same bytes on every platform.
 */
import { FIRST_FRAME, type GameEnd } from '@arena/slp'
import { EventRecorder } from './events/recorder.ts'
import { playFrame } from './frame.ts'
import { asExternalId, type InternalId, type PickId } from './tables/ids.ts'
import { checkInvariants } from './invariants.ts'
import { readController, type Pad } from './input/controller.ts'
import type { Fighter } from './fighter.ts'
import { Match } from './match.ts'
import { END_METHOD } from './phases/judge.ts'
import { ARENA_RULES, type Seeds } from './ruleset.ts'
import { fillPicture } from './fill-picture.ts'
import type { Picture } from './picture.ts'
import type { StageId } from './seed.ts'
import { hashState } from './state/state.ts'
import { prepareFighter } from './tables/by-fighter.ts'

export interface PlayerSettings {
  /** The fighter picked. */
  character: PickId
  costume: number
  /** Display name in Game Start. */
  name: string
}

export interface GameSettings {
  /** The match's 32-byte seed; or, where only the stream is known, the seed of each frame as its Frame Start has it. */
  seed: Uint8Array | Seeds
  stage: StageId
  players: readonly [PlayerSettings, PlayerSettings]
}

/** What a summary shows of a player. */
export interface PlayerView {
  readonly stocks: number
  /** As the game shows it: without its fraction. */
  readonly percent: number
  readonly x: number
  readonly y: number
  /** The fighter in play. */
  readonly character: InternalId
}

export interface Ending {
  readonly method: 'stocks' | 'time'
  /** Winning port; null for a draw. */
  readonly winner: 0 | 1 | null
}

export type EndCause =
  | { readonly kind: 'natural' }
  /** `port` forfeited; null when both did. */
  | { readonly kind: 'forfeit'; readonly port: 0 | 1 | null }
  | { readonly kind: 'aborted' }

/** The seed of a match whose frames take theirs from its stream. */
const NO_SEED = new Uint8Array(32)

/** Placement in Game End of a port without a player, or in an undecided game. */
const NO_PLACE = -1
const NOBODY_QUIT = -1

/** The match of a game, for modules of this package that correct it or play it without events. */
export let matchOf: (game: Game) => Match

export class Game {
  static {
    matchOf = (game) => game.#match
  }

  readonly #settings: GameSettings
  readonly #recorder = new EventRecorder()
  readonly #match: Match
  readonly players: readonly [PlayerView, PlayerView]

  constructor(settings: GameSettings) {
    this.#settings = settings
    const { seed, stage, players } = settings
    const [first, second] = players
    const characters = [asExternalId(first.character), asExternalId(second.character)] as const
    const drawn = seed instanceof Uint8Array
    this.#match = new Match(
      { seed: drawn ? seed : NO_SEED, stage, characters, ...(!drawn && { rules: { ...ARENA_RULES, seeds: seed } }) },
      this.#recorder,
    )
    for (const { forms } of this.#match.fighters) for (const { internalId } of forms) prepareFighter(internalId)
    this.players = [new FighterView(this.#match, 0), new FighterView(this.#match, 1)]
  }

  /** Event Payloads and Game Start: the first message of the stream. */
  start(): Uint8Array {
    const { stage, players } = this.#settings
    this.#recorder.gameStart(stage, this.#match.seeds.at(FIRST_FRAME) >>> 0, players)
    return this.#recorder.bytes()
  }

  /**
   * Plays the next frame (-123 is the first) and returns its events: a view that is valid until the next call. Throws
   * `BrokenInvariant` when the frame breaks an invariant; the game is then over and undecided.
   */
  step(pad0: Pad, pad1: Pad): Uint8Array {
    const { leaders, readings } = this.#match
    readController(pad0, readings[leaders[0]!.index]!)
    readController(pad1, readings[leaders[1]!.index]!)
    playFrame(this.#match)
    checkInvariants(this.#match)
    return this.#recorder.bytes()
  }

  /** Last frame played; one before the first when none was. */
  get frame(): number {
    return this.#match.record.frame
  }

  /** Set by the step that decides the game. */
  get ending(): Ending | null {
    const { endMethod, winner } = this.#match.record
    if (endMethod === 0) return null
    return { method: endMethod === END_METHOD.time ? 'time' : 'stocks', winner: portOf(winner) }
  }

  /** Game End: the last message of the stream. */
  end(cause: EndCause): Uint8Array {
    this.#recorder.gameEnd(this.#gameEnd(cause))
    return this.#recorder.bytes()
  }

  #gameEnd(cause: EndCause): GameEnd {
    switch (cause.kind) {
      case 'natural': {
        const { endMethod, winner } = this.#match.record
        if (endMethod === 0) throw new Error(`The game is not decided on frame ${this.frame}`)
        return { gameEndMethod: endMethod, lrasInitiatorIndex: NOBODY_QUIT, placements: placementsOf(portOf(winner)) }
      }
      case 'forfeit': {
        const { port } = cause
        const winner = port === null ? null : port === 0 ? 1 : 0
        const lrasInitiatorIndex = port ?? NOBODY_QUIT
        return { gameEndMethod: END_METHOD.noContest, lrasInitiatorIndex, placements: placementsOf(winner) }
      }
      case 'aborted': {
        const placements = [NO_PLACE, NO_PLACE, NO_PLACE, NO_PLACE]
        return { gameEndMethod: END_METHOD.noContest, lrasInitiatorIndex: NOBODY_QUIT, placements }
      }
    }
  }

  /** The whole state of the match, to be restored into a game of the same settings. */
  save(into?: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(this.#match.buffer)
    if (!into) return bytes.slice()
    into.set(bytes)
    return into
  }

  restore(from: Uint8Array): void {
    const bytes = new Uint8Array(this.#match.buffer)
    if (from.length !== bytes.length)
      throw new RangeError(`A saved state has ${bytes.length} bytes, not ${from.length}`)
    bytes.set(from)
    this.#match.syncTerrain()
  }

  /** Fills a picture with what the last frame played looks like. */
  show(picture: Picture): void {
    fillPicture(this.#match, picture)
  }

  /** A 32-bit digest of the whole state. */
  hash(): number {
    return hashState(this.#match.buffer)
  }
}

/** Not a private getter of the view: V8 looks those up by a call into the runtime, ten times a frame. */
function leaderOf(match: Match, port: number): Fighter {
  return match.leaders[port]!
}

class FighterView implements PlayerView {
  readonly #match: Match
  readonly #port: number

  constructor(match: Match, port: number) {
    this.#match = match
    this.#port = port
  }

  get stocks(): number {
    return leaderOf(this.#match, this.#port).stocks
  }

  get percent(): number {
    return Math.floor(leaderOf(this.#match, this.#port).percent)
  }

  get x(): number {
    return leaderOf(this.#match, this.#port).x
  }

  get y(): number {
    return leaderOf(this.#match, this.#port).y
  }

  get character(): InternalId {
    return leaderOf(this.#match, this.#port).kind.internalId
  }
}

function portOf(winner: number): 0 | 1 | null {
  return winner === 0 ? 0 : winner === 1 ? 1 : null
}

/** First place is 0; in a draw both are first. */
function placementsOf(winner: 0 | 1 | null): number[] {
  return [winner === 1 ? 1 : 0, winner === 0 ? 1 : 0, NO_PLACE, NO_PLACE]
}
