/**
 * Which special the input asks for. On the ground each direction is a question of its own, as the interrupt lists ask
 * them; in the air up and down go before the sides. Source: doldecomp/melee (ftCo_SpecialS, ftCo_SpecialAir,
 * ftCo_800D67C4 and kin).
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

/** A stick well to the other side turns the fighter over first. */
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

export function tryUpSpecial(fighter: Fighter): boolean {
  return pressesB(fighter) && fighter.stickY >= SPECIAL.vertical && enter(fighter, 'SpecialHi')
}

function tryDownSpecial(fighter: Fighter): boolean {
  return pressesB(fighter) && fighter.stickY < -SPECIAL.vertical && enter(fighter, 'SpecialLw')
}

function tryNeutralSpecial(fighter: Fighter): boolean {
  if (!pressesB(fighter) || Math.abs(fighter.stickX) >= SPECIAL.side) return false
  return Math.abs(fighter.stickY) < SPECIAL.vertical && enter(fighter, 'SpecialN')
}

/** All four, as standing asks for them. */
export function trySpecial(fighter: Fighter): boolean {
  return trySideSpecial(fighter) || tryUpSpecial(fighter) || tryNeutralSpecial(fighter) || tryDownSpecial(fighter)
}

/** Crouching asks for no other. */
export function tryCrouchedSpecial(fighter: Fighter): boolean {
  return tryDownSpecial(fighter) || tryUpSpecial(fighter)
}

/** Turning round asks for all but the neutral one. */
export function tryTurningSpecial(fighter: Fighter): boolean {
  return trySideSpecial(fighter) || tryDownSpecial(fighter) || tryUpSpecial(fighter)
}

export function tryAirSpecial(fighter: Fighter): boolean {
  if (!pressesB(fighter)) return false
  const { stickX, stickY } = fighter
  if (stickY >= SPECIAL.vertical) return enter(fighter, 'SpecialAirHi')
  if (stickY <= -SPECIAL.vertical) return enter(fighter, 'SpecialAirLw')
  if (Math.abs(stickX) >= SPECIAL.side) {
    if (!fighter.kind.specials.SpecialAirS) return false
    turnToStick(fighter)
    return enter(fighter, 'SpecialAirS')
  }
  if (!fighter.kind.specials.SpecialAirN) return false
  // Tilted backward a moment ago: it begins the other way round.
  const isReversed = fighter.lastTiltXTimer < SPECIAL.reverseFrames && fighter.lastTiltXSide === -fighter.facing
  if (isReversed) fighter.facing = -fighter.facing
  return enter(fighter, 'SpecialAirN')
}
