/**
 * Priorities 9 to 14: hitboxes take their places and grabs catch. Then everything that hitboxes meet is found for all
 * fighters and articles, and only after that applied, in port order, articles last. Recordings have no event for a hit.
 * It shows in the Post-Frame of both fighters (percent, action state, hitlag, last attack landed) and in the random
 * numbers that its sparks draw.
 */
import { regenerateShield } from '../actions/guard.ts'
import { findArticleHits } from '../combat/find-articles.ts'
import { findArticleBodies } from '../combat/find-article-bodies.ts'
import { findHits, weighHits } from '../combat/find.ts'
import { grab } from '../combat/grabs.ts'
import { placeHitboxes } from '../combat/hitboxes.ts'
import { drawSparks } from '../combat/sparks.ts'
import type { Match } from '../match.ts'
import { applyArticles } from './apply-articles.ts'
import { applyHits } from './apply-hits.ts'
import { placeArticleHitboxes } from './articles.ts'

export function fight(match: Match): void {
  let isAnyOut = false
  const { fighters, articles } = match
  for (let i = 0; i < fighters.length; i++) {
    const fighter = fighters[i]!
    if (!fighter.isFrozen) fighter.state.accessory?.(fighter)
    placeHitboxes(fighter)
    if (fighter.hitboxes.count > 0) isAnyOut = true
  }
  if (articles.count > 0) {
    placeArticleHitboxes(match)
    isAnyOut = true
  }
  if (isAnyOut) {
    grab(match)
    findHits(match)
    findArticleHits(match)
    findArticleBodies(match)
    spark(match)
  }
  for (let i = 0; i < fighters.length; i++) {
    const fighter = fighters[i]!
    regenerateShield(fighter)
    if (isAnyOut) applyHits(fighter)
  }
  applyArticles(match)
}

/** Each hit throws sparks by its own knockback, before any launch draws for its roll. */
function spark({ fighters, record }: Match): void {
  for (let i = 0; i < fighters.length; i++) {
    const fighter = fighters[i]!
    const { receivedHit } = fighter
    weighHits(fighter)
    for (let j = 0; j < receivedHit.count; j++) {
      const { hitbox, knockback } = receivedHit.logged[j]!
      drawSparks(record, hitbox!.element, knockback)
    }
  }
}
