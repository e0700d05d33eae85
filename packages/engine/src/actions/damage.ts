/**
 * Taking a hit: knockback, the damage state that it causes, hitstun, and what ends it. Source: doldecomp/melee
 * (ftCo_Damage); launch, hitstun and states checked on thousands of recorded hits.
 */
import { ACTION } from '../action-ids.ts'
import { landsOn, staysOnFloor } from '../collision/fighter-body.ts'
import { dealtDamage } from '../combat/find.ts'
import { hitlagOf, hitstunOf, launchAngle } from '../combat/formulas.ts'
import type { LoggedHit } from '../combat/scratch.ts'
import {
  CAPE,
  ECB_LOCK_FRAMES,
  FLOOR_BOUNCE,
  HITLAG,
  HITSTUN,
  ICE,
  INPUT,
  KNOCKBACK,
  METEOR,
  TECH,
} from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { atan2f, cosf, f, PI, sinf, sqrtf } from '../math.ts'
import { fallAndDrift, fallWithoutDrift } from '../movement/air.ts'
import { stopOnGround } from '../movement/ground.ts'
import { randomFloat } from '../random.ts'
import type { Element } from '../tables/moves.ts'
import type { ActionTable } from './action.ts'
import { enterBury, enterSleep, isBuried } from './affliction.ts'
import {
  changeAction,
  holdLastFrame,
  hasAnimationEnded,
  leaveGround,
  loopAnimation,
  passHitstun,
  setHitstun,
  stepAnimation,
  touchGround,
} from './change.ts'
import { stumbles } from './collide.ts'
import { downDamageOf, endDownDamage, landStaggered, tumble } from './down.ts'
import { enterFall } from './fall.ts'
import { angleOfFlight, pointAlongFlight } from './fly-roll.ts'
import { forgetJump, interruptFly, interruptInHitstun, pressBufferedJump, tryBufferedJump } from './hitstun.ts'
import { enterIce, isFrozenInIce, strikeIce } from './ice.ts'
import { mayDropItem } from './item-throw.ts'
import { leaveLedge } from './ledge.ts'
import { enterWait } from './wait.ts'
import { collideInDamageFly, forgetBounce, meetSurfaces } from './wall-bounce.ts'

/** Strength of a hit: three degrees that stagger, and one that launches. */
const LAUNCHED = 3

const UPRIGHT = f(PI / 2)
/** Square of the shortest sum of two directions that still has a middle. */
const LEAST_SUM = f(0.0001)

/** No damage state is prescribed. */
const NO_STATE = -1

function degreeOf(knockback: number): number {
  const stun = f(HITSTUN.share * knockback)
  if (stun >= HITSTUN.launch) return LAUNCHED
  return stun >= HITSTUN.third ? 2 : stun >= HITSTUN.second ? 1 : 0
}

function isCrouching({ action }: Fighter): boolean {
  return action === ACTION.Squat || action === ACTION.SquatWait
}

/**
 * Takes a hit whose damage is already in the percent. `total` is the damage of all hits of the frame, `most` the
 * greatest whole damage among them.
 */
