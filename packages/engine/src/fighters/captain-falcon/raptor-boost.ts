/**
 * Raptor Boost and Gerudo Dragon: a rush that detects an opponent, also behind a shield, and then strikes with
 * another action. A wall ahead ends it while it detects on the floor. Source: doldecomp/melee (ftCa_SpecialS);
 * attributes from public lists, motion as recorded.
 */
import { changeAction } from '../../actions/change.ts'
import { clampToEdge } from '../../actions/collide.ts'
import { enterFallSpecial } from '../../actions/fall.ts'
import { landWithLag } from '../../actions/landing.ts'
import { enterWait } from '../../actions/wait.ts'
import { landsOn, staysOnFloor, touchesWall } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { clampToDrift, fallUpTo } from '../../movement/air.ts'
import { followRootMotion } from '../../movement/ground.ts'
import { motionX } from '../../tables/root-motion.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, leaveGroundSpent, thenWait } from '../special.ts'

const RUSH = 349
const STRIKE = 350
const AIR_RUSH = 351
const AIR_STRIKE = 352

/** Script frame from which on the rush runs off edges. */
const RUSH_FRAME = 15
/** Script frame of the rush in the air that lets it sink. */
const SINK_FRAME = 30
const GRAVITY = f(0.05)
const TERMINAL_VELOCITY = f(3.18)
const MISS_LAG = 20
const HIT_LAG = 40

export interface RaptorBoostValues {
  /** Share of the rush's speed that the strike on the ground begins with. */
  readonly strikeShare: number
}

function enterOnGround(fighter: Fighter): void {
  enterSpecial(fighter, RUSH)
  fighter.selfVx = 0
  fighter.selfVy = 0
  fighter.groundVelocity = 0
}

function enterInAir(fighter: Fighter): void {
  enterSpecial(fighter, AIR_RUSH)
  fighter.selfVx = 0
  fighter.selfVy = 0
  fighter.misc = 0
  leaveGroundSpent(fighter)
}

function moveOnGround(fighter: Fighter): void {
  followRootMotion(fighter, motionX(fighter.state.motion, fighter.actionFrame))
}

function moveInAir(fighter: Fighter): void {
  const { action, actionFrame, facing, state } = fighter
  fighter.selfVx = f(motionX(state.motion, actionFrame) * facing)
  if (action === AIR_RUSH && fighter.animationFrame < SINK_FRAME) return
  fallUpTo(fighter, GRAVITY, TERMINAL_VELOCITY)
  fighter.misc = fighter.selfVy
}

function strikeInAir(fighter: Fighter): void {
  changeAction(fighter, AIR_STRIKE)
}

function fallHelpless(landingLag: number) {
  return (fighter: Fighter): void => {
    leaveGroundSpent(fighter)
    enterFallSpecial(fighter, { landingLag, isHard: true })
  }
}

const miss = fallHelpless(MISS_LAG)
const hit = fallHelpless(HIT_LAG)

function collideRush(fighter: Fighter): void {
  if (fighter.animationFrame < RUSH_FRAME) clampToEdge(fighter)
  else if (!staysOnFloor(fighter)) {
    clampToDrift(fighter)
    miss(fighter)
  } else if (fighter.hitboxes.count > 0 && touchesWall(fighter.facing)) enterWait(fighter)
}

function collideStrike(fighter: Fighter): void {
  if (staysOnFloor(fighter)) return
  clampToDrift(fighter)
  hit(fighter)
}

function landAfter(lag: number) {
  return (fighter: Fighter): void => {
    if (landsOn(fighter, false)) landWithLag(fighter, lag)
  }
}

export function raptorBoost({ strikeShare }: RaptorBoostValues): FighterOverrides {
  function strike(fighter: Fighter): void {
    changeAction(fighter, STRIKE)
    fighter.selfVy = 0
    fighter.groundVelocity = f(fighter.groundVelocity * strikeShare)
  }

  return {
    specials: { SpecialS: enterOnGround, SpecialAirS: enterInAir },
    actions: {
      SpecialSStart: { animation: thenWait, physics: moveOnGround, collision: collideRush, detects: strike },
      SpecialS: { animation: thenWait, physics: moveOnGround, collision: collideStrike },
      SpecialAirSStart: {
        animation: afterScript(miss),
        physics: moveInAir,
        collision: landAfter(MISS_LAG),
        detects: strikeInAir,
      },
      SpecialAirS: { animation: afterScript(hit), physics: moveInAir, collision: landAfter(HIT_LAG) },
    },
  }
}
