/**
 * Turn: a tilt backward turns after the fighter's own number of frames, a flick turns at once. A flick, also one made
 * while turning or on the turning frame itself, continues into a dash on the frame on which the fighter turns round, if
 * the stick is still there. Source: doldecomp/melee (ftCo_Turn); the dash back of UCF 0.84 (altf4/UCF).
 */
import { ACTION } from '../action-ids.ts'
import { DASH } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { noteDashBack } from '../input/trail.ts'
import { isUcfDashBack } from '../input/ucf.ts'
import { f } from '../math.ts'
import { stopOnGround } from '../movement/ground.ts'
import { privates } from '../state/privates.ts'
import type { ActionTable } from './action.ts'
import { tryGroundAttack } from './attack.ts'
import { tryGrab } from './catch.ts'
import { changeAction, hasAnimationEnded, stepAnimation } from './change.ts'
import { stayOrFall } from './collide.ts'
import { wholeWord } from './first-word.ts'
import { choose, TURN_LIST, TURNED_LIST } from './interrupts.ts'
import { asksForTurn } from './motion-input.ts'
import { tryTurningSpecial } from './special.ts'
import { enterWait } from './wait.ts'

const Turn = privates({
  framesToTurn: 'int',
  hasTurned: 'flag',
  isTurningFrame: 'flag',
  /** A flick requested a dash, which follows on the turning frame. */
  wantsDash: 'flag',
})

function enter(fighter: Fighter, framesToTurn: number): void {
  changeAction(fighter, ACTION.Turn)
  stepAnimation(fighter)
  const turn = Turn.of(fighter)
  turn.framesToTurn = framesToTurn
  turn.hasTurned = false
  turn.isTurningFrame = false
  turn.wantsDash = framesToTurn === 0
}

export function enterTurn(fighter: Fighter): void {
  enter(fighter, fighter.kind.attributes.standingTurnFrames)
}

export function tryTurn(fighter: Fighter): boolean {
  if (!asksForTurn(fighter)) return false
  enterTurn(fighter)
  return true
}

export function enterSmashTurn(fighter: Fighter): void {
  enter(fighter, 0)
}

function flip(fighter: Fighter): void {
  fighter.facing = -fighter.facing
  Turn.of(fighter).hasTurned = true
  Turn.of(fighter).isTurningFrame = true
  fighter.misc = wholeWord(1)
}

function animateTurn(fighter: Fighter): void {
  if (hasAnimationEnded(fighter)) {
    enterWait(fighter)
    return
  }
  Turn.of(fighter).isTurningFrame = false
  if (Turn.of(fighter).hasTurned) return
  if (Turn.of(fighter).framesToTurn > 0) Turn.of(fighter).framesToTurn--
  else flip(fighter)
}

/** Specials and attacks out of a turn face the new direction, also before the fighter has turned. */
function tryAttackTurned(fighter: Fighter): boolean {
  const { facing } = fighter
  if (!Turn.of(fighter).hasTurned) fighter.facing = -facing
  if (tryTurningSpecial(fighter) || tryGrab(fighter) || tryGroundAttack(fighter)) return true
  fighter.facing = facing
  return false
}

function interruptTurn(fighter: Fighter): void {
  // Even if a follower is made to face another direction meanwhile.
  const facingAfter = -fighter.facingAtStart
  if (f(fighter.stickX * facingAfter) >= DASH.stick && fighter.tiltXTimer < DASH.tiltFrames)
    Turn.of(fighter).wantsDash = true
  if (!Turn.of(fighter).hasTurned && isUcfDashBack(fighter)) {
    flip(fighter)
    noteDashBack(fighter)
  }
  if (tryAttackTurned(fighter) || choose(fighter, TURN_LIST)) return
  if (Turn.of(fighter).isTurningFrame && Turn.of(fighter).wantsDash) choose(fighter, TURNED_LIST)
}

export const TURN_ACTIONS: ActionTable = {
  Turn: { animation: animateTurn, interrupt: interruptTurn, physics: stopOnGround, collision: stayOrFall },
}
