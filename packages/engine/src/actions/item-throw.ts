/**
 * Throwing what is held in the hand: A, or the C-stick in the air, throws it the way the stick points, harder after a
 * flick; Z in the air lets it fall. Source: doldecomp/melee (ftCo_ItemThrow); frames, places and speeds of the throws
 * forward, backward and upward measured on 25 recorded turnips, the others reckoned from them.
 */
import type { Article } from '../articles/article.ts'
import { ATTACK, ECB_LOCK_FRAMES, VERTICAL_ANGLE } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { GUARD_BIT } from '../input/buttons.ts'
import { atan2f, f } from '../math.ts'
import { fallAndDrift } from '../movement/air.ts'
import { clampToEdge, landsOn, staysWithinFloor } from '../movement/collide.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionCallbacks, ActionTable } from './action.ts'
import { pressesA } from './attack-input.ts'
import { changeAction, hasLasted, leaveGround, stepAnimation, swapAction, touchGround } from './change.ts'
import { enterFall } from './fall.ts'
import { ACTION } from './ids.ts'
import { enterWait } from './wait.ts'

/** Frames after a flick of the stick in which it throws the harder. */
const FLICK_FRAMES = 4
/** A usual throw's frames where none was measured, and the frame on which it turns its thrower round. */
const FRAMES = 23
const TURN_FRAME = 8

interface Throw {
  /** Frame on which it leaves the hand, and where, ahead of the thrower and above. */
  readonly frame: number
  readonly x: number
  readonly y: number
  /** Speed forward and up. */
  readonly vx: number
  readonly vy: number
}

const FORWARD: Throw = { frame: 10, x: f(13.1), y: f(5.807), vx: f(1.492), vy: f(0.456) }
const BACKWARD: Throw = { ...FORWARD, x: f(13.83), y: f(8.888) }
const UP: Throw = { frame: 11, x: f(-0.87), y: f(21.3), vx: 0, vy: f(1.86) }
const DOWN: Throw = { frame: 5, x: f(2), y: f(3), vx: 0, vy: f(-1.4) }
const HARD = { vx: f(2.144), vy: f(0.417) } as const
const HARD_UP = f(2.6)
const HARD_DOWN = f(-1.98)
const AIR_FORWARD: Throw = { frame: 10, x: f(10.71), y: f(6.525), vx: f(1.12), vy: f(0.259) }
const AIR_BACKWARD: Throw = { ...AIR_FORWARD, frame: 9, x: f(11.87), y: f(5.963) }
const AIR_HARD = { vx: f(1.52), vy: f(0.351) } as const

const THROWS: ReadonlyMap<number, Throw> = new Map([
  [ACTION.LightThrowF, FORWARD],
  [ACTION.LightThrowB, BACKWARD],
  [ACTION.LightThrowHi, UP],
  [ACTION.LightThrowLw, DOWN],
  [ACTION.LightThrowDash, { ...FORWARD, ...HARD }],
  [ACTION.LightThrowAirF, AIR_FORWARD],
  [ACTION.LightThrowAirB, AIR_BACKWARD],
  [ACTION.LightThrowAirHi, UP],
  [ACTION.LightThrowAirLw, DOWN],
  [ACTION.LightThrowF4, { ...FORWARD, ...HARD }],
  [ACTION.LightThrowB4, { ...BACKWARD, ...HARD }],
  [ACTION.LightThrowHi4, { ...UP, vy: HARD_UP }],
  [ACTION.LightThrowLw4, { ...DOWN, vy: HARD_DOWN }],
  [ACTION.LightThrowAirF4, { ...AIR_FORWARD, ...AIR_HARD }],
  [ACTION.LightThrowAirB4, { ...AIR_BACKWARD, ...AIR_HARD }],
  [ACTION.LightThrowAirHi4, { ...UP, vy: HARD_UP }],
  [ACTION.LightThrowAirLw4, { ...DOWN, vy: HARD_DOWN }],
])

