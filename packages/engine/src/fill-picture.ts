/** Fills pictures: from a match as it is played, or a body's pose from what a recording says of it. */
import type { Article } from './articles/article.ts'
import type { Ecb } from './collision/ecb.ts'
import { bodyAt, type Posed } from './combat/body.ts'
import { shieldRadius } from './combat/contact.ts'
import { hurtboxState } from './combat/find.ts'
import type { HitboxesOut } from './combat/scratch.ts'
import type { Capsule } from './combat/space.ts'
import type { Fighter } from './fighter.ts'
import { cosf, f, sinf } from './math.ts'
import type { Match } from './match.ts'
import {
  MOST_ARTICLE_HITBOXES,
  MOST_HITBOXES,
  PICTURE_BUBBLES,
  PICTURE_CAPSULE_WORDS,
  PICTURE_ELEMENTS,
  PICTURE_HITBOX_WORDS,
  PICTURE_PLATFORM_WORDS,
  type Picture,
  type PictureArticle,
  type PictureBody,
  type PictureHead,
} from './picture.ts'
import type { Terrain } from './stages/terrain.ts'
import { isAbsent } from './state/presence.ts'
import type { InternalId } from './tables/ids.ts'
import { measuredOf } from './tables/measured.ts'
import { shieldSizeOf } from './tables/shapes.ts'

/** Fills a picture from a match that has played a frame. */
export function fillPicture(match: Match, picture: Picture): void {
  const { head, bodies, articles } = picture
  const { fighters, terrain, stageRecord, record } = match
  head.frame = record.frame
  head.windDirection = stageRecord.windDirection
  fillPlatforms(terrain, head)
  head.bodyCount = fighters.length
  for (const [i, fighter] of fighters.entries()) fillBody(fighter, bodies[i]!)
  head.articleCount = match.articles.count
  for (let i = 0; i < head.articleCount; i++) fillArticle(match.articles.at(i), articles[i]!)
}

/** Where a stage's platforms are now. */
export function fillPlatforms({ stage, floors, isActive }: Terrain, head: PictureHead): void {
  head.platformCount = 0
  for (const { id, isPlatform } of stage.floors) {
    if (!isPlatform) continue
    const at = head.platformCount++ * PICTURE_PLATFORM_WORDS
    head.platforms[at] = floors.x1[id]!
    head.platforms[at + 1] = floors.x2[id]!
    head.platforms[at + 2] = floors.y1[id]!
    head.platforms[at + 3] = isActive[id]!
  }
}

function fillBody(fighter: Fighter, body: PictureBody): void {
  body.port = fighter.port
  body.isFollower = fighter.isFollower
  body.character = fighter.kind.internalId
  body.action = fighter.action
  body.actionFrame = fighter.actionFrame
  body.animationFrame = fighter.animationFrame
  body.x = fighter.x
  body.y = fighter.y
  body.facing = fighter.facing
  body.isAirborne = fighter.isAirborne
  body.isAbsent = isAbsent(fighter)
  body.isOffCamera = fighter.isOffCamera
  body.hurtboxState = hurtboxState(fighter)
  body.stocks = fighter.leader.stocks
  body.percent = fighter.percent
  body.hitlagLeft = fighter.hitlagLeft
  body.hitstunLeft = fighter.hitstunLeft
  body.isHurt = fighter.isHurt
  body.shieldHealth = fighter.shieldHealth
  body.jumpsUsed = fighter.jumpsUsed
  body.isFastFalling = fighter.isFastFalling
  body.comboCount = fighter.comboCount
  body.chargeFrames = fighter.chargeFrames
  body.holds = fighter.holds
  fillEcb(fighter, body)
  fillBubble(fighter, body)
  fillCapsules(fighter, body)
  fillHitboxes(fighter.hitboxes, body, MOST_HITBOXES)
  for (let i = 0; i < body.hitboxCount; i++) {
    body.hitboxElements[i] = PICTURE_ELEMENTS.indexOf(fighter.hitboxes.values[i]!.element)
  }
}

/** The box of the frame played, which the next frame knows as the one before. */
function fillEcb(fighter: Fighter, { ecb, ledgeBox }: PictureBody): void {
  const { x, y, previousEcbBottom, previousEcbTop, previousEcbLeft, previousEcbRight, previousEcbMiddle } = fighter
  placeEcb(ecb, {
    x,
    y,
    bottom: previousEcbBottom,
    top: previousEcbTop,
    middle: previousEcbMiddle,
    left: previousEcbLeft,
    right: previousEcbRight,
  })
  const { snapX, snapY, snapHeight } = fighter.kind.ledgeReach
  ledgeBox[0] = x - (snapX + previousEcbLeft)
  ledgeBox[1] = y + snapY - snapHeight / 2
  ledgeBox[2] = x + snapX + previousEcbRight
  ledgeBox[3] = y + snapY + snapHeight / 2
}

