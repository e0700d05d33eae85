/**
 * Phase 14, articles: one of the contacts of an article takes effect, in the game's order: shield, clank, body,
 * reflector, absorber. Source: doldecomp/melee (Item_8026A294, Item_80269F14).
 */
import type { Article } from '../articles/article.ts'
import { articleHitlag, hitlagOfArticle, staledDamage } from '../combat/find-articles.ts'
import { bitOf } from '../combat/find.ts'
import { staleShare } from '../combat/formulas.ts'
import { REFLECTION } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import type { Match } from '../match.ts'
import { f } from '../math.ts'

export function applyArticles({ articles }: Match): void {
  for (let i = 0; i < articles.count; i++) if (!articles.at(i).isGone) takeBlow(articles.at(i))
  for (let i = 0; i < articles.count; i++) {
    const article = articles.at(i)
    if (!article.isGone) apply(article)
    article.forgetMeetings()
    article.hitboxes.landed = 0
  }
}

/** Its own body was hit: it stops for as long as an article that hits with this damage. */
function takeBlow(article: Article): void {
  const { kind, blow } = article
  if (blow.knockback < 0) return
  article.damageTaken += blow.damage
  article.hitlagLeft = hitlagOfArticle(blow.most)
  kind.hurt?.(article, blow.angle, blow.knockback, blow.side)
}

function apply(article: Article): void {
  const { kind, struck, struckArticle, struckShield, reflectedBy, absorbedBy } = article
  if (article.isGrazing) kind.bounced?.(article)
  else if (struckShield) {
    const { bubble } = struckShield.state
    if (bubble?.does === 'stop' && struckShield.isBubbleOut) bubble.met?.(struckShield, article)
    if (kind.shielded) kind.shielded(article, struckShield)
    else article.remove()
  } else if (article.isClanked) {
    if (kind.clanked) kind.clanked(article)
    else article.remove()
  } else if (struck) {
    if (kind.hit) kind.hit(article, struck)
    else article.remove()
  } else if (struckArticle) {
    if (kind.hit) kind.hit(article, null)
    else article.remove()
  } else if (reflectedBy) {
    reflect(article, reflectedBy)
  } else if (absorbedBy) {
    article.remove()
    absorbedBy.state.bubble?.met?.(absorbedBy, article)
  }
  if (!article.isGrazing && !kind.isUnstopped?.(article))
    article.hitlagLeft = Math.max(article.hitlagLeft, articleHitlag(article))
}

/**
 * A reflected article turns round and belongs to its reflector, whose uses of that attack stale it anew. It may meet
 * every other fighter again. Too much damage breaks the reflector.
 */
function reflect(article: Article, by: Fighter): void {
  const { bubble } = by.state
  const values = bubble && by.isBubbleOut ? bubble : REFLECTION.powerShield
  const hitbox = article.hitboxes.values[0]!
  article.damage = Math.min(
    REFLECTION.mostDamage,
    Math.floor(f(f(staledDamage(article, hitbox) * (values.damageShare ?? 1)) + REFLECTION.roundUp)),
  )
  article.vx = f(-article.vx * (values.speedShare ?? 1))
  article.vy = f(-article.vy * (values.speedShare ?? 1))
  article.facing = -article.facing
  if (!bubble?.keepsOwner || !by.isBubbleOut) {
    article.owner = by.index
    article.staleShare = staleShare(by.leader.staleAttacks, article.attackId)
  }
  article.metFighters = bitOf(by)
  article.kind.reflected?.(article, by)
  bubble?.met?.(by, article)
}
