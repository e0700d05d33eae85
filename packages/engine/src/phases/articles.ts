/**
 * What articles do on a frame. They follow the fighters in the priorities that both have (0 hitlag, 1 animation, 4
 * motion, 9 hitboxes). Priority 5 is theirs alone: they meet floors and walls. Source: doldecomp/melee (item.c).
 */
import type { Article, ArticleHitbox, Stretch } from '../articles/article.ts'
import { countDown } from '../articles/motion.ts'
import type { Match } from '../match.ts'
import { f, sqrtf } from '../math.ts'

/** Priority 0. */
export function leaveArticleHitlag({ articles }: Match): void {
  for (let i = 0; i < articles.count; i++) {
    const article = articles.at(i)
    if (article.hitlagLeft > 0) article.hitlagLeft--
    if (article.clankLeft > 0) article.clankLeft--
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
    if (isOut && !isHeld(article) && !article.kind.isBoundless?.(article)) article.remove()
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

/** Priority 9: hitboxes are swept from where they were on the frame before; one that has just come out is not. */
export function placeArticleHitboxes({ articles }: Match): void {
  for (let i = 0; i < articles.count; i++) {
    const article = articles.at(i)
    const { hitboxes } = article
    hitboxes.count = 0
    if (article.isGone) continue
    const boxes = article.kind.hitboxes?.(article)
    const isHitting = boxes !== undefined && boxes.length > 0
    if (isHitting) {
      for (let j = 0; j < boxes.length; j++) hitboxes.values[j] = boxes[j]!
      hitboxes.count = boxes.length
      if (article.kind.stretch) layAlongFlight(article, boxes, article.kind.stretch)
      else layAhead(article, boxes)
      sweep(article)
    }
    article.wasHitting = isHitting
    if (!article.isFrozen) article.kind.accessory?.(article)
  }
}

/** Places the ends of hitboxes ahead of and above their article. */
function layAhead({ x, y, facing, hitboxes }: Article, boxes: readonly ArticleHitbox[]): void {
  for (let i = 0; i < boxes.length; i++) {
    const box = boxes[i]!
    const capsule = hitboxes.capsules[i]!
    capsule.x2 = f(x + f(box.x * facing))
    capsule.y2 = f(y + box.y)
    capsule.radius = box.radius
  }
}

/** The hitboxes of a ray lie along its flight. */
function layAlongFlight(article: Article, boxes: readonly ArticleHitbox[], stretch: Stretch): void {
  const { x, y, vx, vy, hitboxes } = article
  const share = f(stretch(article) / (sqrtf(f(f(vx * vx) + f(vy * vy))) || 1))
  for (let i = 0; i < boxes.length; i++) {
    const box = boxes[i]!
    const capsule = hitboxes.capsules[i]!
    capsule.x2 = f(x + f(box.x * f(vx * share)))
    capsule.y2 = f(y + f(box.x * f(vy * share)))
    capsule.radius = box.radius
  }
}

/** Begins the sweep of hitboxes where they were on the frame before. */
function sweep({ hitboxes, hitboxX, hitboxY, wasHitting }: Article): void {
  for (let i = 0; i < hitboxes.count; i++) {
    const capsule = hitboxes.capsules[i]!
    capsule.x1 = wasHitting ? hitboxX[i]! : capsule.x2
    capsule.y1 = wasHitting ? hitboxY[i]! : capsule.y2
    hitboxX[i] = capsule.x2
    hitboxY[i] = capsule.y2
  }
}
