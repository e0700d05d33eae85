/**
 * Items in the hand: throwing, dropping, picking up and catching them. With an item in the hand, inputs for an attack
 * or a grab throw it. Directions, order of the tests and the effect of landing: doldecomp/melee (ftCo_ItemThrow,
 * ftpickupitem, ftCo_Attack100); speeds and angles measured on 400 recorded throws, mirrored or shared where no
 * recording shows a throw.
 */
import { ACTION } from '../action-ids.ts'
import type { Article, ItemKind } from '../articles/article.ts'
import { landsOn, staysWithinFloor } from '../collision/fighter-body.ts'
import { ATTACK, ECB_LOCK_FRAMES, VERTICAL_ANGLE } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON, GUARD_BIT } from '../input/buttons.ts'
import { atan2f, cosf, f, RADIANS_PER_DEGREE, sinf } from '../math.ts'
import { fallAndDrift } from '../movement/air.ts'
import { stopOnGround } from '../movement/ground.ts'
import { randomInteger } from '../random.ts'
import type { ActionTable } from './action.ts'
import { pressesA } from './attack-input.ts'
import { changeAction, hasLasted, isOver, leaveGround, stepAnimation, swapAction, touchGround } from './change.ts'
import { clampToEdge, stayOrFall } from './collide.ts'
import { standOrFall } from './fall.ts'
import { enterWait } from './wait.ts'

const { LightThrowF, LightThrowDash, LightThrowDrop, LightThrowAirF, LightThrowF4, LightThrowAirF4 } = ACTION

/** Directions of throws, as offsets from the first action of each group of four. */
const FORWARD = 0
const BACK = 1
const UP = 2
const DOWN = 3
/**
 * Offsets from a throw on the ground to the same in the air, and from a hard one on the ground to a hard one in the
 * air.
 */
const TO_AIR = LightThrowAirF - LightThrowF
const TO_HARD_AIR = LightThrowAirF4 - LightThrowF4

/**
 * Frames since the tilt of the stick, whatever it has started, in which A throws hard in the air. A recording shows one
 * on the eighth.
 */
const HARD_FRAMES = 8
/** Reach for items on either side and up. */
const REACH = { x: f(8), low: f(-4), high: f(16) } as const
/** Frames of a throw without a measurement. */
const FRAMES = 23
/** Out of these odds a launch strikes an item out of the hand as often as its damage says. */
const DROP_ODDS = 60
/** Counter of LightGet on which the hand closes. */
const PICK_UP_FRAME = 2

/** Speed before the item's own factor, and degrees. */
interface Flight {
  readonly speed: number
  readonly angle: number
}
const ALONG: Flight = { speed: f(1.56), angle: 17 }
const HARD_ALONG: Flight = { speed: f(2.184), angle: 11 }
const AIR_ALONG: Flight = { speed: f(1.1143), angle: 13 }
const HARD_AIR_ALONG: Flight = { speed: f(1.56), angle: 13 }
/** A hard throw is faster by this factor, one in the air slower. */
const HARD = f(1.4)
const UPWARD: Flight = { speed: f(1.86), angle: 90 }
const DOWNWARD: Flight = { speed: f(1.98), angle: -90 }
const DROPPED: Flight = { speed: 0, angle: 0 }

function harder({ speed, angle }: Flight): Flight {
  return { speed: f(speed * HARD), angle }
}

function softer({ speed, angle }: Flight): Flight {
  return { speed: f(speed / HARD), angle }
}

const FLIGHTS: Readonly<Record<number, Flight>> = {
  [LightThrowF]: ALONG,
  [LightThrowDash]: HARD_ALONG,
  [LightThrowDrop]: DROPPED,
  [LightThrowAirF]: AIR_ALONG,
  [LightThrowF4]: HARD_ALONG,
  [LightThrowAirF4]: HARD_AIR_ALONG,
  [ACTION.LightThrowHi]: UPWARD,
  [ACTION.LightThrowHi4]: harder(UPWARD),
  [ACTION.LightThrowAirHi]: softer(UPWARD),
  [ACTION.LightThrowAirHi4]: UPWARD,
  [ACTION.LightThrowLw]: DOWNWARD,
  [ACTION.LightThrowLw4]: harder(DOWNWARD),
  [ACTION.LightThrowAirLw]: softer(DOWNWARD),
  [ACTION.LightThrowAirLw4]: DOWNWARD,
}

