/**
 * The bomb: she rolls into a ball and drops it; its explosion lifts her when it reaches her and she does not attack.
 * Source: doldecomp/melee (ftSs_SpecialLw, itsamusbomb); figures from a public list of special attributes, checked on
 * five recorded bombs and two leaps. The radius of the bomb itself and the time of its explosion are estimates, and the
 * ball is hit as if she stood.
 */
import { ACTION } from '../../action-ids.ts'
import type { Callback } from '../../actions/action.ts'
import { changeAction, leaveGround, stepAnimation, swapAction } from '../../actions/change.ts'
import { standOrFall } from '../../actions/fall.ts'
import { wholeWord } from '../../actions/first-word.ts'
import { AIR_LIST, choose, LANDING_LIST } from '../../actions/interrupts.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { moveThroughAir, restOnFloor } from '../../articles/motion.ts'
import { meetsBody } from '../../combat/contact.ts'
import { hurtboxState } from '../../combat/find.ts'
import { ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { cosf, f, HALF_PI, sinf } from '../../math.ts'
import { driftToward, fallAt } from '../../movement/air.ts'
import { setMotion, stopOnGround } from '../../movement/ground.ts'
import { isCaptured } from '../../state/presence.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, airTwinOf, enterSpecial, groundTwinOf, heldGroundTwinOf } from '../special.ts'

const LEAP = 341
const AIR_LEAP = 342
const DROP = 355
const AIR_DROP = 356

/** Script frames on which she is a ball. */
const BALL = { first: 10, last: 42 } as const
/** Script frame of the hop off the ground, and of the bomb. */
const HOP_FRAME = 3
const DROP_FRAME = 10
const HOP_SPEED = f(1.1)
const AIR_SPEED = f(0.9)
const BOMB_HEIGHT = f(2)
/** Factors of her acceleration and drift as a ball, and the share of her speed that is the limit. */
const SHARPNESS = f(22)
const SPEED_SHARE = f(0.8)

const LEAP_SPEED = f(1.7)
const LEAP_ANGLE = f(0.7854)
const LEAP_SHARE = f(0.7)
/** Where the leap's script begins for a ball. */
const BALL_LEAP_FRAME = 10

const TYPE = 93
const RESTS = 0
const FALLS = 1
const EXPLODES = 3
const LIFE = 72
const BURST_FRAMES = 80
const RISE = f(0.5)
const GRAVITY = f(0.03)
const TERMINAL_VELOCITY = f(1.2)
const BOUNCE = f(0.6)
/** A bomb that bounces more slowly comes to rest. */
const LEAST_BOUNCE = f(0.3)
const SIZE = f(2.24)
/** Frames for which an explosion hits. */
const HITTING_FRAMES = 4

const Bomb = privates({
  /** The bomb exists. */
  hasDropped: 'flag',
})

// Private words of an article.
/** It no longer lifts her. */
const IS_SPENT = 0

const EXPLOSION_VALUES = {
  damage: 4,
  angle: 361,
  growth: 45,
  baseKnockback: 10,
  element: 'fire',
  interaction: 2,
} as const
const BOMB_BOX: readonly ArticleHitbox[] = [articleHitbox({ ...EXPLOSION_VALUES, radius: f(500 / 256) })]
/** 12 of the game's units; the recorded angle of a leap off its centre agrees. */
const EXPLOSION_BOX: readonly ArticleHitbox[] = [articleHitbox({ ...EXPLOSION_VALUES, radius: f(9.3744) })]
const NONE: readonly ArticleHitbox[] = []

function explode(article: Article): void {
  if (article.state === EXPLODES) return
  article.state = EXPLODES
  article.vx = 0
  article.vy = 0
  article.timer = BURST_FRAMES
  article.metFighters = 0
}

function collideBomb(article: Article): void {
  if (article.state === EXPLODES) return
  if (article.state === RESTS) {
    if (!restOnFloor(article, SIZE)) article.state = FALLS
    return
  }
  const { vy } = article
  if (!moveThroughAir(article, SIZE).floor) return
  article.vy = f(-vy * BOUNCE)
  if (article.vy >= LEAST_BOUNCE) return
  article.vy = 0
  article.state = RESTS
}

/** On the explosion's first frame, when its hitbox has taken its place. */
function lift(article: Article): void {
  if (article.state !== EXPLODES || article.timer !== BURST_FRAMES || article.ints[IS_SPENT] === 1) return
  const { ownedBy, hitboxes } = article
  const [blast] = hitboxes.capsules
  if (mayBeLifted(ownedBy) && meetsBody(blast!, ownedBy)) leap(ownedBy, article.x, blast!.radius)
}

function mayBeLifted(fighter: Fighter): boolean {
  const { state, action } = fighter
  const attacks = state.attackId > 1 && action < LEAP
  return !attacks && action >= ACTION.Wait && fighter.hitstunLeft === 0 && fighter.ledge < 0 && mayBeMoved(fighter)
}

function mayBeMoved(fighter: Fighter): boolean {
  return hurtboxState(fighter) === 0 && !isCaptured(fighter) && !fighter.isFrozen
}

/** Up, and away from the bomb's middle. */
function leap(fighter: Fighter, from: number, radius: number): void {
  const share = Math.max(-1, Math.min(1, f(f(fighter.x - from) / radius)))
  const angle = f(HALF_PI - f(LEAP_ANGLE * share))
  const most = f(fighter.kind.attributes.airDriftMax * LEAP_SHARE)
  const start = isBall(fighter) ? BALL_LEAP_FRAME : 0
  fighter.state.damaged?.(fighter)
  if (!fighter.isAirborne) leaveGround(fighter, ECB_LOCK_FRAMES)
  changeAction(fighter, AIR_LEAP, start)
  stepAnimation(fighter)
  fighter.selfVx = Math.max(-most, Math.min(most, f(LEAP_SPEED * cosf(angle))))
  fighter.selfVy = f(LEAP_SPEED * sinf(angle))
  fighter.misc = wholeWord(0)
}

const bomb: ArticleKind = {
  type: TYPE,
  isReflectable: true,
  isAbsorbable: true,
  hitboxes: ({ state, timer }) =>
    state !== EXPLODES ? BOMB_BOX : timer > BURST_FRAMES - HITTING_FRAMES ? EXPLOSION_BOX : NONE,
  animation: (article) => {
    if (article.timer <= (article.state === EXPLODES ? 1 : 0)) {
      if (article.state === EXPLODES) article.remove()
      else explode(article)
    } else article.timer--
  },
  physics: (article) => {
    if (article.state === FALLS && article.vy > -TERMINAL_VELOCITY) article.vy = f(article.vy - GRAVITY)
  },
  collision: collideBomb,
  accessory: lift,
  hit: explode,
  shielded: explode,
  clanked: explode,
  reflected: (article) => {
    article.ints[IS_SPENT] = 1
  },
}

function isBall({ action, animationFrame }: Fighter): boolean {
  const rolls = action === LEAP || action === AIR_LEAP || action === DROP || action === AIR_DROP
  return rolls && animationFrame >= BALL.first && animationFrame <= BALL.last
}

/** Toward the stick's share of a speed, at once at rest without the stick, and without friction. */
function toward(velocity: number, stick: number, acceleration: number, most: number): number {
  if (stick === 0) return 0
  const change = f(stick * acceleration)
  const target = f(stick * most)
  const next = f(velocity + change)
  if (velocity * change < 0) return next
  return change > 0 ? Math.min(next, target) : Math.max(next, target)
}

function hop(fighter: Fighter): void {
  leaveGround(fighter, ECB_LOCK_FRAMES)
  swapAction(fighter, AIR_DROP)
  fighter.selfVy = HOP_SPEED
}

function enterOnGround(fighter: Fighter): void {
  Bomb.of(fighter).hasDropped = false
  if (fighter.action !== ACTION.SquatWait) {
    enterSpecial(fighter, DROP)
    return
  }
  changeAction(fighter, DROP, HOP_FRAME)
  hop(fighter)
}

function enterInAir(fighter: Fighter): void {
  Bomb.of(fighter).hasDropped = false
  fighter.selfVy = AIR_SPEED
  enterSpecial(fighter, AIR_DROP)
}

function drop(fighter: Fighter): void {
  const { animationFrame, match, x, y } = fighter
  const own = Bomb.of(fighter)
  if (own.hasDropped || animationFrame < DROP_FRAME) return
  own.hasDropped = true
  match.articles.spawn(bomb, fighter, { x, y: f(y + BOMB_HEIGHT), vy: RISE, state: FALLS, timer: LIFE })
}

function showBall(fighter: Fighter): void {
  fighter.misc = wholeWord(isBall(fighter) ? 1 : 0)
}

const end = afterScript(standOrFall)

function animate(fighter: Fighter): void {
  showBall(fighter)
  if (fighter.action === DROP && fighter.animationFrame === HOP_FRAME) hop(fighter)
  else end(fighter)
}

function rollOnGround(fighter: Fighter): void {
  if (!isBall(fighter)) {
    stopOnGround(fighter)
    return
  }
  const { walkAccelMul, walkMaxVel } = fighter.kind.attributes
  const { groundVelocity, stickX } = fighter
  fighter.groundVelocity = toward(groundVelocity, stickX, f(walkAccelMul * SHARPNESS), f(walkMaxVel * SPEED_SHARE))
  setMotion(fighter)
}

/** A ball rolls off edges, which hold her otherwise. */
function rollOrStay(air: number): Callback {
  const roll = groundTwinOf(air)
  const stay = heldGroundTwinOf(air)
  return (fighter) => (isBall(fighter) ? roll : stay)(fighter)
}

function floatInAir(fighter: Fighter): void {
  const { gravity, airDriftStickMul, airDriftMax } = fighter.kind.attributes
  const { selfVx, stickX } = fighter
  fallAt(fighter, gravity)
  fighter.selfVx = toward(selfVx, stickX, f(airDriftStickMul * SHARPNESS), f(airDriftMax * SPEED_SHARE))
}

function leapInAir(fighter: Fighter): void {
  const { gravity, groundToAirJumpMomentumMultiplier, jumpHMaxVelocity } = fighter.kind.attributes
  fallAt(fighter, gravity)
  driftToward(fighter, f(groundToAirJumpMomentumMultiplier * LEAP_SHARE), 0, f(jumpHMaxVelocity * LEAP_SHARE))
}

function interruptLeap(fighter: Fighter): void {
  choose(fighter, AIR_LIST)
}

function interruptLanded(fighter: Fighter): void {
  choose(fighter, LANDING_LIST)
}

export const SAMUS_BOMB = {
  specials: { SpecialLw: enterOnGround, SpecialAirLw: enterInAir },
  articles: [bomb],
  actions: {
    SpecialLw: {
      animation: animate,
      interrupt: interruptLanded,
      physics: rollOnGround,
      collision: rollOrStay(AIR_LEAP),
    },
    SpecialAirLw: { animation: animate, interrupt: interruptLeap, physics: leapInAir, collision: airTwinOf(LEAP) },
    SpecialLwBomb: {
      animation: animate,
      accessory: drop,
      physics: rollOnGround,
      collision: rollOrStay(AIR_DROP),
    },
    SpecialAirLwBomb: { animation: animate, accessory: drop, physics: floatInAir, collision: airTwinOf(DROP) },
  },
} satisfies FighterOverrides
