/**
 * Shy Guys: nobody's articles, which fly across Yoshi's Story in groups. They hurt nobody, but stop shots and attacks.
 * One that takes little damage is stunned and flees; one that takes much falls. Source: doldecomp/melee (itheiho.c,
 * it_80270E30); figures as public native engines list them; its path, its floor box and the scatter of its fall measured
 * on recordings, which this path repeats on each of 108,000 frames.
 */
import { hitlagOfArticle } from '../combat/find-articles.ts'
import { launchAngle } from '../combat/formulas.ts'
import { KNOCKBACK, NO_OWNER } from '../constants.ts'
import { cosf, f, sinf } from '../math.ts'
import { randomFloat, randomInteger } from '../random.ts'
import { GAP, HEIGHTS, START } from '../stages/shy-guys.ts'
import type { Flock, Visitor } from '../stages/stage.ts'
import type { Article, ArticleKind } from './article.ts'
import type { Articles } from './articles.ts'
import { fallBy, moveThroughAir } from './motion.ts'

const TYPE = 210
const STATE = { waiting: 0, flying: 1, knockedDown: 2, stunned: 3, fleeing: 4 } as const

const SPEEDS = [f(0.3), f(0.5), f(0.75)] as const
const FLEES = f(1.5)

/** The model's size, by which its body and its box count. */
const SIZE = 0.85
const HURT_RADIUS = f(5 * SIZE)
/** More damage than this in all knocks it down: up, with a scatter to the sides, and then it falls. */
const MOST_DAMAGE = 12
const KNOCKED = { up: 2, scatter: 2, gravity: f(0.12), terminalVelocity: f(2.2), spins: 3 } as const
const STUN_FRAMES = 12
/** The box that meets floors and walls, and the frames of a turn, in which walls do not turn it again. */
const BOX = { halfWidth: f(8 * SIZE), halfHeight: f(6 * SIZE) } as const
const TURN_FRAMES = 20
/** How far beyond the blast zone one leaves that was not hit. */
const BEYOND = 20
/** What recordings show where others have a time to live and a turnip's face. */
const SHOWN = { timer: 1400, byte: 0xff } as const

/** Words: which of the speeds; frames left of a wait, a stun or a turn; frame of its clip, and frames per frame. */
const SPEED = 0
const LEFT = 1
const CLIP = 2
const RATE = 3
/** The damage that was recorded last. */
const RECORDED = 4

/** Its clip: two equal waves, each of four parabolas. */
const CLIP_FRAMES = 256
const WAVE_FRAMES = 128
const PART_FRAMES = 32
/** The first step and how much less each next one is than the one before, in 65536ths. */
const WAVE = { first: 46065, less: 90 } as const

/** Height above its path on each frame of a wave. Exact: all are multiples of 1/65536. */
const RISE = new Float64Array(WAVE_FRAMES)
for (let i = 1; i < WAVE_FRAMES; i++) RISE[i] = RISE[i - 1]! + stepOf(i - 1)

function stepOf(i: number): number {
  const part = Math.floor(i / PART_FRAMES)
  const n = part % 2 === 0 ? i % PART_FRAMES : PART_FRAMES - 1 - (i % PART_FRAMES)
  const size = (WAVE.first - (WAVE.less * n * (n + 1)) / 2) / 65536
  return part === 0 || part === 3 ? size : -size
}

function riseAt(clip: number): number {
  return RISE[clip % WAVE_FRAMES]!
}

/** The next frame of its clip, which begins anew at its end. */
function advance({ ints }: Article): number {
  const before = riseAt(ints[CLIP]!)
  const next = ints[CLIP]! + ints[RATE]!
  const isOver = next >= CLIP_FRAMES
  ints[CLIP] = isOver ? 0 : next
  return isOver ? f(0 - riseAt(next)) : f(riseAt(next) - before)
}

function animate(article: Article): void {
  const { state, ints } = article
  if (state !== STATE.flying && state !== STATE.fleeing) return
  article.vy = advance(article)
  if (state === STATE.fleeing) ints[RATE] = 2
}

function fly(article: Article): void {
  article.state = STATE.flying
  restartClip(article)
  article.vx = 0
  article.vy = 0
}

function restartClip({ ints }: Article): void {
  ints[CLIP] = 0
  ints[RATE] = 1
}

function move(article: Article): void {
  const { state, ints, facing, match } = article
  if (state === STATE.waiting) {
    if (ints[LEFT] === 0) fly(article)
    else ints[LEFT]!--
  } else if (state === STATE.flying || state === STATE.fleeing) {
    const speed = f(facing * SPEEDS[ints[SPEED]!]!)
    article.vx = state === STATE.flying ? speed : f(FLEES * speed)
    if (ints[LEFT]! > 0) ints[LEFT]!--
  } else if (state === STATE.knockedDown) {
    fallBy(article, KNOCKED.gravity, KNOCKED.terminalVelocity)
    // How fast it spins.
    randomInteger(match.record, KNOCKED.spins)
  } else {
    article.vy = f(article.vy - KNOCKED.gravity)
    if (ints[LEFT] === 0) flee(article)
    else ints[LEFT]!--
  }
}

