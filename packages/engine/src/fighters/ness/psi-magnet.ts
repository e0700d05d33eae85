/**
 * PSI Magnet: a field about Ness, up for as long as B is held and half a second at least, that takes in shots and heals
 * him by them. Source: doldecomp/melee (ftNs_SpecialLw); numbers as public randomizers list them and a recording shows.
 * Approximate: the field's middle and size, fitted to four
 * recorded shots (the list's 8.5 about his middle takes them in a frame early).
 */
import type { ActionCallbacks, Bubble } from '../../actions/action.ts'
import { hasScriptEnded } from '../../actions/attack.ts'
import { changeAction } from '../../actions/change.ts'
import { standOrFall } from '../../actions/fall.ts'
import { wholeWord } from '../../actions/first-word.ts'
import type { Article } from '../../articles/article.ts'
import { staledDamage } from '../../combat/find-articles.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallAt, slowToDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, airTwinOf, enterSpecial, groundTwinOf } from '../special.ts'

const START = 367
const HOLD = 368
const HIT = 369
const END = 370
const AIR_START = 372
/** Every state of the air stands so many after its twin of the ground. */
const TO_AIR = AIR_START - START

// Private variables, handed on from one state to the next.
/** Frames before it may be let go of; shown. */
const HELD_LEFT = 0
const RELEASED = 1
const WEIGHTLESS = 2

const LEAST_HELD = 30
const START_WEIGHTLESS = 4
const KEPT_SPEED_DIVISOR = f(2)
const GRAVITY = f(0.8 / 30)
/** Percent by point of damage taken in. */
const HEALING = f(2)
/** Counter at which the field's animation begins again. */
const HOLD_FRAMES = 20

function setHeld(fighter: Fighter, frames: number): void {
  fighter.stateInts[HELD_LEFT] = frames
  fighter.misc = wholeWord(frames)
}

function enterStart(fighter: Fighter, action: number): void {
  enterSpecial(fighter, action)
  setHeld(fighter, LEAST_HELD)
  fighter.stateInts[RELEASED] = 0
  fighter.stateInts[WEIGHTLESS] = START_WEIGHTLESS
}

function enterInAir(fighter: Fighter): void {
  fighter.selfVy = 0
  fighter.selfVx = f(fighter.selfVx / KEPT_SPEED_DIVISOR)
  enterStart(fighter, AIR_START)
}

/** The state of the ground, or its twin in the air. */
function enterHere(fighter: Fighter, action: number): void {
  changeAction(fighter, fighter.isAirborne ? action + TO_AIR : action)
  fighter.isBubbleOut = action !== END
}

function noteRelease(fighter: Fighter): void {
  if ((fighter.held & BUTTON.B) === 0) fighter.stateInts[RELEASED] = 1
}

/** May it end by now? */
function passHeld(fighter: Fighter): boolean {
  const { stateInts } = fighter
  noteRelease(fighter)
  if (stateInts[HELD_LEFT]! > 0) setHeld(fighter, stateInts[HELD_LEFT]! - 1)
  return stateInts[HELD_LEFT] === 0 && stateInts[RELEASED] !== 0
}

function animateStart(fighter: Fighter): void {
  noteRelease(fighter)
  if (hasScriptEnded(fighter)) enterHere(fighter, HOLD)
}

function animateHold(fighter: Fighter): void {
  if (passHeld(fighter)) enterHere(fighter, END)
  else if (fighter.animationFrame >= HOLD_FRAMES) fighter.animationFrame -= HOLD_FRAMES
}

function animateHit(fighter: Fighter): void {
  const mayEnd = passHeld(fighter)
  if (hasScriptEnded(fighter)) enterHere(fighter, mayEnd ? END : HOLD)
}

function moveInAir(fighter: Fighter): void {
  const { stateInts } = fighter
  if (stateInts[WEIGHTLESS]! > 0) stateInts[WEIGHTLESS]!--
  else fallAt(fighter, GRAVITY, fighter.kind.attributes.terminalVelocity)
  slowToDrift(fighter)
}

function absorbs(fighter: Fighter, article: Article): void {
  const healing = Math.trunc(f(staledDamage(article, article.hitboxes.values[0]!) * HEALING))
  fighter.percent = Math.max(0, f(fighter.percent - healing))
  fighter.facing = article.x < fighter.x ? -1 : 1
  enterHere(fighter, HIT)
}

const bubble: Bubble = { does: 'absorb', x: 0, y: 6, radius: 7, met: absorbs }

function states(name: string, ground: number, callbacks: ActionCallbacks): Readonly<Record<string, ActionCallbacks>> {
  return {
    [`SpecialLw${name}`]: { ...callbacks, physics: stopOnGround, collision: groundTwinOf(ground + TO_AIR) },
    [`SpecialAirLw${name}`]: { ...callbacks, physics: moveInAir, collision: airTwinOf(ground) },
  }
}

export const PSI_MAGNET: FighterOverrides = {
  specials: { SpecialLw: (fighter) => enterStart(fighter, START), SpecialAirLw: enterInAir },
  actions: {
    ...states('Start', START, { animation: animateStart }),
    ...states('Hold', HOLD, { animation: animateHold, bubble }),
    ...states('Hit', HIT, { animation: animateHit, bubble }),
    ...states('End', END, { animation: afterScript(standOrFall) }),
  },
}
