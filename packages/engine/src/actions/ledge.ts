/**
 * Holding a ledge and the ways off it: CliffCatch, CliffWait, climb, attack, roll, jump and drop. Their animation moves
 * the climbing options, first beside the stage and, past the corner, along its floor. Source: doldecomp/melee
 * (ftCo_CliffCatch and related states); durations and intangibility measured on recordings.
 */
import { ACTION } from '../action-ids.ts'
import { placeOnFloor } from '../collision/fighter-body.ts'
import { BODY_STATE, ECB_LOCK_FRAMES, LEDGE, VERTICAL_ANGLE } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON, GUARD_BIT } from '../input/buttons.ts'
import { atan2f, f } from '../math.ts'
import { fallAndDrift } from '../movement/air.ts'
import { followRootMotion, setMotion } from '../movement/ground.ts'
import { privates } from '../state/privates.ts'
import { motionX, motionY } from '../tables/root-motion.ts'
import type { ActionTable } from './action.ts'
import { changeAction, halt, isOver, leaveGround, loopAnimation, stepAnimation } from './change.ts'
import { clampToEdge, collideFreely } from './collide.ts'
import { enterFall } from './fall.ts'
import { wholeWord } from './first-word.ts'
import { asksForAirJump } from './motion-input.ts'
import { followIntangibility } from './script.ts'
import { enterWait } from './wait.ts'

const CORNER_SLACK = f(0.1)
const CORNER_ERROR = f(0.002)

const CliffWait = privates({
  framesLeft: 'int',
  /** The sticks have been at rest: a direction held since the catch does not count. */
  hasRested: 'flag',
})

export function enterCliffCatch(fighter: Fighter, ledge: number): void {
  const { side, floor } = fighter.match.stage.ledges[ledge]!
  halt(fighter)
  fighter.facing = -side
  changeAction(fighter, ACTION.CliffCatch)
  fighter.misc = wholeWord(floor)
  stepAnimation(fighter)
  fighter.ledge = ledge
  fighter.jumpsUsed = 1
  fighter.wallJumps = 0
  // Held where the pose of the catch had it; so a quick leap starts from there.
  fighter.ecbLockLeft = ECB_LOCK_FRAMES
  fighter.bodyState = BODY_STATE.intangible
  hang(fighter)
}

/** At the ledge, displaced by the rest of the catch's swing, or swaying while the fighter waits. */
function hang(fighter: Fighter): void {
  const { x, y, side } = fighter.match.stage.ledges[fighter.ledge]!
  const { hangX, hangY } = fighter.kind.ledgeReach
  const { ledgeSwing, ledgeSway } = fighter.kind.measured
  fighter.x = f(x + f(side * hangX))
  fighter.y = f(y + hangY)
  if (fighter.action === ACTION.CliffWait) fighter.y = f(fighter.y + f(ledgeSway[fighter.animationFrame] ?? 0))
  if (fighter.action !== ACTION.CliffCatch) return
  const at = 2 * (fighter.actionFrame - 1)
  if (at >= ledgeSwing.length) return
  fighter.x = f(fighter.x + f(side * f(ledgeSwing[at]!)))
  fighter.y = f(fighter.y + f(ledgeSwing[at + 1]!))
}

function animateCliffCatch(fighter: Fighter): void {
  if (isOver(fighter)) enterCliffWait(fighter)
}

export function enterCliffWait(fighter: Fighter): void {
  changeAction(fighter, ACTION.CliffWait)
  fighter.intangibleLeft = LEDGE.intangible
  CliffWait.of(fighter).framesLeft = fighter.percent >= LEDGE.slowPercent ? LEDGE.slowHangFrames : LEDGE.hangFrames
  CliffWait.of(fighter).hasRested = false
}

function animateCliffWait(fighter: Fighter): void {
  loopAnimation(fighter)
  const left = --CliffWait.of(fighter).framesLeft
  if (left <= 0) letGo(fighter, ACTION.DamageFall)
}

/**
 * A fighter that lets go of a ledge, or is hit off it, may catch one again only after some frames; one that climbed up,
 * at once.
 */
