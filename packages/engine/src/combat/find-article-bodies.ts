/**
 * Phase 13: attacks and articles that hit the body of an article. Each hits it once; an article is used up as by a
 * fighter's body. Source: doldecomp/melee (it_802703E8, it_802706D0, it_80270E30).
 */
import type { Article } from '../articles/article.ts'
import type { Fighter } from '../fighter.ts'
import type { Match } from '../match.ts'
import type { Hitbox } from '../tables/moves.ts'
import { flightSide, staledDamage } from './find-articles.ts'
import { hitboxDamage } from './find.ts'
import { knockbackOf, wholeDamage } from './formulas.ts'
import type { HitboxesOut } from './scratch.ts'
import { emptyCapsule, overlap } from './space.ts'

/** Bits of articles among those that an attack has met: above those of fighters, by spawn number. */
const FIRST_BIT = 8
const BITS = 16
/** Damage counts double in its knockback, as for a body without weight. */
const WEIGHT = 0

const BODY = emptyCapsule()

export function findArticleBodies({ articles, fighters }: Match): void {
  for (let i = 0; i < articles.count; i++) {
    const target = articles.at(i)
    const { hurtRadius } = target.kind
    if (hurtRadius === undefined || target.isGone) continue
    BODY.x1 = BODY.x2 = target.x
    BODY.y1 = BODY.y2 = target.y
    BODY.radius = hurtRadius
    for (let j = 0; j < fighters.length; j++) strike(fighters[j]!, target)
    for (let j = 0; j < articles.count; j++) shoot(articles.at(j), target)
  }
}

function bitOfArticle({ spawn }: Article): number {
  return 1 << (FIRST_BIT + (spawn % BITS))
}

/** The first hitbox that meets the body; null for none. */
function meeting({ count, values, capsules }: HitboxesOut): Hitbox | null {
  for (let i = 0; i < count; i++) {
    const { element, hitsAir } = values[i]!
    if (hitsAir && element !== 'grab' && element !== 'empty' && overlap(capsules[i]!, BODY)) return values[i]!
  }
  return null
}

function strike(attacker: Fighter, target: Article): void {
  const { hitboxes } = attacker
  if (hitboxes.count === 0 || attacker.metFighters & bitOfArticle(target)) return
  const hitbox = meeting(hitboxes)
  if (!hitbox) return
  const dealt = wholeDamage(hitboxDamage(attacker, hitbox))
  attacker.metFighters |= bitOfArticle(target)
  hitboxes.landed = Math.max(hitboxes.landed, dealt)
  noteBlow(target, hitbox, dealt, target.x > attacker.x ? 1 : -1)
}

function shoot(article: Article, target: Article): void {
  const { hitboxes } = article
  if (hitboxes.count === 0 || article.metFighters & bitOfArticle(target)) return
  const hitbox = meeting(hitboxes)
  if (!hitbox) return
  const dealt = wholeDamage(staledDamage(article, hitbox))
  article.metFighters |= bitOfArticle(target)
  article.struckArticle = target
  hitboxes.landed = Math.max(hitboxes.landed, dealt)
  noteBlow(target, hitbox, dealt, flightSide(article, target))
}

/** The hardest blow launches; the damage of all counts. */
function noteBlow(target: Article, hitbox: Hitbox, damage: number, side: number): void {
  const { blow, damageTaken } = target
  blow.damage += damage
  blow.most = Math.max(blow.most, damage)
  const knockback = knockbackOf(hitbox, blow.damage, damage, damageTaken, WEIGHT)
  if (knockback <= blow.knockback) return
  blow.knockback = knockback
  blow.angle = hitbox.angle
  blow.side = side
}
