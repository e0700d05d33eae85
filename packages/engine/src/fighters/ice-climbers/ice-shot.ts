/**
 * Ice Shot of each climber: a block is dropped ahead and hit on its way down. It falls and slides until its time is
 * over, turned round by walls and shields. A block that was not hit yet is removed with its owner's action. In the air
 * the first shot of an airtime hops, and later ones drop their blocks lower. Source: doldecomp/melee (ftPp_SpecialN,
 * itclimbersice); figures from public lists of special attributes, the fall measured in the game. Estimates: size and
 * greatest fall of a block; slopes do not change its speed.
 */
import type { Callback } from '../../actions/action.ts'
import { landWithLag } from '../../actions/landing.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { fallBy, moveThroughAir, restOnFloor } from '../../articles/motion.ts'
import { landsOn } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { fallWithoutDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, named, stayOrFallOff, thenFall, thenWait, type Copy } from '../special.ts'

const OWN: Copy<'Pp'> = { first: 341, prefix: '' }

// Own words (`ownInts`).
/** The hop of this airtime is used up. */
export const HAS_HOPPED = 4
/** The block is dropped lower. */
const DROPS_LOW = 5

const IceShot = privates({
  /** Spawn number of the block. */
  block: 'int',
})

const DROP_FRAME = 7
const STRIKE_FRAME = 18
const LANDING_LAG = 16
const AHEAD = f(12)
const LOWER = f(10)

/** States of a block. */
const RESTS = 0
const DROPS = 1
const SLIDES = 2
const FALLS = 3

const UNTOUCHED_LIFE = 1400
const LIFE = 60
const SPEED = f(1.5)
const GRAVITY = f(0.2)
const TERMINAL_VELOCITY = f(2.5)
const SIZE = f(2)

const SHOT: readonly ArticleHitbox[] = [
  articleHitbox({
    damage: 5,
    angle: 361,
    growth: 50,
    baseKnockback: 5,
    element: 'ice',
    interaction: 2,
    radius: f(2.5),
  }),
]
const HARMLESS: readonly ArticleHitbox[] = []

export interface IceShotValues {
  readonly type: number
  /** Height at which the block is dropped. */
  readonly height: number
  /** Upward speed of the first shot in the air. */
  readonly hop: number
}

function turnRound(article: Article): void {
  article.vx = -article.vx
  article.facing = -article.facing
}

function moveBlock(article: Article): void {
  if (article.state === SLIDES || article.state === RESTS) article.vy = 0
  else fallBy(article, GRAVITY, TERMINAL_VELOCITY)
}

function collideBlock(article: Article): void {
  if (article.floorLine >= 0) {
    if (restOnFloor(article, SIZE)) return
    article.floorLine = -1
  }
  const { floor, wall } = moveThroughAir(article, SIZE)
  if (wall !== 0) turnRound(article)
  if (article.state === DROPS) {
    if (floor) article.state = RESTS
  } else article.state = floor ? SLIDES : FALLS
}

export function iceShot({ type, height, hop }: IceShotValues, states = OWN): FighterOverrides {
  const ON_GROUND = states.first
  const IN_AIR = ON_GROUND + 1

  const isUntouched = ({ state }: Article) => state === DROPS || state === RESTS

  const block: ArticleKind = {
    type,
    isReflectable: true,
    isAbsorbable: true,
    physics: moveBlock,
    collision: collideBlock,
    hitboxes: (article) => (isUntouched(article) ? HARMLESS : SHOT),
    shielded: turnRound,
    isLost: (article) => {
      const { action } = article.ownedBy
      return isUntouched(article) && action !== ON_GROUND && action !== IN_AIR
    },
  }

  function drop(fighter: Fighter): void {
    const { x, y, facing, match, ownInts } = fighter
    const above = f(height - (ownInts[DROPS_LOW] === 1 ? LOWER : 0))
    // It falls on this very frame.
    const start = {
      x: f(x + facing * AHEAD),
      y: f(f(y + above) - GRAVITY),
      vy: -GRAVITY,
      state: DROPS,
      timer: UNTOUCHED_LIFE,
    }
    IceShot.of(fighter).block = match.articles.spawn(block, fighter, start)?.spawn ?? -1
  }

  function strike(fighter: Fighter): void {
    const { match, facing } = fighter
    const own = IceShot.of(fighter)
    const article = match.articles.find(own.block)
    if (!article || article.kind !== block || !isUntouched(article)) return
    article.state = SLIDES
    article.vx = f(facing * SPEED)
    article.vy = 0
    article.timer = LIFE
  }

  const shoot: Callback = (fighter) => {
    if (fighter.animationFrame === DROP_FRAME) drop(fighter)
    else if (fighter.animationFrame === STRIKE_FRAME) strike(fighter)
  }

  function enter(fighter: Fighter, action: number): void {
    enterSpecial(fighter, action)
    IceShot.of(fighter).block = -1
  }

  function enterInAir(fighter: Fighter): void {
    const { ownInts } = fighter
    ownInts[DROPS_LOW] = ownInts[HAS_HOPPED]!
    if (ownInts[HAS_HOPPED] === 0) {
      ownInts[HAS_HOPPED] = 1
      fighter.selfVy = hop
    }
    enter(fighter, IN_AIR)
  }

  function collideInAir(fighter: Fighter): void {
    if (!landsOn(fighter, false)) return
    fighter.ownInts[DROPS_LOW] = 0
    landWithLag(fighter, LANDING_LAG)
  }

  return {
    specials: { SpecialN: (fighter) => enter(fighter, ON_GROUND), SpecialAirN: enterInAir },
    articles: [block],
    actions: named(states, {
      SpecialN: { animation: thenWait, physics: stopOnGround, collision: stayOrFallOff, accessory: shoot },
      SpecialAirN: { animation: thenFall, physics: fallWithoutDrift, collision: collideInAir, accessory: shoot },
    }),
    landed: ({ ownInts }) => {
      ownInts[HAS_HOPPED] = 0
    },
  }
}
