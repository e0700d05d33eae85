/** Hitboxes of articles. */
import type { ArticleHitbox } from './article.ts'

type Usual = 'id' | 'setKnockback' | 'shieldDamage' | 'hitsGround' | 'hitsAir' | 'interaction' | 'group' | 'x' | 'y'

/** The values of a hitbox that differ from most, and those that every one has of its own. */
export type HitboxFigures = Omit<ArticleHitbox, Usual> & Partial<ArticleHitbox>

/**
 * A hitbox from the values in which it differs from most. All hitboxes of articles are made here, so that they have one
 * shape: V8 reads their numbers in place then, and boxes numbers of objects of several shapes anew.
 */
export function articleHitbox({
  id = 0,
  damage,
  angle,
  growth,
  setKnockback = 0,
  baseKnockback,
  element,
  shieldDamage = 0,
  radius,
  hitsGround = true,
  hitsAir = true,
  interaction = 0,
  group = 0,
  x = 0,
  y = 0,
}: HitboxFigures): ArticleHitbox {
  return {
    id,
    damage,
    angle,
    growth,
    setKnockback,
    baseKnockback,
    element,
    shieldDamage,
    radius,
    hitsGround,
    hitsAir,
    interaction,
    group,
    x,
    y,
  }
}
