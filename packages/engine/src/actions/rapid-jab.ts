/**
 * Rapid jabs, which follow a jab when A is pressed and released repeatedly. They continue as long as A is pressed or
 * released between the frames on which they may end, which follow every hit from the second round on. Source:
 * doldecomp/melee (ftCo_Attack100).
 */
import { ACTION } from '../action-ids.ts'
import type { Fighter } from '../fighter.ts'
import type { FighterKind } from '../fighters/kind.ts'
import { BUTTON } from '../input/buttons.ts'
import { stopOnGround } from '../movement/ground.ts'
import { privates } from '../state/privates.ts'
import { actionOf, type ActionTable } from './action.ts'
import { changeAction, stepAnimation } from './change.ts'
import { clampToEdge } from './collide.ts'
import { wholeWord } from './first-word.ts'
import { followsOn, hasScriptEnded } from './script.ts'
import { enterWait } from './wait.ts'

const Flurry = privates({
  /** The loop began again; recordings show it. */
  isRound: 'flag',
  /** A was pressed or released since the last frame on which it could end. */
  wantsMore: 'flag',
})

function enter(fighter: Fighter, common: number): void {
  const action = actionOf(fighter.kind, common).ownAttack
  changeAction(fighter, action)
  if (!fighter.state.startsLate) stepAnimation(fighter)
}

export function hasRapidJab(kind: FighterKind): boolean {
  return actionOf(kind, ACTION.Attack100Start).move !== undefined && kind.attributes.rapidJabWindow > 0
}

/** After enough presses, a fighter that has rapid jabs begins them. */
export function tryRapidJab(fighter: Fighter): boolean {
  if (fighter.jabPresses < fighter.kind.attributes.rapidJabWindow) return false
  enter(fighter, ACTION.Attack100Start)
  Flurry.of(fighter).isRound = false
  Flurry.of(fighter).wantsMore = false
  return true
}

function animateStart(fighter: Fighter): void {
  if (hasScriptEnded(fighter)) enter(fighter, ACTION.Attack100Loop)
}

/** From the second round on it ends where its script allows it, unless A was pressed or released since. */
function animateLoop(fighter: Fighter): void {
  if (hasScriptEnded(fighter)) {
    fighter.animationFrame = 0
    fighter.instance = fighter.match.takeInstance()
    Flurry.of(fighter).isRound = true
    fighter.misc = wholeWord(1)
  }
  if (!followsOn(fighter)) return
  if (Flurry.of(fighter).isRound && !Flurry.of(fighter).wantsMore) enter(fighter, ACTION.Attack100End)
  else Flurry.of(fighter).wantsMore = false
}

function interruptLoop(fighter: Fighter): void {
  if ((fighter.pressed | fighter.released) & BUTTON.A) Flurry.of(fighter).wantsMore = true
}

function animateEnd(fighter: Fighter): void {
  if (hasScriptEnded(fighter)) enterWait(fighter)
}

const onGround = { physics: stopOnGround, collision: clampToEdge }

export const RAPID_JAB_ACTIONS: ActionTable = {
  Attack100Start: { animation: animateStart, ...onGround },
  Attack100Loop: { animation: animateLoop, interrupt: interruptLoop, ...onGround },
  Attack100End: { animation: animateEnd, ...onGround },
}
