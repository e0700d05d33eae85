/**
 * A dash that is charged while B is held (Luigi's Green Missile, Skull Bash): a flight ahead that ends at the first
 * floor, hit or wall, whichever side of the body meets the wall. A flick begins with a little charge. Source: doldecomp/melee (ftLg_SpecialS, ftPk_SpecialS).
 */
import type { ActionCallbacks } from '../actions/action.ts'
import { changeAction, touchGround } from '../actions/change.ts'
import { landsOn, touchesWall } from '../collision/fighter-body.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { fallAt, fallUpTo, slowInAirBy } from '../movement/air.ts'
import { slow } from '../movement/ground.ts'
import type { Specials } from './kind.ts'
import {
  afterScript,
  airTwinOf,
  enterSpecial,
  flyBack,
  groundTwinOf,
  stayOrFallOff,
  thenFall,
  thenWait,
} from './special.ts'

const SPEED_DIVISOR = f(1.25)
const END_DIVISOR = f(1.5)
const END_FRICTION = f(0.05)
const END_GRAVITY = f(0.1)

export interface ChargedDashValues {
  readonly start: number
  readonly end: number
  readonly airStart: number
  readonly airEnd: number
  readonly startFriction: number
  readonly startGravity: number
  /** The flight before it begins to fall, on a script frame. */
  readonly gravity: number
  readonly fallFrame: number
  readonly terminalVelocity: number
  /** The start has begun. */
  readonly begin: (fighter: Fighter) => void
  /** From the start to the charge, on the ground and in the air. */
  readonly hold: (fighter: Fighter) => void
}

export interface ChargedDash {
  readonly specials: Specials
  readonly starts: ActionCallbacks
  readonly airStarts: ActionCallbacks
  readonly flight: ActionCallbacks
  readonly ends: ActionCallbacks
  readonly airEnds: ActionCallbacks
}

export function chargedDash(values: ChargedDashValues): ChargedDash {
  const { start, end, airStart, airEnd, startFriction, startGravity, gravity, fallFrame, terminalVelocity } = values
  const { begin } = values

  function enterOnGround(fighter: Fighter): void {
    fighter.groundVelocity = f(fighter.groundVelocity / SPEED_DIVISOR)
    enterSpecial(fighter, start)
    begin(fighter)
  }

  function enterInAir(fighter: Fighter): void {
    fighter.selfVx = f(fighter.selfVx / SPEED_DIVISOR)
    fighter.selfVy = 0
    enterSpecial(fighter, airStart)
    begin(fighter)
  }

  function fly(fighter: Fighter): void {
    const falls = fighter.animationFrame >= fallFrame
    fallUpTo(fighter, falls ? END_GRAVITY : gravity, terminalVelocity)
    if (falls) slowInAirBy(fighter, END_FRICTION)
  }

  function endInAir(fighter: Fighter): void {
    fighter.selfVx = f(fighter.selfVx / END_DIVISOR)
    changeAction(fighter, airEnd)
  }

  function landInEnd(fighter: Fighter): boolean {
    if (!landsOn(fighter, false)) return false
    touchGround(fighter)
    fighter.groundVelocity = f(fighter.groundVelocity / END_DIVISOR)
    changeAction(fighter, end)
    return true
  }

  function collideInFlight(fighter: Fighter): void {
    if (landInEnd(fighter)) return
    if (touchesWall(1) || touchesWall(-1)) endInAir(fighter)
  }

  function stopAtHit(fighter: Fighter): void {
    fighter.selfVx = 0
    if (fighter.selfVy >= 0) fighter.selfVy = 0
    endInAir(fighter)
  }

  const sinking = (gravityThen: number, friction: number) => (fighter: Fighter) => {
    fallAt(fighter, gravityThen)
    slowInAirBy(fighter, friction)
  }
  const sliding = (friction: number) => (fighter: Fighter) => slow(fighter, friction)
  const animation = afterScript(values.hold)

  return {
    specials: { SpecialS: enterOnGround, SpecialAirS: enterInAir },
    starts: { animation, physics: sliding(startFriction), collision: groundTwinOf(airStart) },
    airStarts: { animation, physics: sinking(startGravity, startFriction), collision: airTwinOf(start) },
    flight: {
      animation: afterScript(endInAir),
      physics: fly,
      collision: collideInFlight,
      dealtDamage: stopAtHit,
      turned: flyBack,
    },
    ends: { animation: thenWait, physics: sliding(END_FRICTION), collision: stayOrFallOff },
    airEnds: {
      animation: thenFall,
      physics: sinking(END_GRAVITY, END_FRICTION),
      collision: (fighter) => void landInEnd(fighter),
    },
  }
}
