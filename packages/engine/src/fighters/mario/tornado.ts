/**
 * Tornado and cyclone: a spin steered by the stick. B lifts it, off the ground at any press, in the air as long as its
 * airtime has a lift left. Source: doldecomp/melee (ftMr_SpecialLw); figures from public lists of special attributes. On
 * which frames B lifts and the spin slows is an estimate.
 */
import { touchGround, swapAction } from '../../actions/change.ts'
import { landsOn, staysOnFloor } from '../../actions/collide.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { driftToward, fall } from '../../movement/air.ts'
import { setMotion } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, swapInAir, thenFall, thenWait } from '../special.ts'

export interface TornadoValues {
  readonly ground: number
  readonly air: number
  /** Rise at the start, with the lift still to come and without. */
  readonly startRise: number
  readonly lift: number
  readonly mostRise: number
  readonly groundSpeed: number
  readonly airSpeed: number
  readonly groundAcceleration: number
  readonly airAcceleration: number
  /** How much of its greatest speed each of the last frames takes. */
  readonly loss: number
  /** Script frames between which B lifts, and from which on it slows. */
  readonly liftFrames: readonly [first: number, last: number]
  readonly slowsFrom: number
}

// Own words.
/** The lift of this airtime is used up. */
const SPENT = 1

export function tornado(values: TornadoValues): FighterOverrides {
  const { ground, air, startRise, lift, mostRise, liftFrames, slowsFrom, loss } = values

  function enterInAir(fighter: Fighter): void {
    enterSpecial(fighter, air)
    fighter.selfVy = f(startRise - (fighter.ownInts[SPENT] === 0 ? lift : 0))
    fighter.selfVx = Math.max(-values.airSpeed, Math.min(values.airSpeed, fighter.selfVx))
  }

  function enterOnGround(fighter: Fighter): void {
    enterSpecial(fighter, ground)
  }

  function asksForLift({ animationFrame, held, previousHeld }: Fighter): boolean {
    const isOpen = animationFrame >= liftFrames[0] && animationFrame <= liftFrames[1]
    return isOpen && (held & ~previousHeld & BUTTON.B) !== 0
  }

  function speedLeft({ animationFrame }: Fighter, speed: number): number {
    return Math.max(0, f(speed - Math.max(0, animationFrame - slowsFrom) * loss))
  }

  /** Toward the stick's share of the greatest speed. */
  function moveOnGround(fighter: Fighter): void {
    const target = f(fighter.stickX * speedLeft(fighter, values.groundSpeed))
    const step = values.groundAcceleration
    const gap = f(target - fighter.groundVelocity)
    fighter.groundVelocity = f(fighter.groundVelocity + Math.max(-step, Math.min(step, gap)))
    setMotion(fighter)
    if (!asksForLift(fighter)) return
    swapInAir(fighter, air)
    fighter.selfVy = Math.min(mostRise, f(fighter.selfVy + lift))
  }

  function moveInAir(fighter: Fighter): void {
    if (fighter.ownInts[SPENT] === 0 && asksForLift(fighter)) {
      fighter.selfVy = Math.min(mostRise, f(fighter.selfVy + lift))
    }
    fall(fighter)
    driftToward(fighter, values.airAcceleration, 0, speedLeft(fighter, values.airSpeed))
  }

  function collideOnGround(fighter: Fighter): void {
    if (!staysOnFloor(fighter)) swapInAir(fighter, air)
  }

  function collideInAir(fighter: Fighter): void {
    if (!landsOn(fighter, false)) return
    touchGround(fighter)
    fighter.ownInts[SPENT] = 0
    fighter.groundVelocity = Math.max(-values.groundSpeed, Math.min(values.groundSpeed, fighter.groundVelocity))
    swapAction(fighter, ground)
  }

  const endInAir = afterScript((fighter) => {
    fighter.ownInts[SPENT] = 1
    thenFall(fighter)
  })

  return {
    specials: { SpecialLw: enterOnGround, SpecialAirLw: enterInAir },
    actions: {
      SpecialLw: { animation: thenWait, physics: moveOnGround, collision: collideOnGround },
      SpecialAirLw: { animation: endInAir, physics: moveInAir, collision: collideInAir },
    },
    landed: (fighter) => {
      fighter.ownInts[SPENT] = 0
    },
  }
}
