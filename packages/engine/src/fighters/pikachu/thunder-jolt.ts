/**
 * Thunder Jolt of Pikachu and Pichu: a spark that flies down ahead and, where it meets the stage, continues in half
 * circles along its surface. There it consists of two articles: the anchor of the half circle, and the spark. Source:
 * doldecomp/melee (ftPk_SpecialN, itpikachutjoltair, itpikachutjoltground); flight and half circles as recorded. Radii
 * are estimates.
 */
import type { Callback } from '../../actions/action.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { countDown } from '../../articles/motion.ts'
import { lookAlong, MEETING, meetsSurface } from '../../articles/surfaces.ts'
import { takeDamage } from '../../combat/percent.ts'
import type { Fighter } from '../../fighter.ts'
import { atan2f, cosf, f, RADIANS_PER_DEGREE, sinf } from '../../math.ts'
import { fallAndDrift } from '../../movement/air.ts'
import type { FighterOverrides } from '../kind.ts'
import { airTwinOf, enterSpecial, named, standing, thenFall, thenWait, type Copy } from '../special.ts'

const OWN: Copy<'Pk' | 'Pc'> = { first: 341, prefix: '' }

const FIRE_FRAME = 18
const HAND = { x: 6, y: 2 } as const
const AIR_HAND = { x: 3, y: 2 } as const

const LIFE = 100
const SPEED = f(1.5)
const ANGLE = f(-0.6981)
/** States of a spark. */
const FLIES = 0
const CRAWLS = 1
/**
 * The half circle: its radius, the distance of its middle ahead of its anchor, its turn per frame, and its greatest
 * number of frames.
 */
const RADIUS = f(10.458)
const MIDDLE = f(9.748)
const STEP = f(15 * RADIANS_PER_DEGREE)
const MOST_STEPS = 24
/** Place of a spark along the surface and away from it, by steps. */
const ALONG = Float32Array.from({ length: MOST_STEPS + 1 }, (_, steps) => MIDDLE - f(RADIUS * cosf(f(STEP * steps))))
const OUT = Float32Array.from({ length: MOST_STEPS + 1 }, (_, steps) => RADIUS * sinf(f(STEP * steps)))

// Private words of a spark.
/** Steps along the half circle, and the spawn number of its anchor. */
const STEPS = 0
const ANCHOR = 1
/** The word of an anchor that holds the spawn number of its spark plus 1. */
const SPARK = 0
/** The anchor and the direction that its surface faces. */
const X = 0
const Y = 1
const NORMAL_X = 2
const NORMAL_Y = 3

const SHOCK = { angle: 361, growth: 20, baseKnockback: 10, element: 'electric' } as const
const FLIGHT_BOX: readonly ArticleHitbox[] = [articleHitbox({ ...SHOCK, damage: 6, interaction: 2, radius: f(2.34) })]
const CRAWL_BOX: readonly ArticleHitbox[] = [articleHitbox({ ...SHOCK, damage: 7, interaction: 2, radius: f(3.12) })]

const IN_PLACE = 1400

export interface ThunderJoltValues {
  readonly type: number
  /** Percent that it costs. */
  readonly cost: number
}

function placeOnArc(article: Article): void {
  const { floats, ints, facing } = article
  const along = f(facing * ALONG[ints[STEPS]!]!)
  const out = OUT[ints[STEPS]!]!
  const nx = floats[NORMAL_X]!
  const ny = floats[NORMAL_Y]!
  article.x = f(floats[X]! + f(ny * along + nx * out))
  article.y = f(floats[Y]! + f(ny * out - nx * along))
}

function settle(article: Article): void {
  const { floats, ints } = article
  article.x = MEETING.x
  article.y = MEETING.y
  floats[X] = MEETING.x
  floats[Y] = MEETING.y
  floats[NORMAL_X] = MEETING.normalX
  floats[NORMAL_Y] = MEETING.normalY
  ints[STEPS] = 0
}

function anchorOf({ match, ints }: Article): Article | null {
  return match.articles.find(ints[ANCHOR]!)
}

/** An anchor is removed with its spark, whatever removed that; an anchor of an unknown spark stays. */
function isAdrift({ match, ints }: Article): boolean {
  return ints[SPARK]! > 0 && match.articles.find(ints[SPARK]! - 1) === null
}

