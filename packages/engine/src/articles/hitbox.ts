/** Hitboxes of articles. */
import type { ArticleHitbox } from './article.ts'

type Usual = 'id' | 'setKnockback' | 'shieldDamage' | 'hitsGround' | 'hitsAir' | 'interaction' | 'group' | 'x' | 'y'

/**
 * A hitbox by what it has beyond most. All articles' are made here: V8 reads numbers of objects of one shape where they are, and boxes
 * anew what it may find in several.
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
}: Omit<ArticleHitbox, Usual> & Partial<ArticleHitbox>): ArticleHitbox {
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
