/**
 * Mashing: presses, and tilts of the stick to another side, shorten a timer. Shared by grabs and by all other states in
 * which a fighter cannot act for some time. How a hold counts down by itself on each frame is up to its module. Source:
 * doldecomp/melee (ftCommon_InitGrab, ftCommon_GrabMash).
 */
import { GRAB } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON, GUARD_BIT, JUMP_BUTTONS } from '../input/buttons.ts'
import { f } from '../math.ts'
import { clearPrivates, privates } from '../state/privates.ts'

export const Struggle = privates({
  /** Sides to which the stick was last tilted. */
  sideX: 'int',
  sideY: 'int',
  /** Presses of the frame before. */
  pressed: 'int',
  framesLeft: 'float',
  /** Frames in which the mashing animation runs faster. */
  hurryLeft: 'float',
})

const MASH_BUTTONS = BUTTON.A | BUTTON.B | JUMP_BUTTONS | GUARD_BIT

export function startStruggle(fighter: Fighter, frames: number): void {
  clearPrivates(fighter)
  Struggle.of(fighter).framesLeft = f(frames)
}

export function struggleLeft(fighter: Fighter): number {
  const own = Struggle.of(fighter)
  return own.framesLeft
}

export function shortenStruggle(fighter: Fighter, frames: number): void {
  const own = Struggle.of(fighter)
  own.framesLeft = f(own.framesLeft - frames)
}

/** The interrupt of every action in which a fighter mashes: presses count when the animation has advanced. */
export function notePresses(fighter: Fighter): void {
  const { pressed } = fighter
  const own = Struggle.of(fighter)
  own.pressed = pressed
}

/** Takes `perPress` off for a press, and again for a tilt to another side. True if there was either. */
export function struggle(fighter: Fighter, perPress: number): boolean {
  const own = Struggle.of(fighter)
  // Presses in hitlag count now.
  const pressed = own.pressed | fighter.pressed
  own.pressed = 0
  fighter.pressed = 0
  const sideX = sideOf(fighter.stickX, own.sideX)
  const sideY = sideOf(fighter.stickY, own.sideY)
  const presses = (pressed & MASH_BUTTONS) !== 0 ? 1 : 0
  const tilts = sideX !== own.sideX || sideY !== own.sideY ? 1 : 0
  own.sideX = sideX
  own.sideY = sideY
  shortenStruggle(fighter, perPress * (presses + tilts))
  return presses + tilts > 0
}

function sideOf(tilt: number, before: number): number {
  return tilt > GRAB.mashStick ? 1 : tilt < -GRAB.mashStick ? -1 : before
}

/** Mashing shows where the state has an animation: it runs faster for some frames. */
export function hurry(fighter: Fighter, mashes: boolean, isShown = true): void {
  const own = Struggle.of(fighter)
  if (own.hurryLeft > 0) {
    own.hurryLeft--
    if (own.hurryLeft === 0 && !mashes && isShown) fighter.animationRate = 1
  }
  if (own.hurryLeft > 0 || !mashes || !isShown) return
  own.hurryLeft = GRAB.hurryFrames
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
