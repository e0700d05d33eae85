/**
 * Grabbing, holding, pummelling and throwing: the holder's side. Source: doldecomp/melee (ftCo_Catch, ftCo_Throw);
 * release frames and places measured on recordings, usual ones where no recording shows a throw.
 */
import { ACTION } from '../action-ids.ts'
import { bringFrom, isLiftedOntoFloor, landsOn } from '../collision/fighter-body.ts'
import { bitOf, dealtDamage } from '../combat/find.ts'
import { hitlagOf, knockbackOf, launchAngle } from '../combat/formulas.ts'
import { HEIGHT } from '../combat/height.ts'
import { takeNote } from '../combat/notes.ts'
import { takeDamage } from '../combat/percent.ts'
import { drawThrow } from '../combat/sparks.ts'
import { ECB_LOCK_FRAMES, GRAB, HITLAG, NOBODY } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON } from '../input/buttons.ts'
import { f } from '../math.ts'
import { bend } from '../movement/bend.ts'
import { followRootMotion, slow } from '../movement/ground.ts'
import { privates } from '../state/privates.ts'
import type { Hitbox, Throw } from '../tables/moves.ts'
import { motionBetween, motionX, motionY } from '../tables/root-motion.ts'
import { actionOf, type ActionState, type ActionTable } from './action.ts'
import { asksForGrab } from './attack-input.ts'
import { cut, enterCapture, enterThrown, holdOn, isHeldBy, strikeHeld } from './capture.ts'
import {
  changeAction,
  KEEP,
  hasLasted,
  isOver,
  leaveGround,
  loopAnimation,
  stepAnimation,
  touchGround,
} from './change.ts'
import { clampToEdge } from './collide.ts'
import { launch } from './damage.ts'
import { standOrFall } from './fall.ts'
import { findPlace, PLACE, placeThrown } from './hold-place.ts'
import { mayDropItem, tryDashItemThrow, tryItemThrow } from './item-throw.ts'
import { releaseFrame, throwLength } from './release.ts'
import { enterWait } from './wait.ts'

