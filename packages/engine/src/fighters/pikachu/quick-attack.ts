/**
 * Quick Attack of Pikachu, Agility of Pichu: a dart in the direction of the stick, straight up without one, and a
 * second if the stick then points elsewhere. Source: doldecomp/melee (ftPk_SpecialHi); figures from a public list of
 * special attributes, compared with ten recorded darts. After a dart in the air the ECB is a box of its own, down to the
 * feet (2 landings). The angle to a surface at which a dart ends, and the change of the stick that the second needs, are
 * estimates.
 */
import { changeAction, stepAnimation } from '../../actions/change.ts'
import { tryLedge } from '../../actions/collide.ts'
import { enterFallSpecial } from '../../actions/fall.ts'
import { wholeWord } from '../../actions/first-word.ts'
import { landWithLag } from '../../actions/landing.ts'
import type { CollisionBody } from '../../collision/body.ts'
import {
  holdsDown,
  isOnPlatform,
  landsOn,
  ranInto,
  staysOnFloor,
  touchesAnyWall,
} from '../../collision/fighter-body.ts'
import { takeDamage } from '../../combat/percent.ts'
import { drawTimes } from '../../combat/sparks.ts'
import type { Fighter } from '../../fighter.ts'
import { atan2f, cosf, f, HALF_PI, RADIANS_PER_DEGREE, sinf, sqrtf } from '../../math.ts'
import { fallAt, fallWithoutDrift, slowInAirBy, slowToDrift } from '../../movement/air.ts'
import { setMotion, stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import {
  afterScript,
  airTwinOf,
  enterSpecial,
  flyBack,
  leaveGroundSpent,
  swapInAirSpent,
  swapOnGround,
  thenWait,
} from '../special.ts'

const START = 353
const DART = 354
const END = 355
const AIR_START = 356
const AIR_DART = 357
const AIR_END = 358

const QuickAttack = privates({
  /** Frames before the start falls, and frames left of the dart. */
  weightless: 'int',
  left: 'int',
  isSecond: 'flag',
  /** The stick of the first dart. */
  stickX: 'float',
  stickY: 'float',
})

const WEIGHTLESS_FRAMES = 10
const GRAVITY = f(0.0267)
const DART_FRAME = 13
/** Frame of the end on which a second dart may follow, and from which it falls. */
const SECOND_FRAME = 8
const FULL_STICK = f(0.999)
const AIM_STICK = f(0.5)
const SECOND_ANGLE = f(38 * RADIANS_PER_DEGREE)
/** It ends at surfaces steeper than this. */
const STEEP = f(HALF_PI + 45 * RADIANS_PER_DEGREE)
const STEEP_SINE = f(Math.SQRT1_2)
const RISE_SHARE = f(1 / 9)
const END_DRIFT_SHARE = f(0.6)

export interface QuickAttackValues {
  readonly frames: number
  readonly speedPerStick: number
  readonly speed: number
  readonly secondShare: number
  /** Share of the speed that remains at its end. */
  readonly endShare: number
  readonly landingLag: number
  /** Damage of the second dart. */
  readonly secondDamage: number
  /** Percent that the start and the second dart cost. */
  readonly cost: number
  readonly secondCost: number
  /** Draws for the place of a spark, on each frame of a dart but its last. */
  readonly sparkDraws: number
  /** Draws as a second dart begins. */
  readonly secondDraws: number
}

function angleBetween(x1: number, y1: number, x2: number, y2: number): number {
  return Math.abs(atan2f(f(x1 * y2 - y1 * x2), f(x1 * x2 + y1 * y2)))
}

function stickOf({ stickX, stickY }: Fighter): number {
  return Math.min(FULL_STICK, sqrtf(f(stickX * stickX + stickY * stickY)))
}

function faceStick(fighter: Fighter): void {
  if (Math.abs(fighter.stickX) > f(0.001)) fighter.facing = fighter.stickX > 0 ? 1 : -1
}

const landInStart = airTwinOf(START)

function reachFeet(_fighter: Fighter, body: CollisionBody): void {
  body.bottom = 0
}

export function quickAttack(values: QuickAttackValues) {
  const {
    frames,
    speedPerStick,
    speed,
    secondShare,
    endShare,
    landingLag,
    secondDamage,
    cost,
    secondCost,
    sparkDraws,
    secondDraws,
  } = values

  function enter(fighter: Fighter, action: number): void {
    fighter.groundVelocity = 0
    fighter.selfVx = 0
    fighter.selfVy = 0
    QuickAttack.of(fighter).isSecond = false
    enterSpecial(fighter, action)
    setWeightless(fighter, WEIGHTLESS_FRAMES)
    takeDamage(fighter, cost)
  }

  function setWeightless(fighter: Fighter, left: number): void {
    QuickAttack.of(fighter).weightless = left
    fighter.misc = wholeWord(left)
  }

  function moveAirStart(fighter: Fighter): void {
    const left = QuickAttack.of(fighter).weightless
    if (left > 0) setWeightless(fighter, left - 1)
    else fallAt(fighter, GRAVITY)
    slowToDrift(fighter)
  }

  function begin(fighter: Fighter, action: number, x: number, y: number): void {
    const { kind } = fighter
    const own = QuickAttack.of(fighter)
    own.stickX = x
    own.stickY = y
    own.left = frames
    fighter.jumpsUsed = kind.attributes.maxJumps
    changeAction(fighter, action, DART_FRAME)
    stepAnimation(fighter)
    fighter.animationRate = 0
    if (!own.isSecond) return
    fighter.hitboxDamage = secondDamage
    takeDamage(fighter, secondCost)
    drawTimes(fighter.match.record, secondDraws)
  }

  function speedOf(fighter: Fighter, stick: number): number {
    const full = f(f(speedPerStick * stick) + speed)
    return !QuickAttack.of(fighter).isSecond ? full : f(full * secondShare)
  }

  function dartInAir(fighter: Fighter): void {
    let stick = stickOf(fighter)
    let x = 0
    let y = FULL_STICK
    let angle = HALF_PI
    if (stick > AIM_STICK) {
      faceStick(fighter)
      x = fighter.stickX
      y = fighter.stickY
      angle = atan2f(y, f(x * fighter.facing))
    } else stick = FULL_STICK
    const fast = speedOf(fighter, stick)
    begin(fighter, AIR_DART, x, y)
    fighter.selfVx = f(fighter.facing * f(fast * cosf(angle)))
    fighter.selfVy = f(fast * sinf(angle))
  }

  /** Along the floor if the stick points into it, else off it. A platform is no floor: the dart falls through it. */
  function dartFromGround(fighter: Fighter): void {
    const { stickX, stickY, floorLine } = fighter
    const { normalX, normalY } = fighter.match.terrain
    const stick = stickOf(fighter)
    const isInto = angleBetween(normalX[floorLine]!, normalY[floorLine]!, stickX, stickY) >= HALF_PI
    const isThrough = stick >= AIM_STICK && isInto && isOnPlatform(fighter)
    if (stick < AIM_STICK || !isInto || isThrough) {
      if (isThrough) fighter.passedLine = floorLine
      leaveGroundSpent(fighter)
      dartInAir(fighter)
      return
    }
    faceStick(fighter)
    const fast = speedOf(fighter, stick)
    begin(fighter, DART, stickX, stickY)
    fighter.groundVelocity = f(fast * fighter.facing)
    setMotion(fighter)
  }

  function endOnGround(fighter: Fighter): void {
    fighter.groundVelocity = f(fighter.groundVelocity * endShare)
    setMotion(fighter)
    changeAction(fighter, END)
  }

  function endInAir(fighter: Fighter): void {
    fighter.selfVx = f(fighter.selfVx * endShare)
    fighter.selfVy = f(fighter.selfVy * endShare)
    changeAction(fighter, AIR_END)
  }

  /** The spark of a dart is set off its place by draws; that of the frame on which its time runs out is not. */
  function animateDart(fighter: Fighter): void {
    if (--QuickAttack.of(fighter).left > 0) {
      drawTimes(fighter.match.record, sparkDraws)
      return
    }
    if (fighter.isAirborne) endInAir(fighter)
    else endOnGround(fighter)
  }

  function collideDart(fighter: Fighter): void {
    const stays = staysOnFloor(fighter)
    if (!touchesAnyWall()) {
      if (!stays) swapInAirSpent(fighter, AIR_DART)
    } else if (stays) {
      endOnGround(fighter)
    } else {
      leaveGroundSpent(fighter)
      endInAir(fighter)
    }
  }

  function collideAirDart(fighter: Fighter): void {
    const { selfVx, selfVy } = fighter
    if (landsOn(fighter, holdsDown(fighter))) {
      const { normalX, normalY } = fighter.match.terrain
      const { floorLine } = fighter
      const isSteep = angleBetween(normalX[floorLine]!, normalY[floorLine]!, selfVx, selfVy) > STEEP
      swapOnGround(fighter, DART)
      if (isSteep) endOnGround(fighter)
      return
    }
    tryLedge(fighter)
    if (fighter.action === AIR_DART && ranInto(fighter, STEEP_SINE)) endInAir(fighter)
  }

  /** True when a second dart begins. */
  function trySecond(fighter: Fighter): boolean {
    const { animationFrame, stickX, stickY } = fighter
    const own = QuickAttack.of(fighter)
    if (animationFrame !== SECOND_FRAME || own.isSecond || stickOf(fighter) < AIM_STICK) return false
    if (angleBetween(own.stickX, own.stickY, stickX, stickY) <= SECOND_ANGLE) return false
    own.isSecond = true
    if (fighter.isAirborne) dartInAir(fighter)
    else dartFromGround(fighter)
    return true
  }

  const endHelpless = afterScript((fighter) => enterFallSpecial(fighter, { landingLag }))

  function moveEnd(fighter: Fighter): void {
    if (fighter.animationFrame >= SECOND_FRAME) stopOnGround(fighter)
    else setMotion(fighter)
  }

  function moveAirEnd(fighter: Fighter): void {
    const { aerialFriction, airDriftMax } = fighter.kind.attributes
    if (fighter.animationFrame < SECOND_FRAME) {
      fighter.selfVy = f(fighter.selfVy - f(fighter.selfVy * RISE_SHARE))
      slowInAirBy(fighter, aerialFriction)
      return
    }
    fallWithoutDrift(fighter)
    fighter.airAccelerationX = 0
    const most = f(END_DRIFT_SHARE * airDriftMax)
    fighter.selfVx = Math.max(-most, Math.min(most, fighter.selfVx))
  }

  return {
    specials: {
      SpecialHi: (fighter) => enter(fighter, START),
      SpecialAirHi: (fighter) => enter(fighter, AIR_START),
    },
    actions: {
      SpecialHiStart0: {
        animation: afterScript(dartFromGround),
        physics: stopOnGround,
        collision: (fighter) => {
          if (!staysOnFloor(fighter)) swapInAirSpent(fighter, AIR_START)
        },
      },
      SpecialAirHiStart0: {
        animation: afterScript(dartInAir),
        physics: moveAirStart,
        collision: (fighter) => {
          landInStart(fighter)
          if (fighter.isAirborne) tryLedge(fighter)
        },
      },
      SpecialHiStart1: { animation: animateDart, physics: setMotion, collision: collideDart, turned: flyBack },
      SpecialAirHiStart1: { animation: animateDart, collision: collideAirDart, turned: flyBack },
      SpecialHiEnd: {
        animation: (fighter) => {
          if (!trySecond(fighter)) thenWait(fighter)
        },
        physics: moveEnd,
        turned: flyBack,
        collision: (fighter) => {
          if (!staysOnFloor(fighter)) swapInAirSpent(fighter, AIR_END)
        },
      },
      SpecialAirHiEnd: {
        animation: (fighter) => {
          if (!trySecond(fighter)) endHelpless(fighter)
        },
        physics: moveAirEnd,
        turned: flyBack,
        shapeEcb: reachFeet,
        collision: (fighter) => {
          if (landsOn(fighter, false)) landWithLag(fighter, landingLag)
          else tryLedge(fighter)
        },
      },
    },
  } satisfies FighterOverrides
}
