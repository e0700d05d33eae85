/**
 * PK Fire: a spark, straight ahead on the ground and downward in the air, that becomes a pillar of fire on a fighter
 * that it hits. Source: doldecomp/melee (ftNs_SpecialS, itnesspkfire, itnesspkfirepillar); figures from a public list
 * of special attributes. Approximate: the number of the pillar's hits, its fall, and that no attack ends it sooner.
 */
import type { Callback } from '../../actions/action.ts'
import { fallOff } from '../../actions/fall.ts'
import { landWithLag } from '../../actions/landing.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { countDown, fallBy, moveThroughAir, restOnFloor, vanishOnContact } from '../../articles/motion.ts'
import { landsOn, staysWithinFloor } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { cosf, f, sinf } from '../../math.ts'
import { fallWithoutDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, thenFall, thenWait } from '../special.ts'

const ON_GROUND = 356
const IN_AIR = 357

/** Script frame on which the spark leaves, and where it first appears. */
const SPARK_FRAME = 20
const HAND = { x: f(12.02), y: f(3.84) } as const
/** Radians above the facing direction, and speed. */
const GROUND_SHOT = { angle: f(-0.0628), speed: f(2) } as const
const AIR_SHOT = { angle: f(-0.6632), speed: f(2.5) } as const
const LANDING_LAG = 30

const SPARK_TYPE = 66
const SPARK_LIFE = 20
const PILLAR_TYPE = 67
const PILLAR_LIFE = 100
/** Height of the pillar above the place where the spark hit a fighter. */
const PILLAR_HEIGHT = f(3)
const GRAVITY = f(0.1)
const TERMINAL_VELOCITY = f(2)
const SIZE = f(3)
/** Frames after which it burns anew. */
const REHIT_FRAMES = 8

// Private words of a pillar.
const SINCE_HIT = 0
const HITS = 1

const FLAME = {
  growth: 50,
  element: 'fire',
  interaction: 2,
} as const

const SPARK_HITBOXES: readonly ArticleHitbox[] = [
  articleHitbox({ ...FLAME, damage: 2, angle: 80, baseKnockback: 40, radius: f(2.5) }),
]
const FIRST_BURN: readonly ArticleHitbox[] = [
  articleHitbox({ ...FLAME, damage: 3, angle: 90, baseKnockback: 10, radius: f(4) }),
]
const BURN: readonly ArticleHitbox[] = [
  articleHitbox({ ...FLAME, damage: 2, angle: 93, baseKnockback: 24, radius: f(4) }),
]

const PILLAR: ArticleKind = {
  type: PILLAR_TYPE,
  hitboxes: ({ ints }) => (ints[HITS] === 0 ? FIRST_BURN : BURN),
  animation: (article) => {
    countDown(article)
    const { ints } = article
    if (article.metFighters !== 0 && ++ints[SINCE_HIT]! >= REHIT_FRAMES) {
      article.metFighters = 0
      ints[SINCE_HIT] = 0
    }
  },
  physics: (article) => {
    if (article.floorLine < 0) fallBy(article, GRAVITY, TERMINAL_VELOCITY)
  },
  collision: (article) => {
    if (article.floorLine >= 0) {
      if (!restOnFloor(article, SIZE)) article.floorLine = -1
    } else if (moveThroughAir(article, SIZE).floor) article.vy = 0
  },
  hit: ({ ints }) => {
    ints[HITS]!++
  },
  shielded: () => {},
  clanked: () => {},
}

function burst(spark: Article): void {
  const { match, ownedBy, x, y, facing } = spark
  spark.remove()
  match.articles.spawn(PILLAR, ownedBy, { x, y: f(y + PILLAR_HEIGHT), facing, timer: PILLAR_LIFE })
}

const SPARK: ArticleKind = {
  type: SPARK_TYPE,
  isReflectable: true,
  isAbsorbable: true,
  hitboxes: () => SPARK_HITBOXES,
  animation: countDown,
  collision: (article) => vanishOnContact(article, 0),
  hit: burst,
  clanked: burst,
}

function shoot(fighter: Fighter): void {
  if (fighter.animationFrame !== SPARK_FRAME) return
  const { x, y, facing, match, isAirborne } = fighter
  const { angle, speed } = isAirborne ? AIR_SHOT : GROUND_SHOT
  match.articles.spawn(SPARK, fighter, {
    x: f(x + facing * HAND.x),
    y: f(y + HAND.y),
    vx: f(facing * f(speed * cosf(angle))),
    vy: f(speed * sinf(angle)),
    timer: SPARK_LIFE,
  })
}

const stayOrFall: Callback = (fighter) => {
  if (!staysWithinFloor(fighter)) fallOff(fighter)
}

const land: Callback = (fighter) => {
  if (landsOn(fighter, false)) landWithLag(fighter, LANDING_LAG)
}

export const PK_FIRE: FighterOverrides = {
  specials: {
    SpecialS: (fighter) => enterSpecial(fighter, ON_GROUND),
    SpecialAirS: (fighter) => enterSpecial(fighter, IN_AIR),
  },
  articles: [SPARK, PILLAR],
  actions: {
    SpecialS: { animation: thenWait, accessory: shoot, physics: stopOnGround, collision: stayOrFall },
    SpecialAirS: { animation: thenFall, accessory: shoot, physics: fallWithoutDrift, collision: land },
  },
}
