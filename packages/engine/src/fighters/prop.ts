/**
 * An article in a fighter's hand for the length of an action, without hits of its own. It shows where it came out; its
 * path with the hand, which the game has, is not public.
 */
import type { Callback } from '../actions/action.ts'
import type { ArticleKind } from '../articles/article.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'

/** Lifetime of articles in the hand as recordings show it. */
const IN_HAND = 1400

/** Where it comes out, from the fighter, and on which counter. */
interface Grip {
  readonly frame: number
  readonly x: number
  readonly y: number
}

export function prop(type: number, isOut: (fighter: Fighter) => boolean): ArticleKind {
  return {
    type,
    isHeld: () => true,
    isLost: ({ ownedBy, spawn }) => ownedBy.heldArticle !== spawn || !isOut(ownedBy),
  }
}

export function takeOut(kind: ArticleKind, { frame, x, y }: Grip): Callback {
  return (fighter) => {
    if (fighter.animationFrame !== frame) return
    const start = { x: f(fighter.x + fighter.facing * x), y: f(fighter.y + y), timer: IN_HAND }
    fighter.heldArticle = fighter.match.articles.spawn(kind, fighter, start)?.spawn ?? -1
  }
}
