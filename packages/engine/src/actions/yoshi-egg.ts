/**
 * Laid as an egg: it flies off, rolls, and is shortened by mashing and by hits, which do half their damage and move it
 * not. Source: doldecomp/melee (ftCo_YoshiEgg); figures from the sources of a public randomizer, speeds as in two
 * recordings, hits as in three. What a hit takes off ends each of these on its frame.
 */
import { landsOn, staysOnFloor } from '../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { fallAndDrift } from '../movement/air.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionCallbacks, ActionTable } from './action.ts'
import { changeAction, leaveGround, stepAnimation, touchGround } from './change.ts'
import { enterFall } from './fall.ts'
import { notePresses, shortenStruggle, startStruggle, struggle, struggleLeft } from './mash.ts'

/** Frames in the egg, and the frames that a press takes off. */
const FRAMES = 200
const PER_PRESS = 14
/** Frames that each percent of a hit takes off. */
const PER_PERCENT = 4
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
  shortenStruggle(fighter, 1)
  struggle(fighter, PER_PRESS)
  if (struggleLeft(fighter) > 0) return
  if (!fighter.isAirborne) leaveGround(fighter, ECB_LOCK_FRAMES)
  fighter.selfVx = 0
  fighter.selfVy = LEAP
  fighter.intangibleLeft = INTANGIBLE_FRAMES
  // A fastfall does not outlast the egg (ftCo_Fall_Enter_YoshiEgg).
  fighter.isFastFalling = false
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

/** A hit takes time off for its damage (ftCo_800BC3D0). */
function shorten(fighter: Fighter): void {
  shortenStruggle(fighter, f(PER_PERCENT * fighter.receivedHit.total))
}

const egg: ActionCallbacks = {
  animation: animate,
  interrupt: notePresses,
  physics: move,
  collision: collide,
  damaged: shorten,
  damageShare: f(0.5),
  armour: Infinity,
}

export const YOSHI_EGG_ACTIONS: ActionTable = {
  YoshiEgg: egg,
  KirbyYoshiEgg: egg,
}
