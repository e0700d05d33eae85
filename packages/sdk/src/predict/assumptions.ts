/** What both sides do in a game that is played ahead: one's own plan, and what is assumed of the opponent and of chance. */
import { NEUTRAL, type Controller } from '@arena/protocol'
import { controllerOf, type Hands } from '../controller.ts'
import type { Game } from '../game.ts'
import type { Inputs } from '../inputs/plan.ts'

/**
 * Inputs of the coming frames, at rest behind the last; or a function that answers each frame as a bot does. A function sees the
 * game from its own side, and its answer is played on the next frame.
 */
export type Planned = Inputs | ((game: Game) => Hands)

/**
 * What the opponent does: nothing (`rest`), what it did on the present frame (`hold`), again and again what it did on the
 * last `repeat` frames, or a plan.
 */
export type Opponent = 'rest' | 'hold' | { readonly repeat: number } | Planned

export interface Assumptions {
  /** `hold` by default. */
  readonly opponent?: Opponent
  /**
   * Random seed of a coming frame. Nobody can know those of a match that runs, so whatever is random comes out otherwise in the arena.
   * By default `guessedSeeds()`.
   */
  readonly seeds?: (frame: number) => number
  /** Called with the view of each frame, the last one included. */
  readonly watch?: (game: Game) => void
}

/** The most frames of the opponent's that can be repeated. */
export const MOST_REPEATED = 600

/** The controller on the frame with this index, 0 for the next one, as an answer to the view of the frame before it. */
export type Input = (index: number, game: Game) => Controller

/** A plan that begins behind what is on its way to the arena. */
export function inputOf(plan: Planned, sent: readonly Controller[] = []): Input {
  const { length } = sent
  if (typeof plan === 'function') return (index, game) => sent[index] ?? controllerOf(plan(game))
  return (index) => sent[index] ?? controllerOf(plan[index - length] ?? NEUTRAL)
}

/** `last` is what the opponent did on the frame before; `before` what it did on a frame that has been played. */
export function inputOfOpponent(
  opponent: Opponent,
  last: Controller,
  present: number,
  before: (frame: number) => Controller,
): Input {
  if (opponent === 'rest') return () => NEUTRAL
  if (opponent === 'hold') return () => last
  if (typeof opponent === 'function') {
    return (_, game) => controllerOf(opponent({ ...game, me: game.opponent, opponent: game.me }))
  }
  if (!('repeat' in opponent)) return inputOf(opponent)
  const { repeat } = opponent
  if (!Number.isInteger(repeat) || repeat < 1 || repeat > MOST_REPEATED) {
    throw new RangeError(`repeat is a whole number of frames from 1 to ${MOST_REPEATED}, not ${repeat}`)
  }
  return (_, { frame }) => before(frame + 1 - repeat * Math.ceil((frame + 1 - present) / repeat))
}

/**
 * Seeds in place of those that nobody knows. They depend on the frame alone, so that two plans are compared under the same luck;
 * another number gives other luck.
 *
 * @example
 * const worst = Math.min(...[0, 1, 2].map((luck) => rate(game.simulate(plan, 40, { seeds: guessedSeeds(luck) }))))
 */
export function guessedSeeds(luck = 0): (frame: number) => number {
  const salt = Math.imul(luck, 0x9e3779b1)
  return (frame) => {
    let seed = Math.imul(frame ^ salt, 0x85ebca6b)
    seed = Math.imul(seed ^ (seed >>> 15), 0xc2b2ae35)
    return seed ^ (seed >>> 13)
  }
}
