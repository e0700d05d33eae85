/**
 * A field around the fighter that is up as long as B is held (Fox's and Falco's reflector, Ness's magnet): its least
 * duration, and its fall in the air. Source: doldecomp/melee (ftFx_SpecialLw, ftNs_SpecialLw).
 */
import { wholeWord } from '../actions/first-word.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON } from '../input/buttons.ts'
import { f } from '../math.ts'
import { fallAt, slowToDrift } from '../movement/air.ts'
import { privates } from '../state/privates.ts'
import { enterSpecial } from './special.ts'

export const HeldField = privates({
  /** Frames before it may be released; recordings show them. */
  heldLeft: 'int',
  /** B was released. */
  released: 'flag',
  weightless: 'int',
})

const START_WEIGHTLESS = 4
const KEPT_SPEED_DIVISOR = f(2)
const GRAVITY = f(0.8 / 30)

function setHeld(fighter: Fighter, frames: number): void {
  HeldField.of(fighter).heldLeft = frames
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
  HeldField.of(fighter).released = false
  HeldField.of(fighter).weightless = START_WEIGHTLESS
}

export function noteFieldRelease(fighter: Fighter): void {
  if ((fighter.held & BUTTON.B) === 0) HeldField.of(fighter).released = true
}

/** One frame of it. True when it may end. */
export function holdField(fighter: Fighter): boolean {
  const own = HeldField.of(fighter)
  noteFieldRelease(fighter)
  if (own.heldLeft > 0) setHeld(fighter, own.heldLeft - 1)
  return own.heldLeft === 0 && own.released
}

/** Weightless at first. */
export function hangInAir(fighter: Fighter): void {
  const own = HeldField.of(fighter)
  if (own.weightless > 0) own.weightless--
  else fallAt(fighter, GRAVITY)
  slowToDrift(fighter)
}
