/**
 * Mario's fireball, Dr. Mario's pill and Luigi's fireball: thrown on one frame of the script, on the ground and in the air.
 * They fly for a number of frames; the first two bounce off floors and walls. Source: doldecomp/melee (ftMr_SpecialN,
 * itmariofireball); speeds, angle, life and bounce from public lists of special attributes, gravity and size are estimates.
 */
import { tableOf, type Callback } from '../../actions/action.ts'
import type { Article, ArticleKind } from '../../articles/article.ts'
import { articleHitbox, type HitboxFigures } from '../../articles/hitbox.ts'
import { fallBy, moveThroughAir } from '../../articles/motion.ts'
import type { Fighter } from '../../fighter.ts'
import { cosf, f, sinf, sqrtf } from '../../math.ts'
import { fallAndDrift } from '../../movement/air.ts'
import type { FighterOverrides } from '../kind.ts'
import { airTwinOf, enterSpecial, standing, thenFall, thenWait } from '../special.ts'

export interface FireballValues {
  readonly type: number
  /** The actions that throw it, on the ground and in the air. */
  readonly ground: number
  readonly air: number
  readonly frame: number
  readonly speed: number
  /** Radians above the direction of the throw. */
  readonly angle: number
  readonly life: number
  readonly gravity: number
  /** Share of its speed after a bounce; a slower one than the least is removed. 0: any obstacle removes it. */
  readonly bounce: number
  readonly bouncesOffShields: boolean
  readonly hitbox: HitboxFigures
}

const MUZZLE = { x: f(6), y: f(7) } as const
const SIZE = f(1)
const TERMINAL_VELOCITY = f(2)
const LEAST_SPEED = f(0.3)

/** Floors and ceilings reverse its vertical speed, walls its horizontal speed. */
function bounceOff(article: Article, share: number): void {
  const { floor, wall, ceiling } = moveThroughAir(article, SIZE)
  if (!floor && wall === 0 && !ceiling) return
  if (share === 0) {
    article.remove()
    return
  }
  if (floor || ceiling) article.vy = f(-article.vy * share)
  if (wall !== 0) {
    article.vx = f(-article.vx * share)
    article.facing = -article.facing
  }
  if (sqrtf(f(f(article.vx * article.vx) + f(article.vy * article.vy))) < LEAST_SPEED) article.remove()
}

export function fireball(values: FireballValues, prefix: '' | 'Mr' | 'Lg' | 'Dr' = ''): FighterOverrides {
  const { type, ground, air, frame, speed, angle, life, gravity, bounce } = values
  const hitboxes = [articleHitbox(values.hitbox)]
  const kind: ArticleKind = {
    type,
    isReflectable: true,
    bounces: values.bouncesOffShields,
    isAbsorbable: true,
    physics: (article) => fallBy(article, gravity, TERMINAL_VELOCITY),
    collision: (article) => bounceOff(article, bounce),
    hitboxes: () => hitboxes,
  }

  const throwIt: Callback = (fighter: Fighter) => {
    if (fighter.animationFrame !== frame) return
    const { x, y, facing, match } = fighter
    match.articles.spawn(kind, fighter, {
      x: f(x + facing * MUZZLE.x),
      y: f(y + MUZZLE.y),
      vx: f(facing * f(speed * cosf(angle))),
      vy: f(speed * sinf(angle)),
      timer: life,
    })
  }

  return {
    articles: [kind],
    specials: {
      SpecialN: (fighter) => enterSpecial(fighter, ground),
      SpecialAirN: (fighter) => enterSpecial(fighter, air),
    },
    actions: tableOf([
      [`${prefix}SpecialN`, { animation: thenWait, ...standing(air), accessory: throwIt }],
      [
        `${prefix}SpecialAirN`,
        { animation: thenFall, physics: fallAndDrift, collision: airTwinOf(ground), accessory: throwIt },
      ],
    ]),
  }
}
