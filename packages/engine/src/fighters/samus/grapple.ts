/**
 * The grapple beam: what is seen of it in a grab, and thrown in the air, once until she stands again. It does not hold on
 * to walls here. Source: doldecomp/melee (ftCo_Catch, ftCo_AirCatch, itsamusgrapple); frames and places as recorded.
 */
import type { ActionCallbacks } from '../../actions/action.ts'
import { hasScriptEnded } from '../../actions/attack.ts'
import { CATCH_ACTIONS } from '../../actions/catch.ts'
import { changeAction } from '../../actions/change.ts'
import { enterFallSpecial } from '../../actions/fall.ts'
import { ACTION } from '../../actions/ids.ts'
import { landHard } from '../../actions/landing.ts'
import type { Article, ArticleKind } from '../../articles/article.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { drift, fall, fallAt } from '../../movement/air.ts'
import { landsOn } from '../../movement/collide.ts'
import type { FighterOverrides } from '../kind.ts'

const AIR_CATCH = 357

/** The landing is not stretched. */
const LANDING_LAG = 30
const TYPE = 96
const IN_HAND = 1400
/** State of a beam that has caught somebody, and for how long it is seen. */
const CAUGHT = 5
const CAUGHT_FRAMES = 2

interface Beam {
  /** Counter on which it appears, and where. */
  readonly first: number
  readonly x: number
  readonly y: number
  /** Counter on which it is gone. */
  readonly gone: number
  /** Pairs of counter and the state shown from there on. */
  readonly states: readonly (readonly [from: number, state: number])[]
}

const BEAMS: ReadonlyMap<number, Beam> = new Map([
  [
    ACTION.Catch,
    { first: 7, x: f(-6.17), y: f(15.639), gone: 86, states: [[7, 0], [17, 1], [37, 3], [75, 4]] }, // prettier-ignore
  ],
  [
    ACTION.CatchDash,
    { first: 7, x: f(-9.906), y: f(10.555), gone: 64, states: [[7, 0], [17, 1], [28, 3], [40, 4]] }, // prettier-ignore
  ],
  [
    AIR_CATCH,
    { first: 1, x: f(2.257), y: f(7.363), gone: 58, states: [[1, 0], [7, 1], [30, 3], [40, 4], [45, 0]] }, // prettier-ignore
  ],
])

/** Slower than this share of her weight she falls while the beam goes out. */
const FALL_SHARE = f(0.2)
const FALL_FRAMES = 20

function showBeam(article: Article): void {
  const { ownedBy } = article
  const { action, animationFrame } = ownedBy
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
  changeAction(fighter, AIR_CATCH)
  fighter.misc = 0
}

function animate(fighter: Fighter): void {
  fighter.misc = fighter.animationFrame
  if (hasScriptEnded(fighter)) enterFallSpecial(fighter, { landingLag: LANDING_LAG })
}

function move(fighter: Fighter): void {
  const { gravity, terminalVelocity } = fighter.kind.attributes
  const isSlow = fighter.animationFrame < FALL_FRAMES && fighter.selfVy < 0
  const { selfVy } = fighter
  fall(fighter)
  if (isSlow && !fighter.isFastFalling) {
    fighter.selfVy = selfVy
    fallAt(fighter, f(gravity * FALL_SHARE), terminalVelocity)
  }
  drift(fighter)
}

function collide(fighter: Fighter): void {
  if (landsOn(fighter, false)) landHard(fighter)
}

const reach = (name: 'Catch' | 'CatchDash'): ActionCallbacks => ({ ...CATCH_ACTIONS[name], accessory: throwBeam })

export const GRAPPLE = {
  airCatch: enterAirCatch,
  articles: [beamKind],
  actions: {
    Catch: reach('Catch'),
    CatchDash: reach('CatchDash'),
    AirCatch: { animation: animate, accessory: throwBeam, physics: move, collision: collide },
  },
} satisfies FighterOverrides
