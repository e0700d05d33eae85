/** Back to the stage: at any price but that of a jump too early. Three ways of it, each strength its own. */
import { BUTTON, stick, type Hands } from '../../controller.ts'
import { figuresOf } from '../../figures.ts'
import type { FighterView, Game } from '../../game.ts'
import { ACTION, isFrom, isHanging, isInAerial } from '../actions.ts'
import { RECOVERY } from '../generated/recovery.ts'
import type { Mind, Skill } from '../mind.ts'
import { platformUnder } from './floors.ts'
import {
  canReturn,
  driftHome,
  isOffstage,
  isUnder,
  jumpHome,
  placeOf,
  remedyFor,
  specialHome,
  type Recovery,
} from './way-back.ts'

/** Frames in which a run stops. */
const BRAKE = 8
/** Frames before a further press of jump or up special; longer than the lead, so that the last one shows. */
const PRESS_AGAIN = 6
/** Frames that an up special takes at most, from the press to its end. */
const LONGEST_RESCUE = 120
/** How much height a careful fighter leaves unused. */
const CAUTION = 8
/** Frames that a jump takes which is under way, and an attack in the air. */
const LONG_HOP = 30
const AERIAL = 50
/** Deeper than this below the ledge, the simple ways jump. */
const JUMP_BELOW = -5
const RISE_BELOW = -15

const RESCUE = 'rescue'

/** What brings it back. */
export const recoveryOf = ({ character }: FighterView): Recovery => RECOVERY[character]!

const homeOf = ({ me }: Game): number => (me.x > 0 ? -1 : 1)

/** On the ground and about to slide off the edge: turn back. */
export const stayOn: Skill = ({ me, stage }) => {
  if (me.isAirborne || isHanging(me)) return null
  const home = me.x > 0 ? -1 : 1
  const platform = platformUnder(me, stage)
  // A platform that reaches out over the edge is walked to its end.
  const end = platform && me.x > 0 ? platform.right : platform ? -platform.left : 0
  const isOut = end > stage.edge ? Math.abs(me.x + BRAKE * me.speedX) > end : Math.abs(me.x) > stage.edge - 12
  return isOut && me.speedX * home < -0.6 ? [stick(home)] : null
}

/** Toward the stage, out from under it, and with the jumps that are left; where they do not reach, it is lost. */
export const driftBack: Skill = (game, mind) => {
  const { me, stage } = game
  if (!needsRescue(game)) return null
  const { height } = placeOf(me, stage)
  const drift = driftHome(me, stage)
  const mayJump = me.jumps > 0 && height < JUMP_BELOW && !isUnder(placeOf(me, stage))
  return mayJump && mayPress(game, mind) ? [stick(homeOf(game), 0, BUTTON.X)] : [drift]
}

/** The same, and with the last jump spent the up special. */
export const climbBack: Skill = (game, mind) => {
  const { me, stage } = game
  if (isSteering(game, mind)) return [stick(homeOf(game), 0.5)]
  if (!needsRescue(game)) return null
  const { height } = placeOf(me, stage)
  const isSpent = me.jumps === 0 && height < RISE_BELOW && recoveryOf(me).up !== null
  if (isSpent && !isHelpless(me) && mayPress(game, mind)) return [stick(homeOf(game) * 0.5, 1, BUTTON.B)]
  return driftBack(game, mind)
}

/** By the figures of what each jump and special reaches (way-back.ts): each as late as it may be, and none wasted. */
export const comeBack: Skill = (game, mind) => {
  const { me, stage } = game
  const recovery = recoveryOf(me)
  if (isSteering(game, mind)) return [specialHome(me, stage, recovery)]
  if (!needsRescue(game)) return null
  if (me.isInHitstun || isHelpless(me)) return [driftHome(me, stage)]
  return [rescue(game, mind)]
}

function rescue(game: Game, mind: Mind): Hands {
  const { me, stage } = game
  const recovery = recoveryOf(me)
  const drift = driftHome(me, stage)
  if (mind.since(RESCUE, game.frame) < PRESS_AGAIN) return drift
  const remedy = remedyFor(me, stage, recovery, CAUTION)
  if (remedy === 'drift') return drift
  mind.pressedAt.set(RESCUE, game.frame)
  const home = homeOf(game)
  switch (remedy) {
    case 'jump':
      return { ...jumpHome(me, stage), buttons: BUTTON.X }
    case 'lunge':
      return stick(home, 0, BUTTON.B)
    case 'rise':
      return stick(home * 0.5, 1, BUTTON.B)
  }
}

const isHelpless = ({ action }: Game['me']): boolean => isFrom(action, ACTION.fallSpecial, ACTION.fallSpecialBack)

/** Beside the stage or below it, in the air; an attack that would end there counts too. */
function needsRescue(game: Game): boolean {
  const { me, stage } = game
  if (!me.isAirborne || isHanging(me)) return false
  if (isInAerial(me) && placeOf(me, stage, LONG_HOP).out > -5 && !canAfford(game, AERIAL)) return true
  return isHelpless(me) || isOffstage(placeOf(me, stage))
}

/** In a special that brings it back. */
function isSteering(game: Game, mind: Mind): boolean {
  const { me, stage, frame } = game
  if (!me.isAirborne || me.action < ACTION.firstOwn || recoveryOf(me).up === null) return false
  return isOffstage(placeOf(me, stage)) || mind.since(RESCUE, frame) < LONGEST_RESCUE
}

function mayPress({ frame }: Game, mind: Mind): boolean {
  if (mind.since(RESCUE, frame) < PRESS_AGAIN) return false
  mind.pressedAt.set(RESCUE, frame)
  return true
}

/** Whether it could still return after falling for `frames`. */
export function canAfford({ me, stage }: Game, frames: number): boolean {
  const { fallSpeed } = figuresOf(me.character)
  const { side, out, height } = placeOf(me, stage)
  const carried = Math.max(0, frames * me.speedX * side)
  return canReturn({ side, out: out + carried, height: height - frames * fallSpeed }, me.jumps, recoveryOf(me))
}
