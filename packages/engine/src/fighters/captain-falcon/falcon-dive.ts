/**
 * Falcon Dive and Dark Dive: a leap along the animation's path, steered by the stick, that grabs. A grounded victim
 * pulls its catcher to itself, an airborne one hangs at it. After the throw the catcher springs back and falls freely.
 * Source: doldecomp/melee (ftCa_SpecialHi, ftCo_CaptureCaptain); path and places measured on recordings, attributes
 * from public lists. Approximate: where the spring back begins for grounded victims that no recording shows.
 */
import { actionOf } from '../../actions/action.ts'
import { enterCaptureCaptain } from '../../actions/capture.ts'
import { heldOf, hurl, strike } from '../../actions/catch.ts'
import { changeAction, leaveGround } from '../../actions/change.ts'
import { tryLedge } from '../../actions/collide.ts'
import { enterFall, enterFallSpecial, standOrFall } from '../../actions/fall.ts'
import { landWithLag } from '../../actions/landing.ts'
import { landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import { dealtDamage } from '../../combat/find.ts'
import { ECB_LOCK_FRAMES, FAST_AIR_FRICTION } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { motionX, motionY } from '../../tables/root-motion.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, leaveGroundSpent } from '../special.ts'

const ON_GROUND = 353
const IN_AIR = 354
const CATCH = 355
const THROW = 356

/** Script frames on which the stick may turn him round, and on which he leaves the floor. */
const TURN_FRAME = 13
const LEAP_FRAME = 14
const TURN_STICK = f(0.225)
const ACCELERATION_SHARE = f(1.1)
const DRIFT_SHARE = f(0.85)
/** The path is not known more precisely than this. */
const PATH_ERROR = f(0.001)
const LANDING_LAG = 30
/** Script frame of the spring back from which he falls and may be steered. */
const FREE_FRAME = 45

/**
 * Height of the ECB's bottom from the throw to the fifth frame of the fall. Recorded landings bound it by 5.6 and 8.5.
 */
const THROW_BOTTOM = f(7)

/** Ledges are caught at either facing. */
const EITHER_SIDE = 0

/** Where a Fox would spring back from, ahead of a grounded victim and above it; by internal id. */
const USUAL_SPRING: readonly [ahead: number, above: number] = [9, 5]
const SPRINGS: Readonly<Record<number, readonly [ahead: number, above: number]>> = {
  3: [11.5457, 8.6126],
  5: [7.9665, 3.3697],
}

export interface FalconDiveValues {
  /** Gravity at the end of the spring back. */
  readonly gravity: number
}

function enter(action: number) {
  return (fighter: Fighter): void => {
    enterSpecial(fighter, action)
    fighter.jumpsUsed = fighter.kind.attributes.maxJumps
  }
}

function leap(fighter: Fighter): void {
  if (fighter.animationFrame === LEAP_FRAME && !fighter.isAirborne) leaveGroundSpent(fighter)
}

function turn(fighter: Fighter): void {
  if (fighter.animationFrame !== TURN_FRAME) return
  if (Math.abs(fighter.stickX) > TURN_STICK) fighter.facing = fighter.stickX > 0 ? 1 : -1
}

/** Speed in addition to the path's, from the stick: 0 at once without it (ftCommon_8007D2E8). */
function steered({ stickX, kind }: Fighter, speed: number): number {
  const { airDriftMax, airDriftStickMul } = kind.attributes
  const most = f(DRIFT_SHARE * airDriftMax)
  if (Math.abs(speed) > most + PATH_ERROR) return f(speed - Math.sign(speed) * FAST_AIR_FRICTION)
  if (stickX === 0) return 0
  const target = f(stickX * most)
  const next = f(speed + f(stickX * f(airDriftStickMul * ACCELERATION_SHARE)))
  const isBeyond = stickX > 0 ? next > target : next < target
  return speed * stickX >= 0 && isBeyond ? target : next
}

/** Along the path, and by the stick. The additional speed continues from the frame before. */
function move(fighter: Fighter): void {
  const { actionFrame, state } = fighter
  const passed = f(motionX(state.motion, actionFrame - 1) * fighter.facingAtStart)
  const drift = steered(fighter, actionFrame === 1 ? 0 : f(fighter.selfVx - passed))
  fighter.facingAtStart = fighter.facing
  fighter.selfVx = f(f(motionX(state.motion, actionFrame) * fighter.facing) + drift)
  fighter.selfVy = motionY(state.motion, actionFrame)
}

function collide(fighter: Fighter): void {
  const hasLeapt = fighter.animationFrame >= TURN_FRAME
  if (!fighter.isAirborne) {
    if (!staysOnFloor(fighter)) leaveGround(fighter, ECB_LOCK_FRAMES)
  } else if (landsOn(fighter, false)) {
    if (!hasLeapt) return
    // A landing out of an animation's motion keeps only that motion (ftCommon_8007D6A4).
    fighter.selfVx = f(motionX(fighter.state.motion, fighter.actionFrame) * fighter.facing)
    landWithLag(fighter, LANDING_LAG)
  } else if (hasLeapt) tryLedge(fighter, EITHER_SIDE)
}

function enterCatch(fighter: Fighter, victim: Fighter): void {
  changeAction(fighter, CATCH)
  fighter.selfVx = 0
  fighter.selfVy = 0
  fighter.groundVelocity = 0
  fighter.holds = victim.index
  enterCaptureCaptain(victim, fighter)
}

/** Moves to the place of a grounded victim; and the hits of the grab. */
function cling(fighter: Fighter): void {
  const victim = heldOf(fighter)
  if (!victim) return
  if (!victim.isAirborne) {
    fighter.x = victim.x
    fighter.y = victim.y
  }
  // A waiting catcher stays on the frame of its last hit.
  const hasWaited = fighter.animationRate === 0
  const window = actionOf(fighter.kind, CATCH).move?.windows.find(({ first }) => first === fighter.animationFrame)
  if (window && !hasWaited) strike(fighter, victim, window.hitboxes[0]!)
  fighter.animationRate = waitsFor(victim, fighter) ? 0 : 1
}

/**
 * An electric hit has longer hitlag for the victim than for its catcher. The catcher waits for a victim that comes
 * before it in port order, as recordings show. Any other hit's hitlag ends for both together, without a wait.
 */
function waitsFor(victim: Fighter, fighter: Fighter): boolean {
  return victim.index < fighter.index && victim.hitlagLeft > Math.max(1, fighter.hitlagLeft)
}

function animateCatch(fighter: Fighter): void {
  if (!heldOf(fighter)) standOrFall(fighter)
  else throwOff(fighter)
}

/** The one that hung at the other takes off from there. */
const throwOff = afterScript((fighter) => {
  const victim = heldOf(fighter)!
  const { kind, facing } = fighter
  changeAction(fighter, THROW)
  if (victim.isAirborne) leaveGround(victim, 0)
  else {
    const [ahead, above] = SPRINGS[victim.kind.internalId] ?? USUAL_SPRING
    fighter.x = f(victim.x + f(victim.facing * ahead + facing * kind.heldBody.thrownAhead))
    fighter.y = f(victim.y + f(above + kind.heldBody.thrownAbove))
    fighter.previousX = fighter.x
    fighter.previousY = fighter.y
  }
  leaveGroundSpent(fighter)
  fighter.previousEcbBottom = THROW_BOTTOM
  fighter.holds = -1
  victim.heldBy = -1
  const values = actionOf(kind, THROW).move!.throw!
  hurl(fighter, victim, values, dealtDamage(fighter, values))
})

const endThrow = afterScript((fighter) => enterFall(fighter))

function animateThrow(fighter: Fighter): void {
  leaveGroundSpent(fighter)
  endThrow(fighter)
}

function landFromThrow(fighter: Fighter): void {
  if (landsOn(fighter, false)) landWithLag(fighter, LANDING_LAG)
}

export function falconDive({ gravity }: FalconDiveValues): FighterOverrides {
  function springBack(fighter: Fighter): void {
    const { kind, actionFrame, facing } = fighter
    if (fighter.animationFrame < FREE_FRAME) {
      fighter.selfVx = f(motionX(actionOf(kind, THROW).motion, actionFrame) * facing)
      fighter.selfVy = motionY(actionOf(kind, THROW).motion, actionFrame)
      return
    }
    const fallen = f(fighter.selfVy - motionY(actionOf(kind, THROW).motion, actionFrame - 1))
    move(fighter)
    fighter.selfVy = Math.max(-kind.attributes.terminalVelocity, f(f(fighter.selfVy + fallen) - gravity))
  }

  const end = afterScript((fighter) => enterFallSpecial(fighter, { landingLag: LANDING_LAG, isHard: true }))
  const dive = {
    animation: (fighter: Fighter) => {
      leap(fighter)
      end(fighter)
    },
    interrupt: turn,
    physics: move,
    collision: collide,
    catches: enterCatch,
  }
  return {
    specials: { SpecialHi: enter(ON_GROUND), SpecialAirHi: enter(IN_AIR) },
    holding: ['SpecialHiCatch'],
    actions: {
      SpecialHi: dive,
      SpecialAirHi: dive,
      SpecialHiCatch: { animation: animateCatch, accessory: cling },
      SpecialHiThrow: { animation: animateThrow, physics: springBack, collision: landFromThrow },
    },
  }
}
