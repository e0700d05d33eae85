/**
 * The objects of Mr. Game & Watch's character-specific attacks: articles that stay where they came out, without hits of
 * their own, for the length of the attack and its landing. Places, states and times as in one recording. Source:
 * doldecomp/melee (ftGw_Attack11, ftGw_AttackLw3, ftGw_AttackS4, ftGw_AttackAir).
 */
import { AERIAL_ACTIONS } from '../../actions/aerial.ts'
import type { ActionCallbacks } from '../../actions/action.ts'
import { ATTACK_ACTIONS } from '../../actions/attack.ts'
import type { Article, ArticleKind } from '../../articles/article.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'

/** Lifetime of articles in the hand as recordings show it. */
const IN_HAND = 1400

interface Thing {
  readonly type: number
  /** From the attack that makes it to the last that keeps it; each has a state of its own, unless the attack lands. */
  readonly first: number
  readonly last: number
  readonly landing?: number
  /** Last frame of the attack that shows it. */
  readonly lastFrame?: number
  readonly x: number
  readonly y: number
}

const INSECTICIDE: Thing = { type: 114, first: 341, last: 344, x: f(5.394), y: f(5.161) }
const MANHOLE: Thing = { type: 115, first: 345, last: 345, x: f(12.401), y: f(1.5) }
const TORCH: Thing = { type: 116, first: 346, last: 346, x: f(4.798), y: f(14.833) }
const PARACHUTE: Thing = { type: 117, first: 347, last: 347, lastFrame: 29, x: f(-0.653), y: f(6.964) }
const TURTLE: Thing = { type: 118, first: 348, last: 348, landing: 351, x: f(5.588), y: f(7.987) }
const BREATH: Thing = { type: 119, first: 349, last: 349, landing: 352, x: f(-0.449), y: f(13.513) }

function isShown({ first, last, landing, lastFrame = Infinity }: Thing, { action, actionFrame }: Fighter): boolean {
  return action === landing || (action >= first && action <= last && actionFrame <= lastFrame)
}

function kindOf(thing: Thing): ArticleKind {
  const { type, first, last } = thing
  return {
    type,
    isLost: ({ ownedBy }) => !isShown(thing, ownedBy),
    animation: (article) => {
      const { action } = article.ownedBy
      if (action >= first && action <= last) article.state = action - first
    },
  }
}

function outOf({ match, index }: Fighter, type: number): Article | null {
  const { articles } = match
  for (let i = 0; i < articles.count; i++) {
    const article = articles.at(i)
    if (article.type === type && article.owner === index) return article
  }
  return null
}

function taking(thing: Thing, kind: ArticleKind, callbacks: ActionCallbacks | undefined): ActionCallbacks {
  return {
    ...callbacks,
    accessory: (fighter) => {
      callbacks?.accessory?.(fighter)
      if (fighter.action !== thing.first || fighter.actionFrame !== 1) return
      outOf(fighter, thing.type)?.remove()
      const { x, y, facing, match } = fighter
      match.articles.spawn(kind, fighter, { x: f(x + facing * thing.x), y: f(y + thing.y), timer: IN_HAND })
    },
  }
}

const insecticide = kindOf(INSECTICIDE)
const manhole = kindOf(MANHOLE)
const torch = kindOf(TORCH)
const parachute = kindOf(PARACHUTE)
const turtle = kindOf(TURTLE)
const breath = kindOf(BREATH)

export const IN_HIS_HAND: FighterOverrides = {
  articles: [insecticide, manhole, torch, parachute, turtle, breath],
  actions: {
    Attack11: taking(INSECTICIDE, insecticide, ATTACK_ACTIONS.Attack11),
    AttackLw3: taking(MANHOLE, manhole, ATTACK_ACTIONS.AttackLw3),
    AttackS4: taking(TORCH, torch, ATTACK_ACTIONS.AttackS4S),
    AttackAirN: taking(PARACHUTE, parachute, AERIAL_ACTIONS.AttackAirN),
    AttackAirB: taking(TURTLE, turtle, AERIAL_ACTIONS.AttackAirB),
    AttackAirHi: taking(BREATH, breath, AERIAL_ACTIONS.AttackAirHi),
  },
}
