/** Inputs besides attacks: to jump, crouch, turn, walk, or drop through a platform. */
import { isOnPlatform } from '../collision/fighter-body.ts'
import { JUMP, PASS, SQUAT, TURN, WALK } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { JUMP_BUTTONS } from '../input/buttons.ts'
import { f } from '../math.ts'

export function asksForJump(fighter: Fighter): boolean {
  if (fighter.pressed & JUMP_BUTTONS) return true
  return fighter.stickY >= JUMP.stick && fighter.tiltYTimer < JUMP.tiltFrames
}

export function asksForAirJump(fighter: Fighter): boolean {
  return fighter.jumpsUsed < fighter.kind.attributes.maxJumps && fighter.kind.asksForAirJump(fighter)
}

export function tryAirJump(fighter: Fighter): boolean {
  if (!asksForAirJump(fighter)) return false
  fighter.kind.airJump(fighter)
  return true
}

export function asksForSquat({ stickY }: Fighter): boolean {
  return stickY < -SQUAT.stick
}

export function asksForTurn(fighter: Fighter): boolean {
  return f(fighter.stickX * fighter.facing) <= -TURN.stick
}

export function asksForWalk(fighter: Fighter): boolean {
  return f(fighter.stickX * fighter.facing) >= WALK.stick
}

export function asksForPass(fighter: Fighter): boolean {
  return fighter.stickY <= -PASS.stick && fighter.tiltYTimer < PASS.tiltFrames && isOnPlatform(fighter)
}