export function thunderJolt({ type, cost }: ThunderJoltValues, states = OWN) {
  const ON_GROUND = states.first
  const IN_AIR = ON_GROUND + 1
  const anchor: ArticleKind = { type: type + 1, isHeld: () => true, animation: () => {}, isLost: isAdrift }

  function meetStage(article: Article): void {
    const { match, previousX, previousY, x, y } = article
    lookAlong(previousX, previousY, x, y)
    if (!meetsSurface(match.terrain)) return
    settle(article)
    if (article.state === CRAWLS) {
      const held = anchorOf(article)
      if (!held) return
      held.x = article.x
      held.y = article.y
      return
    }
    const along = article.vx * MEETING.normalY - article.vy * MEETING.normalX
    article.facing = along < 0 ? -1 : 1
    article.state = CRAWLS
    const start = { x: article.x, y: article.y, facing: article.facing, timer: IN_PLACE }
    const made = match.articles.spawn(anchor, article.ownedBy, start)
    article.ints[ANCHOR] = made?.spawn ?? -1
    if (made) made.ints[SPARK] = article.spawn + 1
  }

  const spark: ArticleKind = {
    type,
    isReflectable: true,
    isAbsorbable: true,
    hitboxes: ({ state }) => (state === FLIES ? FLIGHT_BOX : CRAWL_BOX),
    animation: (article) => {
      countDown(article)
      if (article.isGone || (article.state === CRAWLS && ++article.ints[STEPS]! > MOST_STEPS)) article.remove()
    },
    physics: (article) => {
      if (article.state === FLIES) return
      article.vx = 0
      article.vy = 0
      placeOnArc(article)
    },
    collision: meetStage,
    reflected: (article) => {
      const { ints, floats, x, y, state, facing } = article
      if (state === FLIES) return
      // A new half circle begins at its place, as if off a surface that faces back along its way.
      const turned = f(STEP * ints[STEPS]!)
      const nx = floats[NORMAL_X]!
      const ny = floats[NORMAL_Y]!
      const along = f(-facing * sinf(turned))
      const out = cosf(turned)
      floats[NORMAL_X] = f(-f(ny * along + nx * out))
      floats[NORMAL_Y] = f(-f(ny * out - nx * along))
      floats[X] = x
      floats[Y] = y
      ints[STEPS] = 0
      const held = anchorOf(article)
      if (!held) return
      held.x = x
      held.y = y
      held.facing = facing
    },
    rebuild: (article) => {
      // No recording shows the slope of the surface along which it moves: taken to be level.
      const { floats, ints, x, y } = article
      floats[X] = x
      floats[Y] = y
      floats[NORMAL_Y] = 1
      ints[ANCHOR] = -1
      if (article.vx !== 0) article.facing = atan2f(article.vy, article.vx) > ANGLE * 2 ? 1 : -1
    },
  }

  function fire(fighter: Fighter): void {
    if (fighter.animationFrame !== FIRE_FRAME) return
    const { match, facing } = fighter
    const { x: dx, y: dy } = fighter.isAirborne ? AIR_HAND : HAND
    const start = {
      x: f(fighter.x + facing * dx),
      y: f(fighter.y + dy),
      vx: f(facing * f(SPEED * cosf(ANGLE))),
      vy: f(SPEED * sinf(ANGLE)),
      timer: LIFE,
    }
    match.articles.spawn(spark, fighter, start)
    takeDamage(fighter, cost)
  }

  function firing(next: Callback): Callback {
    return (fighter) => {
      fire(fighter)
      next(fighter)
    }
  }

  return {
    specials: {
      SpecialN: (fighter) => enterSpecial(fighter, ON_GROUND),
      SpecialAirN: (fighter) => enterSpecial(fighter, IN_AIR),
    },
    articles: [spark, anchor],
    actions: named(states, {
      SpecialN: { animation: firing(thenWait), ...standing(IN_AIR) },
      SpecialAirN: { animation: firing(thenFall), physics: fallAndDrift, collision: airTwinOf(ON_GROUND) },
    }),
  } satisfies FighterOverrides
}
