/**
 * Laid as an egg: it flies off, rolls, and is shortened by mashing; hits on it meanwhile have no effect. Source:
 * doldecomp/melee (ftCo_YoshiEgg); figures from the sources of a public randomizer, speeds as in two recordings. Not
 * implemented: hits shorten it.
 */
import { landsOn, staysOnFloor } from '../collision/fighter-body.ts'
import { BODY_STATE, ECB_LOCK_FRAMES } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { fallAndDrift } from '../movement/air.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { changeAction, leaveGround, stepAnimation, touchGround } from './change.ts'
import { enterFall } from './fall.ts'
import { notePresses, shortenStruggle, startStruggle, struggle, struggleLeft } from './mash.ts'

/** Frames in the egg, and the frames that a press takes off. */
const FRAMES = 200
const PER_PRESS = 14
/** Out of the egg: thrown up, and intangible for some frames. */
const LEAP = f(2.4)
const INTANGIBLE_FRAMES = 14
/** An egg flies off backward and up. */
const SPEED = { x: f(0.68), y: f(2.2) } as const

/** Laid at the present place of Yoshi, or of a Kirby that copied him. */
export function enterYoshiEgg(fighter: Fighter, yoshi: Fighter, action: number): void {
  leaveGround(fighter, ECB_LOCK_FRAMES)
  changeAction(fighter, action)
  stepAnimation(fighter)
  startStruggle(fighter, FRAMES)
  fighter.heldBy = -1
  fighter.facing = yoshi.facing
  fighter.selfVx = f(-yoshi.facing * SPEED.x)
  fighter.selfVy = SPEED.y
}

function animate(fighter: Fighter): void {
  fighter.bodyState = BODY_STATE.invincible
  shortenStruggle(fighter, 1)
  struggle(fighter, PER_PRESS)
  if (struggleLeft(fighter) > 0) return
  if (!fighter.isAirborne) leaveGround(fighter, ECB_LOCK_FRAMES)
  fighter.selfVx = 0
  fighter.selfVy = LEAP
  fighter.intangibleLeft = INTANGIBLE_FRAMES
  enterFall(fighter)
}

function move(fighter: Fighter): void {
  if (fighter.isAirborne) fallAndDrift(fighter)
  else stopOnGround(fighter)
}

function collide(fighter: Fighter): void {
  if (!fighter.isAirborne) {
    if (!staysOnFloor(fighter)) leaveGround(fighter, ECB_LOCK_FRAMES)
  } else if (landsOn(fighter, false)) {
    // It keeps only the animation's own motion (ftCommon_8007D6A4).
    fighter.selfVx = 0
    touchGround(fighter)
  }
}

const egg = { animation: animate, interrupt: notePresses, physics: move, collision: collide }

export const YOSHI_EGG_ACTIONS: ActionTable = {
  YoshiEgg: egg,
  KirbyYoshiEgg: egg,
}
