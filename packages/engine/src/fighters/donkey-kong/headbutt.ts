/**
 * Headbutt: buries a grounded victim and spikes an airborne one. In the air he floats until it strikes. Source:
 * doldecomp/melee (ftDk_SpecialS); figures from a public list of special attributes. No recording shows it. Estimates:
 * the share of speed that remains in the air, and when gravity begins.
 */
import { staysOnFloor, staysWithinFloor } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { fallAt, slowInAirBy } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { airTwinOf, enterSpecial, swapInAir, thenFall, thenWait } from '../special.ts'

const ON_GROUND = 379
const IN_AIR = 380

const SPEED_DIVISOR = f(1.5)
const FRICTION = f(0.02)
const GRAVITY = f(0.05)
/** Script frame from which he falls in the air, and stops at edges on the ground. */
const STRIKE_FRAME = 20

function enterInAir(fighter: Fighter): void {
  fighter.selfVx = f(fighter.selfVx / SPEED_DIVISOR)
  fighter.selfVy = 0
  enterSpecial(fighter, IN_AIR)
}

function moveInAir(fighter: Fighter): void {
  if (fighter.animationFrame >= STRIKE_FRAME) fallAt(fighter, GRAVITY)
  slowInAirBy(fighter, FRICTION)
}

function collideOnGround(fighter: Fighter): void {
  const stays = fighter.animationFrame >= STRIKE_FRAME ? staysWithinFloor(fighter) : staysOnFloor(fighter)
  if (!stays) swapInAir(fighter, IN_AIR)
}

export const HEADBUTT: FighterOverrides = {
  specials: { SpecialS: (fighter) => enterSpecial(fighter, ON_GROUND), SpecialAirS: enterInAir },
  actions: {
    SpecialS: { animation: thenWait, physics: stopOnGround, collision: collideOnGround },
    SpecialAirS: { animation: thenFall, physics: moveInAir, collision: airTwinOf(ON_GROUND) },
  },
}
