/**
 * The grapple beam: its appearance in a grab, and thrown in the air, once per airtime. Source: doldecomp/melee
 * (ftCo_Catch, ftCo_AirCatch, itsamusgrapple); frames and places as recorded. Estimates: its speed, its length, and how
 * it is pulled in.
 */
import { ACTION } from '../../action-ids.ts'
import type { ActionCallbacks } from '../../actions/action.ts'
import { airCatch } from '../../actions/air-catch.ts'
import { CATCH_ACTIONS } from '../../actions/catch.ts'
import { changeAction } from '../../actions/change.ts'
import type { Article, ArticleKind } from '../../articles/article.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'

const THROWN_IN_AIR = 357
const HUNG = 358

const TYPE = 96
const IN_HAND = 1400
/** State of a beam that has grabbed a fighter, and the frames for which it shows. */
const CAUGHT = 5
const CAUGHT_FRAMES = 2
const HANGING = 8

const TETHER = airCatch({
  hung: HUNG,
  first: 7,
  hand: { x: f(7.5), y: f(10.5) },
  speed: f(3.5),
  length: f(60),
  pull: f(5.4),
})

interface Beam {
  /** Counter on which it appears, and where. */
  readonly first: number
  readonly x: number
  readonly y: number
  /** Counter on which it disappears. */
  readonly gone: number
  /** Pairs of counter and the state shown from there on. */
  readonly states: readonly (readonly [from: number, state: number])[]
}

const BEAMS: ReadonlyMap<number, Beam> = new Map([
  [
    ACTION.Catch,
    { first: 7, x: f(-6.17), y: f(15.639), gone: 86, states: [[7, 0], [17, 1], [37, 3], [75, 4]] }, // oxfmt-ignore
  ],
  [
    ACTION.CatchDash,
    { first: 7, x: f(-9.906), y: f(10.555), gone: 64, states: [[7, 0], [17, 1], [28, 3], [40, 4]] }, // oxfmt-ignore
  ],
  [
    THROWN_IN_AIR,
    { first: 1, x: f(2.257), y: f(7.363), gone: 58, states: [[1, 0], [7, 1], [30, 3], [40, 4], [45, 0]] }, // oxfmt-ignore
  ],
])

function showBeam(article: Article): void {
  const { ownedBy } = article
  const { action, animationFrame } = ownedBy
  if (action === HUNG) {
    article.state = HANGING
    return
  }
  const beam = BEAMS.get(action)
  if (beam && animationFrame < beam.gone) {
    for (const [from, state] of beam.states) if (animationFrame >= from) article.state = state
    return
  }
  const isPulling = action === ACTION.CatchPull || action === ACTION.CatchDashPull
  if (isPulling && ownedBy.actionFrame <= CAUGHT_FRAMES) article.state = CAUGHT
  else article.remove()
}

const beamKind: ArticleKind = { type: TYPE, isHeld: () => true, animation: showBeam }

function throwBeam(fighter: Fighter): void {
  const { action, animationFrame, match, facing } = fighter
  const beam = BEAMS.get(action)!
  if (animationFrame !== beam.first) return
  const x = f(fighter.x + facing * beam.x)
  match.articles.spawn(beamKind, fighter, { x, y: f(fighter.y + beam.y), timer: IN_HAND })
}

function enterAirCatch(fighter: Fighter): void {
  changeAction(fighter, THROWN_IN_AIR)
  fighter.misc = 0
}

const reach = (name: 'Catch' | 'CatchDash'): ActionCallbacks => ({ ...CATCH_ACTIONS[name], accessory: throwBeam })

export const GRAPPLE = {
  airCatch: enterAirCatch,
  articles: [beamKind],
  actions: {
    Catch: reach('Catch'),
    CatchDash: reach('CatchDash'),
    ...TETHER,
    AirCatch: { ...TETHER.AirCatch, accessory: throwBeam },
  },
} satisfies FighterOverrides