export function enterDamage(fighter: Fighter, hit: LoggedHit, total: number, most: number): void {
  const { hitbox, away } = hit
  if (!hitbox) return
  const crouches = isCrouching(fighter)
  let { knockback } = hit
  if (crouches) knockback = f(knockback * KNOCKBACK.crouch)
  if (isFrozenInIce(fighter)) knockback = f(knockback * ICE.knockback)
  if (fighter.chargeFrames > 0 && fighter.animationRate === 0) knockback = f(knockback * KNOCKBACK.charging)
  // A hit without knockback has no hitlag either, as recordings show.
  if (knockback === 0) return
  knockback = Math.max(0, f(knockback - Math.max(fighter.kind.armour, fighter.state.armour)))
  const element = hitbox.element === 'electric' ? HITLAG.electric : 1
  fighter.hitlagLeft = hitlagOf(Math.max(most, thrownWith(fighter, hit)), element, crouches ? HITLAG.crouch : 1)
  fighter.isHurt = fighter.hitlagLeft > 0
  // While a cape turns it no other hit launches it.
  if (knockback === 0 || fighter.turnLeft > 0) return
  fighter.wasStruckHeld = false
  leaveLedge(fighter)
  if (isBuried(fighter) || afflicts(fighter, hitbox.element)) return
  const freezes = hitbox.element === 'ice' && degreeOf(knockback) >= ICE.degree
  const launched = launchAngle(hitbox.angle, knockback, fighter.isAirborne)
  const angle = freezes ? halfUpright(launched) : launched
  const isCaped = hitbox.element === 'cape'
  if (isCaped && !isLaunchedByCape(fighter)) {
    beginTurn(fighter, angle, away)
    fighter.isHurt = false
    return
  }
  const wasInIce = isFrozenInIce(fighter)
  if (!isCaped && !wasInIce) mayDropItem(fighter, total)
  const lying = downDamageOf(fighter, total)
  const { facing } = fighter
  launch(fighter, knockback, angle, away, hit.height, braces(fighter) ? KNOCKBACK.braced : 1, lying)
  if (isCaped || lying !== NO_STATE) fighter.facing = fighter.facingAtStart = facing
  if (isCaped) beginTurn(fighter, angle, away)
  if (wasInIce) strikeIce(fighter, total, hitbox.element === 'fire')
  else if (freezes) enterIce(fighter, total)
  fighter.meteorLeft = hitbox.angle >= METEOR.from && hitbox.angle <= METEOR.to ? METEOR.frames : -1
}

/** Fighters at a ledge, and those that grab, hold or throw, and a few specials (ftCo_800C3538). */
function isLaunchedByCape({ action, state }: Fighter): boolean {
  return (
    state.launchedByCape ||
    state.isHolding ||
    (action >= ACTION.CliffCatch && action <= ACTION.CliffJumpQuick2) ||
    (action >= ACTION.Catch && action <= ACTION.ThrowLw)
  )
}

/**
 * A cape causes no hitstun: its victim stands still while it is turned in the midst of its action, and is pushed toward
 * the attacker, on the ground along the floor (ftCo_800C3598).
 */
function beginTurn(fighter: Fighter, angle: number, away: number): void {
  fighter.turnLeft = CAPE.frames
  fighter.hitlagLeft = Math.max(fighter.hitlagLeft, CAPE.frames)
  const vx = f(f(CAPE.push * cosf(angle)) * -away)
  if (fighter.isAirborne) {
    fighter.groundKnockback = 0
    fighter.kbVx = vx
    fighter.kbVy = f(CAPE.push * sinf(angle))
    return
  }
  const { floorLine, match } = fighter
  fighter.groundKnockback = vx
  fighter.kbVx = f(match.terrain.normalY[floorLine]! * vx)
  fighter.kbVy = f(-match.terrain.normalX[floorLine]! * vx)
}

/** Halfway between a direction and straight up (calcAngle of ftCo_Damage). */
function halfUpright(angle: number): number {
  const x = f(cosf(angle) + cosf(UPRIGHT))
  const y = f(sinf(angle) + sinf(UPRIGHT))
  return f(f(x * x) + f(y * y)) <= LEAST_SUM ? 0 : atan2f(y, x)
}

/**
 * Damage of a throw that released the fighter on this very frame, into its thrower's hit: the stronger of the two sets
 * its hitlag.
 */
function thrownWith({ sinceHit }: Fighter, { by, article }: LoggedHit): number {
  const values = by && !article && sinceHit <= 1 ? by.state.move?.throw : undefined
  return values ? dealtDamage(by!, values) : 0
}

/** Effects that replace a launch: a hit puts a grounded fighter to sleep, or buries it. */
function afflicts(fighter: Fighter, element: Element): boolean {
  if (fighter.isAirborne) return false
  if (element === 'sleep_103f') enterSleep(fighter)
  else if (element === 'grounded') enterBury(fighter)
  else return false
  return true
}

/** Speeds of a launch. */
const LAUNCH = { x: 0, y: 0 }

/**
 * The speed of the launch, the damage state (from its angle, unless `damageState` gives one), and its hitstun. With
 * `damageState` even a light hit launches.
 */
