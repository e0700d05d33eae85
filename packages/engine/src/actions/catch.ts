/**
 * Catching, holding, pummelling and throwing: the holder's side. Source: doldecomp/melee (ftCo_Catch, ftCo_Throw); frames
 * of release and places measured on recordings, usual ones where no recording shows a throw.
 */
import { dealtDamage } from '../combat/find.ts'
import { takeNote } from '../combat/apply.ts'
import { hitlagOf, knockbackOf } from '../combat/formulas.ts'
import { HEIGHT } from '../combat/contact.ts'
import { GRAB, VERTICAL_ANGLE } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { releaseOf } from '../fighters/measured-grabs.ts'
import { BUTTON, GUARD_BIT } from '../input/buttons.ts'
import { atan2f, f, RADIANS_PER_DEGREE } from '../math.ts'
import { clampToEdge } from '../movement/collide.ts'
import { slow } from '../movement/ground.ts'
import { bend } from '../phases/hitlag.ts'
import { throwTiming } from '../tables/throws.ts'
import type { ActionTable } from './action.ts'
import { enterCapture, enterThrown, isHeldBy, strikeHeld } from './capture.ts'
import { changeAction, hasLasted, isOver, leaveGround, stepAnimation } from './change.ts'
import { launch } from './damage.ts'
import { ACTION } from './ids.ts'
import { enterWait } from './wait.ts'

// Private variables of throws.
/** Frame that lets go, and the last one. */
const RELEASE = 0
const TOTAL = 1
/** 1 once the blow within a throw, or the pummel's, has fallen. */
const HAS_STRUCK = 2

/** A with a trigger held; Z is both. */
function asksForGrab(fighter: Fighter): boolean {
  return (fighter.pressed & BUTTON.A) !== 0 && (fighter.held & GUARD_BIT) !== 0
}

export function tryGrab(fighter: Fighter): boolean {
  if (!asksForGrab(fighter)) return false
  changeAction(fighter, ACTION.Catch)
  return true
}

export function tryDashGrab(fighter: Fighter): boolean {
  if (!asksForGrab(fighter)) return false
  changeAction(fighter, ACTION.CatchDash)
  return true
}

/** Has hold of `victim` from now on. */
export function enterCatchPull(fighter: Fighter, victim: Fighter): void {
  const { animationFrame, action } = fighter
  victim.lastHitBy = fighter.port
  victim.lastHitByInstance = fighter.instance
  changeAction(fighter, action === ACTION.CatchDash ? ACTION.CatchDashPull : ACTION.CatchPull, animationFrame)
  fighter.groundVelocity = 0
  fighter.holds = victim.index
  enterCapture(victim, fighter)
}

/** Whom the fighter holds; none once the victim was freed. */
function heldOf(fighter: Fighter): Fighter | undefined {
  const victim = fighter.match.fighters[fighter.holds]
  return victim && isHeldBy(victim, fighter) ? victim : undefined
}

function animateCatch(fighter: Fighter): void {
  if (isOver(fighter)) enterWait(fighter)
}

function animatePull(fighter: Fighter): void {
  if (!heldOf(fighter)) enterWait(fighter)
  else if (hasLasted(fighter, GRAB.pullFrames)) changeAction(fighter, ACTION.CatchWait)
}

function animateWait(fighter: Fighter): void {
  if (!heldOf(fighter)) enterWait(fighter)
}

function interruptWait(fighter: Fighter): void {
  const victim = heldOf(fighter)
  if (!victim || tryThrow(fighter, victim)) return
  if ((fighter.pressed & BUTTON.A) === 0) return
  changeAction(fighter, ACTION.CatchAttack)
  fighter.stateInts[HAS_STRUCK] = 0
}

/** The stick, or the C-stick, tells the direction. */
function tryThrow(fighter: Fighter, victim: Fighter): boolean {
  const byCstick = Math.abs(fighter.cstickX) >= GRAB.stick || Math.abs(fighter.cstickY) >= GRAB.stick
  const x = byCstick ? fighter.cstickX : fighter.stickX
  const y = byCstick ? fighter.cstickY : fighter.stickY
  if (Math.abs(x) < GRAB.stick && Math.abs(y) < GRAB.stick) return false
  const angle = atan2f(y, Math.abs(x))
  const action =
    angle > VERTICAL_ANGLE
      ? ACTION.ThrowHi
      : angle < -VERTICAL_ANGLE
        ? ACTION.ThrowLw
        : x * fighter.facing > 0
          ? ACTION.ThrowF
          : ACTION.ThrowB
  enterThrow(fighter, victim, action)
  return true
}

/** Digits of the attribute's mask, lowest first, for the four throws. */
function goesByWeight({ kind }: Fighter, action: number): boolean {
  const digit = Math.floor(kind.attributes.weightIndependentThrowsMask / 10 ** (action - ACTION.ThrowF)) % 10
  return digit === 0
}