const HoldHits = privates({
  /** Number of hits within a throw, or of a pummel, that were dealt. */
  struck: 'int',
  /** The script's wait for the release, in counters of the animation; and the damage that the release deals. */
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

/** The grab of `victim` connects. */
function enterCatchPull(fighter: Fighter, victim: Fighter): void {
  const { animationFrame, action, state } = fighter
  victim.lastHitBy = NOBODY
  victim.forgetLeft = -1
  victim.lastHitByInstance = fighter.instance
  changeAction(fighter, action === ACTION.CatchDash ? ACTION.CatchDashPull : ACTION.CatchPull, animationFrame)
  // The speed of a dash grab's animation continues through the pull. Recordings of Jigglypuff and Luigi show this.
  if (!state.motion) fighter.groundVelocity = 0
  fighter.holds = victim.index
  enterCapture(victim, fighter)
}

/** The fighter's victim; undefined once it was released. */
export function heldOf(fighter: Fighter): Fighter | undefined {
  const victim = fighter.match.fighters[fighter.holds]
  return victim && isHeldBy(victim, fighter) ? victim : undefined
}

function animateCatch(fighter: Fighter): void {
  if (isOver(fighter)) enterWait(fighter)
}

/**
 * The pull ends once the script is past the frames on which it reaches out, so it is shorter for a victim grabbed late.
 * An article that grabs (a hookshot) pulls for a fixed time.
 */
function isPulledIn(fighter: Fighter): boolean {
  const [reach, ...more] = actionOf(fighter.kind, fighter.action - 1).move!.windows
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

/** A pummels and takes priority over a stick that throws. */
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

/** The side on which a stick just passed the limit, else 0. */
export function flick(now: number, before: number): number {
  if (now >= GRAB.stick && before < GRAB.stick) return 1
  return now <= -GRAB.stick && before > -GRAB.stick ? -1 : 0
}

/**
 * Horizontal comes first, with either stick, then up, then down. Only a C-stick held down asks again: it throws from
 * the second frame on. All recorded decisions agree (research/hits.md, Grabs and throws).
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

/** Starts any throw: the thrower's action, and the victim's. */
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

/** A throw that has just begun: its release frame, and its damage. */
export function aim(fighter: Fighter): void {
  const { animationFrame, state } = fighter
  const values = state.move?.throw
  HoldHits.of(fighter).struck = 0
  HoldHits.of(fighter).untilRelease = f(releaseFrame(state) - animationFrame)
  HoldHits.of(fighter).damage = values ? dealtDamage(fighter, values) : 0
}

/** A hit on the fighter's victim: damage, and hitlag for both. */
export function strike(fighter: Fighter, victim: Fighter, hitbox: Hitbox): void {
  // Once released, the victim is not hit by the rest of the swing.
  fighter.metFighters |= bitOf(victim)
  const damage = dealtDamage(fighter, hitbox)
  takeNote(victim, fighter)
  victim.wasStruckHeld = true
  takeDamage(victim, damage)
  fighter.hitlagLeft = hitlagOf(damage)
  victim.hitlagLeft = hitlagOf(damage, hitbox.element === 'electric' ? HITLAG.electric : 1)
  // A victim held off the ground counts as hit, one on the ground does not, as recordings show.
  if (!victim.isAirborne) victim.lastHitBy = NOBODY
}

/**
 * The hits of a pummel or within a throw, each once, on the first frame of its window or later. True when one is dealt.
 */
function strikeInTurn(fighter: Fighter, victim: Fighter): boolean {
  const window = fighter.state.move?.windows[HoldHits.of(fighter).struck]
  if (!window || fighter.animationFrame < window.first) return false
  HoldHits.of(fighter).struck++
  strike(fighter, victim, window.hitboxes[0]!)
  return true
}

function animateAttack(fighter: Fighter): void {
  if (!heldOf(fighter)) enterWait(fighter)
  else if (isOver(fighter)) changeAction(fighter, ACTION.CatchWait)
}

/** Hits land after both fighters have moved, as all hits do. */
function pummel(fighter: Fighter): void {
  clampToEdge(fighter)
  const victim = heldOf(fighter)
  if (victim && strikeInTurn(fighter, victim)) strikeHeld(victim)
}

/** Only the thrower counts as in hitlag; its victim freezes with it, as recordings show. */
function strikeInThrow(fighter: Fighter): void {
  if (fighter.isAirborne) collideOffFloor(fighter)
  else clampToEdge(fighter)
  const victim = heldOf(fighter)
  if (victim && strikeInTurn(fighter, victim)) victim.hitlagLeft = 0
}

/** The release frame and the last frame are counters of the animation, which is slower with a heavy victim. */
export function animateThrow(fighter: Fighter): void {
  const { animationFrame, animationRate, state } = fighter
  const victim = heldOf(fighter)
  HoldHits.of(fighter).untilRelease = f(HoldHits.of(fighter).untilRelease - animationRate)
  if (victim) {
    if (HoldHits.of(fighter).untilRelease <= 0) release(fighter, victim)
  }
  if (animationFrame >= throwLength(state) + 1) standOrFall(fighter)
}

/**
 * Moves the victim from within the holder to the throw's place. Obstacles in between stop it, as the floor does in a
 * slam.
 */
function letGo(holder: Fighter, victim: Fighter): void {
  placeThrown(holder, victim)
  const { from, bottom, tall } = holder.state.throwEnd
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

/** Releases and launches the victim. */
function release(fighter: Fighter, victim: Fighter): void {
  const { action, state } = fighter
  const values = state.move?.throw
  fighter.holds = -1
  victim.heldBy = -1
  leaveGround(victim, 0)
  letGo(fighter, victim)
  if (!values) return
  // A back throw with an angle that points forward has turned its thrower round.
  if (action === ACTION.ThrowB && values.angle < 90) fighter.facing = -fighter.facingAtStart
  // A slam sends its victim up whatever its angle, even at low knockback.
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

/** Damage and launch of a throw, for a weight of 100; DI turns the launch. `damageState` overrides the damage state. */
export function hurl(fighter: Fighter, victim: Fighter, values: Throw, damage: number, damageState?: number): void {
  const knockback = knockbackOf(values, damage, values.damage, victim.percent, GRAB.weight)
  takeNote(victim, fighter)
  const angle = launchAngle(values.angle, knockback, victim.isAirborne)
  drawThrow(fighter.match.record, fighter.state.throwEnd.draws)
  mayDropItem(victim, damage)
  // The roll depends on its percent before this damage.
  launch(victim, knockback, angle, fighter.facing, HEIGHT.middle, 1, damageState)
  takeDamage(victim, damage)
  bend(victim)
}

/** Friction is not doubled here. */
function slowDown(fighter: Fighter): void {
  slow(fighter, fighter.kind.attributes.groundFriction)
}

/**
 * Some throws step; the speed depends on the rate of the animation, as the whole throw does. Those that rise leave the
 * floor, and move as their animation does until it stops in their descent: then they keep their speed down to the floor
 * (ftCo_ThrowB_Phys, ftCo_800DD724).
 */
export function moveInThrow(fighter: Fighter): void {
  const { animationFrame, animationRate, state } = fighter
  if (!fighter.isAirborne && motionY(state.motion, animationFrame) > 0) leaveGround(fighter, ECB_LOCK_FRAMES)
  if (fighter.isAirborne) moveOffFloor(fighter)
  else if (!state.motion) slowDown(fighter)
  else followRootMotion(fighter, motionBetween(state.motion, animationFrame - animationRate, animationFrame))
}

function moveOffFloor(fighter: Fighter): void {
  const { animationFrame, animationRate, facing, state } = fighter
  if (animationRate === 0) return
  fighter.selfVx = f(motionX(state.motion, animationFrame) * facing)
  fighter.selfVy = motionY(state.motion, animationFrame)
  if (stopsInDescent(state, animationFrame)) fighter.animationRate = 0
}

/** The last counter before the release on which the animation descends. */
function stopsInDescent(state: ActionState, counter: number): boolean {
  return counter < releaseFrame(state) && motionY(state.motion, counter) < 0 && motionY(state.motion, counter + 1) === 0
}

/**
 * Rising, only floors that are no platforms end the flight, and the rest of it is left out. Stopped in its descent, the
 * animation goes on where it comes to a floor. After the release it stays off the floor (ftCo_ThrowB_Coll, fn_800DD568,
 * fn_800DD5EC).
 */
function collideOffFloor(fighter: Fighter): void {
  const { animationFrame, animationRate, state } = fighter
  const isReleased = animationFrame >= releaseFrame(state)
  if (isReleased || animationRate === 0) {
    if (!isLiftedOntoFloor(fighter) || isReleased) return
    fighter.animationRate = 1
    stepAnimation(fighter)
  } else {
    if (!landsOn(fighter, true)) return
    while (!stopsInDescent(state, fighter.animationFrame)) stepAnimation(fighter)
  }
  touchGround(fighter)
}

/** A grab with an article pulls the holder towards its victim. */
function drawNearInPull(fighter: Fighter): void {
  if (actionOf(fighter.kind, fighter.action - 1).move!.windows.length === 1) drawNear(fighter)
}

/**
 * Where an obstacle keeps the victim nearer than the hand, its holder walks to it at up to walking speed (fn_800DA054).
 */
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

/** Some dash grabs move as their animation does, from a standstill (ft_80085030; Luigi's recorded ones agree). */
function moveInDash(fighter: Fighter): void {
  const { actionFrame, state } = fighter
  if (state.motion) followRootMotion(fighter, motionX(state.motion, actionFrame))
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
