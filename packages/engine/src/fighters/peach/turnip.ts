/**
 * Pulling turnips: on the first frame the match's generator draws first whether something else comes up (1 in 128; not played, a turnip
 * comes then too), then its face, which decides what it does. It lies in the hand until it is thrown, and its damage
 * grows with its speed. What it hits throws it back, without harm from then on; shields and clanks leave it harmful.
 * Source: doldecomp/melee (ftPe_SpecialLw, itpeachturnip); odds and damage from the sources of a public randomizer, which lists the
 * game's own values; draws, flight and speeds measured on 28 recorded turnips.
 */
import type { ActionCallbacks, Callback } from '../../actions/action.ts'
import { hasScriptEnded } from '../../actions/attack.ts'
import { enterFall } from '../../actions/fall.ts'
import { ACTION } from '../../actions/ids.ts'
import { enterItemThrow, heldItem, type Release } from '../../actions/item-throw.ts'
import { enterWait } from '../../actions/wait.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { HITBOX } from '../../articles/hitbox.ts'
import { countDown, moveThroughAir } from '../../articles/motion.ts'
import type { Fighter } from '../../fighter.ts'
import { f, sqrtf } from '../../math.ts'
import { randomInteger } from '../../random.ts'
import { NO_ATTACK } from '../../tables/actions.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, falling, standing } from '../special.ts'

const PULL = 352
const AIR_PULL = 353

/** 1 in so many brings up something else. */
const OTHER_ODDS = 128
/** By face: how often of 58 it comes up, and its damage at rest. */
const ODDS = [35, 6, 5, 3, 3, 4, 1, 1]
const ALL_ODDS = 58
const DAMAGE = [2, 2, 2, 2, 2, 6, 12, 30]
/** What speed adds to the damage. */
const SPEED_DAMAGE = f(3)
const SLOWNESS = f(0.4)

/** Frames that it lasts once it left the hand. */
const LIFE = 140
const GRAVITY = f(0.051)
const TERMINAL_VELOCITY = f(1.8)
/** Half its height, for floors and walls. */
const SIZE = f(1.5)
/** Where it comes up, forward of her and above the floor. */
const PATCH = { x: f(-2.71), y: f(-1.493) } as const
/** What is left of its speed off a body or shield, and what it is thrown up by; and off a wall. */
const BOUNCE = { x: f(-0.1), y: f(-0.3), up: f(1.3), wall: f(0.5) } as const

/** States as recordings show them. */
const STATE = { inHand: 0, spent: 1, thrown: 2, dropped: 3, caught: 4 } as const

/** The face, in the bytes of Item Update. */
const FACE = 1

// Private words.
/** 1 once the pull is over; a hit before takes it away. */
const IS_PULLED = 0

const HITBOXES: readonly ArticleHitbox[] = [
  {
    ...HITBOX,
    radius: f(3.9),
    damage: 2,
    angle: 361,
    growth: 60,
    baseKnockback: 25,
    element: 'normal',
    interaction: 1,
  },
]
const NONE: readonly ArticleHitbox[] = []

function isInHand({ state }: Article): boolean {
  return state === STATE.inHand || state === STATE.caught
}

function drawFace(fighter: Fighter): number {
  const { record } = fighter.match
  randomInteger(record, OTHER_ODDS)
  let left = randomInteger(record, ALL_ODDS)
  let face = 0
  while (left >= ODDS[face]!) left -= ODDS[face++]!
  return face
}

function setDamage(article: Article): void {
  const { vx, vy } = article
  const speed = sqrtf(f(f(vx * vx) + f(vy * vy)))
  article.damage = f(f(DAMAGE[article.misc[FACE]!]! - SLOWNESS) + f(SPEED_DAMAGE * speed))
}

function fall(article: Article): void {
  if (isInHand(article)) return
  if (article.vy > -TERMINAL_VELOCITY) article.vy = f(article.vy - GRAVITY)
  setDamage(article)
}

/** Its holder was hit in the pull, or let go of it in some way that is none. */
function animate(article: Article): void {
  if (!isInHand(article)) {
    countDown(article)
    return
  }
  const { ownedBy } = article
  if (ownedBy.action === PULL || ownedBy.action === AIR_PULL) return
  if (article.ints[IS_PULLED] === 0) {
    article.remove()
    ownedBy.heldArticle = -1
  } else if (ownedBy.heldArticle !== article.spawn) drop(article)
}