/**
 * The counters at which a throw turns its thrower round and releases, and the place of release: from the thrower, x
 * forward of its facing then.
 */
export interface Release {
  readonly flip?: number
  readonly frame: number
  readonly x: number
  readonly y: number
}

/** The usual place at which an item is dropped. */
const DROP: Release = { frame: 1, x: 0, y: f(6) }

/** By direction; includes fighters that no recording shows throwing. */
const GROUND_RELEASES: readonly Release[] = [
  { frame: 10, x: f(13), y: f(5.8) },
  { flip: 8, frame: 10, x: f(13.8), y: f(8.9) },
  { frame: 11, x: f(-0.9), y: f(23) },
  { frame: 10, x: f(8), y: f(3) },
]
const AIR_RELEASES: readonly Release[] = [
  { frame: 10, x: f(10.7), y: f(6.5) },
  { flip: 6, frame: 9, x: f(11.9), y: f(6) },
  { frame: 11, x: f(-0.7), y: f(17.6) },
  { frame: 5, x: f(0.1), y: f(-3.3) },
]

function isInAir(action: number): boolean {
  return (action >= LightThrowAirF && action < LightThrowAirF + 4) || action >= LightThrowAirF4
}

function wayOf(action: number): number {
  if (action === LightThrowDash || action === LightThrowDrop) return FORWARD
  if (action >= LightThrowF4) return (action - LightThrowF4) % 4
  return action >= LightThrowAirF ? action - LightThrowAirF : action - LightThrowF
}

function releaseOf({ action, kind }: Fighter): Release {
  return kind.itemReleases[action] ?? (isInAir(action) ? AIR_RELEASES : GROUND_RELEASES)[wayOf(action)]!
}

function flightOf(action: number): Flight {
  return FLIGHTS[wayOf(action) === BACK ? action - 1 : action]!
}

/** The item in the hand; null for none, and for an article that is no item. */
export function heldItem({ match, heldArticle }: Fighter): Article | null {
  const article = heldArticle < 0 ? null : match.articles.find(heldArticle)
  return article?.kind.item ? article : null
}

function itemOf(article: Article): ItemKind {
  return article.kind.item!
}

export function enterItemThrow(fighter: Fighter, action: number): boolean {
  changeAction(fighter, action)
  stepAnimation(fighter)
  return true
}

/** The direction of the stick: along the facing, back, up or down. */
function wayOfStick(fighter: Fighter, x: number, y: number): number {
  const angle = atan2f(y, Math.abs(x))
  if (angle > VERTICAL_ANGLE) return UP
  if (angle < -VERTICAL_ANGLE) return DOWN
  return x * fighter.facing >= 0 ? FORWARD : BACK
}

function flicks(now: number, before: number, limit: number): boolean {
  return Math.abs(now) >= limit && Math.abs(before) < limit
}

/** On the ground: A, and a flick of the C-stick, which throws hard. */
export function tryItemThrow(fighter: Fighter): boolean {
  if (fighter.heldArticle < 0 || !heldItem(fighter)) return false
  if (pressesA(fighter)) return throwByStick(fighter)
  const { cstickX, cstickY, previousCstickX, previousCstickY, facing } = fighter
  if (flicks(cstickX, previousCstickX, ATTACK.cstickSide)) {
    return enterItemThrow(fighter, LightThrowF4 + (cstickX * facing >= 0 ? FORWARD : BACK))
  }
  if (!flicks(cstickY, previousCstickY, ATTACK.vertical)) return false
  return enterItemThrow(fighter, LightThrowF4 + (cstickY > 0 ? UP : DOWN))
}

