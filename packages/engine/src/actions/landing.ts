/**
 * Landing. A soft touch-down goes directly to Wait; otherwise Landing lasts the fighter's lag and may then be
 * interrupted by its list. LandingFallSpecial lasts exactly its lag. Source: doldecomp/melee (ftCo_Landing).
 */
import { ACTION } from '../action-ids.ts'
import { SOFT_LANDING_SPEED } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { stopOnGround } from '../movement/ground.ts'
import { privates } from '../state/privates.ts'
import { actionOf, type ActionTable } from './action.ts'
import { changeAction, hasAnimationEnded, hasLasted, touchGround } from './change.ts'
import { stayOrTeeter } from './collide.ts'
import { choose, FIRST_LANDING_LIST, LANDING_LIST } from './interrupts.ts'
import { enterWait } from './wait.ts'

/** A stretched animation counts as this much longer, so that it ends within its lag. */
const STRETCH = f(0.1)

const Landing = privates({
  /** Frames before the landing may be interrupted, or its length. */
  lag: 'int',
  /** A landing with a lag may be interrupted. */
  isOpen: 'flag',
})

export function isSoftLanding(fighter: Fighter): boolean {
  return fighter.selfVy > -SOFT_LANDING_SPEED
}

/** A touch-down out of a free state. */
export function land(fighter: Fighter): void {
  touchGround(fighter)
  if (isSoftLanding(fighter)) {
    enterWait(fighter)
    return
  }
  enterLanding(fighter)
}

/** A touch-down that shows at any speed: staggered fighters land like this. */
export function landHard(fighter: Fighter): void {
  touchGround(fighter)
  enterLanding(fighter)
}

/** A landing that cannot be interrupted. */
export function landShut(fighter: Fighter): void {
  landHard(fighter)
  Landing.of(fighter).lag = actionOf(fighter.kind, ACTION.Landing).animationFrames
}

function enterLanding(fighter: Fighter): void {
  fighter.kind.landed(fighter)
  changeAction(fighter, ACTION.Landing)
  Landing.of(fighter).lag = fighter.kind.attributes.normalLandingLag
}

/** Rate at which a landing's animation ends within its lag. */
export function stretchedRate(fighter: Fighter, action: number, lag: number): number {
  return f(f(actionOf(fighter.kind, action).animationFrames + STRETCH) / lag)
}

/** A touch-down out of a helpless fall or an air dodge; the animation is stretched over the lag. */
export function landWithLag(fighter: Fighter, lag: number, isOpen = false): void {
  touchGround(fighter)
  fighter.kind.landed(fighter)
  changeAction(fighter, ACTION.LandingFallSpecial, 0, stretchedRate(fighter, ACTION.LandingFallSpecial, lag))
  Landing.of(fighter).lag = lag
  Landing.of(fighter).isOpen = isOpen
}

/**
 * The lag that corresponds to a rate. Specials that re-simulation does not play lead to other lags than a usual fall.
 */
export function stretchLandingFallSpecial(fighter: Fighter, rate: number): void {
  fighter.animationRate = rate
  Landing.of(fighter).lag = Math.round(stretchedRate(fighter, ACTION.LandingFallSpecial, 1) / rate)
}

function animateLanding(fighter: Fighter): void {
  if (hasAnimationEnded(fighter)) enterWait(fighter)
}

function interruptLanding(fighter: Fighter): void {
  const { lag } = Landing.of(fighter)
  if (hasLasted(fighter, lag)) choose(fighter, fighter.actionFrame === lag + 1 ? FIRST_LANDING_LIST : LANDING_LIST)
}

/** May be interrupted once the animation is past the usual lag, however it is stretched. */
function interruptLandingFallSpecial(fighter: Fighter): void {
  const { animationFrame, animationRate, kind } = fighter
  const { normalLandingLag } = kind.attributes
  if (!Landing.of(fighter).isOpen || animationFrame < normalLandingLag) return
  const isFirst = animationFrame < f(animationRate + normalLandingLag)
  choose(fighter, isFirst ? FIRST_LANDING_LIST : LANDING_LIST)
}

function animateLandingFallSpecial(fighter: Fighter): void {
  if (hasLasted(fighter, Landing.of(fighter).lag)) enterWait(fighter)
}

/** Two on the second frame, on which the ECB of a fighter that landed tall changes by more than a step. */
export function leastStepsOfLanding({ actionFrame, previousEcbTop, kind }: Fighter): number {
  return actionFrame === 2 && previousEcbTop > kind.measured.abruptChanges.landingTop ? 2 : 1
}

export const LANDING_ACTIONS: ActionTable = {
  Landing: {
    animation: animateLanding,
    interrupt: interruptLanding,
    physics: stopOnGround,
    collision: stayOrTeeter,
    leastSteps: leastStepsOfLanding,
  },
  LandingFallSpecial: {
    animation: animateLandingFallSpecial,
    interrupt: interruptLandingFallSpecial,
    physics: stopOnGround,
    collision: stayOrTeeter,
    leastSteps: leastStepsOfLanding,
  },
}
