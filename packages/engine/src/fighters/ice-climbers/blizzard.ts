/**
 * Blizzard of each climber: puffs of snow from the hand, one after another, that spread ahead and rise. They weaken in
 * flight, and freeze a victim that they launch hard enough. Source: doldecomp/melee (ftPp_SpecialLw,
 * itclimbersblizzard); figures from public lists of special attributes. Estimates: the place of the hand, and the
 * puffs' size.
 */
import type { Callback } from '../../actions/action.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { moveThroughAir } from '../../articles/motion.ts'
import { staysOnFloor } from '../../collision/fighter-body.ts'
import { cosf, f, sinf } from '../../math.ts'
import { clampToDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { Fighter } from '../../fighter.ts'
import { randomFloat } from '../../random.ts'
import { FIRST_OWN_ACTION } from '../../tables/actions.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, falling, swapInAir, thenFall, thenWait } from '../special.ts'

const ON_GROUND = 357
const IN_AIR = 358

const FIRST_FRAME = 16
const LAST_FRAME = 56
const FRAMES_BETWEEN = 5
const HAND = { x: f(6), y: f(7) } as const

const TYPE = 107
const LIFE = 10
const SPEED = f(2)
const RISE = f(0.125)
/** Radians from straight down to the direction of a puff. */
const ANGLE = { least: f(0.7854), spread: f(1.7453 - 0.7854) } as const
const SIZE = f(1)

const SNOW = { baseKnockback: 5, element: 'ice', interaction: 2, radius: f(3.5) } as const
const FRESH: readonly ArticleHitbox[] = [articleHitbox({ ...SNOW, damage: 3, angle: 70, growth: 320 })]
const SPREAD: readonly ArticleHitbox[] = [articleHitbox({ ...SNOW, damage: 2, angle: 70, growth: 130 })]
const FADING: readonly ArticleHitbox[] = [articleHitbox({ ...SNOW, damage: 1, angle: 361, growth: 25 })]
/** Frames left from which on a puff is fresh, then spread. */
const FRESH_LEFT = 9
const SPREAD_LEFT = 5

const puff: ArticleKind = {
  type: TYPE,
  isReflectable: true,
  isAbsorbable: true,
  physics: (article: Article) => {
    article.vy = f(article.vy + RISE)
  },
  // Floors only hold it up.
  collision: (article) => {
    const { wall, ceiling } = moveThroughAir(article, SIZE)
    if (wall !== 0 || ceiling) article.remove()
  },
  hitboxes: ({ timer }) => (timer >= FRESH_LEFT ? FRESH : timer >= SPREAD_LEFT ? SPREAD : FADING),
}

const puffOut: Callback = (fighter) => {
  const { animationFrame, match, facing } = fighter
  if (animationFrame < FIRST_FRAME || animationFrame > LAST_FRAME) return
  if ((animationFrame - FIRST_FRAME) % FRAMES_BETWEEN !== 0) return
  const angle = f(ANGLE.least + f(ANGLE.spread * randomFloat(match.record)))
  match.articles.spawn(puff, fighter, {
    x: f(fighter.x + facing * HAND.x),
    y: f(fighter.y + HAND.y),
    vx: f(facing * f(SPEED * sinf(angle))),
    vy: f(-SPEED * cosf(angle)),
    timer: LIFE,
  })
}

/** On the ground and in step, Nana starts hers as soon as Popo does, in the other direction (ftCo_800B0AF4). */
export function joinBlizzard(nana: Fighter): boolean {
  const { leader, action } = nana
  if (leader.action !== ON_GROUND || action >= FIRST_OWN_ACTION) return false
  nana.facing = -leader.facing
  enterSpecial(nana, nana.isAirborne ? IN_AIR : ON_GROUND)
  return true
}

export const BLIZZARD: FighterOverrides = {
  specials: {
    SpecialLw: (fighter) => enterSpecial(fighter, ON_GROUND),
    SpecialAirLw: (fighter) => enterSpecial(fighter, IN_AIR),
  },
  articles: [puff],
  actions: {
    SpecialLw: {
      animation: thenWait,
      physics: stopOnGround,
      collision: (fighter) => {
        if (staysOnFloor(fighter)) return
        swapInAir(fighter, IN_AIR)
        clampToDrift(fighter)
      },
      accessory: puffOut,
    },
    SpecialAirLw: {
      animation: thenFall,
      ...falling(ON_GROUND),
      accessory: puffOut,
    },
  },
}