function throwByStick(fighter: Fighter): boolean {
  const { stickX, stickY, tiltXTimer, tiltYTimer, facing, kind } = fighter
  const side = stickX * facing >= 0 ? FORWARD : BACK
  if (Math.abs(stickX) >= ATTACK.smashSide && tiltXTimer < ATTACK.smashSideFrames) {
    return enterItemThrow(fighter, LightThrowF4 + side)
  }
  if (stickY >= ATTACK.vertical && tiltYTimer < ATTACK.verticalFrames + kind.attributes.jumpStartupTime) {
    return enterItemThrow(fighter, LightThrowF4 + UP)
  }
  if (stickY <= -ATTACK.vertical && tiltYTimer < ATTACK.verticalFrames)
    return enterItemThrow(fighter, LightThrowF4 + DOWN)
  const isTilted = Math.abs(stickX) >= ATTACK.tilt || Math.abs(stickY) >= ATTACK.tilt
  return enterItemThrow(fighter, LightThrowF + (isTilted ? wayOfStick(fighter, stickX, stickY) : FORWARD))
}

/** Dashing and running: A throws ahead without stopping; a dash that has just begun throws hard. */
export function tryDashItemThrow(fighter: Fighter, isFresh = false): boolean {
  if (fighter.heldArticle < 0 || !pressesA(fighter) || !heldItem(fighter)) return false
  return enterItemThrow(fighter, isFresh ? LightThrowF4 : LightThrowDash)
}

/** In the air: A and the C-stick throw; Z with the stick at rest drops the item. */
export function tryAirItemThrow(fighter: Fighter): boolean {
  if (fighter.heldArticle < 0) return false
  const article = heldItem(fighter)
  if (!article) return false
  const { cstickX, cstickY, previousCstickX, previousCstickY } = fighter
  if (flicks(cstickX, previousCstickX, ATTACK.aerial) || flicks(cstickY, previousCstickY, ATTACK.aerial)) {
    return enterItemThrow(fighter, LightThrowAirF4 + wayOfStick(fighter, cstickX, cstickY))
  }
  if (!pressesA(fighter)) return false
  const { stickX, stickY, lastTiltXTimer, lastTiltYTimer, held } = fighter
  if (Math.abs(stickX) < ATTACK.aerial && Math.abs(stickY) < ATTACK.aerial) {
    if ((held & GUARD_BIT) === 0) return enterItemThrow(fighter, LightThrowAirF)
    dropItem(fighter)
    return true
  }
  const way = wayOfStick(fighter, stickX, stickY)
  const isHard = (way === UP || way === DOWN ? lastTiltYTimer : lastTiltXTimer) < HARD_FRAMES
  return enterItemThrow(fighter, (isHard ? LightThrowAirF4 : LightThrowAirF) + way)
}

/** Drops the item out of the hand without a throw. */
export function dropItem(fighter: Fighter): void {
  const article = heldItem(fighter)
  if (!article) return
  letGo(fighter, article, fighter.kind.itemReleases[LightThrowDrop] ?? DROP, DROPPED)
  itemOf(article).dropped(article)
}

/**
 * Whoever is launched may drop its item. The draw is made with every item in the hand, before that for the roll of the
 * launch (Fighter_8006CDA4).
 */
export function mayDropItem(fighter: Fighter, damage: number): void {
  if (fighter.heldArticle < 0 || !heldItem(fighter)) return
  if (randomInteger(fighter.match.record, DROP_ODDS) < Math.trunc(damage)) dropItem(fighter)
}

/** Out of the hand: from its place, with its speed. */
function letGo(fighter: Fighter, article: Article, { x, y }: Release, { speed, angle }: Flight, side = 1): void {
  const { facing } = fighter
  const radians = f(angle * RADIANS_PER_DEGREE)
  fighter.heldArticle = -1
  article.x = f(fighter.x + facing * x)
  article.y = f(fighter.y + y)
  article.previousX = article.x
  article.previousY = article.y
  const own = f(speed * (itemOf(article).throwSpeed ?? 1))
  const thrown = f(own * fighter.kind.attributes.itemThrowVelocityMultiplier)
  article.vx = angle === 90 || angle === -90 ? 0 : f(f(side * thrown) * cosf(radians))
  article.vy = f(thrown * sinf(radians))
  if (article.vx !== 0) article.facing = article.vx < 0 ? -1 : 1
  article.metFighters = 0
  article.wasHitting = false
}

