/**
 * Pulling turnips. On the first frame the match's generator first decides whether another item comes up, and which;
 * else it draws the turnip's face, which sets its damage. The turnip is in the hand until it is thrown, and its speed
 * adds to its damage against bodies. A hit throws it back, without damage from then on; after shields and clanks it still hits.
 * Source: doldecomp/melee (ftPe_SpecialLw, itpeachturnip); odds and damage from the sources of a public randomizer,
 * which lists the game's own values, and from SmashWiki; draws, flight and speeds measured on 28 recorded turnips. No
 * recording shows another item: how those items fall, lie and hit are estimates, Mr. Saturn does not walk, and no
 * fighter swings the sword.
 */
import { ACTION } from '../../action-ids.ts'
import type { Callback, FighterActionTable } from '../../actions/action.ts'
import { enterFall } from '../../actions/fall.ts'
import { enterItemThrow, heldItem, type Release } from '../../actions/item-throw.ts'
import { hasScriptEnded } from '../../actions/script.ts'
import { enterWait } from '../../actions/wait.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { bounceOffVictim, countDown, fallBy, moveThroughAir, restOnFloor } from '../../articles/motion.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { randomInteger } from '../../random.ts'
import { NO_ATTACK } from '../../tables/actions.ts'
import { SPECIALS } from '../../tables/generated/peach-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { bombArticle } from '../link/bomb.ts'
import { enterSpecial, falling, standing } from '../special.ts'

const PULL = 352
const AIR_PULL = 353

/** One pull in this many brings up another item: Mr. Saturn three times in six, a bob-omb twice, a beam sword once. */
const OTHER_ODDS = 128
const OTHERS = 6
const SATURNS = 3
const BOB_OMBS = 2
/** By face: its odds out of 58, and its damage at rest. */
const ODDS = SPECIALS.turnip.odds
const ALL_ODDS = 58
const DAMAGE = SPECIALS.turnip.damage

/** Lifetime in frames once it left the hand; and of one that lies on the floor. */
const LIFE = 140
const LIES = 600
const GRAVITY = f(0.051)
const TERMINAL_VELOCITY = f(1.8)
/** Half its height, for floors and walls. */
const SIZE = f(1.5)
/** Where it comes up, forward of her and above the floor. */
const PATCH = { x: f(-2.71), y: f(-1.493) } as const
/** Share of its speed that remains after a wall. */
const WALL_SHARE = f(0.5)

/** States as recordings show them. */
const STATE = { inHand: 0, spent: 1, thrown: 2, dropped: 3, caught: 4, lies: 5 } as const

/** The face, in the bytes of Item Update. */
const FACE = 1

// Private words.
/** 1 once the pull is over; a hit before that removes it. */
const IS_PULLED = 0

const NONE: readonly ArticleHitbox[] = []

interface ThrownItem {
  readonly type: number
  readonly hitbox: ArticleHitbox
  /** Damage at rest, where the hitbox does not tell it. */
  readonly damage?: (article: Article) => number
  /** The floor removes it, unless it lies there. */
  readonly lies: boolean
}

function isInHand({ state }: Article): boolean {
  return state === STATE.inHand || state === STATE.caught
}

function isFlying({ state }: Article): boolean {
  return state === STATE.thrown || state === STATE.dropped
}

function fall(article: Article): void {
  if (isInHand(article) || article.state === STATE.lies) return
  fallBy(article, GRAVITY, TERMINAL_VELOCITY)
}

function thrownItem({ type, hitbox, damage, lies }: ThrownItem): ArticleKind {
  const hitboxes = [hitbox]

  function setDamage(article: Article): void {
    if (damage) article.damage = damage(article)
  }

  function fly(article: Article, state: number): void {
    article.state = state
    article.attackId = NO_ATTACK
    article.staleShare = 1
    if (lies) article.timer = LIES
    setDamage(article)
  }

  function drop(article: Article): void {
    fly(article, STATE.dropped)
  }

  /** Its holder was hit in the pull, or released it in a way that is no throw. */
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

  function land(article: Article): void {
    article.state = STATE.lies
    article.vx = 0
    article.vy = 0
  }

  function collide(article: Article): void {
    const { state } = article
    if (state === STATE.lies) {
      if (!restOnFloor(article, SIZE)) drop(article)
      return
    }
    if (state !== STATE.thrown && state !== STATE.dropped && !(lies && state === STATE.spent)) return
    const { floor, wall, ceiling } = moveThroughAir(article, SIZE)
    if (floor) {
      if (lies) land(article)
      else article.remove()
      return
    }
    if (wall === 0 && !ceiling) return
    article.vx = f(article.vx * (wall === 0 ? WALL_SHARE : -WALL_SHARE))
    article.vy = f(article.vy * (ceiling ? -WALL_SHARE : WALL_SHARE))
    article.state = STATE.spent
  }

  return {
    type,
    isReflectable: true,
    isHeld: isInHand,
    item: {
      thrown: (article) => fly(article, STATE.thrown),
      dropped: drop,
      caught: (article) => {
        article.state = STATE.caught
      },
    },
    isThrown: isFlying,
    hitboxes: (article) => (isFlying(article) ? hitboxes : NONE),
    animation: animate,
    physics: fall,
    collision: collide,
    hit: (article) => {
      bounceOffVictim(article)
      article.state = STATE.spent
    },
    shielded: bounceOffVictim,
    clanked: bounceOffVictim,
    reflected: (article) => {
      article.timer = LIFE / 2
    },
    rebuild: (article) => {
      const { action } = article.ownedBy
      article.ints[IS_PULLED] = action === PULL || action === AIR_PULL ? 0 : 1
      setDamage(article)
    },
  }
}

