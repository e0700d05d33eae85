/**
 * A field about the fighter that is up for as long as B is held (Fox's and Falco's reflector, Ness's magnet): how long at
 * least, and how it hangs in the air. Source: doldecomp/melee (ftFx_SpecialLw, ftNs_SpecialLw).
 */
import { wholeWord } from '../actions/first-word.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON } from '../input/buttons.ts'
import { f } from '../math.ts'
import { fallAt, slowToDrift } from '../movement/air.ts'
import { enterSpecial } from './special.ts'

// Private variables, handed on from one state to the next.
/** Frames before it may be let go of; shown. */
const HELD_LEFT = 0
/** B was let go of. */
const RELEASED = 1
const WEIGHTLESS = 2
/** For fighters that need more. */
export const FIRST_FREE_INT = 3

const START_WEIGHTLESS = 4
const KEPT_SPEED_DIVISOR = f(2)
const GRAVITY = f(0.8 / 30)

function setHeld(fighter: Fighter, frames: number): void {
  fighter.stateInts[HELD_LEFT] = frames
  fighter.misc = wholeWord(frames)
}

/** Least number of frames it is up. */
export function beginField(fighter: Fighter, start: number, leastHeld: number): void {
  if (fighter.isAirborne) {
    fighter.selfVy = 0
    fighter.selfVx = f(fighter.selfVx / KEPT_SPEED_DIVISOR)
  }
  enterSpecial(fighter, start)
  setHeld(fighter, leastHeld)
  fighter.stateInts[RELEASED] = 0
  fighter.stateInts[WEIGHTLESS] = START_WEIGHTLESS
}

export function noteRelease(fighter: Fighter): void {
  if ((fighter.held & BUTTON.B) === 0) fighter.stateInts[RELEASED] = 1
}

/** A frame of it; may it end by now? */
export function holdField(fighter: Fighter): boolean {
  const { stateInts } = fighter
  noteRelease(fighter)
  if (stateInts[HELD_LEFT]! > 0) setHeld(fighter, stateInts[HELD_LEFT]! - 1)
  return stateInts[HELD_LEFT] === 0 && stateInts[RELEASED] !== 0
}

/** Weightless at first. */
export function hangInAir(fighter: Fighter): void {
  const { stateInts } = fighter
  if (stateInts[WEIGHTLESS]! > 0) stateInts[WEIGHTLESS]!--
  else fallAt(fighter, GRAVITY)
  slowToDrift(fighter)
}