export function enterThrow(fighter: Fighter, victim: Fighter, action: number): void {
  const { kind } = fighter
  const { weight } = victim.kind.attributes
  const byWeight = goesByWeight(fighter, action)
  const rate = byWeight ? f(GRAB.weight / weight) : 1
  const length = kind.moveOf(action)?.totalFrames || kind.length(action)
  const timing = throwTiming(kind.internalId, action, weight)
  changeAction(fighter, action, 0, rate)
  stepAnimation(fighter)
  fighter.invincibleLeft = GRAB.invincible
  fighter.stateInts[RELEASE] = timing?.release ?? Math.ceil((length * GRAB.usualRelease) / rate)
  fighter.stateInts[TOTAL] = Math.max(timing?.total || Math.ceil(length / rate), fighter.stateInts[RELEASE] + 1)
  fighter.stateInts[HAS_STRUCK] = 0
  enterThrown(victim, fighter, action - ACTION.ThrowF, rate)
}

/** A blow that falls on whom the fighter holds: damage, and a freeze for both. */
function strike(fighter: Fighter, victim: Fighter, frame: number): void {
  const hitbox = fighter.kind.moveOf(fighter.action)?.windows[0]?.hitboxes[0]
  if (!hitbox || fighter.stateInts[HAS_STRUCK] !== 0 || fighter.animationFrame < frame) return
  fighter.stateInts[HAS_STRUCK] = 1
  const damage = dealtDamage(fighter, hitbox)
  takeNote(victim, fighter)
  victim.percent = f(victim.percent + damage)
  fighter.hitlagLeft = hitlagOf(damage)
  victim.hitlagLeft = hitlagOf(damage)
  if (fighter.action === ACTION.CatchAttack) strikeHeld(victim)
}

function animateAttack(fighter: Fighter): void {
  const victim = heldOf(fighter)
  if (!victim) {
    enterWait(fighter)
    return
  }
  strike(fighter, victim, fighter.kind.grip.pummel)
  if (isOver(fighter)) changeAction(fighter, ACTION.CatchWait)
}

function animateThrow(fighter: Fighter): void {
  const { stateInts, actionFrame } = fighter
  const victim = heldOf(fighter)
  if (victim) {
    const blow = fighter.kind.moveOf(fighter.action)?.windows[0]?.first ?? 0
    if (blow > 0) strike(fighter, victim, blow)
    if (fighter.hitlagLeft === 0 && actionFrame >= stateInts[RELEASE]!) release(fighter, victim)
  }
  if (hasLasted(fighter, stateInts[TOTAL]!)) enterWait(fighter)
}

/** Thrown: damage and launch at once, by the weight of a hundred; the stick bends the launch. */
function release(fighter: Fighter, victim: Fighter): void {
  const { kind, action } = fighter
  const values = kind.moveOf(action)?.throw
  const [ahead, above] = releaseOf(kind.internalId, action)
  victim.x = f(fighter.x + fighter.facingAtStart * ahead)
  victim.y = f(fighter.y + above)
  fighter.holds = -1
  victim.heldBy = -1
  leaveGround(victim, 0)
  if (!values) return
  const damage = dealtDamage(fighter, values)
  const knockback = knockbackOf(values, damage, values.damage, victim.percent, GRAB.weight)
  takeNote(victim, fighter)
  victim.percent = f(victim.percent + damage)
  // A throw to the back whose angle points forward has turned its thrower round.
  if (action === ACTION.ThrowB && values.angle < 90) fighter.facing = -fighter.facingAtStart
  launch(victim, knockback, f(values.angle * RADIANS_PER_DEGREE), fighter.facing, HEIGHT.middle)
  victim.facing = values.angle > 90 ? fighter.facing : -fighter.facing
  bend(victim)
}

/** Friction is not doubled here. */
function slowDown(fighter: Fighter): void {
  slow(fighter, fighter.kind.attributes.groundFriction)
}

function animateCut(fighter: Fighter): void {
  if (isOver(fighter)) enterWait(fighter)
}

const onGround = { physics: slowDown, collision: clampToEdge }
const reach = { animation: animateCatch, ...onGround }
const pull = { animation: animatePull, ...onGround }
const thrower = { animation: animateThrow, ...onGround }

export const CATCH_ACTIONS: ActionTable = {
  Catch: reach,
  CatchDash: reach,
  CatchPull: pull,
  CatchDashPull: pull,
  CatchWait: { animation: animateWait, interrupt: interruptWait, ...onGround },
  CatchAttack: { animation: animateAttack, ...onGround },
  CatchCut: { animation: animateCut, ...onGround },
  ThrowF: thrower,
  ThrowB: thrower,
  ThrowHi: thrower,
  ThrowLw: thrower,
}
