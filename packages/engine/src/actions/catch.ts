/**
 * Catching, holding, pummelling and throwing: the holder's side. Source: doldecomp/melee (ftCo_Catch, ftCo_Throw); frames
 * of release and places measured on recordings, usual ones where no recording shows a throw.
 */
import { ACTION } from '../action-ids.ts'
import { bringFrom } from '../collision/fighter-body.ts'
import { bitOf, dealtDamage } from '../combat/find.ts'
import { hitlagOf, knockbackOf, launchAngle } from '../combat/formulas.ts'
import { HEIGHT } from '../combat/height.ts'
import { takeNote } from '../combat/notes.ts'
import { takeDamage } from '../combat/percent.ts'
import { drawThrow } from '../combat/sparks.ts'
import { GRAB, HITLAG, NOBODY } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON } from '../input/buttons.ts'
import { f } from '../math.ts'
import { bend } from '../movement/bend.ts'
import { followRootMotion, slow } from '../movement/ground.ts'
import { privates } from '../state/privates.ts'
import type { Hitbox, Throw } from '../tables/moves.ts'
import type { ActionTable } from './action.ts'
import { asksForGrab } from './attack-input.ts'
import { cut, enterCapture, enterThrown, holdOn, isHeldBy, strikeHeld } from './capture.ts'
import { changeAction, KEEP, hasLasted, isOver, leaveGround, loopAnimation, stepAnimation } from './change.ts'
import { clampToEdge } from './collide.ts'
import { launch } from './damage.ts'
import { standOrFall } from './fall.ts'
import { findPlace, PLACE } from './hold-place.ts'
import { tryDashItemThrow, tryItemThrow } from './item-throw.ts'
import { enterWait } from './wait.ts'

const HoldHits = privates({
  /** How many hits within a throw, or of a pummel, have been dealt. */
  struck: 'int',
  /** The script's wait for the moment of letting go, in counters of the animation; and the damage that is done then. */
  untilRelease: 'float',
  damage: 'float',
})

const NO_THROW = -1

export function tryGrab(fighter: Fighter): boolean {
  if (tryItemThrow(fighter)) return true
  if (!asksForGrab(fighter)) return false
  changeAction(fighter, ACTION.Catch)
  return true
}

export function tryDashGrab(fighter: Fighter): boolean {
  if (tryDashItemThrow(fighter)) return true
  if (!asksForGrab(fighter)) return false
  changeAction(fighter, ACTION.CatchDash)
  return true
}

/** Has hold of `victim` from now on. */
function enterCatchPull(fighter: Fighter, victim: Fighter): void {
  const { animationFrame, action, kind } = fighter
  victim.lastHitBy = NOBODY
  victim.forgetLeft = -1
  victim.lastHitByInstance = fighter.instance
  changeAction(fighter, action === ACTION.CatchDash ? ACTION.CatchDashPull : ACTION.CatchPull, animationFrame)
  // What a dash grab's animation moved slides on through the pull (recorded for Jigglypuff and Luigi).
  if (!kind.hasRootMotion(action)) fighter.groundVelocity = 0
  fighter.holds = victim.index
  enterCapture(victim, fighter)
}

/** The fighter's victim; none once it was freed. */
export function heldOf(fighter: Fighter): Fighter | undefined {
  const victim = fighter.match.fighters[fighter.holds]
  return victim && isHeldBy(victim, fighter) ? victim : undefined
}

function animateCatch(fighter: Fighter): void {
  if (isOver(fighter)) enterWait(fighter)
}

/**
 * The pull ends once the script is past the frames on which it reaches out, so it is shorter for a victim
 * caught late. An article that catches (a hookshot) pulls for a fixed time.
 */
function isPulledIn(fighter: Fighter): boolean {
  const [reach, ...more] = fighter.kind.moveOf(fighter.action - 1)!.windows
  return more.length > 0 ? hasLasted(fighter, GRAB.pullFrames) : fighter.animationFrame > reach!.last
}

function animatePull(fighter: Fighter): void {
  const victim = heldOf(fighter)
  if (!victim) enterWait(fighter)
  else if (isPulledIn(fighter)) {
    changeAction(fighter, ACTION.CatchWait)
    fighter.groundVelocity = 0
    holdOn(victim)
  }
}

function animateWait(fighter: Fighter): void {
  if (!heldOf(fighter)) enterWait(fighter)
  else loopAnimation(fighter)
}

/** A pummels before any stick throws. */
function interruptWait(fighter: Fighter): void {
  const victim = heldOf(fighter)
  if (!victim) return
  if (fighter.pressed & BUTTON.A) {
    changeAction(fighter, ACTION.CatchAttack)
    HoldHits.of(fighter).struck = 0
    return
  }
  const action = throwAskedFor(fighter)
  if (action !== NO_THROW) enterThrow(fighter, victim, action)
}

/** Did a stick just go past the limit? Its side, else 0. */
export function flick(now: number, before: number): number {
  if (now >= GRAB.stick && before < GRAB.stick) return 1
  return now <= -GRAB.stick && before > -GRAB.stick ? -1 : 0
}