function animateThrow(fighter: Fighter): void {
  if (fighter.animationFrame === releaseOf(fighter).flip) fighter.facing = -fighter.facing
  if (hasLasted(fighter, fighter.state.length || FRAMES)) standOrFall(fighter)
}

function release(fighter: Fighter): void {
  const from = releaseOf(fighter)
  if (fighter.heldArticle < 0 || fighter.animationFrame < from.frame) return
  const article = heldItem(fighter)
  if (!article) return
  const side = wayOf(fighter.action) === BACK ? -fighter.facingAtStart : fighter.facingAtStart
  letGo(fighter, article, from, flightOf(fighter.action), side)
  if (fighter.action === LightThrowDrop) itemOf(article).dropped(article)
  else itemOf(article).thrown(article)
}

function toAir({ action }: Fighter): number {
  return action + (action >= LightThrowF4 ? TO_HARD_AIR : TO_AIR)
}

function toGround({ action }: Fighter): number {
  return action - (action >= LightThrowF4 ? TO_HARD_AIR : TO_AIR)
}

/** Stops at edges; continues in the air where the floor itself no longer exists (ft_800841B8). */
function collideOnGround(fighter: Fighter): void {
  if (staysWithinFloor(fighter)) return
  leaveGround(fighter, ECB_LOCK_FRAMES)
  swapAction(fighter, toAir(fighter))
}

function collideInAir(fighter: Fighter): void {
  if (!landsOn(fighter, false)) return
  touchGround(fighter)
  swapAction(fighter, toGround(fighter))
}

/** The nearest item within reach that no fighter holds. */
function itemInReach({ match, x, y }: Fighter): Article | null {
  const { articles } = match
  let nearest: Article | null = null
  let least = Infinity
  for (let i = 0; i < articles.count; i++) {
    const article = articles.at(i)
    if (!article.kind.item || article.isGone || article.kind.isHeld?.(article)) continue
    const dx = Math.abs(article.x - x)
    const dy = article.y - y
    if (dx > REACH.x || dy < REACH.low || dy > REACH.high || dx + Math.abs(dy) >= least) continue
    nearest = article
    least = dx + Math.abs(dy)
  }
  return nearest
}

function take(fighter: Fighter, article: Article): void {
  fighter.heldArticle = article.spawn
  article.owner = fighter.index
  itemOf(article).caught(article)
}

/** A beside an item bends down for it. */
export function tryPickUp(fighter: Fighter): boolean {
  if (fighter.match.articles.count === 0 || !pressesA(fighter) || !itemInReach(fighter)) return false
  return enterItemThrow(fighter, ACTION.LightGet)
}

/** Z in the air catches a near item, and the fighter's action continues. */
export function tryCatchItem(fighter: Fighter): boolean {
  if (fighter.match.articles.count === 0 || fighter.heldArticle >= 0) return false
  if ((fighter.pressed & BUTTON.A) === 0 || (fighter.held & GUARD_BIT) === 0) return false
  const article = itemInReach(fighter)
  if (article) take(fighter, article)
  return article !== null
}

function animatePickUp(fighter: Fighter): void {
  if (fighter.animationFrame === PICK_UP_FRAME) {
    const article = itemInReach(fighter)
    if (article) take(fighter, article)
  }
  if (isOver(fighter)) enterWait(fighter)
}

const onGround = { animation: animateThrow, accessory: release, physics: stopOnGround, collision: collideOnGround }
const inAir = { animation: animateThrow, accessory: release, physics: fallAndDrift, collision: collideInAir }

export const ITEM_ACTIONS: ActionTable = {
  LightGet: { animation: animatePickUp, physics: stopOnGround, collision: stayOrFall },
  LightThrowF: onGround,
  LightThrowB: onGround,
  LightThrowHi: onGround,
  LightThrowLw: onGround,
  LightThrowDash: { ...onGround, collision: clampToEdge },
  LightThrowDrop: { ...onGround, collision: clampToEdge },
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
