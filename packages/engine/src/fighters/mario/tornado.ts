/**
 * Tornado and cyclone: a spin steered by the stick. B lifts it, off the ground at any press, in the air as long as a
 * lift of the airtime is left. Source: doldecomp/melee (ftMr_SpecialLw, ftLg_SpecialLw); figures from public lists of
 * special attributes. When B begins to lift and the spin to slow is as recorded; when B lifts last is an estimate.
 */
import { touchGround, swapAction } from '../../actions/change.ts'
import { landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallAt } from '../../movement/air.ts'
import { setMotion } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, spinWide, swapInAir, thenFall, thenWait } from '../special.ts'

export interface TornadoValues {
  readonly ground: number
  readonly air: number
  /** Rise at the start, with and without a lift left. */
  readonly startRise: number
  readonly lift: number
  readonly mostRise: number
  readonly groundSpeed: number
  readonly airSpeed: number
  readonly groundAcceleration: number
  readonly airAcceleration: number
  /** Share of its greatest speed that each of the last frames takes off. */
  readonly loss: number
  /** Script frames between which B lifts, and from which on it slows. */
  readonly liftFrames: readonly [first: number, last: number]
  readonly slowsFrom: number
}

// Own words (`ownInts`).
/** The lift of this airtime is used up. */
const SPENT = 1

function within(speed: number, most: number): number {
  return Math.max(-most, Math.min(most, speed))
}

/**
 * By the stick's share, up to its share of the greatest speed; at once at rest without the stick (ftCommon_8007CA80).
 */
function steered(speed: number, stick: number, acceleration: number, most: number): number {
  const target = f(stick * most)
  if (target === 0) return 0
  const next = f(speed + f(stick * acceleration))
  if (speed * stick < 0) return next
  return stick > 0 ? Math.min(next, target) : Math.max(next, target)
}

export function tornado(values: TornadoValues): FighterOverrides {
  const { ground, air, startRise, lift, mostRise, liftFrames, slowsFrom, loss } = values

  function enterInAir(fighter: Fighter): void {
    enterSpecial(fighter, air)
    fighter.selfVy = f(startRise - (fighter.ownInts[SPENT] === 0 ? lift : 0))
    fighter.selfVx = within(fighter.selfVx, values.airSpeed)
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

  function moveOnGround(fighter: Fighter): void {
    const { stickX, groundVelocity } = fighter
    const most = speedLeft(fighter, values.groundSpeed)
    fighter.groundVelocity = steered(groundVelocity, stickX, values.groundAcceleration, most)
    setMotion(fighter)
    if (!asksForLift(fighter)) return
    enterTwinInAir(fighter)
    fighter.selfVy = Math.min(mostRise, f(fighter.selfVy + lift))
  }

  function moveInAir(fighter: Fighter): void {
    const { stickX, selfVx } = fighter
    if (fighter.ownInts[SPENT] === 0 && asksForLift(fighter)) {
      fighter.selfVy = Math.min(mostRise, f(fighter.selfVy + lift))
    }
    // No fastfall in a spin.
    fallAt(fighter, fighter.kind.attributes.gravity)
    const most = speedLeft(fighter, values.airSpeed)
    fighter.airAccelerationX = f(steered(selfVx, stickX, values.airAcceleration, most) - selfVx)
  }

  function enterTwinInAir(fighter: Fighter): void {
    swapInAir(fighter, air)
    fighter.selfVx = within(fighter.selfVx, values.airSpeed)
  }

  function collideOnGround(fighter: Fighter): void {
    if (!staysOnFloor(fighter)) enterTwinInAir(fighter)
  }

  function collideInAir(fighter: Fighter): void {
    if (!landsOn(fighter, false)) return
    touchGround(fighter)
    fighter.ownInts[SPENT] = 0
    fighter.groundVelocity = within(fighter.groundVelocity, values.groundSpeed)
    swapAction(fighter, ground)
  }

  const endInAir = afterScript((fighter) => {
    fighter.ownInts[SPENT] = 1
    thenFall(fighter)
  })

  return {
    specials: { SpecialLw: enterOnGround, SpecialAirLw: enterInAir },
    actions: {
      SpecialLw: { animation: thenWait, physics: moveOnGround, collision: collideOnGround, shapeEcb: spinWide },
      SpecialAirLw: { animation: endInAir, physics: moveInAir, collision: collideInAir, shapeEcb: spinWide },
    },
    landed: (fighter) => {
      fighter.ownInts[SPENT] = 0
    },
  }
}
