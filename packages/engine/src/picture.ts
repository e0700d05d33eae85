/**
 * What a frame looks like, in numbers, for whoever draws it or reasons about it: bodies, hitboxes, bubbles, ECBs, ledge boxes,
 * articles, platforms. It is the state seen from outside: nothing here is read by the game, and nothing of it is state.
 *
 * A picture is one buffer that its field tables describe, so it is copied, sent to another thread and kept as it is. Units are the
 * game's, y up, angles in degrees. Hitboxes are those of the frame played last: after `restore` there are none before the next
 * step.
 */
import { bodyAt, type Posed } from './combat/body.ts'
import type { Ecb } from './collision/ecb.ts'
import { shieldRadius } from './combat/contact.ts'
import { hurtboxState } from './combat/find.ts'
import type { HitboxesOut } from './combat/scratch.ts'
import type { Capsule } from './combat/space.ts'
import type { Article } from './articles/article.ts'
import type { Fighter } from './fighter.ts'
import { cosf, f, sinf } from './math.ts'
import type { Match } from './match.ts'
import { isAbsent } from './state/presence.ts'
import { defineRecord, type RecordOf } from './state/record.ts'
import { MOST_ARTICLES } from './state/state.ts'
import { ELEMENTS } from './tables/generated/common.ts'
import { flyRollOf } from './tables/measured.ts'
import { shieldSizeOf } from './tables/shapes.ts'
import type { InternalId } from './tables/ids.ts'

/** Two players, each with a follower at most. */
export const PICTURE_BODIES = 4
export const PICTURE_ARTICLES = MOST_ARTICLES
/** Words of a hurt capsule: x, y and depth of one end, then of the other, then its radius. */
export const PICTURE_CAPSULE_WORDS = 7
const MOST_CAPSULES = 13
/** Words of a hitbox: its sweep as a capsule, then damage and angle (361 depends on the knockback). */
export const PICTURE_HITBOX_WORDS = 9
const MOST_HITBOXES = 8
/** Words of a platform: left end, right end, height, and 1 while it is there. */
export const PICTURE_PLATFORM_WORDS = 4
const MOST_PLATFORMS = 4
const MOST_ARTICLE_HITBOXES = 4

/** What a hit does besides damage, by the number in `hitboxElements`; `grab` takes hold, `empty` only detects. */
export const PICTURE_ELEMENTS = ELEMENTS

/** What a bubble is, by the number in `bubble`. */
export const PICTURE_BUBBLES = ['none', 'shield', 'reflect', 'absorb', 'stop', 'counter'] as const

const FRAME_FIELDS = {
  frame: 'int',
  bodyCount: 'int',
  articleCount: 'int',
  platformCount: 'int',
  /** The platforms that fighters rise through, moving ones included, in the stage's order. */
  platforms: ['floats', MOST_PLATFORMS * PICTURE_PLATFORM_WORDS],
  /** 0 none, 1 left, 2 right. */
  windDirection: 'int',
} as const

const BODY_FIELDS = {
  port: 'int',
  isFollower: 'flag',
  /** Internal id of the fighter that is played now. */
  character: 'int',
  action: 'int',
  /** Frames since the action began; the first frame that shows it is 1. */
  actionFrame: 'int',
  animationFrame: 'float',
  x: 'float',
  y: 'float',
  facing: 'int',
  isAirborne: 'flag',
  /** Dead, or not on the stage. */
  isAbsent: 'flag',
  isOffCamera: 'flag',
  /** 0 can be hit, 1 invincible, 2 intangible. */
  hurtboxState: 'int',
  stocks: 'int',
  percent: 'float',
  hitlagLeft: 'float',
  hitstunLeft: 'float',
  /** The hitlag is that of a victim. */
  isHurt: 'flag',
  shieldHealth: 'float',
  jumpsUsed: 'int',
  isFastFalling: 'flag',
  /** Consecutive hits of its running combo. */
  comboCount: 'int',
  chargeFrames: 'int',
  /** Index among the bodies of the fighter that it holds; -1 for none. */
  holds: 'int',
  /** x and y of the ECB's bottom, right, top and left. */
  ecb: ['floats', 8],
  /** Left, bottom, right and top of the box that catches a ledge. */
  ledgeBox: ['floats', 4],
  /** Index in `PICTURE_BUBBLES`, then where it is. */
  bubble: 'int',
  bubbleX: 'float',
  bubbleY: 'float',
  bubbleRadius: 'float',
  /** 1: the game's own hurt capsules; 0: a flat outline. */
  hasHurtboxes: 'flag',
  capsuleCount: 'int',
  capsules: ['floats', MOST_CAPSULES * PICTURE_CAPSULE_WORDS],
  hitboxCount: 'int',
  hitboxes: ['floats', MOST_HITBOXES * PICTURE_HITBOX_WORDS],
  hitboxElements: ['ints', MOST_HITBOXES],
} as const

