/** A game that is played ahead: without its events, of which only a few numbers are wanted. */
import { type Game, matchOf } from './game.ts'
import type { Pad } from './input/controller.ts'
import { isCaptured } from './state/presence.ts'

/** What changes on a fighter that is hit. */
export interface Standing {
  /** With its fraction. */
  percent: number
  stocks: number
  /** Number of the performance of an action that hit it last. */
  hitBy: number
  /** In hitlag, in hitstun, or held by another. */
  isReeling: boolean
}

/** Plays the next frame and writes no events: a third less work. The state is the same as after `Game.step`. */
export function stepQuietly(game: Game, pad0: Pad, pad1: Pad): void {
  const { recorder } = matchOf(game)
  recorder.isMuted = true
  try {
    game.step(pad0, pad1)
  } finally {
    recorder.isMuted = false
  }
}

export function standingOf(game: Game, port: 0 | 1, into: Standing): void {
  const fighter = matchOf(game).leaders[port]!
  into.percent = fighter.percent
  into.stocks = fighter.stocks
  into.hitBy = fighter.lastHitByInstance
  into.isReeling = fighter.hitlagLeft > 0 || fighter.hitstunLeft > 0 || isCaptured(fighter)
}