export function leaveLedge(fighter: Fighter): void {
  if (fighter.ledge < 0) return
  fighter.ledge = -1
  fighter.ledgeCooldownLeft = LEDGE.cooldown
}

function letGo(fighter: Fighter, action: number): void {
  leaveLedge(fighter)
  changeAction(fighter, action)
}

function enterOption(fighter: Fighter, slow: number, quick: number): void {
  const action = fighter.percent >= LEDGE.slowPercent ? slow : quick
  changeAction(fighter, action)
  stepAnimation(fighter)
  hang(fighter)
}

function interruptCliffWait(fighter: Fighter): void {
  const { cstickX, cstickY, facing, pressed } = fighter
  const towardStage = f(cstickX * facing)
  const wasTowardStage = f(fighter.previousCstickX * facing)
  if (pressed & (BUTTON.A | BUTTON.B) || (cstickY >= LEDGE.cstickUp && fighter.previousCstickY < LEDGE.cstickUp)) {
    enterOption(fighter, ACTION.CliffAttackSlow, ACTION.CliffAttackQuick)
    return
  }
  if (pressed & GUARD_BIT || (towardStage >= LEDGE.cstickRoll && wasTowardStage < LEDGE.cstickRoll)) {
    enterOption(fighter, ACTION.CliffEscapeSlow, ACTION.CliffEscapeQuick)
    return
  }
  if (asksForAirJump(fighter)) {
    enterOption(fighter, ACTION.CliffJumpSlow1, ACTION.CliffJumpQuick1)
    return
  }
  interruptByDirection(fighter)
}

function isTilted(x: number, y: number): boolean {
  return Math.abs(x) >= LEDGE.optionStick || Math.abs(y) >= LEDGE.optionStick
}

/** The C-stick only lets go; it does not climb (ftCo_8009AAFC). */
function interruptByDirection(fighter: Fighter): void {
  const { stickX, stickY, cstickX, cstickY } = fighter
  const byStick = isTilted(stickX, stickY)
  if (!byStick && !isTilted(cstickX, cstickY)) {
    CliffWait.of(fighter).hasRested = true
    return
  }
  if (!CliffWait.of(fighter).hasRested) return
  const x = f((byStick ? stickX : cstickX) * fighter.facing)
  const y = byStick ? stickY : cstickY
  const angle = atan2f(y, Math.abs(x))
  if (angle > VERTICAL_ANGLE || (angle >= -VERTICAL_ANGLE && x >= 0)) {
    if (byStick) enterOption(fighter, ACTION.CliffClimbSlow, ACTION.CliffClimbQuick)
  } else {
    leaveLedge(fighter)
    enterFall(fighter)
  }
}

/** The animation's own path; past the corner it continues along the floor. */
function climb(fighter: Fighter): void {
  const { actionFrame, facingAtStart, state } = fighter
  if (!fighter.isAirborne) {
    followRootMotion(fighter, motionX(state.motion, actionFrame))
    return
  }
  rise(fighter)
  if (isPastCorner(fighter)) standUp(fighter, f(motionX(state.motion, actionFrame) * facingAtStart))
}

/**
 * The animation's own path in the air, from the ledge on, whatever the fighter's place on the frame before. A jump
 * keeps to it even over the floor. Source: doldecomp/melee (ftCo_CliffClimb_Phys).
 */
function rise(fighter: Fighter): void {
  const { actionFrame, facingAtStart, state } = fighter
  let along = 0
  let up = 0
  for (let i = 1; i <= actionFrame; i++) {
    along = f(along + motionX(state.motion, i))
    up = f(up + motionY(state.motion, i))
  }
  hang(fighter)
  fighter.x = f(fighter.x + f(along * facingAtStart))
  fighter.y = f(fighter.y + up)
}

/** Over the floor and at its height, within the rounding of the measured motion. */
function isPastCorner(fighter: Fighter): boolean {
  const { x, y, side } = fighter.match.stage.ledges[fighter.ledge]!
  return (fighter.x - x) * side < 0 && fighter.y >= f(y - CORNER_SLACK)
}