export function launch(
  fighter: Fighter,
  knockback: number,
  angle: number,
  away: number,
  height: number,
  share = 1,
  damageState = NO_STATE,
): void {
  const speed = f(f(KNOCKBACK.speed * knockback) * share)
  LAUNCH.x = f(f(speed * cosf(angle)) * away)
  LAUNCH.y = f(speed * sinf(angle))
  const degree = damageState === NO_STATE ? degreeOf(knockback) : LAUNCHED
  const wasAirborne = fighter.isAirborne
  // A slide depends on this launch alone, whatever it merges with.
  fighter.groundKnockback = wasAirborne ? 0 : leaveBySlope(fighter, degree)
  fighter.facing = -away
  const merges = fighter.sinceHit >= KNOCKBACK.mergeFrames
  fighter.kbVx = merges ? merged(fighter.kbVx, LAUNCH.x) : LAUNCH.x
  fighter.kbVy = merges ? merged(fighter.kbVy, LAUNCH.y) : LAUNCH.y
  fighter.sinceHit = 0
  fighter.selfVx = 0
  fighter.selfVy = 0
  fighter.groundVelocity = 0
  fighter.airAccelerationX = 0
  const drawn = stateOf(fighter, degree, wasAirborne, angle, height)
  changeAction(fighter, damageState === NO_STATE ? drawn : damageState)
  stepAnimation(fighter)
  setHitstun(fighter, hitstunOf(knockback))
  forgetJump(fighter)
  forgetBounce(fighter)
  // Only a new flick counts for SDI.
  fighter.tiltXTimer = INPUT.timerEnd
  fighter.tiltYTimer = INPUT.timerEnd
}

/**
 * A fighter on the ground leaves it if it is launched away from the floor, or hard; hard and steeply enough into the
 * floor it bounces. Else it slides along the floor, with the speed that is returned, 0 for none.
 */
function leaveBySlope(fighter: Fighter, degree: number): number {
  const { match, floorLine } = fighter
  const across = match.terrain.normalX[floorLine] ?? 0
  const up = match.terrain.normalY[floorLine] ?? 1
  const { x, y } = LAUNCH
  const away = f(f(across * x) + f(up * y))
  if (away > 0 || degree === LAUNCHED) {
    leaveFloor(fighter)
    if (away < -FLOOR_BOUNCE.least * sqrtf(f(f(x * x) + f(y * y)))) LAUNCH.y = f(-y * FLOOR_BOUNCE.share)
    return 0
  }
  LAUNCH.x = f(up * x)
  LAUNCH.y = across === 0 ? 0 : f(-across * x)
  return x
}

/** States in the air in which a trigger pressed just before the hit takes some of the launch away. */
const BRACING: ReadonlySet<number> = new Set([
  ACTION.JumpF,
  ACTION.JumpB,
  ACTION.JumpAerialF,
  ACTION.JumpAerialB,
  ACTION.Fall,
  ACTION.FallF,
  ACTION.FallB,
  ACTION.FallAerial,
  ACTION.FallAerialF,
  ACTION.FallAerialB,
  ACTION.FallSpecial,
  ACTION.FallSpecialF,
  ACTION.FallSpecialB,
  ACTION.DamageFall,
  ACTION.EscapeAir,
])

function braces(fighter: Fighter): boolean {
  const isPressed = fighter.techTimer < KNOCKBACK.braceFrames && fighter.previousTechTimer >= TECH.debounce
  return isPressed && fighter.isAirborne && BRACING.has(fighter.action)
}

function leaveFloor(fighter: Fighter): void {
  leaveGround(fighter, ECB_LOCK_FRAMES)
}

/** Merges with the rest of an earlier launch: opposite directions add up, in the same direction the greater counts. */
function merged(before: number, now: number): number {
  if (before * now < 0) return f(before + now)
  return Math.abs(before) > Math.abs(now) ? before : now
}

/** Damage states by height: low, middle, high; the degrees follow each other. */
const GROUND_STATES = [ACTION.DamageLw1, ACTION.DamageN1, ACTION.DamageHi1] as const
const FLY_STATES = [ACTION.DamageFlyLw, ACTION.DamageFlyN, ACTION.DamageFlyHi] as const

function stateOf(fighter: Fighter, degree: number, wasAirborne: boolean, angle: number, height: number): number {
  if (degree < LAUNCHED) return (wasAirborne ? ACTION.DamageAir1 : GROUND_STATES[height]!) + degree
  if (angle > HITSTUN.topFrom && angle < HITSTUN.topTo) return ACTION.DamageFlyTop
  const mayRoll = fighter.percent >= HITSTUN.rollPercent
  if (mayRoll && randomFloat(fighter.match.record) < HITSTUN.rollOdds) return ACTION.DamageFlyRoll
  return FLY_STATES[height]!
}