/** The four points of an ECB, in a picture's order. */
export function placeEcb(into: Float32Array, { x, y, bottom, top, middle, left, right }: Readonly<Ecb>): void {
  into[0] = x
  into[1] = y + bottom
  into[2] = x + right
  into[3] = y + middle
  into[4] = x
  into[5] = y + top
  into[6] = x - left
  into[7] = y + middle
}

function fillBubble(fighter: Fighter, body: PictureBody): void {
  const { bubble } = fighter.state
  if (fighter.isShielding) {
    body.bubble = PICTURE_BUBBLES.indexOf('shield')
    body.bubbleX = fighter.x + fighter.facing * fighter.shieldX
    body.bubbleY = fighter.y + fighter.shieldY
    body.bubbleRadius = shieldRadius(fighter)
  } else if (fighter.isBubbleOut && bubble) {
    body.bubble = PICTURE_BUBBLES.indexOf(bubble.does)
    body.bubbleX = fighter.x + fighter.facing * bubble.x
    body.bubbleY = fighter.y + bubble.y
    body.bubbleRadius = bubble.radius
  } else {
    body.bubble = 0
  }
}

/** Hurt capsules as hits find them; of an outline, turned as its flight turns it. */
function fillCapsules(fighter: Posed, body: PictureBody): void {
  const { model, capsules, count } = bodyAt(fighter)
  body.hasHurtboxes = model === 'hurtboxes'
  body.capsuleCount = count
  const angle = model === 'outline' ? (fighter.flightAngle?.() ?? 0) : 0
  for (let i = 0; i < count; i++) {
    const at = i * PICTURE_CAPSULE_WORDS
    writeCapsule(capsules[i]!, body.capsules, at)
    if (angle !== 0) turn(body.capsules, at, fighter.x, fighter.y + (fighter.kind.measured?.flyRoll.joint ?? 0), angle)
  }
}

/** What a recording's Post-Frame says of a fighter's pose. */
export interface RecordedPose {
  readonly character: InternalId
  readonly action: number
  /** Counter of the animation (`actionStateFrameCounter`). */
  readonly animationFrame: number
  readonly x: number
  readonly y: number
  readonly facing: number
  readonly isAirborne: boolean
}

/**
 * Poses a body by action and frame alone, for recordings that the engine does not play: without what the action before left in the
 * pose. The fighter's figures have to be loaded (`loadFighters`).
 */
export function poseBody({ character, facing, ...pose }: RecordedPose, body: PictureBody): void {
  body.character = character
  body.action = pose.action
  body.animationFrame = pose.animationFrame
  body.x = pose.x
  body.y = pose.y
  body.facing = facing
  body.isAirborne = pose.isAirborne
  const kind = { internalId: character, shield: shieldSizeOf(character), measured: measuredOf(character) }
  fillCapsules({ ...pose, z: 0, kind, facing, facingAtStart: facing, posedAs: 0, posedAt: 0 }, body)
}

/** Both ends of a capsule clockwise about a point; `turnedBack` in combat/contact.ts is the way back. */
function turn(words: Float32Array, at: number, x: number, y: number, angle: number): void {
  const cos = cosf(angle)
  const sin = sinf(angle)
  for (const end of [at, at + 3]) {
    const dx = words[end]! - x
    const dy = words[end + 1]! - y
    words[end] = f(x + dx * cos + dy * sin)
    words[end + 1] = f(y - dx * sin + dy * cos)
  }
}

function writeCapsule({ x1, y1, z1, x2, y2, z2, radius }: Capsule, words: Float32Array, at: number): void {
  words[at] = x1
  words[at + 1] = y1
  words[at + 2] = z1
  words[at + 3] = x2
  words[at + 4] = y2
  words[at + 5] = z2
  words[at + 6] = radius
}

function fillHitboxes(
  { count, capsules, values }: HitboxesOut,
  into: { hitboxCount: number; readonly hitboxes: Float32Array },
  most: number,
): void {
  into.hitboxCount = Math.min(count, most)
  for (let i = 0; i < into.hitboxCount; i++) {
    const at = i * PICTURE_HITBOX_WORDS
    writeCapsule(capsules[i]!, into.hitboxes, at)
    into.hitboxes[at + 7] = values[i]!.damage
    into.hitboxes[at + 8] = values[i]!.angle
  }
}

function fillArticle(article: Article, into: PictureArticle): void {
  into.type = article.type
  into.state = article.state
  into.spawn = article.spawn
  into.port = article.port
  into.x = article.x
  into.y = article.y
  into.vx = article.vx
  into.vy = article.vy
  into.facing = article.facing
  fillHitboxes(article.hitboxes, into, MOST_ARTICLE_HITBOXES)
}