const ARTICLE_FIELDS = {
  /** Type and state as Item Update has them. */
  type: 'int',
  state: 'int',
  spawn: 'int',
  /** Port of its owner. */
  port: 'int',
  x: 'float',
  y: 'float',
  vx: 'float',
  vy: 'float',
  facing: 'int',
  hitboxCount: 'int',
  hitboxes: ['floats', MOST_ARTICLE_HITBOXES * PICTURE_HITBOX_WORDS],
} as const

const FrameRecord = defineRecord(FRAME_FIELDS)
const BodyRecord = defineRecord(BODY_FIELDS)
const ArticleRecord = defineRecord(ARTICLE_FIELDS)

export type PictureHead = RecordOf<typeof FRAME_FIELDS>
export type PictureBody = RecordOf<typeof BODY_FIELDS>
export type PictureArticle = RecordOf<typeof ARTICLE_FIELDS>

const BODIES_AT = FrameRecord.words
const ARTICLES_AT = BODIES_AT + PICTURE_BODIES * BodyRecord.words

/** Bytes of one picture. */
export const PICTURE_BYTES = 4 * (ARTICLES_AT + PICTURE_ARTICLES * ArticleRecord.words)

/** A view of the picture that begins at a byte of a buffer; many may lie in one buffer, `PICTURE_BYTES` apart. */
export class Picture {
  readonly head: PictureHead
  /** All places; the first `head.bodyCount` are filled. In the game's order: each leader with its follower after it. */
  readonly bodies: readonly PictureBody[]
  /** All places; the first `head.articleCount` are filled, oldest first. */
  readonly articles: readonly PictureArticle[]

  constructor(buffer: ArrayBuffer = new ArrayBuffer(PICTURE_BYTES), byteOffset = 0) {
    const at = byteOffset / 4
    this.head = new FrameRecord(buffer, at)
    this.bodies = Array.from(
      { length: PICTURE_BODIES },
      (_, i) => new BodyRecord(buffer, at + BODIES_AT + i * BodyRecord.words),
    )
    this.articles = Array.from(
      { length: PICTURE_ARTICLES },
      (_, i) => new ArticleRecord(buffer, at + ARTICLES_AT + i * ArticleRecord.words),
    )
  }
}

/** Fills a picture from a match that has played a frame. */
export function fillPicture(match: Match, picture: Picture): void {
  const { head, bodies, articles } = picture
  const { fighters, stage, terrain, stageRecord, record } = match
  head.frame = record.frame
  head.windDirection = stageRecord.windDirection
  head.platformCount = 0
  for (const { id, isPlatform } of stage.floors) {
    if (!isPlatform) continue
    const at = head.platformCount++ * PICTURE_PLATFORM_WORDS
    head.platforms[at] = terrain.floors.x1[id]!
    head.platforms[at + 1] = terrain.floors.x2[id]!
    head.platforms[at + 2] = terrain.floors.y1[id]!
    head.platforms[at + 3] = terrain.isActive[id]!
  }
  head.bodyCount = fighters.length
  for (const [i, fighter] of fighters.entries()) fillBody(fighter, bodies[i]!)
  head.articleCount = match.articles.count
  for (let i = 0; i < head.articleCount; i++) fillArticle(match.articles.at(i), articles[i]!)
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
    if (angle !== 0) turn(body.capsules, at, fighter.x, fighter.y + (fighter.kind.flyRoll?.joint ?? 0), angle)
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
  const kind = { internalId: character, shield: shieldSizeOf(character), flyRoll: flyRollOf(character) }
  fillCapsules({ ...pose, kind, facing, facingAtStart: facing, posedAs: 0, posedAt: 0 }, body)
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
  into.port = article.ownedBy.port
  into.x = article.x
  into.y = article.y
  into.vx = article.vx
  into.vy = article.vy
  into.facing = article.facing
  fillHitboxes(article.hitboxes, into, MOST_ARTICLE_HITBOXES)
}
