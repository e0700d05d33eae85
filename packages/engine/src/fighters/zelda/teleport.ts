/**
 * Farore's Wind and Vanish: a hold, then invisible and intangible motion along the stick at constant speed, straight up
 * without one; through platforms at first, stopped by floors, by walls that it meets steeply,
 * and along a floor by any wall. Source:
 * doldecomp/melee (ftZd_SpecialHi, ftSk_SpecialHi); figures as a public randomizer lists them, compared with recordings
 * of Vanish.
 */
import type { Callback } from '../../actions/action.ts'
import { changeAction, stepAnimation, swapAction, touchGround } from '../../actions/change.ts'
import { tryLedge } from '../../actions/collide.ts'
import { wholeWord } from '../../actions/first-word.ts'
import { landWithLag } from '../../actions/landing.ts'
import {
  isOnPlatform,
  landsOn,
  ranInto,
  staysOnFloor,
  staysWithinFloor,
  touchesAnyWall,
} from '../../collision/fighter-body.ts'
import { BODY_STATE } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { atan2f, cosf, f, sinf, sqrtf } from '../../math.ts'
import { fallAt, fallUpTo, slowInAirBy } from '../../movement/air.ts'
import { setMotion, stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import {
  afterScript,
  enterSpecial,
  leaveGroundSpent,
  swapInAirSpent,
  swapOnGround,
  thenFallSpecial,
  thenWait,
} from '../special.ts'

/** States after the first: the hold, invisible, back again; then the same in the air. */
const UNSEEN = 1
const BACK = 2
const AIR = 3

const Teleport = privates({
  /** Frames left invisible, and frames moved in the air. */
  left: 'int',
  moved: 'int',
  /** The article left behind: to appear on this frame, or there already. */
  trace: 'int',
})
const TRACES = { none: 0, due: 1, left: 2 } as const

const START_FRAME = 35
const UP = f(Math.PI / 2)
/** The stick aims from this tilt on. No source has it; this is the usual dead zone's edge. */
const AIM_STICK = f(0.2875)
const TURN_STICK = f(0.001)
/** Frames in the air before platforms count; an estimate, no source has it. */
const PASSES_PLATFORMS = 10
/** Sine of the angle at which a wall ends the movement: recordings end it at more than 45 degrees. */
const STEEP = f(Math.SQRT1_2)
const RISE_LOSS = f(10)

export interface TeleportValues {
  /** Id of the first of its six states. */
  readonly first: number
  /** How it begins, before the action is entered. */
  readonly begin: Callback
  readonly beginInAir: Callback
  readonly gravity: number
  readonly terminalVelocity: number
  /** Horizontal motion of the hold in the air. */
  readonly holdDrift: Callback
  /** Counter of the hold from which she is intangible. */
  readonly intangibleFrom: number
  readonly frames: number
  /** Speed without a tilt, and the addition of a full tilt. */
  readonly speed: number
  readonly speedByStick: number
  /** Share of the speed that remains afterwards, and the counter from which gravity applies again. */
  readonly keptShare: number
  readonly fallFrame: number
  readonly driftShare: number
  readonly landingLag: number
  /** The article that it leaves where it was. */
  readonly leave?: Callback
}

function setLeft(fighter: Fighter, frames: number): void {
  Teleport.of(fighter).left = frames
  fighter.misc = wholeWord(frames)
}

function tiltOf({ stickX, stickY }: Fighter): number {
  return Math.min(1, sqrtf(f(f(stickX * stickX) + f(stickY * stickY))))
}

function faceStick(fighter: Fighter): void {
  fighter.facing = fighter.stickX >= 0 ? 1 : -1
}

/** Does the stick point along the floor or into it? */
function pointsDown({ stickX, stickY, floorLine, match }: Fighter): boolean {
  const { normalX, normalY } = match.terrain
  return f(normalX[floorLine]! * stickX) + f(normalY[floorLine]! * stickY) <= 0
}

export function teleport(values: TeleportValues) {
  const { first, frames, speed, speedByStick, keptShare, landingLag, intangibleFrom } = values

  function enter(action: number, begin: Callback): Callback {
    return (fighter) => {
      begin(fighter)
      enterSpecial(fighter, action)
      Teleport.of(fighter).moved = 0
      Teleport.of(fighter).trace = TRACES.none
    }
  }

  function goUnseen(fighter: Fighter, action: number): void {
    changeAction(fighter, action, START_FRAME)
    stepAnimation(fighter)
    fighter.animationRate = 0
    fighter.bodyState = BODY_STATE.intangible
    fighter.jumpsUsed = fighter.kind.attributes.maxJumps
    Teleport.of(fighter).trace = TRACES.due
    setLeft(fighter, frames)
  }

  function vanishInAir(fighter: Fighter): void {
    let tilt = tiltOf(fighter)
    let angle = UP
    if (tilt > AIM_STICK) {
      if (Math.abs(fighter.stickX) > TURN_STICK) faceStick(fighter)
      angle = atan2f(fighter.stickY, f(fighter.stickX * fighter.facing))
    } else {
      tilt = 1
    }
    const v = f(f(speedByStick * tilt) + speed)
    fighter.selfVx = f(fighter.facing * f(v * cosf(angle)))
    fighter.selfVy = f(v * sinf(angle))
    goUnseen(fighter, first + AIR + UNSEEN)
  }

  /** Along the floor when the stick points into it, else off it. */
  function vanishOnGround(fighter: Fighter): void {
    const tilt = tiltOf(fighter)
    if (tilt < AIM_STICK || !pointsDown(fighter) || isOnPlatform(fighter)) {
      leaveGroundSpent(fighter)
      vanishInAir(fighter)
      return
    }
    faceStick(fighter)
    const angle = atan2f(fighter.stickY, f(fighter.stickX * fighter.facing))
    fighter.groundVelocity = f(fighter.facing * f(f(f(speedByStick * tilt) + speed) * cosf(angle)))
    goUnseen(fighter, first + UNSEEN)
  }

  function comeBack(fighter: Fighter): void {
    changeAction(fighter, first + (fighter.isAirborne ? AIR : 0) + BACK)
    stepAnimation(fighter)
    fighter.groundVelocity = f(fighter.groundVelocity * keptShare)
    fighter.selfVx = f(fighter.selfVx * keptShare)
    fighter.selfVy = f(fighter.selfVy * keptShare)
  }

  const vanish: Callback = afterScript((fighter) => {
    if (fighter.isAirborne) vanishInAir(fighter)
    else vanishOnGround(fighter)
  })

  function animateHold(fighter: Fighter): void {
    fighter.bodyState = fighter.animationFrame >= intangibleFrom ? BODY_STATE.intangible : BODY_STATE.normal
    vanish(fighter)
  }

  function animateUnseen(fighter: Fighter): void {
    setLeft(fighter, Teleport.of(fighter).left - 1)
    if (Teleport.of(fighter).left <= 0) comeBack(fighter)
  }

  function leaveTrace(fighter: Fighter): void {
    if (Teleport.of(fighter).trace !== TRACES.due) return
    Teleport.of(fighter).trace = TRACES.left
    values.leave?.(fighter)
  }

  /** Leaving or reaching the floor in the hold; recordings show that as well. */
  function show(fighter: Fighter): void {
    const own = Teleport.of(fighter)
    if (own.trace === TRACES.none) own.trace = TRACES.due
  }

  function collideAirHold(fighter: Fighter): void {
    if (landsOn(fighter, false)) {
      swapOnGround(fighter, first)
      show(fighter)
    } else {
      tryLedge(fighter)
    }
  }

  function collideHold(fighter: Fighter): void {
    if (staysOnFloor(fighter)) return
    swapInAirSpent(fighter, first + AIR)
    show(fighter)
  }

  function collideUnseen(fighter: Fighter): void {
    const stays = staysOnFloor(fighter)
    if (touchesAnyWall()) {
      if (!stays) leaveGroundSpent(fighter)
      comeBack(fighter)
    } else if (!stays) {
      swapInAirSpent(fighter, first + AIR + UNSEEN)
    }
  }

  function collideAirUnseen(fighter: Fighter): void {
    const { action } = fighter
    Teleport.of(fighter).moved++
    if (landsOn(fighter, false)) {
      if (!isOnPlatform(fighter) || Teleport.of(fighter).moved >= PASSES_PLATFORMS) {
        touchGround(fighter)
        fighter.groundVelocity = 0
        fighter.selfVx = 0
        swapAction(fighter, first + UNSEEN)
        return
      }
      fighter.passedLine = fighter.floorLine
    }
    tryLedge(fighter)
    if (fighter.action === action && ranInto(fighter, STEEP)) comeBack(fighter)
  }

  function moveAirBack(fighter: Fighter): void {
    const { airDriftMax, aerialFriction } = fighter.kind.attributes
    if (fighter.animationFrame < values.fallFrame) {
      fighter.selfVy = f(fighter.selfVy - f(fighter.selfVy / RISE_LOSS))
      slowInAirBy(fighter, aerialFriction)
      return
    }
    const { gravity } = fighter.kind.attributes
    fallAt(fighter, gravity)
    const most = f(airDriftMax * values.driftShare)
    fighter.selfVx = Math.max(-most, Math.min(most, fighter.selfVx))
  }

  const unseen = { animation: animateUnseen, accessory: leaveTrace }
  return {
    specials: {
      SpecialHi: enter(first, values.begin),
      SpecialAirHi: enter(first + AIR, values.beginInAir),
    },
    actions: {
      SpecialHiStart_0: {
        animation: animateHold,
        accessory: leaveTrace,
        physics: stopOnGround,
        collision: collideHold,
      },
      SpecialHiStart_1: { ...unseen, physics: setMotion, collision: collideUnseen },
      SpecialHi: {
        animation: thenWait,
        physics: stopOnGround,
        collision: (fighter) => {
          if (!staysWithinFloor(fighter)) swapInAirSpent(fighter, first + AIR + BACK)
        },
      },
      SpecialAirHiStart_0: {
        animation: animateHold,
        accessory: leaveTrace,
        physics: (fighter) => {
          fallUpTo(fighter, values.gravity, values.terminalVelocity)
          values.holdDrift(fighter)
        },
        collision: collideAirHold,
      },
      SpecialAirHiStart_1: { ...unseen, collision: collideAirUnseen },
      SpecialAirHi: {
        animation: thenFallSpecial(landingLag),
        physics: moveAirBack,
        collision: (fighter) => {
          if (landsOn(fighter, false)) landWithLag(fighter, landingLag)
          else tryLedge(fighter)
        },
      },
    },
  } satisfies FighterOverrides
}
