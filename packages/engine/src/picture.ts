/**
 * What a frame looks like, in numbers, for whoever draws it or reasons about it: bodies, hitboxes, bubbles, ECBs, ledge boxes,
 * articles, platforms. It is the state seen from outside: nothing here is read by the game, and nothing of it is state.
 *
 * A picture is one buffer that its field tables describe, so it is copied, sent to another thread and kept as it is. Units are the
 * game's, y up, angles in degrees. Hitboxes are those of the frame played last: after `restore` there are none before the next
 * step. What fills a picture is in fill-picture.ts: whoever only draws needs none of the game.
 */
import { defineRecord, type RecordOf } from './state/record.ts'
import { MOST_ARTICLES } from './state/most-articles.ts'
import { ELEMENTS } from './tables/generated/common.ts'

/** Four players, each with a follower at most: an arena's matches are of two, other recordings may be of more. */
export const PICTURE_BODIES = 8
export const PICTURE_ARTICLES = MOST_ARTICLES
/** Words of a hurt capsule: x, y and depth of one end, then of the other, then its radius. */
export const PICTURE_CAPSULE_WORDS = 7
const MOST_CAPSULES = 13
/** Words of a hitbox: its sweep as a capsule, then damage and angle (361 depends on the knockback). */
export const PICTURE_HITBOX_WORDS = 9
export const MOST_HITBOXES = 8
/** Words of a platform: left end, right end, height, and 1 while it is there. */
export const PICTURE_PLATFORM_WORDS = 4
const MOST_PLATFORMS = 4
export const MOST_ARTICLE_HITBOXES = 4

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
  /** Port of its owner; -1 for nobody's. */
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
