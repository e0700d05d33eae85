/**
 * The hookshot in the air of Link and Young Link, once per airtime. It does not show in a grab. Source: doldecomp/melee
 * (ftCo_AirCatch, itlinkhookshot); figures from a public list of attributes. Estimate: where the hand is.
 */
import { airCatch } from '../../actions/air-catch.ts'
import { changeAction } from '../../actions/change.ts'
import type { Article, ArticleKind } from '../../articles/article.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'

const THROWN = 360
const HUNG = 361

/** Counters on which it appears and disappears. */
const FIRST = 5
const GONE = 58
const IN_HAND = 1400
const HAND = { x: f(7.5), y: f(10.4) }
/** Pairs of counter and the state shown from there on. */
const STATES = [[5, 0], [10, 1], [30, 3], [47, 4]] as const // oxfmt-ignore
const HANGING = 8
/** 22 links of 1.8; it flies and is pulled in half as fast again as on the ground. */
const TETHER = airCatch({ hung: HUNG, first: 10, hand: HAND, speed: f(4.05), length: f(40.5), pull: f(5.4) })

function show(article: Article): void {
  const { action, animationFrame } = article.ownedBy
  if (action === HUNG) {
    article.state = HANGING
    return
  }
  if (action !== THROWN || animationFrame >= GONE) {
    article.remove()
    return
  }
  for (const [from, state] of STATES) if (animationFrame >= from) article.state = state
}

/** `type` is the article's. */
export function hookshot(type: number): FighterOverrides {
  const kind: ArticleKind = { type, isHeld: () => true, animation: show }

  function appear(fighter: Fighter): void {
    if (fighter.animationFrame !== FIRST) return
    const x = f(fighter.x + f(fighter.facing * HAND.x))
    fighter.match.articles.spawn(kind, fighter, { x, y: f(fighter.y + HAND.y), timer: IN_HAND })
  }

  return {
    airCatch: (fighter) => {
      changeAction(fighter, THROWN)
      fighter.misc = 0
    },
    articles: [kind],
    actions: { ...TETHER, AirCatch: { ...TETHER.AirCatch, accessory: appear } },
  }
}