/** Hitstun counts live frames, through all consecutive damage states. */
function countHitstun(fighter: Fighter): void {
  passHitstun(fighter)
}

function animateDamage(fighter: Fighter): void {
  countHitstun(fighter)
  if (!holdLastFrame(fighter) || fighter.hitstunLeft > 0) return
  if (!fighter.isAirborne) enterWait(fighter)
  else if (!tryBufferedJump(fighter)) enterFall(fighter)
}

function animateFly(fighter: Fighter): void {
  countHitstun(fighter)
  if (holdLastFrame(fighter) && fighter.hitstunLeft === 0 && !tryBufferedJump(fighter)) tumble(fighter)
}

/** Spins until hitstun is over. */
function animateFlyRoll(fighter: Fighter): void {
  countHitstun(fighter)
  loopAnimation(fighter)
  if (fighter.hitstunLeft === 0) tumble(fighter)
}

function interruptStagger(fighter: Fighter): void {
  if (fighter.hitstunLeft > 0) {
    interruptInHitstun(fighter)
    return
  }
  pressBufferedJump(fighter)
  fighter.kind.actions[fighter.isAirborne ? ACTION.Fall : ACTION.Wait]!.interrupt(fighter)
}

function moveInDamage(fighter: Fighter): void {
  if (!fighter.isAirborne) stopOnGround(fighter)
  else if (fighter.hitstunLeft > 0) fallWithoutDrift(fighter)
  else fallAndDrift(fighter)
}

/**
 * Staggered: pushed off backward the fighter stumbles, forward it continues in the air. In hitlag the floor only stops
 * a fighter that SDI shifts. After hitlag a hard touch-down is a knockdown, a softer one a landing, and a gentle one
 * keeps the state.
 */
function collideInDamage(fighter: Fighter): void {
  if (!fighter.isAirborne) {
    if (!staysOnFloor(fighter) && !stumbles(fighter)) leaveGround(fighter, ECB_LOCK_FRAMES)
  } else if (landsOn(fighter, false)) {
    landStaggered(fighter)
  }
}

/** Tossed up lying: the floor only stops the fighter, walls and ceilings are met as in a launch. */
function collideInDownDamage(fighter: Fighter): void {
  if (!fighter.isAirborne) {
    if (!staysOnFloor(fighter)) leaveGround(fighter, ECB_LOCK_FRAMES)
  } else if (landsOn(fighter, false)) {
    touchGround(fighter)
  } else {
    meetSurfaces(fighter)
  }
}

/** Launched upward off the floor: stretched at once, so that the first shift in hitlag has two parts. */
function leastStepsOfTop(fighter: Fighter): number {
  return fighter.isFrozen && fighter.previousEcbBottom === 0 ? 2 : 1
}

function animateDownDamage(fighter: Fighter): void {
  countHitstun(fighter)
  if (hasAnimationEnded(fighter)) endDownDamage(fighter)
}

const stagger = {
  animation: animateDamage,
  interrupt: interruptStagger,
  physics: moveInDamage,
  collision: collideInDamage,
}
const fly = {
  animation: animateFly,
  interrupt: interruptFly,
  physics: moveInDamage,
  collision: collideInDamageFly,
}
const down = { animation: animateDownDamage, physics: moveInDamage, collision: collideInDownDamage }

export const DAMAGE_ACTIONS: ActionTable = {
  DamageHi1: stagger,
  DamageHi2: stagger,
  DamageHi3: stagger,
  DamageN1: stagger,
  DamageN2: stagger,
  DamageN3: stagger,
  DamageLw1: stagger,
  DamageLw2: stagger,
  DamageLw3: stagger,
  DamageAir1: stagger,
  DamageAir2: stagger,
  DamageAir3: stagger,
  DamageFlyHi: fly,
  DamageFlyN: fly,
  DamageFlyLw: fly,
  DamageFlyTop: { ...fly, leastSteps: leastStepsOfTop },
  DamageFlyRoll: {
    ...fly,
    animation: animateFlyRoll,
    shapeEcb: pointAlongFlight,
    flightAngle: angleOfFlight,
  },
  DownDamageU: down,
  DownDamageD: down,
}
