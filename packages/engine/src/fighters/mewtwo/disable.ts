/**
 * Disable: a short flash that stuns a grounded fighter facing it, and throws others a little. Source: doldecomp/melee
 * (ftMt_SpecialLw, itmewtwodisable, ftCo_DamageBind); figures from a public list of special attributes. Where it begins
 * and its radius are estimates; no recording shows it.
 */
import { enterBind } from '../../actions/affliction.ts'
import { launch } from '../../actions/damage.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { countDown, moveThroughAir } from '../../articles/motion.ts'
import { staysOnFloor } from '../../collision/fighter-body.ts'
import { knockbackOf } from '../../combat/formulas.ts'
import { HEIGHT } from '../../combat/height.ts'
import type { Fighter } from '../../fighter.ts'
import { f, RADIANS_PER_DEGREE } from '../../math.ts'
import { clampToDrift, fallUpTo, slowInAir } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { airTwinOf, enterSpecial, swapInAir, thenFall, thenWait } from '../special.ts'

const ON_GROUND = 359
const IN_AIR = 360

const FLASH_FRAME = 15
const EYES = { x: f(8), y: f(13) } as const
const GRAVITY = f(0.08)
const TERMINAL_VELOCITY = 1

const TYPE = 110
const LIFE = 6
const SPEED = f(2.7)
const DAMAGE = 1
/** The knockback of fighters that are not stunned; the hitbox itself has none. */
const THROW = { growth: 100, baseKnockback: 100, setKnockback: 0 } as const
const ANGLE = f(44 * RADIANS_PER_DEGREE)

const FLASH_BOX: readonly ArticleHitbox[] = [
  articleHitbox({
    damage: DAMAGE,
    angle: 361,
    growth: 0,
    baseKnockback: 0,
    element: 'normal',
    radius: f(3.9),
  }),
]

function stun(article: Article, victim: Fighter | null): void {
  const { facing } = article
  article.remove()
  if (!victim) return
  if (!victim.isAirborne && victim.facing === -facing) {
    enterBind(victim)
    return
  }
  const knockback = knockbackOf(THROW, DAMAGE, DAMAGE, victim.percent, victim.kind.attributes.weight)
  launch(victim, knockback, ANGLE, facing, HEIGHT.middle)
}

const flash: ArticleKind = {
  type: TYPE,
  isReflectable: true,
  isAbsorbable: true,
  hitboxes: () => FLASH_BOX,
  animation: countDown,
  collision: (article) => {
    const { wall, ceiling } = moveThroughAir(article, 0)
    if (wall !== 0 || ceiling) article.remove()
  },
  hit: stun,
}

function emit(fighter: Fighter): void {
  if (fighter.animationFrame !== FLASH_FRAME) return
  const { x, y, facing, match } = fighter
  const start = { x: f(x + facing * EYES.x), y: f(y + EYES.y), vx: f(facing * SPEED), timer: LIFE }
  match.articles.spawn(flash, fighter, start)
}

function enterInAir(fighter: Fighter): void {
  fighter.selfVy = 0
  enterSpecial(fighter, IN_AIR)
}

function sink(fighter: Fighter): void {
  fallUpTo(fighter, GRAVITY, TERMINAL_VELOCITY)
  slowInAir(fighter)
}

function collideOnGround(fighter: Fighter): void {
  if (staysOnFloor(fighter)) return
  fighter.selfVy = 0
  swapInAir(fighter, IN_AIR)
  clampToDrift(fighter)
}

export const DISABLE = {
  specials: { SpecialLw: (fighter) => enterSpecial(fighter, ON_GROUND), SpecialAirLw: enterInAir },
  articles: [flash],
  actions: {
    SpecialLw: { animation: thenWait, accessory: emit, physics: stopOnGround, collision: collideOnGround },
    SpecialAirLw: { animation: thenFall, accessory: emit, physics: sink, collision: airTwinOf(ON_GROUND) },
  },
} satisfies FighterOverrides