const THROWN = { angle: 361, element: 'normal', interaction: 2 } as const
const TURNIP = thrownItem({
  type: 99,
  hitbox: articleHitbox({ ...THROWN, radius: f(600 / 256), damage: 2, growth: 60, baseKnockback: 25 }),
  damage: ({ misc }) => DAMAGE[misc[FACE]!]!,
  lies: false,
})
const MR_SATURN = thrownItem({
  type: 7,
  hitbox: articleHitbox({ ...THROWN, radius: f(3.9), damage: 5, growth: 50, baseKnockback: 20, shieldDamage: 50 }),
  lies: true,
})
const BEAM_SWORD = thrownItem({
  type: 12,
  hitbox: articleHitbox({ ...THROWN, radius: f(4.3), damage: 8, growth: 100, baseKnockback: 20, element: 'slash' }),
  lies: true,
})
const BOB_OMB_HIT = { ...THROWN, radius: f(3.125), growth: 90, baseKnockback: 30, element: 'fire' } as const
const BOB_OMB = bombArticle({
  type: 6,
  isLit: false,
  flying: articleHitbox({ ...BOB_OMB_HIT, damage: 1 }),
  blast: articleHitbox({ ...BOB_OMB_HIT, damage: 30, radius: f(14), interaction: 0 }),
  blastTimes: 1,
})

/** Frames and places of her releases that recordings show; the other throws have the usual ones. */
export const RELEASES: Readonly<Record<number, Release>> = {
  [ACTION.LightThrowDrop]: { frame: 1, x: f(-5.8), y: f(6.9) },
  [ACTION.LightThrowF4]: { frame: 10, x: f(13.104), y: f(5.806) },
  [ACTION.LightThrowHi]: { frame: 11, x: f(-0.874), y: f(23.159) },
  [ACTION.LightThrowHi4]: { frame: 11, x: f(-0.874), y: f(23.159) },
  [ACTION.LightThrowLw]: { frame: 9, x: f(-1.646), y: f(1.82) },
  [ACTION.LightThrowLw4]: { frame: 9, x: f(-1.646), y: f(1.82) },
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

function drawFace(fighter: Fighter): number {
  let left = randomInteger(fighter.match.record, ALL_ODDS)
  let face = 0
  while (left >= ODDS[face]!) left -= ODDS[face++]!
  return face
}

function drawOther(fighter: Fighter): ArticleKind {
  const drawn = randomInteger(fighter.match.record, OTHERS)
  if (drawn < SATURNS) return MR_SATURN
  return drawn < SATURNS + BOB_OMBS ? BOB_OMB : BEAM_SWORD
}

function pull(fighter: Fighter): void {
  if (fighter.actionFrame > 1 || fighter.heldArticle >= 0) return
  const { x, y, facing, match } = fighter
  const isOther = randomInteger(match.record, OTHER_ODDS) === 0
  const kind = isOther ? drawOther(fighter) : TURNIP
  const face = isOther ? 0 : drawFace(fighter)
  const article = match.articles.spawn(kind, fighter, { x: f(x + facing * PATCH.x), y: f(y + PATCH.y), timer: LIFE })
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

const PULL_ACTIONS: FighterActionTable = {
  SpecialLw: { animation: end(enterWait), accessory: pull, ...standing(AIR_PULL) },
  SpecialAirLw: {
    animation: end((fighter) => enterFall(fighter)),
    ...falling(PULL),
  },
}

export const TURNIPS: FighterOverrides = {
  specials: { SpecialLw: enter, SpecialAirLw: throwInAir },
  actions: PULL_ACTIONS,
  articles: [TURNIP, MR_SATURN, BEAM_SWORD, BOB_OMB],
}
