/**
 * Fire Fox and Fire Bird: a hold, then a flight in the direction of the stick, straight up without one; along the floor
 * when the stick points into it. Source: doldecomp/melee (ftFx_SpecialHi); speeds and times as recorded.
 */
import type { Callback } from '../../actions/action.ts'
import { changeAction, stepAnimation, touchGround } from '../../actions/change.ts'
import { clampToEdge, tryLedge } from '../../actions/collide.ts'
import { enterFallSpecial } from '../../actions/fall.ts'
import { wholeWord } from '../../actions/first-word.ts'
import { enterWait } from '../../actions/wait.ts'
import { isOnPlatform, landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { atan2f, cosf, f, RADIANS_PER_DEGREE, sinf, sqrtf } from '../../math.ts'
import { fallAndDrift, fallAt, slowInAirBy, slowToDrift } from '../../movement/air.ts'
import { setMotion, slow, stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { Place } from '../../tables/moves.ts'
import { motionY } from '../../tables/root-motion.ts'
import type { FighterOverrides } from '../kind.ts'
import {
  afterScript,
  enterSpecial,
  flyBack,
  leaveGroundSpent,
  swapInAirSpent,
  swapOnGround,
  thenWait,
} from '../special.ts'
import { type FlightPose, turnEcb, turnCapsules, turnPlace } from './flight-pose.ts'

const HOLD = 353
const AIR_HOLD = 354
const TRAVEL = 355
const AIR_TRAVEL = 356
const LANDING = 357
const FALL = 358
const BOUND = 359

const FireFox = privates({
  /** Hold: frames before gravity begins. */
  weightless: 'int',
  /** Travel: frames left and frames flown. */
  left: 'int',
  flown: 'int',
  /** Travel: its direction above the facing, in radians. */
  angle: 'float',
})

/** Ledges are caught at either facing. */
const EITHER_SIDE = 0

const KEPT_SPEED_DIVISOR = f(1.25)
const HOLD_WEIGHTLESS = 15
const HOLD_FRICTION = f(0.02)
/** The stick aims from the first tilt on, and turns the fighter from the second. */
const AIM_STICK = f(0.5)
const TURN_STICK = f(0.2875)
const LANDING_FRICTION = f(1.5)
/** Counter at which a landing out of the fall begins. */
const LATE_LANDING = 13
const LANDING_LAG = 18
const UP = f(Math.PI / 2)
const BOUND_SPEED_SHARE = f(0.8)
/** Counter at which the fall after a bounce begins. */
const BOUND_FALL_FRAME = 14

export interface FireFoxValues {
  readonly holdGravity: number
  readonly frames: number
  readonly speed: number
  /** Frame from which the flight slows, and the decrease per frame. */
  readonly slowsFrom: number
  readonly loss: number
  /** A flight that meets a floor more steeply than this bounces off, in degrees. */
  readonly boundAngle: number
  readonly pose: FlightPose
}

function setWeightless(fighter: Fighter, frames: number): void {
  FireFox.of(fighter).weightless = frames
  fighter.misc = wholeWord(frames)
}

function enterHold(fighter: Fighter): void {
  fighter.groundVelocity = f(fighter.groundVelocity / KEPT_SPEED_DIVISOR)
  enterSpecial(fighter, HOLD)
  setWeightless(fighter, HOLD_WEIGHTLESS)
}

function enterAirHold(fighter: Fighter): void {
  fighter.selfVx = f(fighter.selfVx / KEPT_SPEED_DIVISOR)
  fighter.selfVy = 0
  enterSpecial(fighter, AIR_HOLD)
  setWeightless(fighter, HOLD_WEIGHTLESS)
}

function fallHelpless(fighter: Fighter): void {
  enterFallSpecial(fighter, { landingLag: LANDING_LAG })
}

function isAiming({ stickX, stickY }: Fighter): boolean {
  return f(Math.abs(stickX) + Math.abs(stickY)) >= AIM_STICK
}

function turnToStick(fighter: Fighter): void {
  fighter.facing = fighter.stickX >= 0 ? 1 : -1
}

/** Angle between two directions. */
function angleBetween(x1: number, y1: number, x2: number, y2: number): number {
  const lengths = f(sqrtf(f(x1 * x1 + y1 * y1)) * sqrtf(f(x2 * x2 + y2 * y2)))
  return lengths === 0 ? 0 : f(Math.abs(atan2f(f(x1 * y2 - y1 * x2), f(x1 * x2 + y1 * y2))))
}

function animateFlight(fighter: Fighter): void {
  const left = --FireFox.of(fighter).left
  if (left > 0) return
  changeAction(fighter, fighter.isAirborne ? FALL : LANDING)
}

function collideFlight(fighter: Fighter): void {
  if (staysOnFloor(fighter)) alongFloor(fighter)
  else swapInAirSpent(fighter, AIR_TRAVEL)
}

function alongFloor(fighter: Fighter): void {
  const { normalX, normalY } = fighter.match.terrain
  const { floorLine, facing } = fighter
  FireFox.of(fighter).angle = atan2f(f(-normalX[floorLine]! * facing), normalY[floorLine]!)
}

function collideFall(fighter: Fighter): void {
  if (!landsOn(fighter, false)) {
    tryLedge(fighter, EITHER_SIDE)
    return
  }
  touchGround(fighter)
  changeAction(fighter, LANDING, LATE_LANDING)
  stepAnimation(fighter)
}

function animateBound(fighter: Fighter): void {
  if (fighter.animationFrame <= BOUND_FALL_FRAME) return
  if (fighter.isAirborne) fallHelpless(fighter)
  else enterWait(fighter)
}

function moveBound(fighter: Fighter): void {
  if (!fighter.isAirborne) {
    stopOnGround(fighter)
    return
  }
  fighter.selfVy = motionY(fighter.state.motion, fighter.actionFrame)
  slowToDrift(fighter)
}

function collideBound(fighter: Fighter): void {
  if (!fighter.isAirborne) clampToEdge(fighter)
  else if (landsOn(fighter, false)) touchGround(fighter)
  else tryLedge(fighter)
}

export function fireFox(values: FireFoxValues): FighterOverrides {
  const { holdGravity, frames, speed, slowsFrom, loss, pose } = values
  const steepest = f(values.boundAngle * RADIANS_PER_DEGREE)

  function begin(fighter: Fighter, action: number): void {
    const own = FireFox.of(fighter)
    changeAction(fighter, action)
    own.left = frames
    own.flown = 0
  }

  function flyInAir(fighter: Fighter): void {
    let angle = UP
    if (isAiming(fighter)) {
      if (Math.abs(fighter.stickX) > TURN_STICK) turnToStick(fighter)
      angle = atan2f(fighter.stickY, f(fighter.stickX * fighter.facing))
    }
    begin(fighter, AIR_TRAVEL)
    FireFox.of(fighter).angle = angle
    fighter.selfVx = f(fighter.facing * f(speed * cosf(angle)))
    fighter.selfVy = f(speed * sinf(angle))
    fighter.jumpsUsed = fighter.kind.attributes.maxJumps
  }

  /** Off the floor, unless the stick points into it. */
  function flyFromGround(fighter: Fighter): void {
    const { normalX, normalY } = fighter.match.terrain
    const { stickX, stickY, floorLine } = fighter
    const isInto = angleBetween(normalX[floorLine]!, normalY[floorLine]!, stickX, stickY) >= UP
    if (!isAiming(fighter) || !isInto || isOnPlatform(fighter)) {
      if (isAiming(fighter) && isInto) fighter.passedLine = floorLine
      leaveGroundSpent(fighter)
      flyInAir(fighter)
      return
    }
    turnToStick(fighter)
    begin(fighter, TRAVEL)
    fighter.groundVelocity = f(speed * fighter.facing)
    alongFloor(fighter)
  }

  const fly: Callback = afterScript((fighter) => {
    if (fighter.isAirborne) flyInAir(fighter)
    else flyFromGround(fighter)
  })

  function moveAirHold(fighter: Fighter): void {
    const left = FireFox.of(fighter).weightless
    if (left > 0) setWeightless(fighter, left - 1)
    else fallAt(fighter, holdGravity)
    slowInAirBy(fighter, HOLD_FRICTION)
  }

  function isSlowing(fighter: Fighter): boolean {
    return ++FireFox.of(fighter).flown >= slowsFrom
  }

  function moveFlight(fighter: Fighter): void {
    if (isSlowing(fighter)) slow(fighter, loss)
    else setMotion(fighter)
  }

  function moveAirFlight(fighter: Fighter): void {
    if (!isSlowing(fighter)) return
    const angle = FireFox.of(fighter).angle
    fighter.selfVx = f(fighter.selfVx - f(fighter.facing * f(loss * cosf(angle))))
    fighter.selfVy = f(fighter.selfVy - f(loss * sinf(angle)))
  }

  /** Through platforms, off floors that it meets steeply, along others; ledges are caught on either side. */
  function collideAirFlight(fighter: Fighter): void {
    if (!landsOn(fighter, false)) {
      tryLedge(fighter, EITHER_SIDE)
      return
    }
    const { floorLine, selfVx, selfVy } = fighter
    const { normalX, normalY } = fighter.match.terrain
    if (isOnPlatform(fighter)) {
      fighter.passedLine = floorLine
    } else if (f(angleBetween(normalX[floorLine]!, normalY[floorLine]!, selfVx, selfVy) - UP) >= steepest) {
      enterSpecial(fighter, BOUND)
      fighter.selfVx = f(selfVx * BOUND_SPEED_SHARE)
    } else {
      fighter.facing = selfVx >= 0 ? 1 : -1
      FireFox.of(fighter).angle = atan2f(selfVy, f(selfVx * fighter.facing))
    }
  }

  function turnHitbox(fighter: Fighter, place: Place): void {
    turnPlace(pose, FireFox.of(fighter).angle, place)
  }

  function turnBody(fighter: Fighter, places: Float32Array, count: number): void {
    turnCapsules(pose, fighter, FireFox.of(fighter).angle, places, count)
  }

  function moveLanding(fighter: Fighter): void {
    slow(fighter, LANDING_FRICTION)
  }

  return {
    specials: { SpecialHi: enterHold, SpecialAirHi: enterAirHold },
    actions: {
      SpecialHiHold: {
        animation: fly,
        physics: stopOnGround,
        collision: (fighter) => {
          if (!staysOnFloor(fighter)) swapInAirSpent(fighter, AIR_HOLD)
        },
      },
      SpecialHiHoldAir: {
        animation: fly,
        physics: moveAirHold,
        collision: (fighter) => {
          if (!landsOn(fighter, false)) {
            tryLedge(fighter)
            return
          }
          swapOnGround(fighter, HOLD)
        },
      },
      SpecialHi: {
        animation: animateFlight,
        physics: moveFlight,
        turned: flyBack,
        collision: collideFlight,
        places: turnHitbox,
        turnBody,
      },
      SpecialAirHi: {
        animation: animateFlight,
        physics: moveAirFlight,
        turned: flyBack,
        collision: collideAirFlight,
        shapeEcb: (fighter, body) => turnEcb(pose, fighter, FireFox.of(fighter).angle, body),
        places: turnHitbox,
        turnBody,
      },
      SpecialHiLanding: {
        turned: flyBack,
        animation: thenWait,
        physics: moveLanding,
        collision: (fighter) => {
          if (staysOnFloor(fighter)) return
          leaveGroundSpent(fighter)
          fallHelpless(fighter)
        },
      },
      SpecialHiFall: {
        animation: afterScript(fallHelpless),
        physics: fallAndDrift,
        collision: collideFall,
        turned: flyBack,
      },
      SpecialHiBound: { animation: animateBound, physics: moveBound, collision: collideBound, turned: flyBack },
    },
  }
}
