/**
 * The five air jumps of Kirby and Jigglypuff. Each is an action of its own and rises less than the one before. It
 * drifts by the stick alone, turns the fighter round when it began with the stick held backward, and leads to the next
 * one while jump is held. Source: doldecomp/melee (ftCo_JumpAerialF1); measured on recordings (666 drifting frames, 47
 * turns, 10 successions).
 */
import { tableOf, type ActionCallbacks } from '../actions/action.ts'
import { changeAction, hasLasted, useAirJump } from '../actions/change.ts'
import { collideWithEveryFloor } from '../actions/collide.ts'
import { enterFall } from '../actions/fall.ts'
import { AIR_LIST, choose } from '../actions/interrupts.ts'
import { asksForJump } from '../actions/motion-input.ts'
import { JUMP } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { JUMP_BUTTONS } from '../input/buttons.ts'
import { f } from '../math.ts'
import { driftToward, fall } from '../movement/air.ts'
import { privates } from '../state/privates.ts'
import { FIRST_OWN_ACTION } from '../tables/actions.ts'
import { airJump } from '../tables/fighters.ts'
import type { FighterOverrides } from './kind.ts'

const JUMPS = [1, 2, 3, 4, 5] as const
const FRAMES = 50
/** The frame on which a backward jump turns the fighter round, and the first on which the next jump may follow. */
const TURN_FRAME = 6
const NEXT_FRAME = 29
/** From this tilt backward on a jump turns. */
const TURN_STICK = f(0.3)
/** Sideways speed per stick at the start; share of the usual drift. */
const START_SPEED = f(0.5)
const DRIFT_SHARE = f(0.8)

const MultiJump = privates({ turns: 'flag' })

function enter(fighter: Fighter): void {
  const action = FIRST_OWN_ACTION + fighter.jumpsUsed - 1
  const { internalId, attributes } = fighter.kind
  const isBackward = f(fighter.stickX * fighter.facing) < -TURN_STICK
  useAirJump(fighter)
  changeAction(fighter, action)
  MultiJump.of(fighter).turns = isBackward
  fighter.selfVx = f(fighter.stickX * START_SPEED)
  // The table has the speed after the first frame's gravity.
  fighter.selfVy = f(airJump(internalId, action)!.vy + attributes.gravity)
}

function animate(fighter: Fighter): void {
  if (fighter.actionFrame === TURN_FRAME && MultiJump.of(fighter).turns) fighter.facing = -fighter.facing
  if (hasLasted(fighter, FRAMES)) enterFall(fighter)
}

function holdsJump(fighter: Fighter): boolean {
  return (fighter.held & JUMP_BUTTONS) !== 0 || fighter.stickY >= JUMP.stick
}

/** All but the first follow as long as jump is held, out of every action that allows a jump. */
function asksForAirJump(fighter: Fighter): boolean {
  if (fighter.jumpsUsed === 1) return asksForJump(fighter)
  const { action, actionFrame } = fighter
  const isJumping = action >= FIRST_OWN_ACTION && action < FIRST_OWN_ACTION + JUMPS.length
  return holdsJump(fighter) && !(isJumping && actionFrame < NEXT_FRAME)
}

function interrupt(fighter: Fighter): void {
  choose(fighter, AIR_LIST)
}

function move(fighter: Fighter): void {
  const { airDriftStickMul, airDriftMax } = fighter.kind.attributes
  fall(fighter)
  driftToward(fighter, f(airDriftStickMul * DRIFT_SHARE), 0, f(airDriftMax * DRIFT_SHARE))
}

const jump: ActionCallbacks = { animation: animate, interrupt, physics: move, collision: collideWithEveryFloor }

export const MULTI_JUMP: FighterOverrides = {
  airJump: enter,
  asksForAirJump,
  actions: tableOf(JUMPS.map((jumps) => [`JumpAerialF${jumps}`, jump] as const)),
}
