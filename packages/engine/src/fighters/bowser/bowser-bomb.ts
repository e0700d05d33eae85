/**
 * Bowser Bomb: up, then straight down; the landing shakes the ground. Source: doldecomp/melee (ftKp_SpecialLw); figures
 * from public lists of special attributes, the hop measured in the game.
 */
import { changeAction, leaveGround, touchGround } from '../../actions/change.ts'
import { tryLedge } from '../../actions/collide.ts'
import { landsOn } from '../../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { fallUpTo, slowInAirBy } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { motionX, motionY } from '../../tables/root-motion.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, stayOrFallOff, thenWait } from '../special.ts'

const HOP = 361
const FALL = 362
const LANDING = 363

const SPEED_SHARE = { x: f(1.1), y: f(0.5) } as const
const FRICTION = f(0.015)
const GRAVITY = f(0.03)
const TERMINAL_VELOCITY = f(0.4)
const DROP_SPEED = f(-7.5)
/** Script frame on which he drops; the hop leads there. */
const DROP_FRAME = 31

function enterOnGround(fighter: Fighter): void {
  fighter.selfVx = 0
  fighter.selfVy = 0
  leaveGround(fighter, ECB_LOCK_FRAMES)
  enterSpecial(fighter, HOP)
}

function enterInAir(fighter: Fighter): void {
  fighter.selfVx = f(fighter.selfVx * SPEED_SHARE.x)
  fighter.selfVy = f(fighter.selfVy * SPEED_SHARE.y)
  enterSpecial(fighter, FALL)
}

const drop = afterScript((fighter) => changeAction(fighter, FALL, DROP_FRAME - 1))

/** The animation's own motion; it never moves down. No recording shows its motion ahead past its twelfth frame. */
function hop(fighter: Fighter): void {
  const { animationFrame, facing, state } = fighter
  fighter.selfVx = f(motionX(state.motion, animationFrame) * facing)
  fighter.selfVy = Math.max(0, motionY(state.motion, animationFrame))
}

function hang(fighter: Fighter): void {
  if (fighter.animationFrame >= DROP_FRAME) {
    fighter.animationFrame = DROP_FRAME + 1
    fighter.animationRate = 0
    fighter.selfVx = 0
    fighter.selfVy = DROP_SPEED
    return
  }
  fallUpTo(fighter, GRAVITY, TERMINAL_VELOCITY)
  slowInAirBy(fighter, FRICTION)
}

/** Before the drop the floor only holds him up. */
function collide(fighter: Fighter): void {
  const isDropping = fighter.action === FALL && fighter.animationFrame >= DROP_FRAME
  if (!landsOn(fighter, false)) {
    if (isDropping) tryLedge(fighter)
    return
  }
  if (!isDropping) return
  touchGround(fighter)
  fighter.groundVelocity = 0
  changeAction(fighter, LANDING)
}

export const BOWSER_BOMB: FighterOverrides = {
  specials: { SpecialLw: enterOnGround, SpecialAirLw: enterInAir },
  actions: {
    SpecialLw: { animation: drop, physics: hop, collision: collide },
    SpecialAirLw: { physics: hang, collision: collide },
    SpecialLwLanding: { animation: thenWait, physics: stopOnGround, collision: stayOrFallOff },
  },
}
