/**
 * Which special the input asks for. On the ground each direction is a choice of its own in the interrupt lists; in the
 * air up and down come before the sides. Source: doldecomp/melee (ftCo_SpecialS, ftCo_SpecialAir, ftCo_800D67C4 and
 * related functions).
 */
import { SPECIAL } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import type { SpecialName } from '../fighters/kind.ts'
import { BUTTON } from '../input/buttons.ts'
import { f } from '../math.ts'

function pressesB(fighter: Fighter): boolean {
  return (fighter.pressed & BUTTON.B) !== 0
}

function enter(fighter: Fighter, name: SpecialName): boolean {
  const special = fighter.kind.specials[name]
  if (!special) return false
  special(fighter)
  return true
}

/** A stick far to the other side turns the fighter round first. */
function turnToStick(fighter: Fighter): void {
  if (f(fighter.stickX * fighter.facing) < -SPECIAL.turn) fighter.facing = -fighter.facing
}

export function trySideSpecial(fighter: Fighter): boolean {
  if (!pressesB(fighter) || Math.abs(fighter.stickX) < SPECIAL.side || !fighter.kind.specials.SpecialS) return false
  turnToStick(fighter)
  const { floorLine, match, kind } = fighter
  const loss = f(1 - kind.attributes.specialsGroundSpeedRetention)
  const friction = match.terrain.friction[floorLine] ?? 1
  fighter.groundVelocity = f(fighter.groundVelocity - f(f(fighter.groundVelocity * loss) * friction))
  return enter(fighter, 'SpecialS')
}

export function asksForUpSpecial(fighter: Fighter): boolean {
  return pressesB(fighter) && fighter.stickY >= SPECIAL.vertical
}

export function tryUpSpecial(fighter: Fighter): boolean {
  return asksForUpSpecial(fighter) && enter(fighter, 'SpecialHi')
}

export function tryAirUpSpecial(fighter: Fighter): boolean {
  return asksForUpSpecial(fighter) && enter(fighter, 'SpecialAirHi')
}

function tryDownSpecial(fighter: Fighter): boolean {
  return pressesB(fighter) && fighter.stickY < -SPECIAL.vertical && enter(fighter, 'SpecialLw')
}

function tryNeutralSpecial(fighter: Fighter): boolean {
  if (!pressesB(fighter) || Math.abs(fighter.stickX) >= SPECIAL.side) return false
  return Math.abs(fighter.stickY) < SPECIAL.vertical && enter(fighter, 'SpecialN')
}

/** All four, in the order of standing. */
export function trySpecial(fighter: Fighter): boolean {
  return trySideSpecial(fighter) || tryUpSpecial(fighter) || tryNeutralSpecial(fighter) || tryDownSpecial(fighter)
}

/** Crouching allows no other. */
export function tryCrouchedSpecial(fighter: Fighter): boolean {
  return tryDownSpecial(fighter) || tryUpSpecial(fighter)
}

/** Turning allows all but the neutral one. */
export function tryTurningSpecial(fighter: Fighter): boolean {
  return trySideSpecial(fighter) || tryDownSpecial(fighter) || tryUpSpecial(fighter)
}

export function tryAirSpecial(fighter: Fighter): boolean {
  if (!pressesB(fighter)) return false
  const { stickX, stickY } = fighter
  if (stickY >= SPECIAL.vertical) return tryAirUpSpecial(fighter)
  if (stickY <= -SPECIAL.vertical) return enter(fighter, 'SpecialAirLw')
  if (Math.abs(stickX) >= SPECIAL.side) {
    if (!fighter.kind.specials.SpecialAirS) return false
    turnToStick(fighter)
    return enter(fighter, 'SpecialAirS')
  }
  if (!fighter.kind.specials.SpecialAirN) return false
  // The stick was tilted backward a moment ago: the special begins in the other direction.
  const isReversed = fighter.lastTiltXTimer < SPECIAL.reverseFrames && fighter.lastTiltXSide === -fighter.facing
  if (isReversed) fighter.facing = -fighter.facing
  return enter(fighter, 'SpecialAirN')
}
