/**
 * What articles do of a frame. They go after the fighters in the priorities that both share (0 hitlag, 1 animation,
 * 4 motion, 9 hitboxes), and have one of their own, 5, in which they meet floors and walls.
 * Source: doldecomp/melee (item.c).
 */
import type { Article } from '../articles/article.ts'
import { countDown } from '../articles/motion.ts'
import type { Match } from '../match.ts'
import { f, sqrtf } from '../math.ts'

/** Priority 0. */
export function leaveArticleHitlag({ articles }: Match): void {
  for (let i = 0; i < articles.count; i++) {
    const article = articles.at(i)
    if (article.hitlagLeft > 0) article.hitlagLeft--
  }
}

/** Priority 1. */
export function animateArticles({ articles }: Match): void {
  for (let i = 0; i < articles.count; i++) {
    const article = articles.at(i)
    if (article.isGone || article.isFrozen) continue
    const { animation } = article.kind
    if (animation) animation(article)
    else countDown(article)
  }
}

/** Priority 4. */
export function moveArticles({ articles, stage }: Match): void {
  for (let i = 0; i < articles.count; i++) {
    const article = articles.at(i)
    article.previousX = article.x
    article.previousY = article.y
    if (article.isGone || article.isFrozen) continue
    article.kind.physics?.(article)
    article.x = f(article.x + article.vx)
    article.y = f(article.y + article.vy)
    const { left, right, top, bottom } = stage.blastZone
    const isOut = article.x < left || article.x > right || article.y > top || article.y < bottom
    if (isOut && !isHeld(article)) article.remove()
  }
}

function isHeld(article: Article): boolean {
  return article.kind.isHeld?.(article) ?? false
}

/** Priority 5. */
export function collideArticles({ articles }: Match): void {
  for (let i = 0; i < articles.count; i++) {
    const article = articles.at(i)
    if (!article.isGone && !article.isFrozen) article.kind.collision?.(article)
  }
}

/** Priority 9: hitboxes sweep from where they were a frame ago; one that has just come out stands still. */
export function placeArticleHitboxes({ articles }: Match): void {
  for (let i = 0; i < articles.count; i++) {
    const article = articles.at(i)
    const { hitboxes } = article
    hitboxes.count = 0
    if (article.isGone) continue
    const boxes = article.kind.hitboxes?.(article)
    const isHitting = boxes !== undefined && boxes.length > 0
    if (isHitting) {
      const { hitboxX, hitboxY, wasHitting, vx, vy } = article
      const length = article.kind.stretch?.(article)
      const share = length === undefined ? 0 : f(length / (sqrtf(f(f(vx * vx) + f(vy * vy))) || 1))
      for (let j = 0; j < boxes.length; j++) {
        const box = boxes[j]!
        const x = f(article.x + f(box.x * (length === undefined ? article.facing : f(vx * share))))
        const y = f(article.y + (length === undefined ? box.y : f(box.x * f(vy * share))))
        const capsule = hitboxes.capsules[j]!
        capsule.x1 = wasHitting ? hitboxX[j]! : x
        capsule.y1 = wasHitting ? hitboxY[j]! : y
        capsule.x2 = x
        capsule.y2 = y
        capsule.radius = box.radius
        hitboxX[j] = x
        hitboxY[j] = y
        hitboxes.values[j] = box
      }
      hitboxes.count = boxes.length
    }
    article.wasHitting = isHitting
    if (!article.isFrozen) article.kind.accessory?.(article)
  }
}
