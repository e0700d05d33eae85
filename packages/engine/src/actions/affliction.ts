/**
 * States in which a fighter cannot act for some time that mashing shortens: buried in the floor, asleep, disabled,
 * dizzy. The time depends on percent, and is shorter for a fighter behind in stocks. Source: doldecomp/melee
 * (ftCo_Bury, ftCo_DamageSong, ftCo_DamageBind, ftCo_Furafura); times as SmashWiki gives them (sleep at 0 % as
 * recorded). Approximate: how long a fighter sinks, and its leap out of the floor.
 */
import { ACTION } from '../action-ids.ts'
import { staysOnFloor } from '../collision/fighter-body.ts'
import { AFFLICTION, BURY } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { fallAndDrift } from '../movement/air.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionCallbacks, ActionTable, Callback } from './action.ts'
import { changeAction, halt, hasLasted, leaveGround } from './change.ts'
import { collideFreely, stayOrFall } from './collide.ts'
import { enterFall } from './fall.ts'
import { AIR_LIST, choose } from './interrupts.ts'
import { notePresses, rankOf, shortenStruggle, startStruggle, struggle, struggleLeft } from './mash.ts'
import { enterWait } from './wait.ts'

/** Duration: frames, additional frames by percent, and frames that a press takes off. */
interface Spell {
  readonly frames: number
  readonly perPercent: number
  readonly perPress: number
}

function begin(fighter: Fighter, action: number, { frames, perPercent }: Spell): void {
  halt(fighter)
  changeAction(fighter, action)
  startStruggle(fighter, frames + f(perPercent * fighter.percent) - AFFLICTION.perRank * rankOf(fighter))
}

/** One frame of it passes; true once it is over. */
function passes(fighter: Fighter, { perPress }: Spell): boolean {
  shortenStruggle(fighter, 1)
  struggle(fighter, perPress)
  return struggleLeft(fighter) <= 0
}

/** Into the floor on which the fighter stands. */
export function enterBury(fighter: Fighter): void {
  begin(fighter, ACTION.Bury, AFFLICTION.bury)
}

export function isBuried({ action }: Fighter): boolean {
  return action === ACTION.Bury || action === ACTION.BuryWait
}

function animateBury(fighter: Fighter): void {
  if (passes(fighter, AFFLICTION.bury)) leapOut(fighter)
  else if (fighter.action === ACTION.Bury && hasLasted(fighter, BURY.sinkFrames)) changeAction(fighter, ACTION.BuryWait)
}

/** The floor no longer exists, or the time is over. */
function leapOut(fighter: Fighter): void {
  leaveGround(fighter, 0)
  changeAction(fighter, ACTION.BuryJump)
  fighter.selfVx = 0
  fighter.selfVy = BURY.jumpSpeed
  fighter.invincibleLeft = BURY.invincible
}

function stayBuried(fighter: Fighter): void {
  if (!staysOnFloor(fighter)) leapOut(fighter)
}

function animateJump(fighter: Fighter): void {
  if (hasLasted(fighter, BURY.jumpFrames)) enterFall(fighter)
}

function interruptJump(fighter: Fighter): void {
  if (fighter.actionFrame > BURY.lockFrames) choose(fighter, AIR_LIST)
}

/** Asleep, on the ground. */
export function enterSleep(fighter: Fighter): void {
  begin(fighter, ACTION.DamageSong, AFFLICTION.sleep)
}

function animateSleep(fighter: Fighter): void {
  if (passes(fighter, AFFLICTION.sleep)) changeAction(fighter, ACTION.DamageSongRv)
  else if (fighter.action === ACTION.DamageSong && hasLasted(fighter, AFFLICTION.nodFrames)) {
    changeAction(fighter, ACTION.DamageSongWait)
  }
}

function animateWaking(fighter: Fighter): void {
  if (hasLasted(fighter, fighter.kind.measured.wakingFrames)) enterWait(fighter)
}

/** Disabled, on the ground. */
export function enterBind(fighter: Fighter): void {
  begin(fighter, ACTION.DamageBind, AFFLICTION.bind)
}

/** Dizzy after a broken shield: shorter at higher percent. */
export function enterFurafura(fighter: Fighter): void {
  changeAction(fighter, ACTION.Furafura)
  const { frames, perPercent } = AFFLICTION.dizzy
  startStruggle(fighter, AFFLICTION.leastDizzy + Math.max(0, frames + perPercent * fighter.percent))
}

function until(spell: Spell): Callback {
  return (fighter) => {
    if (passes(fighter, spell)) enterWait(fighter)
  }
}

const onGround = { physics: stopOnGround, collision: stayOrFall }
const buried: ActionCallbacks = {
  animation: animateBury,
  interrupt: notePresses,
  collision: stayBuried,
  resistsPush: true,
}
const asleep: ActionCallbacks = { animation: animateSleep, interrupt: notePresses, ...onGround }

export const AFFLICTION_ACTIONS: ActionTable = {
  Bury: buried,
  BuryWait: buried,
  BuryJump: {
    animation: animateJump,
    interrupt: interruptJump,
    physics: fallAndDrift,
    collision: collideFreely,
  },
  DamageSong: asleep,
  DamageSongWait: asleep,
  DamageSongRv: { animation: animateWaking, ...onGround },
  DamageBind: { animation: until(AFFLICTION.bind), interrupt: notePresses, ...onGround },
  Furafura: { animation: until(AFFLICTION.dizzy), interrupt: notePresses, ...onGround },
}
