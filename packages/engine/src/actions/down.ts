/**
 * Tumbling and what the floor does to a tumbling fighter: DamageFall, techs, knockdown and getting up. Source:
 * doldecomp/melee (ftCo_DamageFall, ftCo_Down, ftCo_Passive); windows checked on 690 recorded techs. The side on which
 * a fighter lands depends on its pose, which is measured (`tumbles.csv`).
 */
import { ACTION } from '../action-ids.ts'
import { landsOn } from '../collision/fighter-body.ts'
import { BODY_STATE, DOWN, ECB_LOCK_FRAMES, HITSTUN, INPUT, TECH, VERTICAL_ANGLE } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON, GUARD_BIT } from '../input/buttons.ts'
import { isUcfWiggle } from '../input/ucf.ts'
import { atan2f, f, fma, sqrtf } from '../math.ts'
import { clampToDrift, fallAndDrift } from '../movement/air.ts'
import { followRootMotion, stopOnGround } from '../movement/ground.ts'
import { privates } from '../state/privates.ts'
import { landsFaceUp } from '../tables/measured.ts'
import { motionX } from '../tables/root-motion.ts'
import type { ActionTable } from './action.ts'
import { changeAction, isOver, KEEP, leaveGround, loopAnimation, stepAnimation, touchGround } from './change.ts'
import { clampToEdge, leapOrTryLedge, stayOrFall } from './collide.ts'
import { enterFall } from './fall.ts'
import { fliesUpright } from './fly-roll.ts'
import { openTo, TUMBLE_LIST } from './interrupts.ts'
import { landHard } from './landing.ts'
import { followIntangibility } from './script.ts'
import { enterWait } from './wait.ts'

const DownBound = privates({
  /** The ECB changes by more than a step as it lies down. */
  flattens: 'flag',
})
const DownWait = privates({
  framesLeft: 'int',
})

/** A tech: a trigger pressed shortly before, and not twice in a row. */
export function techs(fighter: Fighter): boolean {
  return fighter.techTimer < TECH.window && fighter.previousTechTimer >= TECH.debounce
}

function tumblesFaceUp(fighter: Fighter): boolean {
  const { action, animationFrame, kind } = fighter
  return action === ACTION.DamageFlyRoll ? fliesUpright(fighter) : landsFaceUp(kind.measured, action, animationFrame)
}

/** The floor under a tumbling fighter. */
export function landTumbling(fighter: Fighter): void {
  const isFaceUp = tumblesFaceUp(fighter)
  touchGround(fighter)
  if (!techs(fighter)) {
    goDown(fighter, isFaceUp)
    return
  }
  const along = f(fighter.stickX * fighter.facing)
  if (Math.abs(along) < TECH.rollStick) {
    fighter.kbVy = 0
    changeAction(fighter, ACTION.Passive)
  } else changeAction(fighter, along > 0 ? ACTION.PassiveStandF : ACTION.PassiveStandB)
  fighter.bodyState = BODY_STATE.intangible
}

/** Tumbling, falling as fast as before (ftCo_80090780). */
export function tumble(fighter: Fighter): void {
  changeAction(fighter, ACTION.DamageFall, 0, 1, KEEP.fastFall)
  clampToDrift(fighter)
}

/** A flick to the side ends the tumble. */
export function tryWiggle(fighter: Fighter): boolean {
  const isFlick = Math.abs(fighter.stickX) >= DOWN.wiggleStick && fighter.tiltXTimer < DOWN.wiggleFrames
  if (!isFlick && !isUcfWiggle(fighter)) return false
  enterFall(fighter)
  return true
}

function goDown(fighter: Fighter, isFaceUp: boolean): void {
  const flattens = !isFaceUp || isStretched(fighter) || fighter.kind.measured.isTallOnItsBack
  fighter.kbVy = 0
  changeAction(fighter, isFaceUp ? ACTION.DownBoundU : ACTION.DownBoundD)
  DownBound.of(fighter).flattens = flattens
  // Earlier presses do not count for getting up.
  fighter.aTimer = INPUT.timerEnd
  fighter.bTimer = INPUT.timerEnd
}

/**
 * Launched upward or rolling. On its back out of any other launch the pose of most fighters is nearly as flat as the
 * lying one.
 */
function isStretched({ action }: Fighter): boolean {
  return action === ACTION.DamageFlyTop || action === ACTION.DamageFlyRoll
}

