/**
 * A shot that grows in the hand, level by level (Samus's charge shot, Mewtwo's shadow ball). A charge that is not fired
 * is kept; a hit removes it. Source: doldecomp/melee (ftSs_SpecialN, ftMt_SpecialN, itsamuschargeshot,
 * itmewtwoshadowball).
 */
import type { ActionCallbacks, Callback } from '../actions/action.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../articles/article.ts'
import { articleHitbox } from '../articles/hitbox.ts'
import { countDown, vanishOnContact } from '../articles/motion.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { privates } from '../state/privates.ts'
import { afterScript, falling, standing } from './special.ts'

export const StoredShot = privates({
  /** Frames toward the next level. */
  gathered: 'int',
})

/** Own word (`ownInts`): its charge level. */
export const CHARGE_LEVEL = 0

export const FULL = 7
const LEVEL_FRAMES = 16
const LIFE = 70
/** Script frame on which it appears. */
export const APPEAR_FRAME = 13

/** State of a growing shot; in flight it is the level plus one. */
const IN_HAND = 0

export interface Point {
  readonly x: number
  readonly y: number
}

export interface StoredShotValues {
  readonly type: number
  /** Where it grows, on the ground and in the air, and where it leaves. */
  readonly growing: Point
  readonly airGrowing: Point
  readonly muzzle: Point
  /** Script frame on which it leaves. */
  readonly leaveFrame: number
  readonly slowest: number
  readonly speedPerLevel: number
  /** Recoil per level, on the ground and in the air. */
  readonly recoil: number
  readonly airRecoil: number
  readonly hitboxes: readonly (readonly ArticleHitbox[])[]
  /** Whether it is in the hand in this action. */
  readonly isGathering: (action: number) => boolean
  /** What recordings show of it while it grows and when it leaves. */
  readonly grows?: (article: Article) => void
  readonly leaves?: (article: Article, level: number) => void
}

/** The hitbox of each level, from figures by level. */
export function shotLevels(
  element: ArticleHitbox['element'],
  levels: Readonly<Record<'damage' | 'growth' | 'baseKnockback', readonly number[]>>,
  radiusOf: (level: number) => number,
): readonly (readonly ArticleHitbox[])[] {
  return levels.damage.map((damage, level) => {
    const [growth, baseKnockback] = [levels.growth[level]!, levels.baseKnockback[level]!]
    const radius = f(radiusOf(level))
    return [articleHitbox({ element, damage, angle: 361, growth, baseKnockback, radius, interaction: 2 })]
  })
}

const NONE: readonly ArticleHitbox[] = []

export function storedShot(values: StoredShotValues) {
  const { type, growing, airGrowing, muzzle, leaveFrame, slowest, speedPerLevel, recoil, airRecoil, hitboxes } = values

  const kind: ArticleKind = {
    type,
    isReflectable: true,
    bounces: true,
    isAbsorbable: true,
    isHeld: ({ state }) => state === IN_HAND,
    hitboxes: ({ state }) => (state === IN_HAND ? NONE : hitboxes[state - 1]!),
    animation: (article) => {
      if (article.state !== IN_HAND) countDown(article)
      else if (values.isGathering(article.ownedBy.action)) values.grows?.(article)
      else article.remove()
    },
    collision: (article) => {
      if (article.state !== IN_HAND) vanishOnContact(article, 0)
    },
  }

  function shotInHand({ match, index }: Fighter): Article | null {
    const { articles } = match
    for (let i = 0; i < articles.count; i++) {
      const article = articles.at(i)
      const isOwn = article.type === type && article.owner === index
      if (isOwn && article.state === IN_HAND && !article.isGone) return article
    }
    return null
  }

  function appear(fighter: Fighter): void {
    if (shotInHand(fighter)) return
    const { x, y, facing, match, isAirborne } = fighter
    const { x: dx, y: dy } = isAirborne ? airGrowing : growing
    match.articles.spawn(kind, fighter, { x: f(x + facing * dx), y: f(y + dy), timer: LIFE })
  }

  function begin(fighter: Fighter): void {
    StoredShot.of(fighter).gathered = 0
  }

  /** One frame toward the next level; calls `rest` once it is full. */
  function gather(fighter: Fighter, rest: Callback): void {
    const { ownInts } = fighter
    const own = StoredShot.of(fighter)
    if (++own.gathered <= LEVEL_FRAMES) return
    own.gathered = 0
    if (++ownInts[CHARGE_LEVEL]! < FULL) return
    ownInts[CHARGE_LEVEL] = FULL
    rest(fighter)
  }

  function leave(fighter: Fighter): void {
    const article = fighter.animationFrame >= leaveFrame ? shotInHand(fighter) : null
    if (!article) return
    const { x, y, facing, ownInts } = fighter
    const level = Math.min(FULL, ownInts[CHARGE_LEVEL]!)
    article.state = level + 1
    article.x = f(x + facing * muzzle.x)
    article.y = f(y + muzzle.y)
    article.facing = facing
    article.vx = f(facing * f(slowest + level * speedPerLevel))
    article.timer = LIFE
    values.leaves?.(article, level)
    if (fighter.isAirborne) fighter.selfVx = f(facing * f(airRecoil * level))
    else if (recoil !== 0) fighter.groundVelocity = f(facing * f(recoil * level))
    ownInts[CHARGE_LEVEL] = 0
  }

  /** Animation callback of the shot. */
  function firing(next: Callback): Callback {
    const end = afterScript(next)
    return (fighter) => {
      leave(fighter)
      end(fighter)
    }
  }

  /** A hit removes the charge. */
  function lose(fighter: Fighter): void {
    fighter.ownInts[CHARGE_LEVEL] = 0
  }

  const onGround = (air: number): ActionCallbacks => ({ damaged: lose, ...standing(air) })
  const inAir = (ground: number): ActionCallbacks => ({ damaged: lose, ...falling(ground) })

  return { kind, appear, begin, gather, firing, onGround, inAir }
}
