/** Follows one match with an engine of its own, and plays on from any frame of it to see what would come. */
import { Lockstep, type Difference, type LostFrames } from '@arena/engine/lockstep'
import { NEUTRAL, type Controller } from '@arena/protocol'
import { FIRST_FRAME, type GameStart } from '@arena/slp'
import type { Debug } from '../debug.ts'
import { GameReader, type Game, type Port } from '../game.ts'
import type { Wire } from '../session.ts'
import { MOST_REPEATED, type Assumptions, type Planned } from './assumptions.ts'
import { other, type Hit } from './hits.ts'
import { SavedGame, type Moment } from './moment.ts'
import { Simulator, type Played } from './simulator.ts'

/** What a game can do that the bot's engine plays. */
interface Playable extends Game {
  /**
   * Plays `frames` frames on from this one, with what is on its way to the arena first, then the plan, and gives the game as it then
   * is. It ends earlier where the game ends. Nothing else changes: any number of plans can be tried.
   *
   * @example
   * const jump = game.simulate([stick(0, 0, BUTTON.X)], 30, { opponent: 'rest' })
   * if (jump.me.stocks === game.me.stocks) return stick(0, 0, BUTTON.X)
   */
  simulate(plan: Planned, frames: number, assumptions?: Assumptions): FutureGame
  /** Keeps the game as it is on this frame, for `restore`. */
  save(): SavedGame
  /** The game as it was when it was saved, on whichever frame of this match that was. */
  restore(saved: SavedGame): FutureGame
}

/** A game on a coming frame, seen as the bot would see it. */
export interface FutureGame extends Playable {
  /** Who hit whom since the game from which this was played. */
  readonly hits: readonly Hit[]
  /** How the game is decided; null while it runs. */
  readonly ending: { readonly winner: 'me' | 'opponent' | null } | null
  /** Why it stops before the frame that was asked for, though it is not decided; null where it does not. Seen only after lost frames. */
  readonly fault: string | null
}

/** The present frame of a match, with the bot's own engine at the same frame. */
export interface EngineGame extends Playable {
  /** Whether this frame came out of the bot's engine as it came from the arena, byte for byte. */
  readonly isInStep: boolean
  /**
   * Whether the bot's engine may be taken for the arena's: every frame came and came out equal, or the last ten seconds did.
   * Otherwise its state is rebuilt from what the stream shows, and a future is a good guess.
   */
  readonly isExact: boolean
  /** The frames that were lost last, as when the socket dropped; null as long as none was. */
  readonly lost: LostFrames | null
  /** Where the bot's engine last came to another result than the arena's, in words; null as long as it never did. */
  readonly difference: Difference | null
}

/** A power of two. */
const REMEMBERED = 1024

/**
 * Needs the fighters of the match loaded, which `withEngine` does.
 *
 * @example
 * const predictor = new Predictor(game.start, game.me.port)
 * const { me, opponent } = predictor.take(game, wire).simulate(plan, 30)
 */
export class Predictor {
  readonly #lockstep: Lockstep
  readonly #simulator: Simulator
  readonly #reader: GameReader
  readonly #port: Port
  /** The opponent's controllers on the last frames; a frame that was lost is at rest. */
  readonly #opponents: { frame: number; controller: Controller }[] = Array.from({ length: REMEMBERED }, () => ({
    frame: FIRST_FRAME - 1,
    controller: NEUTRAL,
  }))

  constructor(start: GameStart, port: Port, debug?: Debug) {
    this.#lockstep = new Lockstep(start)
    this.#simulator = new Simulator(start, port)
    this.#reader = new GameReader(debug)
    this.#reader.take({ name: 'gameStart', offset: 0, record: start })
    this.#port = port
  }

  /** Takes the next frame as the bot sees it and as it came. */
  take(game: Game, { message, sent }: Wire): EngineGame {
    const lockstep = this.#lockstep
    lockstep.take(game.raw, message)
    this.#reader.view(game.raw, this.#port)
    const { frame } = game
    const opponent = { ...lockstep.pads[other(this.#port)] }
    this.#opponents[frame & (REMEMBERED - 1)] = { frame, controller: opponent }
    const state = lockstep.game.save()
    const moment: Moment = { state, game, reader: this.#reader.fork(), opponent, sent, present: frame }
    const { isInStep, isExact, lost, difference } = lockstep
    return { ...this.#playable(moment), isInStep, isExact, lost, difference }
  }

  #playable(moment: Moment): Playable {
    return {
      ...moment.game,
      simulate: (plan, frames, assumptions = {}) => {
        const before = (frame: number): Controller => this.#opponentAt(frame)
        return this.#future(this.#simulator.play(moment, plan, frames, assumptions, before))
      },
      save: () => new SavedGame(this, moment),
      restore: (saved) => this.#future({ moment: saved.momentOf(this), hits: [], ending: null, fault: null }),
    }
  }

  #future({ moment, hits, ending, fault }: Played): FutureGame {
    const winner = ending && (ending.winner === null ? null : ending.winner === this.#port ? 'me' : 'opponent')
    return { ...this.#playable(moment), hits, ending: ending && { winner }, fault }
  }

  #opponentAt(frame: number): Controller {
    const kept = this.#opponents[frame & (REMEMBERED - 1)]!
    return kept.frame === frame ? kept.controller : NEUTRAL
  }
}

// The memory has to reach back as far as it may be asked for.
if (MOST_REPEATED >= REMEMBERED) throw new Error('The opponent is remembered for too short a time')
