/** Thrown back by a clank: the freeze, then a slide away. Source: doldecomp/melee (ftCo_Rebound). */
import { CLANK } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { stayOrFall } from '../movement/collide.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { changeAction, hasLasted } from './change.ts'
import { ACTION } from './ids.ts'
import { enterWait } from './wait.ts'

// Private variables.
const FRAMES = 0
/** Side to which it slides. */
const SIDE = 1

export function enterRebound(fighter: Fighter, other: Fighter, damage: number): void {
  changeAction(fighter, ACTION.ReboundStop)
  fighter.stateInts[FRAMES] = Math.floor(f(f(CLANK.frames * damage) + CLANK.base))
  fighter.stateInts[SIDE] = fighter.x >= other.x ? 1 : -1
  fighter.groundVelocity = 0
}

function animateStop(fighter: Fighter): void {
  const frames = fighter.stateInts[FRAMES]!
  const side = fighter.stateInts[SIDE]!
  changeAction(fighter, ACTION.Rebound, 0, f(fighter.kind.attributes.clankAnimationLength / frames))
  fighter.stateInts[FRAMES] = frames
  fighter.groundVelocity = f(side * f(CLANK.speed + f(CLANK.speedPerFrame * frames)))
}

function animateRebound(fighter: Fighter): void {
  if (hasLasted(fighter, fighter.stateInts[FRAMES]!)) enterWait(fighter)
}

const onGround = { physics: stopOnGround, collision: stayOrFall }

export const REBOUND_ACTIONS: ActionTable = {
  ReboundStop: { animation: animateStop, ...onGround },
  Rebound: { animation: animateRebound, ...onGround },
}
