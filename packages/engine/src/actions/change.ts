/** Changing the action state: what every change resets. Source: doldecomp/melee (Fighter_ChangeMotionState). */
import { ACTION } from '../action-ids.ts'
import { drawTimes } from '../combat/sparks.ts'
import { BODY_STATE, ECB_LOCK_FRAMES, HITSTUN, INPUT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import type { ActionId } from '../tables/ids.ts'
import { f } from '../math.ts'
import { clampToRunSpeed } from '../movement/ground.ts'
import { blendFramesOf } from '../tables/blends.ts'
import { firstDraws } from '../tables/effect-draws.ts'
import { actionOf, type ActionState } from './action.ts'
import { beginWord } from './first-word.ts'

/** What a change keeps and would otherwise clear. */
export const KEEP = { nothing: 0, fastFall: 1, hitstun: 2 } as const

/**
 * Enters `action` at `start`. The frame of the change shows `start`, and the animation advances from the next frame on;
 * entries that advance it at once call `stepAnimation` themselves.
 */
export function changeAction(
  fighter: Fighter,
  action: ActionId,
  start = 0,
  rate = 1,
  keep: number = KEEP.nothing,
): void {
  if (!fighter.isAirborne && movesByItself(fighter.state) && !movesByItself(actionOf(fighter.kind, action))) {
    clampToRunSpeed(fighter)
  }
  if (beginsAnew(fighter, action)) fighter.instance = fighter.match.takeInstance()
  keepPose(fighter, action)
  fighter.action = action
  fighter.actionFrame = 1
  fighter.animationFrame = start
  fighter.animationRate = rate
  fighter.facingAtStart = fighter.facing
  beginWord(fighter, action)
  if (start === 0) drawTimes(fighter.match.record, firstDraws(fighter.kind.internalId, action))
  fighter.bodyState = BODY_STATE.normal
  fighter.isShielding = false
  fighter.isReflecting = false
  fighter.isBubbleOut = false
  fighter.passedLine = -1
  fighter.hitboxesOut = 0
  fighter.hitboxes.count = 0
  fighter.metFighters = 0
  fighter.chargeFrames = 0
  if (!fighter.isAirborne) fighter.kind.grounded(fighter)
  fighter.hitboxDamage = 0
  // Only standing and walking keep the time for the next jab.
  if (action < ACTION.Wait || action > ACTION.WalkFast) fighter.jabLeft = 0
  if (!(keep & KEEP.fastFall)) fighter.isFastFalling = false
  if (!fighter.isAirborne) fighter.hasGrappled = false
  if (!(keep & KEEP.hitstun) && fighter.hitstunLeft > 0) {
    fighter.hitstunLeft = 0
    fighter.comboLeft = HITSTUN.comboFrames
  }
  if (fighter.state.settles && !fighter.isAirborne && fighter.forgetLeft < 0) fighter.forgetLeft = HITSTUN.forgetFrames
}

/** Animations that move their fighter. A dash and a turn out of a run do, though the stick decides the speed. */
function movesByItself({ id, motion }: ActionState): boolean {
  return id === ACTION.Dash || id === ACTION.TurnRun || motion !== undefined
}

/** An action that blends out of the pose before it stores that pose. */
function keepPose(fighter: Fighter, action: ActionId): void {
  const isBlended = blendFramesOf(action) > 0
  fighter.posedAs = isBlended ? fighter.action : 0
  if (isBlended) fighter.posedAt = fighter.animationFrame
}

/** Hitstun begins; recordings show it as the action's first word. */
export function setHitstun(fighter: Fighter, frames: number): void {
  fighter.hitstunLeft = frames
  fighter.misc = frames
}

/**
 * Continues in another action at the same point of its script: the twin of a special on the ground or in the
 * air. The action's hitboxes, the victims that they met and its private variables stay.
 */
export function swapAction(fighter: Fighter, action: ActionId): void {
  fighter.action = action
  fighter.passedLine = -1
  fighter.isFastFalling = false
}

/** A frame of hitstun passes. */
export function passHitstun(fighter: Fighter): void {
  if (fighter.hitstunLeft === 0) return
  setHitstun(fighter, fighter.hitstunLeft - 1)
  if (fighter.hitstunLeft === 0) fighter.comboLeft = HITSTUN.comboFrames
}

/**
 * Consecutive actions of one kind (walking in its three speeds, an aerial and its landing, or an attack after itself)
 * are one performance (ft_800890D0, ft_800895E0). Most recorded attacks that repeat themselves keep their number.
 */
function beginsAnew({ kind, state }: Fighter, action: ActionId): boolean {
  const { performance } = actionOf(kind, action)
  return performance === 0 || performance !== state.performance
}

/** Advances the animation within the entry, so that the frame of the change already shows one step. */
export function stepAnimation(fighter: Fighter): void {
  fighter.animationFrame += fighter.animationRate
}

/** True once the action has been shown for `frames` frames; called in phase 1, before the next frame is shown. */
export function hasLasted(fighter: Fighter, frames: number): boolean {
  return fighter.actionFrame > frames
}

/** True once an action of fixed length is over. */
export function isOver(fighter: Fighter): boolean {
  return hasLasted(fighter, fighter.state.length)
}

/** True once the animation is over; used for actions that loop or are usually interrupted. */
export function hasAnimationEnded(fighter: Fighter): boolean {
  return fighter.animationFrame >= fighter.state.animationFrames
}

/** Keeps an animation that is over on its last frame. True then. */
export function holdLastFrame(fighter: Fighter): boolean {
  if (!hasAnimationEnded(fighter)) return false
  fighter.animationFrame = fighter.state.animationFrames
  return true
}

/** Restarts an animation that is over: the action's own, or another's that it shows. */
export function loopAnimation(fighter: Fighter, shown = fighter.action): void {
  const frames = actionOf(fighter.kind, shown).animationFrames
  if (fighter.animationFrame >= frames) fighter.animationFrame = f(fighter.animationFrame - frames)
}

/**
 * Leaves the ground: the speed stays, the ground jump is used up, the bottom of the ECB is locked at the feet for some
 * frames.
 */
export function leaveGround(fighter: Fighter, lockFrames: number): void {
  fighter.isAirborne = true
  fighter.groundVelocity = 0
  fighter.z = 0
  fighter.jumpsUsed = 1
  fighter.ecbLockLeft = lockFrames
}

/** An air jump; the first one locks the bottom of the ECB, as leaving the ground does (ftCo_JumpAerial). */
export function useAirJump(fighter: Fighter): void {
  if (fighter.jumpsUsed === 1) fighter.ecbLockLeft = ECB_LOCK_FRAMES
  fighter.jumpsUsed++
  fighter.tiltYTimer = INPUT.timerEnd
}

/** Lands: horizontal speed becomes ground speed, jumps are restored. Upward knockback still shows on that frame. */
export function touchGround(fighter: Fighter): void {
  const { groundMaxHorizontalVelocity } = fighter.kind.attributes
  fighter.isAirborne = false
  fighter.groundVelocity = Math.max(-groundMaxHorizontalVelocity, Math.min(groundMaxHorizontalVelocity, fighter.selfVx))
  fighter.airAccelerationX = 0
  fighter.jumpsUsed = 0
  fighter.wallJumps = 0
  fighter.ecbLockLeft = 0
}

/** No motion in the air, as after catching a ledge or in the entry. */
export function halt(fighter: Fighter): void {
  fighter.selfVx = 0
  fighter.selfVy = 0
  fighter.kbVx = 0
  fighter.kbVy = 0
  fighter.groundVelocity = 0
  fighter.airAccelerationX = 0
}