function collide(article: Article): void {
  if (article.state !== STATE.thrown && article.state !== STATE.dropped) return
  const { floor, wall, ceiling } = moveThroughAir(article, SIZE)
  if (floor) {
    article.remove()
    return
  }
  if (wall === 0 && !ceiling) return
  article.vx = f(article.vx * (wall === 0 ? BOUNCE.wall : -BOUNCE.wall))
  article.vy = f(article.vy * (ceiling ? -BOUNCE.wall : BOUNCE.wall))
  article.state = STATE.spent
}

function bounce(article: Article): void {
  article.vx = f(article.vx * BOUNCE.x)
  article.vy = f(f(article.vy * BOUNCE.y) + BOUNCE.up)
}

function fly(article: Article, state: number): void {
  article.state = state
  article.attackId = NO_ATTACK
  article.staleShare = 1
  setDamage(article)
}

function drop(article: Article): void {
  fly(article, STATE.dropped)
}

const TURNIP: ArticleKind = {
  type: 99,
  isReflectable: true,
  isHeld: isInHand,
  item: {
    thrown: (article) => fly(article, STATE.thrown),
    dropped: drop,
    caught: (article) => {
      article.state = STATE.caught
    },
  },
  hitboxes: ({ state }) => (state === STATE.thrown || state === STATE.dropped ? HITBOXES : NONE),
  animation: animate,
  physics: fall,
  collision: collide,
  hit: (article) => {
    bounce(article)
    article.state = STATE.spent
  },
  shielded: bounce,
  clanked: bounce,
  reflected: (article) => {
    article.timer = LIFE / 2
  },
  rebuild: (article) => {
    const { action } = article.ownedBy
    article.ints[IS_PULLED] = action === PULL || action === AIR_PULL ? 0 : 1
    setDamage(article)
  },
}

/** Where her throws let go (25 recorded ones); the others are the usual. */
export const RELEASES: Readonly<Record<number, Release>> = {
  [ACTION.LightThrowDrop]: { frame: 1, x: f(-5.8), y: f(6.9) },
  [ACTION.LightThrowF4]: { frame: 10, x: f(13.104), y: f(5.806) },
  [ACTION.LightThrowAirF4]: { frame: 10, x: f(10.715), y: f(6.525) },
  [ACTION.LightThrowAirB4]: { flip: 6, frame: 9, x: f(11.868), y: f(5.963) },
}

/** With a turnip in the hand already she throws it. */
function enter(fighter: Fighter): void {
  if (heldItem(fighter)) enterItemThrow(fighter, ACTION.LightThrowF4)
  else enterSpecial(fighter, PULL)
}

function throwInAir(fighter: Fighter): void {
  if (heldItem(fighter)) enterItemThrow(fighter, ACTION.LightThrowAirF4)
}

function pull(fighter: Fighter): void {
  if (fighter.actionFrame > 1 || fighter.heldArticle >= 0) return
  const { x, y, facing, match } = fighter
  const face = drawFace(fighter)
  const article = match.articles.spawn(TURNIP, fighter, { x: f(x + facing * PATCH.x), y: f(y + PATCH.y), timer: LIFE })
  if (!article) return
  article.misc[FACE] = face
  fighter.heldArticle = article.spawn
}

function end(next: Callback): Callback {
  return (fighter) => {
    if (!hasScriptEnded(fighter)) return
    const article = fighter.match.articles.find(fighter.heldArticle)
    if (article) article.ints[IS_PULLED] = 1
    next(fighter)
  }
}

const PULL_ACTIONS: Readonly<Record<string, ActionCallbacks>> = {
  SpecialLw: { animation: end(enterWait), accessory: pull, ...standing(AIR_PULL) },
  SpecialAirLw: {
    animation: end((fighter) => enterFall(fighter)),
    ...falling(PULL),
  },
}

export const TURNIPS: FighterOverrides = {
  specials: { SpecialLw: enter, SpecialAirLw: throwInAir },
  actions: PULL_ACTIONS,
  articles: [TURNIP],
}
