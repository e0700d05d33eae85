/**
 * Pound: on the ground its animation moves it; in the air it falls until it strikes, up or down by the stick, and
 * drifts freely at the end. Source: doldecomp/melee (ftPr_SpecialS); speed and angle measured on 30 recorded ones.
 */
import { moveInAttack } from '../../actions/attack.ts'
import { landsOn } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { cosf, f, RADIANS_PER_DEGREE, sinf } from '../../math.ts'
import { clampToDrift, fallAndDrift, fallWithoutDrift } from '../../movement/air.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, heldGroundTwinOf, swapOnGround, thenFall, thenWait } from '../special.ts'

const ON_GROUND = 363
const IN_AIR = 364

/** Script frames in the air of the strike, and from which it drifts again. */
const STRIKE_FRAME = 12
const DRIFT_FRAME = 40
const SPEED = f(2.2)
/** Share of the speed that remains on each frame. */
const KEPT = f(0.92)
/** The stick aims from the first tilt on, and no further than at the second. */
const AIM_FROM = f(0.1)
const AIM_TO = f(0.5)
const AIM_DEGREES = f(20)

function strikeOut(fighter: Fighter): void {
  const { stickY, facing } = fighter
  const share = f(Math.max(0, f(Math.min(Math.abs(stickY), AIM_TO) - AIM_FROM)) / f(AIM_TO - AIM_FROM))
  const angle = f(f(Math.sign(stickY) * f(share * AIM_DEGREES)) * RADIANS_PER_DEGREE)
  fighter.selfVx = f(SPEED * f(facing * cosf(angle)))
  fighter.selfVy = f(SPEED * sinf(angle))
}

function moveInAir(fighter: Fighter): void {
  const { animationFrame } = fighter
  if (animationFrame === STRIKE_FRAME) strikeOut(fighter)
  if (animationFrame < STRIKE_FRAME) fallWithoutDrift(fighter)
  else if (animationFrame >= DRIFT_FRAME) fallAndDrift(fighter)
  else {
    fighter.selfVx = f(fighter.selfVx * KEPT)
    fighter.selfVy = f(fighter.selfVy * KEPT)
  }
}

function collideInAir(fighter: Fighter): void {
  if (!landsOn(fighter, false)) return
  swapOnGround(fighter, ON_GROUND)
  clampToDrift(fighter)
}

export const POUND: FighterOverrides = {
  specials: {
    SpecialS: (fighter) => enterSpecial(fighter, ON_GROUND),
    SpecialAirS: (fighter) => enterSpecial(fighter, IN_AIR),
  },
  actions: {
    SpecialS: { animation: thenWait, physics: moveInAttack, collision: heldGroundTwinOf(IN_AIR) },
    SpecialAirS: { animation: thenFall, physics: moveInAir, collision: collideInAir },
  },
}
