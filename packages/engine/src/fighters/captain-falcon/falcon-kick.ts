/**
 * Falcon Kick and Wizard's Foot: along the floor, slower after each hit, and on through the air when the floor ends; in
 * the air a dive that lands with a stomp. A wall ahead turns it into a leap, on the floor as in the air. Source:
 * doldecomp/melee (ftCa_SpecialLw); attributes from public lists, motion as recorded. Approximate: the speeds of the
 * leap, the end of a kick in the air.
 */
import { actionOf } from '../../actions/action.ts'
import { changeAction, leaveGround, touchGround } from '../../actions/change.ts'
import { clampToEdge } from '../../actions/collide.ts'
import { standOrFall } from '../../actions/fall.ts'
import { land } from '../../actions/landing.ts'
import { huggedSide, landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { fallWithoutDrift } from '../../movement/air.ts'
import { clampToRunSpeed, followRootMotion, slow, stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import { motionX, motionY } from '../../tables/root-motion.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, metBody, thenFall, thenWait } from '../special.ts'

const KICK = 357
const END = 358
const AIR_KICK = 359
const STOMP = 360
const AIR_END = 361
const KICK_END_IN_AIR = 362
const OFF_WALL = 363

/** Script frame of an end from which it has its own friction. */
const FRICTION_FRAME = 1
const END_FRICTION = f(1.6)
const STOMP_FRICTION = f(3)
/** Hits that slow the kick. */
const MOST_HITS = 5
/** Off a wall, estimated: speeds away from it and up, and the decrease of the rise on each frame. */
const OFF_WALL_X = f(-1.2)
const OFF_WALL_Y = f(2.2)
const OFF_WALL_GRAVITY = f(0.13)

const FalconKick = privates({
  hits: 'int',
  /** Share of the speed that remains after the hits. */
  speedShare: 'float',
})

export interface FalconKickValues {
  /** Share of the speed that remains after a hit. */
  readonly hitShare: number
  /** Rate of the animations that end it. */
  readonly endRate: number
}

function enterKick(fighter: Fighter): void {
  enterSpecial(fighter, KICK)
  FalconKick.of(fighter).speedShare = 1
  FalconKick.of(fighter).hits = 0
}

/** Hits slow the motion, but not the speed from which it is computed. */
function slowMotion(fighter: Fighter): void {
  const share = FalconKick.of(fighter).speedShare
  fighter.selfVx = f(fighter.selfVx * share)
  fighter.selfVy = f(fighter.selfVy * share)
}

function followInAir(fighter: Fighter): void {
  const { actionFrame, facing, state } = fighter
  fighter.selfVx = f(motionX(state.motion, actionFrame) * facing)
  fighter.selfVy = motionY(state.motion, actionFrame)
}

function moveKick(fighter: Fighter): void {
  if (fighter.isAirborne) followInAir(fighter)
  else followRootMotion(fighter, motionX(actionOf(fighter.kind, KICK).motion, fighter.actionFrame))
  slowMotion(fighter)
}

function moveEnd(fighter: Fighter): void {
  if (fighter.isAirborne) fallWithoutDrift(fighter)
  else skid(fighter, END_FRICTION)
  slowMotion(fighter)
}

function skid(fighter: Fighter, friction: number): void {
  if (fighter.animationFrame < FRICTION_FRAME) stopOnGround(fighter)
  else slow(fighter, f(friction * fighter.kind.attributes.groundFriction))
}

/** Leaving and reaching floors does not change the action. */
function collideEitherWay(fighter: Fighter): void {
  if (!fighter.isAirborne) {
    if (!staysOnFloor(fighter)) leaveGround(fighter, ECB_LOCK_FRAMES)
  } else if (landsOn(fighter, false)) touchGround(fighter)
}

function collideKick(fighter: Fighter): void {
  collideEitherWay(fighter)
  if (huggedSide() !== fighter.facing || fighter.selfVx === 0) return
  leaveGround(fighter, ECB_LOCK_FRAMES)
  changeAction(fighter, OFF_WALL)
}

function moveOffWall(fighter: Fighter): void {
  const { terminalVelocity } = fighter.kind.attributes
  fighter.selfVx = f(OFF_WALL_X * fighter.facing)
  fighter.selfVy = Math.max(-terminalVelocity, f(OFF_WALL_Y - f(OFF_WALL_GRAVITY * fighter.actionFrame)))
}

function landOffWall(fighter: Fighter): void {
  if (landsOn(fighter, false)) land(fighter)
}

function endInAir(fighter: Fighter): void {
  leaveGround(fighter, ECB_LOCK_FRAMES)
  changeAction(fighter, AIR_END)
}

export function falconKick({ hitShare, endRate }: FalconKickValues): FighterOverrides {
  function noteHit(fighter: Fighter): void {
    const own = FalconKick.of(fighter)
    if (own.hits >= MOST_HITS || !metBody(fighter)) return
    own.hits++
    own.speedShare = f(own.speedShare * hitShare)
  }

  function endKick(fighter: Fighter): void {
    if (fighter.isAirborne) {
      leaveGround(fighter, ECB_LOCK_FRAMES)
      changeAction(fighter, KICK_END_IN_AIR)
    } else {
      clampToRunSpeed(fighter)
      changeAction(fighter, END, 0, endRate)
    }
  }

  function collideAirKick(fighter: Fighter): void {
    if (!landsOn(fighter, false)) return
    touchGround(fighter)
    clampToRunSpeed(fighter)
    changeAction(fighter, STOMP, 0, endRate)
  }

  return {
    specials: { SpecialLw: enterKick, SpecialAirLw: (fighter) => enterSpecial(fighter, AIR_KICK) },
    actions: {
      SpecialLw: {
        animation: afterScript(endKick),
        physics: moveKick,
        collision: collideKick,
        dealtDamage: noteHit,
      },
      SpecialLwEnd: { animation: afterScript(standOrFall), physics: moveEnd, collision: collideEitherWay },
      SpecialLwEndAir: { animation: afterScript(standOrFall), physics: moveEndInAir, collision: collideEitherWay },
      SpecialAirLw: { animation: afterScript(endInAir), physics: followInAir, collision: collideAirKick },
      SpecialAirLwEnd: {
        animation: thenWait,
        physics: (fighter) => skid(fighter, STOMP_FRICTION),
        collision: clampToEdge,
      },
      SpecialAirLwEndAir: { animation: thenFall, physics: fallWithoutDrift, collision: collideAirKick },
      SpecialHiThrow1: { animation: thenFall, physics: moveOffWall, collision: landOffWall },
    },
  }
}

function moveEndInAir(fighter: Fighter): void {
  if (fighter.isAirborne) fallWithoutDrift(fighter)
  else stopOnGround(fighter)
}
