/**
 * Falcon Punch and Warlock Punch: a long wind-up, then a step forward; in the air a lunge at the stick's angle that
 * decays, and a free fall. Source: doldecomp/melee (ftCa_SpecialN); the script's frames and attributes from public
 * lists.
 */
import { actionOf } from '../../actions/action.ts'
import { staysWithinFloor } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { cosf, f, RADIANS_PER_DEGREE, sinf } from '../../math.ts'
import { clampToDrift, fallAndDrift, fallWithoutDrift } from '../../movement/air.ts'
import { followRootMotion } from '../../movement/ground.ts'
import { motionX } from '../../tables/root-motion.ts'
import type { FighterOverrides } from '../kind.ts'
import { airTwinOf, enterSpecial, named, swapInAir, thenFall, thenWait, type Copy } from '../special.ts'

const OWN: Copy<'Ca' | 'Gn'> = { first: 347, prefix: '' }

/** Stick heights between which the lunge's angle follows the stick. */
const LEAST_STICK = f(0.125)
const MOST_STICK = f(0.625)
/** Share of the lunge that remains a frame later. */
const SPEED_SHARE = f(0.92)

export interface FalconPunchValues {
  /** Script frame of the lunge, and the one from which he falls freely. */
  readonly lungeFrame: number
  readonly fallFrame: number
  readonly speed: number
  /** Degrees above or below at most. */
  readonly mostAngle: number
}

export function falconPunch(values: FalconPunchValues, states = OWN): FighterOverrides {
  const { lungeFrame, fallFrame, speed, mostAngle } = values
  const ON_GROUND = states.first
  const IN_AIR = ON_GROUND + 1

  function angleOf({ stickY }: Fighter): number {
    const tilt = Math.max(0, f(Math.min(Math.abs(stickY), MOST_STICK) - LEAST_STICK))
    const degrees = f(f(tilt * mostAngle) / f(MOST_STICK - LEAST_STICK))
    return f(RADIANS_PER_DEGREE * (stickY < 0 ? -degrees : degrees))
  }

  function lunge(fighter: Fighter): void {
    if (fighter.animationFrame !== lungeFrame) return
    const angle = angleOf(fighter)
    fighter.selfVx = f(speed * f(fighter.facing * cosf(angle)))
    fighter.selfVy = f(speed * sinf(angle))
  }

  function moveInAir(fighter: Fighter): void {
    if (fighter.animationFrame < lungeFrame) fallWithoutDrift(fighter)
    else if (fighter.animationFrame >= fallFrame) fallAndDrift(fighter)
    else {
      fighter.selfVx = f(fighter.selfVx * SPEED_SHARE)
      fighter.selfVy = f(fighter.selfVy * SPEED_SHARE)
    }
  }

  function collideOnGround(fighter: Fighter): void {
    if (staysWithinFloor(fighter)) return
    swapInAir(fighter, IN_AIR)
    clampToDrift(fighter)
  }

  return {
    specials: {
      SpecialN: (fighter) => enterSpecial(fighter, ON_GROUND),
      SpecialAirN: (fighter) => enterSpecial(fighter, IN_AIR),
    },
    actions: named(states, {
      SpecialN: {
        animation: thenWait,
        physics: (fighter) =>
          followRootMotion(fighter, motionX(actionOf(fighter.kind, ON_GROUND).motion, fighter.actionFrame)),
        collision: collideOnGround,
      },
      SpecialAirN: { animation: thenFall, interrupt: lunge, physics: moveInAir, collision: airTwinOf(ON_GROUND) },
    }),
  }
}