/**
 * Sideways comes first, by either stick, then up, then down. Only the C-stick held down asks again: it throws from the
 * second frame on. Checked on recorded decisions.
 */
function throwAskedFor(fighter: Fighter): number {
  const { cstickY, previousCstickY, facing } = fighter
  const side = flick(fighter.stickX, fighter.previousStickX) || flick(fighter.cstickX, fighter.previousCstickX)
  if (side !== 0) return side === facing ? ACTION.ThrowF : ACTION.ThrowB
  const upDown = flick(fighter.stickY, fighter.previousStickY)
  if (upDown > 0 || flick(cstickY, previousCstickY) > 0) return ACTION.ThrowHi
  const holdsDown = cstickY <= -GRAB.stick && previousCstickY <= -GRAB.stick
  return upDown < 0 || holdsDown ? ACTION.ThrowLw : NO_THROW
}

/** Digits of the attribute's mask, lowest first, for the four throws. */
function goesByWeight({ kind }: Fighter, action: number): boolean {
  const digit = Math.floor(kind.attributes.weightIndependentThrowsMask / 10 ** (action - ACTION.ThrowF)) % 10
  return digit === 0
}

export function enterThrow(fighter: Fighter, victim: Fighter, action: number): void {
  const { weight } = victim.kind.attributes
  const rate = goesByWeight(fighter, action) ? f(1 / f(weight * GRAB.weightShare)) : 1
  beginThrow(fighter, victim, action, ACTION.ThrownF + action - ACTION.ThrowF, rate)
  fighter.invincibleLeft = GRAB.invincible
}

/** Any throw: the thrower's action, and the victim's. */
export function beginThrow(
  fighter: Fighter,
  victim: Fighter,
  action: number,
  thrown: number,
  rate: number,
  keep: number = KEEP.nothing,
): void {
  changeAction(fighter, action, 0, rate, keep)
  stepAnimation(fighter)
  aim(fighter)
  enterThrown(victim, fighter, thrown, rate)
}

/** A throw that has just begun: when it lets go, and what it does. */
export function aim(fighter: Fighter): void {
  const { kind, action, animationFrame } = fighter
  const values = kind.moveOf(action)?.throw
  HoldHits.of(fighter).struck = 0
  HoldHits.of(fighter).untilRelease = f(kind.releaseFrame(action) - animationFrame)
  HoldHits.of(fighter).damage = values ? dealtDamage(fighter, values) : 0
}

/** A hit on the fighter's victim: damage, and hitlag for both. */
export function strike(fighter: Fighter, victim: Fighter, hitbox: Hitbox): void {
  // Let go of, the victim is not met by the rest of the swing.
  fighter.metFighters |= bitOf(victim)
  const damage = dealtDamage(fighter, hitbox)
  takeNote(victim, fighter)
  victim.wasStruckHeld = true
  takeDamage(victim, damage)
  fighter.hitlagLeft = hitlagOf(damage)
  victim.hitlagLeft = hitlagOf(damage, hitbox.element === 'electric' ? HITLAG.electric : 1)
  // Held off the ground it counts as hit, on the ground not (recorded).
  if (!victim.isAirborne) victim.lastHitBy = NOBODY
}

/** The hits of a pummel or within a throw, each once from its window's first frame on. True when one is dealt. */
function strikeInTurn(fighter: Fighter, victim: Fighter): boolean {
  const window = fighter.kind.moveOf(fighter.action)?.windows[HoldHits.of(fighter).struck]
  if (!window || fighter.animationFrame < window.first) return false
  HoldHits.of(fighter).struck++
  strike(fighter, victim, window.hitboxes[0]!)
  return true
}

function animateAttack(fighter: Fighter): void {
  if (!heldOf(fighter)) enterWait(fighter)
  else if (isOver(fighter)) changeAction(fighter, ACTION.CatchWait)
}

/** Hits land after both have moved, as all hits do. */
function pummel(fighter: Fighter): void {
  clampToEdge(fighter)
  const victim = heldOf(fighter)
  if (victim && strikeInTurn(fighter, victim)) strikeHeld(victim)
}

/** Only the thrower counts as in hitlag; its victim stands still with it (recorded). */
function strikeInThrow(fighter: Fighter): void {
  clampToEdge(fighter)
  const victim = heldOf(fighter)
  if (victim && strikeInTurn(fighter, victim)) victim.hitlagLeft = 0
}

/** The frame that lets go, and the last one, are counters of the animation, which a heavy victim slows. */
export function animateThrow(fighter: Fighter): void {
  const { kind, action, animationFrame, animationRate } = fighter
  const victim = heldOf(fighter)
  HoldHits.of(fighter).untilRelease = f(HoldHits.of(fighter).untilRelease - animationRate)
  if (victim) {
    if (HoldHits.of(fighter).untilRelease <= 0) release(fighter, victim)
  }
  if (animationFrame >= kind.throwLength(action) + 1) standOrFall(fighter)
}

