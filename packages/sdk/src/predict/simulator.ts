/**
 * Plays a game ahead of the arena, on an engine of its own: nothing that is played here touches the game that follows the
 * arena. Frames are played without their events; only those are written and read whose view is wanted.
 */
import type { Game as EngineGame } from '@arena/engine'
import { eventsOf, gameOf, showFighter, showStage, stepQuietly } from '@arena/engine/lockstep'
import type { Controller } from '@arena/protocol'
import { emptyPostFrame, EventReader, FrameBuilder, type Frame, type GameStart } from '@arena/slp'
import { wordsOf } from '@arena/protocol/words-of'
import type { Game, GameReader, Port } from '../game.ts'
import { guessedSeeds, inputOf, inputOfOpponent, type Assumptions, type Planned } from './assumptions.ts'
import { HitWatch, type Hit } from './hits.ts'
import type { Moment } from './moment.ts'

/** Longer than any game. */
const MOST_FRAMES = 30_000
const PORTS = [0, 1] as const

/** What came of a plan. */
export interface Played {
  readonly moment: Moment
  readonly hits: readonly Hit[]
  readonly ending: EngineGame['ending']
  /** Why it ends before the frame that was asked for, though the game does not; null where it does not. */
  readonly fault: string | null
}

export class Simulator {
  readonly #game: EngineGame
  readonly #port: Port
  #isPlaying = false
  #seeds: (frame: number) => number = guessedSeeds()
  #frame: Frame | null = null
  readonly #builder = new FrameBuilder()
  readonly #events = new EventReader((event) => (this.#frame = this.#builder.take(event) ?? this.#frame))
  /** Records by port, for its fighter and its follower, of even and odd frames: those of the frame before are still needed. */
  readonly #records = PORTS.map(() => [0, 1].map(() => [emptyPostFrame(), emptyPostFrame()] as const))

  constructor(start: GameStart, port: Port) {
    this.#game = gameOf(start, { at: (frame) => this.#seeds(frame) })
    this.#port = port
    this.#events.push(this.#game.start())
  }

  /** `before` gives the opponent's controller on a frame that has been played in the arena. */
  play(
    from: Moment,
    plan: Planned,
    frames: number,
    assumptions: Assumptions,
    before: (frame: number) => Controller,
  ): Played {
    if (!Number.isInteger(frames) || frames < 0 || frames > MOST_FRAMES) {
      throw new RangeError(`frames is a whole number from 0 to ${MOST_FRAMES}, not ${frames}`)
    }
    // There is one game for all futures.
    if (this.#isPlaying)
      throw new Error('A function that is asked while a game is played ahead cannot play one ahead itself')
    this.#isPlaying = true
    try {
      return this.#play(from, plan, frames, assumptions, before)
    } finally {
      this.#isPlaying = false
    }
  }

  #play(
    from: Moment,
    plan: Planned,
    frames: number,
    { opponent = 'hold', seeds = guessedSeeds(), watch }: Assumptions,
    before: (frame: number) => Controller,
  ): Played {
    const game = this.#game
    const reader = from.reader.fork()
    const mine = inputOf(plan, from.sent)
    const theirs = inputOfOpponent(opponent, from.opponent, from.present, before)
    const wantsViews = watch !== undefined || typeof plan === 'function' || typeof opponent === 'function'
    const hits = new HitWatch(from.game)
    let view = from.game
    let answer = from.opponent
    let fault: string | null = null
    this.#seeds = seeds
    game.restore(from.state)
    for (let index = 0; index < frames && game.ending === null && fault === null; index++) {
      const own = mine(index, view)
      answer = theirs(index, view)
      const isSeen = wantsViews || index === frames - 1
      fault = this.#step(own, answer, isSeen)
      if (isSeen || game.ending !== null || fault !== null) {
        view = this.#view(reader, isSeen && fault === null) ?? view
        for (const { raw } of [view.me, view.opponent]) if (raw.post) hits.take(raw.post)
        watch?.(view)
      } else this.#pass(reader, hits)
    }
    const { present } = from
    const moment = { state: game.save(), game: view, reader, opponent: answer, sent: from.sent.slice(frames), present }
    return { moment, hits: hits.hits, ending: game.ending, fault }
  }

  /** Plays a frame; what is wrong with it, as may be in a state that was rebuilt from what a stream shows. */
  #step(own: Controller, answer: Controller, isSeen: boolean): string | null {
    const [first, second] = this.#port === 0 ? [own, answer] : [answer, own]
    try {
      if (isSeen) this.#events.push(this.#game.step(first, second))
      else stepQuietly(this.#game, first, second)
      return null
    } catch (error) {
      return wordsOf(error)
    }
  }

  #view(reader: GameReader, isRead: boolean): Game | null {
    if (!isRead) this.#events.push(eventsOf(this.#game))
    return reader.view(this.#frame!, this.#port)
  }

  /** A frame that nobody wants to see. */
  #pass(reader: GameReader, hits: HitWatch): void {
    const game = this.#game
    const turn = game.frame & 1
    for (const port of PORTS) {
      const [leader, follower] = this.#records[port]!
      const post = leader![turn]!
      if (!showFighter(game, port, false, post)) continue
      const followed = showFighter(game, port, true, follower![turn]!) ? follower![turn]! : null
      reader.passFighter(port, post, followed)
      hits.take(post)
    }
    const { heights, windDirection } = showStage(game)
    reader.passStage(heights, windDirection)
  }
}