/** Brought to the floor by its own move, on its face. */
export function fallOver(fighter: Fighter): void {
  fighter.selfVx = 0
  fighter.selfVy = 0
  touchGround(fighter)
  goDown(fighter, false)
}

/** The floor under a staggered fighter. */
export function landStaggered(fighter: Fighter): void {
  const { kbVx, kbVy } = fighter
  const speed = sqrtf(fma(kbVx, kbVx, f(kbVy * kbVy)))
  if (speed >= HITSTUN.downSpeed) landTumbling(fighter)
  else if (speed >= HITSTUN.landSpeed) landHard(fighter)
  else touchGround(fighter)
}

/**
 * Direction of the roll that the stick asks for: 1 forward, -1 back, 0 none. A stick however far down counts; a stick
 * up stands up.
 */
function rollSide(fighter: Fighter): number {
  const byCstick = Math.abs(fighter.cstickX) >= DOWN.rollStick && Math.abs(fighter.previousCstickX) < DOWN.rollStick
  const x = byCstick ? fighter.cstickX : fighter.stickX
  const y = byCstick ? 0 : fighter.stickY
  if (Math.abs(x) < DOWN.rollStick || atan2f(y, Math.abs(x)) >= VERTICAL_ANGLE) return 0
  return x * fighter.facing >= 0 ? 1 : -1
}

/** The script takes the fighter off the floor and back; it keeps its height, but knockback decays as in the air. */
function bounce(fighter: Fighter, isFaceUp: boolean): void {
  const { faceUp, faceDown } = fighter.kind.measured.bounce
  const [first, last] = isFaceUp ? faceUp : faceDown
  const isBouncing = fighter.animationFrame >= first && fighter.animationFrame <= last
  if (isBouncing && !fighter.isAirborne) leaveGround(fighter, ECB_LOCK_FRAMES)
  else if (!isBouncing && fighter.isAirborne) touchGround(fighter)
}

/**
 * Off the floor the ECB's bottom still follows the pose, and is locked for ten frames at its height of the frame
 * before. A fighter that leaves the floor on the frame after the touch-down keeps the bottom of the pose in which it
 * landed.
 */
function sinkInBounce(fighter: Fighter): void {
  stayOrFall(fighter)
  const isLying = fighter.action === ACTION.DownBoundU || fighter.action === ACTION.DownBoundD
  if (isLying && fighter.isAirborne && fighter.ecbLockLeft > 0) fighter.y = f(fighter.y - fighter.previousEcbBottom)
}

/** Tumbling: the floor causes a knockdown or a tech; a ledge may be caught. */
function collideInDamageFall(fighter: Fighter): void {
  if (landsOn(fighter, false)) landTumbling(fighter)
  else leapOrTryLedge(fighter)
}

/**
 * Two where it comes to lie: the ECB is flat at once, so a fighter that slides off an edge on that frame moves half as
 * far.
 */
function leastStepsOfBound(fighter: Fighter): number {
  return fighter.actionFrame === 2 && DownBound.of(fighter).flattens ? 2 : 1
}

/** The end of the bounce: attack, roll (always the face-down one, as in the game), or stay. */
function animateDownBound(fighter: Fighter): void {
  const isFaceUp = fighter.action === ACTION.DownBoundU
  if (!isOver(fighter)) {
    bounce(fighter, isFaceUp)
    return
  }
  const side = rollSide(fighter)
  if (asksForDownAttack(fighter)) {
    getUp(fighter, isFaceUp ? ACTION.DownAttackU : ACTION.DownAttackD)
  } else if (side !== 0) {
    getUp(fighter, side > 0 ? ACTION.DownFowardD : ACTION.DownBackD)
  } else {
    enterDownWait(fighter, isFaceUp)
  }
}

/** A or B since the fall, or the C-stick flicked up. */
function asksForDownAttack(fighter: Fighter): boolean {
  return Math.min(fighter.aTimer, fighter.bTimer) < DOWN.attackFrames || flicksUp(fighter)
}

function flicksUp({ cstickY, previousCstickY }: Fighter): boolean {
  return cstickY >= DOWN.attackStick && previousCstickY < DOWN.attackStick
}

export function enterDownWait(fighter: Fighter, isFaceUp: boolean): void {
  changeAction(fighter, isFaceUp ? ACTION.DownWaitU : ACTION.DownWaitD)
  stepAnimation(fighter)
  DownWait.of(fighter).framesLeft = DOWN.waitFrames
}

