/**
 * What a match is played by besides the game's own rules: where the players sit, what the controller fix UCF does, where
 * chance comes from. The arena has one set of these rules; recordings of other games were played by others.
 */
import type { Fighter } from './fighter.ts'
import type { ControllerReading } from './input/controller.ts'

/** Moves the controller of a follower that is out of step, in place of its own computer player. */
type Straggle = (follower: Fighter, into: ControllerReading) => void

/** Random seeds by frame. */
export interface Seeds {
  /** The seed of Game Start, from which the stage is made; that of the first frame unless given, as in netplay. */
  readonly start?: number
  at(frame: number): number
}

export interface Ruleset {
  /** Port of the console by player: entries and returns depend on it. */
  readonly seats: readonly number[]
  /** Whether UCF reads a player's controller. */
  readonly ucf: readonly boolean[]
  /** Dead fighters count for the side to which the tree of Dream Land blows, as on consoles; not in netplay since 2023. */
  readonly deadCount: boolean
  /** UCF 0.80 and later end a tumble by a late flick. */
  readonly isUcf080: boolean
  /** UCF 0.84 and later shift by a flick and drop through platforms earlier. */
  readonly isUcf084: boolean
  /** Null: the seeds are drawn from the match's seed. */
  readonly seeds: Seeds | null
  readonly straggle: Straggle | null
  /** The random seed after the draws of players that a computer moves, by frame; null where there are none. */
  readonly seedAfterComputers: ((frame: number) => number) | null
}

export const ARENA_RULES: Ruleset = {
  seats: [0, 1],
  ucf: [true, true],
  deadCount: false,
  isUcf080: true,
  isUcf084: true,
  seeds: null,
  straggle: null,
  seedAfterComputers: null,
}
