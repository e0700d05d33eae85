/**
 * Struggling free: a timer that presses, and tilts of the stick to another side, each bring nearer to its end. Grabs and
 * whatever else keeps a fighter from acting for a while share it. What a hold does by itself each frame is its own.
 * Source: doldecomp/melee (ftCommon_InitGrab, ftCommon_GrabMash).
 */
import { GRAB } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON, GUARD_BIT, JUMP_BUTTONS } from '../input/buttons.ts'
import { f } from '../math.ts'

// Private variables, carried from one action of a hold to the next; what else such an action keeps stands after them.
const FRAMES_LEFT = 0
/** Frames for which the struggling animation runs faster. */
const HURRY_LEFT = 1
/** Sides to which the stick was last tilted. */
const SIDE_X = 0
const SIDE_Y = 1
/** What was pressed on the frame before. */
const PRESSED = 2
export const FIRST_FREE_INT = 3
export const FIRST_FREE_FLOAT = 2

const MASH_BUTTONS = BUTTON.A | BUTTON.B | JUMP_BUTTONS | GUARD_BIT

export function startStruggle(fighter: Fighter, frames: number): void {
  fighter.stateInts.fill(0)
  fighter.stateFloats.fill(0)
  fighter.stateFloats[FRAMES_LEFT] = f(frames)
}

export function struggleLeft({ stateFloats }: Fighter): number {
  return stateFloats[FRAMES_LEFT]!
}

export function shortenStruggle({ stateFloats }: Fighter, frames: number): void {
  stateFloats[FRAMES_LEFT] = f(stateFloats[FRAMES_LEFT]! - frames)
}

/** The interrupt of every action in which one struggles: what is pressed counts when the animation has advanced. */
export function notePresses({ stateInts, pressed }: Fighter): void {
  stateInts[PRESSED] = pressed
}

/** Takes `perPress` off for a press, and again for a tilt to another side. True if there was either. */
export function struggle(fighter: Fighter, perPress: number): boolean {
  const { stateInts } = fighter
  // What was pressed in hitlag counts now.
  const pressed = stateInts[PRESSED]! | fighter.pressed
  stateInts[PRESSED] = 0
  fighter.pressed = 0
  const sideX = sideOf(fighter.stickX, stateInts[SIDE_X]!)
  const sideY = sideOf(fighter.stickY, stateInts[SIDE_Y]!)
  const presses = (pressed & MASH_BUTTONS) !== 0 ? 1 : 0
  const tilts = sideX !== stateInts[SIDE_X] || sideY !== stateInts[SIDE_Y] ? 1 : 0
  stateInts[SIDE_X] = sideX
  stateInts[SIDE_Y] = sideY
  shortenStruggle(fighter, perPress * (presses + tilts))
  return presses + tilts > 0
}

function sideOf(tilt: number, before: number): number {
  return tilt > GRAB.mashStick ? 1 : tilt < -GRAB.mashStick ? -1 : before
}

/** Struggling shows, in what has an animation: it runs faster for a while. */
export function hurry(fighter: Fighter, mashes: boolean, isShown = true): void {
  const { stateFloats } = fighter
  if (stateFloats[HURRY_LEFT]! > 0) {
    stateFloats[HURRY_LEFT]!--
    if (stateFloats[HURRY_LEFT] === 0 && !mashes && isShown) fighter.animationRate = 1
  }
  if (stateFloats[HURRY_LEFT]! > 0 || !mashes || !isShown) return
  stateFloats[HURRY_LEFT] = GRAB.hurryFrames
  fighter.animationRate = GRAB.hurryRate
}

/** Holds are shorter for a fighter behind in stocks: the number of opponents ahead of it. */
export function rankOf({ port, leader, match }: Fighter): number {
  let rank = 0
  for (const other of match.fighters) {
    if (!other.isFollower && other.port !== port && other.stocks > leader.stocks) rank++
  }
  return rank
}