/** From a throw on the ground to the same in the air. */
const TO_AIR = ACTION.LightThrowAirF - ACTION.LightThrowF
const TO_AIR_HARD = ACTION.LightThrowAirF4 - ACTION.LightThrowF4

// Private variables.
/** The way it is thrown: 1 right, -1 left. */
const WAY = 0
/** 1 while it is still in the hand. */
const IS_HELD = 1

/** What is held and may be thrown; null for nothing. */
export function throwableOf(fighter: Fighter): Article | null {
  if (fighter.heldArticle < 0) return null
  const article = fighter.match.articles.find(fighter.heldArticle)
  return article?.kind.thrown ? article : null
}

function isBackward(action: number): boolean {
  return (
    action === ACTION.LightThrowB ||
    action === ACTION.LightThrowB4 ||
    action === ACTION.LightThrowAirB ||
    action === ACTION.LightThrowAirB4
  )
}

export function enterItemThrow(fighter: Fighter, action: number): void {
  fighter.stateInts[WAY] = isBackward(action) ? -fighter.facing : fighter.facing
  fighter.stateInts[IS_HELD] = 1
  changeAction(fighter, action)
  stepAnimation(fighter)
}

/** On the ground. */
export function tryItemThrow(fighter: Fighter): boolean {
  if (!pressesA(fighter) || !throwableOf(fighter)) return false
  enterItemThrow(fighter, groundThrow(fighter))
  return true
}

export function tryItemThrowOutOfDash(fighter: Fighter): boolean {
  if (!pressesA(fighter) || !throwableOf(fighter)) return false
  enterItemThrow(fighter, ACTION.LightThrowDash)
  return true
}

function groundThrow({ stickX, stickY, facing, tiltXTimer, tiltYTimer }: Fighter): number {
  const along = f(stickX * facing)
  if (Math.abs(stickX) >= ATTACK.smashSide && tiltXTimer < FLICK_FRAMES) {
    return along >= 0 ? ACTION.LightThrowF4 : ACTION.LightThrowB4
  }
  if (Math.abs(stickY) >= ATTACK.vertical && tiltYTimer < FLICK_FRAMES) {
    return stickY > 0 ? ACTION.LightThrowHi4 : ACTION.LightThrowLw4
  }
  const angle = atan2f(stickY, Math.abs(stickX))
  if (Math.abs(stickX) >= ATTACK.tilt && Math.abs(angle) <= VERTICAL_ANGLE) {
    return along >= 0 ? ACTION.LightThrowF : ACTION.LightThrowB
  }
  if (stickY >= ATTACK.tilt) return ACTION.LightThrowHi
  return stickY <= -ATTACK.tilt ? ACTION.LightThrowLw : ACTION.LightThrowF
}

/** In the air: A or the C-stick throws, Z lets fall. */
export function tryAirItemThrow(fighter: Fighter): boolean {
  const { cstickX, cstickY, previousCstickX, previousCstickY } = fighter
  const byCstick =
    (Math.abs(cstickX) >= ATTACK.aerial && Math.abs(previousCstickX) < ATTACK.aerial) ||
    (Math.abs(cstickY) >= ATTACK.aerial && Math.abs(previousCstickY) < ATTACK.aerial)
  if (!byCstick && !pressesA(fighter)) return false
  const article = throwableOf(fighter)
  if (!article) return false
  const x = byCstick ? cstickX : fighter.stickX
  const y = byCstick ? cstickY : fighter.stickY
  if (Math.abs(x) < ATTACK.aerial && Math.abs(y) < ATTACK.aerial) {
    if (!(fighter.held & GUARD_BIT)) enterItemThrow(fighter, ACTION.LightThrowAirF)
    else letGo(fighter, article, fighter.x, fighter.y, 0, 0)
    return true
  }
  enterItemThrow(fighter, airThrow(fighter, x, y, byCstick))
  return true
}

