/** Motion of many kinds of articles: they expire, fall, and meet floors and walls. */
import { collideAirborne, standOn } from '../collision/airborne.ts'
import { CollisionBody } from '../collision/body.ts'
import { f } from '../math.ts'
import type { Article } from './article.ts'

/** Shares of the speed after a body or a shield, and the upward speed then; measured on 28 turnips. */
const BOUNCE = { x: f(-0.1), y: f(-0.3), up: f(1.3) } as const

/** One frame less of lifetime; the last one removes it. */
export function countDown(article: Article): void {
  article.timer = f(article.timer - 1)
  if (article.timer <= 0) article.remove()
}

/** Gravity, until it falls as fast as `terminalVelocity` or faster (it_80272860). */
export function fallBy(article: Article, gravity: number, terminalVelocity: number): void {
  if (article.vy > -terminalVelocity) article.vy = f(article.vy - gravity)
}

/** Back and up, as a thrown item leaves what it has hit (itColl_BounceOffVictim). */
export function bounceOffVictim(article: Article): void {
  article.vx = f(article.vx * BOUNCE.x)
  article.vy = f(f(article.vy * BOUNCE.y) + BOUNCE.up)
}

/** The one body that collision works on. */
const BODY = new CollisionBody()

/** What an article ran into during its motion; one object, valid until the next call. */
export interface Contact {
  floor: boolean
  /** Side of the wall: 1 to the right, -1 to the left, 0 none. */
  wall: number
  ceiling: boolean
}
const CONTACT: Contact = { floor: false, wall: 0, ceiling: false }

/**
 * Moves an article in the air from its previous place to its new one, stopped by floors, walls and ceilings: an ECB of
 * half width `halfWidth` and half height `size` about its position.
 */
export function moveThroughAir(article: Article, halfWidth: number, size = halfWidth): Contact {
  BODY.previousX = article.previousX
  BODY.previousY = article.previousY
  BODY.x = article.x
  BODY.y = article.y
  BODY.previousBottom = -size
  BODY.previousTop = size
  BODY.previousMiddle = 0
  BODY.previousLeft = halfWidth
  BODY.previousRight = halfWidth
  BODY.bottom = -size
  BODY.top = size
  BODY.middle = 0
  BODY.left = halfWidth
  BODY.right = halfWidth
  BODY.leastSteps = 1
  BODY.passesPlatforms = false
  BODY.passedFloor = -1
  CONTACT.floor = collideAirborne(article.match.terrain, BODY)
  CONTACT.wall = BODY.wallRight >= 0 ? 1 : BODY.wallLeft >= 0 ? -1 : 0
  CONTACT.ceiling = BODY.ceiling >= 0
  article.x = BODY.x
  article.y = CONTACT.floor ? f(BODY.y + size) : BODY.y
  if (CONTACT.floor) article.floorLine = BODY.floor
  return CONTACT
}

/** The article rests on its floor, which carries it; false when the floor under it no longer exists. */
export function restOnFloor(article: Article, size: number): boolean {
  const { terrain } = article.match
  const { floorLine } = article
  article.x = f(article.x + terrain.movedX[floorLine]!)
  const { x1, x2 } = terrain.floors
  const stays = terrain.isActive[floorLine] !== 0 && article.x >= x1[floorLine]! && article.x <= x2[floorLine]!
  if (!stays) return false
  standOn(terrain, floorLine, article)
  article.y = f(article.y + size)
  return true
}

/** Any floor, wall or ceiling removes it. */
export function vanishOnContact(article: Article, size: number): void {
  const { floor, wall, ceiling } = moveThroughAir(article, size)
  if (floor || wall !== 0 || ceiling) article.remove()
}