/** From within the holder to where the throw has it; what is in between stops it, as the floor does a slam. */
function letGo(holder: Fighter, victim: Fighter): void {
  findPlace(holder, victim)
  victim.x = f(holder.x + victim.facing * PLACE.ahead)
  victim.y = f(holder.y + PLACE.above)
  const { from, bottom, tall } = holder.kind.throwEnd(holder.action)
  const height = f(holder.kind.body.top * (from || GRAB.releaseHeight))
  const { hips } = victim.kind.heldBody
  bringFrom(
    victim,
    holder.x,
    f(holder.y + height),
    f(victim.kind.body.bottom * (bottom || GRAB.releaseBottom)),
    tall > 0 ? hips + tall : 0,
  )
}

/** Thrown: let go of, and sent off. */
function release(fighter: Fighter, victim: Fighter): void {
  const { kind, action } = fighter
  const values = kind.moveOf(action)?.throw
  fighter.holds = -1
  victim.heldBy = -1
  leaveGround(victim, 0)
  letGo(fighter, victim)
  if (!values) return
  // A throw to the back whose angle points forward has turned its thrower round.
  if (action === ACTION.ThrowB && values.angle < 90) fighter.facing = -fighter.facingAtStart
  // A slam sends its victim up whatever its angle, and be it light.
  hurl(
    fighter,
    victim,
    values,
    HoldHits.of(fighter).damage,
    action === ACTION.ThrowLw ? ACTION.DamageFlyTop : undefined,
  )
  victim.facing = values.angle > 90 && values.angle < 270 ? fighter.facing : -fighter.facing
  victim.facingAtStart = victim.facing
}

/** Damage and launch of a throw, for a weight of 100; DI bends the launch. `told` overrides the damage state. */
export function hurl(fighter: Fighter, victim: Fighter, values: Throw, damage: number, told?: number): void {
  const knockback = knockbackOf(values, damage, values.damage, victim.percent, GRAB.weight)
  takeNote(victim, fighter)
  const angle = launchAngle(values.angle, knockback, victim.isAirborne)
  drawThrow(fighter.match.record, fighter.kind.throwEnd(fighter.action).draws)
  // Whether it rolls depends on its percent before this damage.
  launch(victim, knockback, angle, fighter.facing, HEIGHT.middle, 1, told)
  takeDamage(victim, damage)
  bend(victim)
}

/** Friction is not doubled here. */
function slowDown(fighter: Fighter): void {
  slow(fighter, fighter.kind.attributes.groundFriction)
}

/** Some throws step; how fast hangs on the rate, as all of the throw does. */
export function moveInThrow(fighter: Fighter): void {
  const { kind, action, animationFrame, animationRate } = fighter
  if (!kind.hasRootMotion(action)) slowDown(fighter)
  else followRootMotion(fighter, kind.rootMotionBetween(action, animationFrame - animationRate, animationFrame))
}

/** What flies out to catch hauls by itself. */
function drawNearInPull(fighter: Fighter): void {
  if (fighter.kind.moveOf(fighter.action - 1)!.windows.length === 1) drawNear(fighter)
}

/** Where something keeps the victim nearer than the hand, its holder goes to it, as fast as it walks (fn_800DA054). */
function drawNear(fighter: Fighter): void {
  const { x, facing, kind } = fighter
  const victim = heldOf(fighter)
  if (!victim) return
  findPlace(fighter, victim)
  const short = f(PLACE.ahead - f(facing * f(victim.x - x)))
  if (short > GRAB.slack) fighter.groundVelocity = f(-facing * Math.min(short, kind.attributes.walkMaxVel))
}

function collideInCut(fighter: Fighter): void {
  if (fighter.isAirborne) cut.collision(fighter)
  else clampToEdge(fighter)
}

/** Some dash grabs go as their animation does, from a standstill (ft_80085030; all 3 of Luigi's recorded). */
function moveInDash(fighter: Fighter): void {
  const { kind, action, actionFrame } = fighter
  if (kind.hasRootMotion(action)) followRootMotion(fighter, kind.rootMotionX(action, actionFrame))
  else slowDown(fighter)
}

const onGround = { physics: slowDown, collision: clampToEdge }
const reach = { animation: animateCatch, ...onGround, catches: enterCatchPull }
const pull = { animation: animatePull, ...onGround, accessory: drawNearInPull }
const thrower = { animation: animateThrow, physics: moveInThrow, collision: strikeInThrow }

export const CATCH_ACTIONS: ActionTable = {
  Catch: reach,
  CatchDash: { ...reach, physics: moveInDash },
  CatchPull: pull,
  CatchDashPull: pull,
  CatchWait: { animation: animateWait, interrupt: interruptWait, ...onGround, accessory: drawNear },
  CatchAttack: { animation: animateAttack, physics: slowDown, collision: pummel, accessory: drawNear },
  CatchCut: { ...cut, collision: collideInCut },
  ThrowF: thrower,
  ThrowB: thrower,
  ThrowHi: thrower,
  ThrowLw: thrower,
}