const LYING: ReadonlySet<number> = new Set([
  ACTION.DownBoundU,
  ACTION.DownWaitU,
  ACTION.DownDamageU,
  ACTION.DownBoundD,
  ACTION.DownWaitD,
  ACTION.DownDamageD,
])

/** The damage state of a light hit that tosses up a fighter lying on the floor or bouncing on it; -1 for other hits. */
export function downDamageOf({ action }: Fighter, damage: number): number {
  if (damage >= DOWN.lightDamage || !LYING.has(action)) return -1
  // The game uses no other state for a fighter on its back.
  return action === ACTION.DownWaitU ? ACTION.DownDamageU : ACTION.DownDamageD
}

/** After such a hit: in the air it falls; on the floor it gets up, or lies there for the rest of the hitstun. */
export function endDownDamage(fighter: Fighter): void {
  const left = fighter.hitstunLeft
  if (fighter.isAirborne) {
    enterFall(fighter)
  } else if (left <= 0) {
    standUp(fighter)
  } else {
    enterDownWait(fighter, fighter.action === ACTION.DownDamageU)
    DownWait.of(fighter).framesLeft = left
  }
}

function animateDownWait(fighter: Fighter): void {
  const left = --DownWait.of(fighter).framesLeft
  if (left <= 0) standUp(fighter)
}

function standUp(fighter: Fighter): void {
  const isFaceUp = fighter.action === ACTION.DownWaitU || fighter.action === ACTION.DownDamageU
  changeAction(fighter, isFaceUp ? ACTION.DownStandU : ACTION.DownStandD)
  hide(fighter)
}

function interruptDownWait(fighter: Fighter): void {
  const isFaceUp = fighter.action === ACTION.DownWaitU
  const { stickX, stickY, pressed } = fighter
  const side = rollSide(fighter)
  if (pressed & (BUTTON.A | BUTTON.B) || flicksUp(fighter)) {
    getUp(fighter, isFaceUp ? ACTION.DownAttackU : ACTION.DownAttackD)
  } else if (side > 0) {
    getUp(fighter, isFaceUp ? ACTION.DownFowardU : ACTION.DownFowardD)
  } else if (side < 0) {
    getUp(fighter, isFaceUp ? ACTION.DownBackU : ACTION.DownBackD)
  } else if (pressed & GUARD_BIT || (stickY >= DOWN.standStick && atan2f(stickY, Math.abs(stickX)) >= VERTICAL_ANGLE)) {
    standUp(fighter)
  }
}

/** Get-up attacks and rolls show their first step at once; standing up does not. */
function getUp(fighter: Fighter, action: number): void {
  changeAction(fighter, action)
  stepAnimation(fighter)
  hide(fighter)
}

function hide(fighter: Fighter): void {
  followIntangibility(fighter)
}

function animateGettingUp(fighter: Fighter): void {
  hide(fighter)
  if (isOver(fighter)) enterWait(fighter)
}

/** The table gives rolls in their direction of travel. */
function roll(fighter: Fighter): void {
  followRootMotion(fighter, motionX(fighter.state.motion, fighter.actionFrame))
}

function rollBack(fighter: Fighter): void {
  followRootMotion(fighter, -motionX(fighter.state.motion, fighter.actionFrame))
}

const bound = {
  animation: animateDownBound,
  physics: stopOnGround,
  collision: sinkInBounce,
  leastSteps: leastStepsOfBound,
}
const wait = {
  animation: animateDownWait,
  interrupt: interruptDownWait,
  physics: stopOnGround,
  collision: stayOrFall,
}
const inPlace = { animation: animateGettingUp, physics: stopOnGround, collision: stayOrFall }
const forward = { animation: animateGettingUp, physics: roll, collision: clampToEdge }
const backward = { animation: animateGettingUp, physics: rollBack, collision: clampToEdge }

export const DOWN_ACTIONS: ActionTable = {
  DamageFall: {
    animation: loopAnimation,
    interrupt: openTo(TUMBLE_LIST),
    physics: fallAndDrift,
    collision: collideInDamageFall,
  },
  DownBoundU: bound,
  DownBoundD: bound,
  DownWaitU: wait,
  DownWaitD: wait,
  DownStandU: inPlace,
  DownStandD: inPlace,
  DownAttackU: forward,
  DownAttackD: forward,
  DownFowardU: forward,
  DownFowardD: forward,
  DownBackU: backward,
  DownBackD: backward,
  Passive: inPlace,
  PassiveStandF: forward,
  PassiveStandB: backward,
}
