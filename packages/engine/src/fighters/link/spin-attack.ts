/**
 * The Spin Attack of Link and Young Link: on the ground where they stand, in the air a rise that ends helpless.
 * Source: doldecomp/melee (ftLk_SpecialHi); figures from a public list of special attributes.
 */
import { tryLedge } from '../../actions/collide.ts'
import { enterFallSpecial } from '../../actions/fall.ts'
import { landWithLag } from '../../actions/landing.ts'
import { holdsDown, landsOn } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { driftToward, fallUpTo } from '../../movement/air.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, standing, thenWait } from '../special.ts'

const ON_GROUND = 356
const IN_AIR = 357

const SPEED_SHARE = f(0.5)
const GRAVITY_SHARE = f(0.5)
const LANDING_LAG = 24

export interface SpinAttackValues {
  /** Upward speed of the one in the air. */
  readonly rise: number
  /** Share of the usual drift in it. */
  readonly driftShare: number
}

export function spinAttack({ rise, driftShare }: SpinAttackValues): FighterOverrides {
  function enterInAir(fighter: Fighter): void {
    enterSpecial(fighter, IN_AIR)
    fighter.selfVx = f(fighter.selfVx * SPEED_SHARE)
    fighter.selfVy = rise
    fighter.jumpsUsed = fighter.kind.attributes.maxJumps
  }

  function move(fighter: Fighter): void {
    const { gravity, terminalVelocity, airDriftStickMul, airDriftMax } = fighter.kind.attributes
    fallUpTo(fighter, f(gravity * GRAVITY_SHARE), terminalVelocity)
    driftToward(fighter, airDriftStickMul, 0, f(airDriftMax * driftShare))
  }

  function collide(fighter: Fighter): void {
    if (landsOn(fighter, holdsDown(fighter))) landWithLag(fighter, LANDING_LAG)
    else tryLedge(fighter)
  }

  return {
    specials: { SpecialHi: (fighter) => enterSpecial(fighter, ON_GROUND), SpecialAirHi: enterInAir },
    actions: {
      SpecialHi: { animation: thenWait, ...standing(IN_AIR) },
      SpecialAirHi: {
        animation: afterScript((fighter) => enterFallSpecial(fighter, { landingLag: LANDING_LAG, isHard: true })),
        physics: move,
        collision: collide,
      },
    },
  }
}