function airThrow({ facing, tiltXTimer, tiltYTimer }: Fighter, x: number, y: number, byCstick: boolean): number {
  const angle = atan2f(y, Math.abs(x))
  const isVertical = Math.abs(angle) > VERTICAL_ANGLE
  const isHard = byCstick || (isVertical ? tiltYTimer : tiltXTimer) < FLICK_FRAMES
  const first = isHard ? ACTION.LightThrowAirF4 : ACTION.LightThrowAirF
  if (isVertical) return first + (angle > 0 ? ACTION.LightThrowAirHi : ACTION.LightThrowAirLw) - ACTION.LightThrowAirF
  return first + (f(x * facing) >= 0 ? 0 : 1)
}

function letGo(fighter: Fighter, article: Article, x: number, y: number, vx: number, vy: number): void {
  article.x = x
  article.y = y
  article.previousX = x
  article.previousY = y
  article.vx = vx
  article.vy = vy
  fighter.heldArticle = -1
  article.kind.thrown!(article)
}

/** Out of the hand without a throw, where it is. */
export function dropItem(fighter: Fighter): void {
  const article = throwableOf(fighter)
  if (article) letGo(fighter, article, fighter.x, f(fighter.y + DOWN.y), 0, 0)
}

function throwIt(fighter: Fighter): void {
  const { action, actionFrame, stateInts, x, y, kind } = fighter
  const values = THROWS.get(action)!
  if (stateInts[IS_HELD] === 0 || actionFrame < values.frame) return
  stateInts[IS_HELD] = 0
  const article = throwableOf(fighter)
  if (!article) return
  const way = stateInts[WAY]!
  const share = kind.attributes.itemThrowVelocityMultiplier
  const vx = f(way * f(share * values.vx))
  article.facing = way
  letGo(fighter, article, f(x + way * values.x), f(y + values.y), vx, f(share * values.vy))
}

function animate(fighter: Fighter): void {
  if (fighter.actionFrame === TURN_FRAME && isBackward(fighter.action)) fighter.facing = -fighter.facing
  if (!hasLasted(fighter, fighter.kind.length(fighter.action) || FRAMES)) return
  if (fighter.isAirborne) enterFall(fighter)
  else enterWait(fighter)
}

function twin(action: number): number {
  return action >= ACTION.LightThrowF4 ? TO_AIR_HARD : TO_AIR
}

function collideOnGround(fighter: Fighter): void {
  if (staysWithinFloor(fighter)) return
  leaveGround(fighter, ECB_LOCK_FRAMES)
  swapAction(fighter, fighter.action + twin(fighter.action))
}

function collideInAir(fighter: Fighter): void {
  if (!landsOn(fighter, false)) return
  touchGround(fighter)
  swapAction(fighter, fighter.action - twin(fighter.action))
}

const onGround: ActionCallbacks = {
  animation: animate,
  physics: stopOnGround,
  collision: collideOnGround,
  accessory: throwIt,
}
const inAir: ActionCallbacks = {
  animation: animate,
  physics: fallAndDrift,
  collision: collideInAir,
  accessory: throwIt,
}

export const ITEM_THROW_ACTIONS: ActionTable = {
  LightThrowF: onGround,
  LightThrowB: onGround,
  LightThrowHi: onGround,
  LightThrowLw: onGround,
  LightThrowDash: { ...onGround, collision: clampToEdge },
  LightThrowAirF: inAir,
  LightThrowAirB: inAir,
  LightThrowAirHi: inAir,
  LightThrowAirLw: inAir,
  LightThrowF4: onGround,
  LightThrowB4: onGround,
  LightThrowHi4: onGround,
  LightThrowLw4: onGround,
  LightThrowAirF4: inAir,
  LightThrowAirB4: inAir,
  LightThrowAirHi4: inAir,
  LightThrowAirLw4: inAir,
}