/** Half of the step onto the floor comes from the animation, half from its speed. */
function standUp(fighter: Fighter, dx: number): void {
  const { floor } = fighter.match.stage.ledges[fighter.ledge]!
  fighter.isAirborne = false
  fighter.jumpsUsed = 0
  fighter.groundVelocity = f(dx * 0.5)
  fighter.x = f(fighter.x - fighter.groundVelocity)
  placeOnFloor(fighter, floor)
  setMotion(fighter)
}

function animateOption(fighter: Fighter): void {
  followIntangibility(fighter)
  if (!isOver(fighter)) return
  // Motion measured for another fighter's size may end short of the corner.
  if (fighter.isAirborne) reachCorner(fighter)
  fighter.ledge = -1
  enterWait(fighter)
}

function reachCorner(fighter: Fighter): void {
  const { x } = fighter.match.stage.ledges[fighter.ledge]!
  fighter.x = x
  standUp(fighter, 0)
}

/** The ledge stays taken until the end of the option. */
function collideOption(fighter: Fighter): void {
  if (fighter.isAirborne) return
  clampToEdge(fighter)
  if (fighter.isAirborne) fighter.ledge = -1
}

/** The jump leaves the ledge between its two parts. */
function animateCliffJump1(fighter: Fighter): void {
  followIntangibility(fighter)
  if (!isOver(fighter)) return
  const { ledgeJumpHorizontalVelocity, ledgeJumpVerticalVelocity } = fighter.kind.attributes
  const isSlow = fighter.action === ACTION.CliffJumpSlow1
  snapToCorner(fighter, isSlow)
  leaveGround(fighter, ECB_LOCK_FRAMES)
  if (fighter.kind.measured.leapSteps > 1) fighter.previousEcbBottom = 0
  letGo(fighter, isSlow ? ACTION.CliffJumpSlow2 : ACTION.CliffJumpQuick2)
  stepAnimation(fighter)
  fighter.selfVx = f(ledgeJumpHorizontalVelocity * fighter.facing)
  fighter.selfVy = ledgeJumpVerticalVelocity
}

/**
 * A path measured to a thousandth ends in the corner itself, where rounding decides whether it meets the wall. The
 * quick path's height is a rounded sum, so that on Dream Land it ends above, as recorded heights do to the last digit.
 */
function snapToCorner(fighter: Fighter, isSlow: boolean): void {
  const { x, y } = fighter.match.stage.ledges[fighter.ledge]!
  if (Math.abs(fighter.x - x) > CORNER_ERROR || Math.abs(fighter.y - y) > CORNER_ERROR) return
  fighter.x = fighter.previousX = x
  fighter.y = fighter.previousY = isSlow ? y : f(f(y + 1) - 1)
}

function animateCliffJump2(fighter: Fighter): void {
  if (isOver(fighter)) enterFall(fighter)
}

function moveInCliffJump2(fighter: Fighter): void {
  if (fighter.actionFrame > 1) fallAndDrift(fighter)
}

const option = { animation: animateOption, physics: climb, collision: collideOption, resistsPush: true }
const jump1 = { animation: animateCliffJump1, physics: rise }
const jump2 = {
  animation: animateCliffJump2,
  physics: moveInCliffJump2,
  collision: collideFreely,
}
/** The quick leap starts with a stretch that is tested in parts. */
function leastStepsOfLeap({ actionFrame, kind }: Fighter): number {
  return actionFrame === 1 ? kind.measured.leapSteps : 1
}

export const LEDGE_ACTIONS: ActionTable = {
  CliffCatch: { animation: animateCliffCatch, physics: hang },
  CliffWait: { animation: animateCliffWait, interrupt: interruptCliffWait, physics: hang },
  CliffClimbSlow: option,
  CliffClimbQuick: option,
  CliffAttackSlow: option,
  CliffAttackQuick: option,
  CliffEscapeSlow: option,
  CliffEscapeQuick: option,
  CliffJumpSlow1: jump1,
  CliffJumpQuick1: jump1,
  CliffJumpSlow2: jump2,
  CliffJumpQuick2: { ...jump2, leastSteps: leastStepsOfLeap },
}