/** To the side on which it is. */
function flee(article: Article): void {
  const side = article.x < 0 ? -1 : 1
  article.ints[LEFT] = side === article.facing ? 0 : TURN_FRAMES
  article.state = STATE.fleeing
  article.facing = side
  restartClip(article)
  article.vx = 0
  article.vy = 0
}

/** Walls turn it; a floor under it begins its path anew. Neither changes its place. */
function collide(article: Article): void {
  const { state, x, y, floats, ints } = article
  if (state === STATE.waiting || state === STATE.knockedDown) return
  article.previousX = floats[0]!
  article.previousY = floats[1]!
  const { floor, wall } = moveThroughAir(article, BOX.halfWidth, BOX.halfHeight)
  floats[0] = article.x
  floats[1] = article.y
  article.x = x
  article.y = y
  if (state === STATE.stunned) return
  if (ints[LEFT] === 0 && wall !== 0) {
    article.facing = -article.facing
    article.vx = f(article.facing * SPEEDS[ints[SPEED]!]!)
    ints[LEFT] = TURN_FRAMES
  } else if (floor && state === STATE.fleeing) {
    flee(article)
  } else if (floor) {
    article.vx = 0
    article.vy = f(0 - riseAt(ints[CLIP]!))
    restartClip(article)
  }
}

/** Until it has left, the blast zone does not end it: it comes from outside. */
function isBoundless({ state, previousX, facing, match }: Article): boolean {
  if (state === STATE.waiting) return true
  if (state !== STATE.flying) return false
  const { left, right } = match.stage.blastZone
  // It leaves one frame after it was out.
  return facing > 0 ? previousX <= f(right + BEYOND) : previousX >= f(left - BEYOND)
}

function hurt(article: Article, angle: number, knockback: number, side: number): void {
  const { ints, match } = article
  if (article.damageTaken > MOST_DAMAGE) {
    article.state = STATE.knockedDown
    article.vx = f(article.vx + f(KNOCKED.scatter * f(2 * f(randomFloat(match.record) - 0.5))))
    article.vy = KNOCKED.up
    return
  }
  const radians = launchAngle(angle, knockback, true)
  const speed = f(knockback * KNOCKBACK.speed)
  article.state = STATE.stunned
  article.facing = -side
  article.vx = f(side * f(speed * cosf(radians)))
  article.vy = f(speed * sinf(radians))
  ints[LEFT] = STUN_FRAMES
}

/** What a recording shows of it. */
function follow(article: Article): void {
  const { state, x, y, vx, vy, damageTaken, ints, floats, match } = article
  article.owner = NO_OWNER
  if (state === STATE.waiting) waitBehind(article)
  if (state === STATE.flying && vx === 0 && vy === 0 && (x === START.left || x === START.right)) {
    const pattern = HEIGHTS.findIndex((height) => height === y)
    if (pattern >= 0) match.stageRecord.shyGuyPattern = pattern
  }
  if (state === STATE.flying || state === STATE.fleeing) {
    const speed = Math.abs(state === STATE.fleeing ? vx / FLEES : vx)
    const seen = SPEEDS.findIndex((one) => Math.abs(one - speed) < 0.01)
    if (seen >= 0) ints[SPEED] = seen
    if (vx === 0) restartClip(article)
  }
  const dealt = damageTaken - ints[RECORDED]!
  ints[RECORDED] = damageTaken
  const isHitHere = article.hitlagLeft > 0 && (state === STATE.flying || state === STATE.fleeing)
  if (dealt > 0 || isHitHere) {
    article.hitlagLeft = dealt > 0 ? hitlagOfArticle(dealt) : 0
    ints[LEFT] = dealt > 0 ? STUN_FRAMES : 0
  }
  if (floats[0] === 0 && floats[1] === 0) {
    floats[0] = x
    floats[1] = y
  }
}

/** On a group's first frame its first one is where all begin; the others follow it one by one. */
function waitBehind({ spawn, x, ints, match }: Article): void {
  const { articles } = match
  let before = 0
  let isFirstFrame = false
  for (let i = 0; i < articles.count; i++) {
    const other = articles.at(i)
    if (other.type !== TYPE || other.spawn >= spawn) continue
    if (before++ === 0) isFirstFrame = other.state === STATE.flying && other.x === x
  }
  if (isFirstFrame) ints[LEFT] = GAP.frames * before - 1
}

export const SHY_GUY: ArticleKind = {
  type: TYPE,
  isTimeless: true,
  hurtRadius: HURT_RADIUS,
  animation: animate,
  physics: move,
  collision: collide,
  isBoundless,
  hurt,
  follow,
}

/** Those of a match, as its stage brings them. */
export class ShyGuys implements Flock {
  readonly #articles: Articles

  constructor(articles: Articles) {
    this.#articles = articles
  }

  get isThere(): boolean {
    for (let i = 0; i < this.#articles.count; i++) if (this.#articles.at(i).type === TYPE) return true
    return false
  }

  /** One more, unless the greatest number of articles exists already. */
  join({ x, y, facing, speed, wait }: Visitor): void {
    const made = this.#articles.spawn(SHY_GUY, null, { x, y, facing, timer: SHOWN.timer })
    if (!made) return
    made.misc[1] = SHOWN.byte
    made.ints[SPEED] = speed
    made.ints[LEFT] = wait
    made.floats[0] = x
    made.floats[1] = y
  }
}
