/**
 * Inhale: it draws in fighters in reach, as long as B is held, and holds them in the mouth: walking, turning and
 * jumping with them, until they are spat out (A), swallowed (B, or the stick down), or escape by mashing. A swallowed
 * fighter leaves its neutral special. Source: doldecomp/melee (ftKb_SpecialN); figures from a public list of special
 * attributes, times and places measured on recordings. Approximate: the tilts of the stick that count, the squat before
 * the jump.
 */
import { namesIn, type ActionCallbacks, type Callback, type FighterActionTable } from '../../actions/action.ts'
import { heldOf } from '../../actions/catch.ts'
import { changeAction, hasLasted, stepAnimation, touchGround } from '../../actions/change.ts'
import { standOrFall } from '../../actions/fall.ts'
import { placeCarried } from '../../actions/hold-place.ts'
import { askForJump, type JumpSource, moveInJump, noteJumpRelease, takeOff, tryJump } from '../../actions/jump.ts'
import { asksForTurn, asksForWalk } from '../../actions/motion-input.ts'
import { hasScriptEnded } from '../../actions/script.ts'
import { drawIn, enterCaptureKirby, enterCaptureWaitKirby, enterStar, isAtMouth } from '../../actions/swallowed.ts'
import { isOnPlatform, landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import { dealtDamage } from '../../combat/find.ts'
import { takeNote } from '../../combat/notes.ts'
import { takeDamage } from '../../combat/percent.ts'
import { DASH, INPUT, JUMP, PASS, SWALLOW } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallWithoutDrift } from '../../movement/air.ts'
import { stopOnGround, walkOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import { NANA, POPO } from '../../tables/fighters.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, swapInAir, swapOnGround, thenFall, thenWait } from '../special.ts'
import { OWN } from './own.ts'

const KIRBY = 4

const STATE = {
  start: 353,
  loop: 354,
  end: 355,
  draw: 356,
  eat: 358,
  wait: 359,
  walkSlow: 360,
  turn: 363,
  squat: 364,
  jump: 365,
  landing: 366,
  drink: 367,
  spit: 369,
  fall: 377,
  turnInAir: 382,
} as const
/** Offset from the ground to the same in the air; for spitting and swallowing, for turning, for all others. */
const MOUTH_TO_AIR = 11
const TURN_TO_AIR = STATE.turnInAir - STATE.turn
const TO_AIR = 18

/** It lasts for at least this long, even if B is released. */
const LEAST_FRAMES = 40
const LOOP_FRAMES = 18
const WAIT_FRAMES = 80
const EAT_FRAMES = 20
const TURN_FRAMES = 14
const LANDING_FRAMES = 29
/** Counters on which a victim leaves the mouth. */
const SPIT_FRAME = 6
const DRINK_FRAME = 7
/** With a victim, he walks and jumps at this share of his usual speed. */
const FULL_SHARE = f(0.6)
const DRINK_STICK = f(0.5)

const Inhale = privates({ framesLeft: 'int' })

function toAir(action: number): number {
  if (action >= STATE.drink) return MOUTH_TO_AIR
  return action === STATE.turn ? TURN_TO_AIR : TO_AIR
}

function inAirOf(fighter: Fighter, action: number): number {
  return fighter.isAirborne ? action + toAir(action) : action
}

export function enterInhale(fighter: Fighter): void {
  enterSpecial(fighter, inAirOf(fighter, STATE.start))
}

function enterLoop(fighter: Fighter): void {
  changeAction(fighter, inAirOf(fighter, STATE.loop))
  Inhale.of(fighter).framesLeft = LEAST_FRAMES
}

function repeat(fighter: Fighter, frames: number): void {
  if (fighter.animationFrame >= frames) fighter.animationFrame = f(fighter.animationFrame - frames)
}

function interruptLoop(fighter: Fighter): void {
  const own = Inhale.of(fighter)
  if (own.framesLeft > 0) own.framesLeft--
  else if (!(fighter.held & BUTTON.B)) changeAction(fighter, inAirOf(fighter, STATE.end))
}

function catches(fighter: Fighter, victim: Fighter): void {
  changeAction(fighter, inAirOf(fighter, STATE.draw))
  fighter.holds = victim.index
  enterCaptureKirby(victim, fighter)
}

/** Without a victim the mouth is empty. */
function full(next: (fighter: Fighter, victim: Fighter) => void): Callback {
  return (fighter) => {
    const victim = heldOf(fighter)
    if (victim) next(fighter, victim)
    else standOrFall(fighter)
  }
}

const animateDraw = full((fighter, victim) => {
  repeat(fighter, LOOP_FRAMES)
  if (!isAtMouth(victim, fighter)) return
  changeAction(fighter, inAirOf(fighter, STATE.eat))
  enterCaptureWaitKirby(victim)
})

function draw(fighter: Fighter): void {
  const victim = heldOf(fighter)
  if (victim) drawIn(victim, fighter)
}

/** Poses with known places; in others a victim is placed as while it waits. */
function poseOf(fighter: Fighter): number {
  const { action, isAirborne } = fighter
  const pose = isAirborne ? action - (action > STATE.fall ? MOUTH_TO_AIR : TO_AIR) : action
  return pose === STATE.eat || pose === STATE.drink || pose === STATE.spit ? pose : STATE.wait
}

function hold(fighter: Fighter): void {
  const victim = heldOf(fighter)
  if (victim) placeCarried(fighter, poseOf(fighter), fighter.animationFrame, victim)
}

function enterEatWait(fighter: Fighter): void {
  changeAction(fighter, inAirOf(fighter, STATE.wait))
  stepAnimation(fighter)
}

function enterMouth(fighter: Fighter, action: number): void {
  changeAction(fighter, inAirOf(fighter, action))
  stepAnimation(fighter)
}

function tryMouth(fighter: Fighter): boolean {
  const { pressed, stickY } = fighter
  if (pressed & BUTTON.B || stickY < -DRINK_STICK) enterMouth(fighter, STATE.drink)
  else if (pressed & BUTTON.A) enterMouth(fighter, STATE.spit)
  else return false
  return true
}

function tryTurn(fighter: Fighter): boolean {
  if (!asksForTurn(fighter)) return false
  enterMouth(fighter, STATE.turn)
  return true
}

function enterSquat(fighter: Fighter, source: JumpSource): void {
  changeAction(fighter, STATE.squat)
  stepAnimation(fighter)
  askForJump(fighter, source)
}

function interruptWait(fighter: Fighter): void {
  if (tryMouth(fighter) || tryTurn(fighter) || tryJump(fighter, enterSquat) || !asksForWalk(fighter)) return
  changeAction(fighter, STATE.walkSlow)
}

function interruptFall(fighter: Fighter): void {
  if (!tryMouth(fighter)) tryTurn(fighter)
}

function interruptWalk(fighter: Fighter): void {
  if (!tryJump(fighter, enterSquat) && !asksForWalk(fighter)) enterEatWait(fighter)
}

/** A flick of the victim's stick makes Kirby hop, slide, or drop through his platform. */
function shove(fighter: Fighter): void {
  const victim = heldOf(fighter)
  if (!victim) return
  const { stickX, stickY, tiltXTimer, tiltYTimer } = victim
  if (!fighter.isAirborne) {
    const hops = stickY >= JUMP.stick && tiltYTimer < JUMP.tiltFrames
    const drops = stickY <= -PASS.stick && tiltYTimer < PASS.tiltFrames && isOnPlatform(fighter)
    if (hops || drops) {
      victim.tiltYTimer = INPUT.timerEnd
      swapInAir(fighter, STATE.fall)
      fighter.selfVy = hops ? SWALLOW.shove : -SWALLOW.shove
      if (drops) fighter.passedLine = fighter.floorLine
    }
  }
  if (Math.abs(stickX) < DASH.stick || tiltXTimer >= SWALLOW.shoveFrames) return
  victim.tiltXTimer = INPUT.timerEnd
  const speed = stickX < 0 ? -SWALLOW.shove : SWALLOW.shove
  if (fighter.isAirborne) fighter.selfVx = speed
  else fighter.groundVelocity = speed
}

function moveWait(fighter: Fighter): void {
  shove(fighter)
  if (fighter.isAirborne) fallWithoutDrift(fighter)
  else stopOnGround(fighter)
}

function landFull(fighter: Fighter): void {
  if (!landsOn(fighter, false)) return
  touchGround(fighter)
  changeAction(fighter, STATE.landing)
  stepAnimation(fighter)
}

function slipIntoFall(fighter: Fighter): void {
  if (!staysOnFloor(fighter)) swapInAir(fighter, STATE.fall)
}

/** Releases the victim from the mouth on a frame of the script: damage, and a star. */
function letOut(frame: number, isSwallowed: boolean): ActionCallbacks {
  const end: Callback = (fighter) => {
    if (hasScriptEnded(fighter)) standOrFall(fighter)
  }
  return {
    animation: (fighter) => {
      const victim = heldOf(fighter)
      if (victim && fighter.animationFrame === frame) {
        strike(fighter, victim)
        if (isSwallowed) copy(fighter, victim)
        enterStar(victim, fighter, isSwallowed)
      } else if (!victim && fighter.animationFrame < frame) {
        standOrFall(fighter)
        return
      }
      end(fighter)
    },
  }
}

/** A Kirby that has swallowed a Kirby takes its copy over. */
function copy({ ownInts }: Fighter, { kind, ownInts: its }: Fighter): void {
  ownInts.fill(0, 0, OWN.hasSwung)
  if (kind.internalId === KIRBY) ownInts[OWN.copied] = its[OWN.copied]!
  else ownInts[OWN.copied] = (kind.internalId === NANA ? POPO : kind.internalId) + 1
}

function strike(fighter: Fighter, victim: Fighter): void {
  const values = fighter.state.move?.throw
  if (!values) return
  const damage = dealtDamage(fighter, values)
  takeNote(victim, fighter)
  takeDamage(victim, damage)
}

/** On the ground and in the air, each off the floor or onto it into the other. */
function pair(action: number, callbacks: ActionCallbacks): readonly [ActionCallbacks, ActionCallbacks] {
  const air = action + toAir(action)
  return [
    {
      ...callbacks,
      physics: stopOnGround,
      collision: (fighter) => {
        if (!staysOnFloor(fighter)) swapInAir(fighter, air)
      },
    },
    {
      ...callbacks,
      physics: fallWithoutDrift,
      collision: (fighter) => {
        if (landsOn(fighter, false)) swapOnGround(fighter, action)
      },
    },
  ]
}

const [start, airStart] = pair(STATE.start, { animation: afterScript(enterLoop), catches })
const [loop, airLoop] = pair(STATE.loop, {
  animation: (fighter) => repeat(fighter, LOOP_FRAMES),
  interrupt: interruptLoop,
  catches,
})
const [end] = pair(STATE.end, { animation: thenWait })
const [, airEnd] = pair(STATE.end, { animation: thenFall })
const [drawing, airDrawing] = pair(STATE.draw, { animation: animateDraw, accessory: draw })
const [eat, airEat] = pair(STATE.eat, {
  animation: full((fighter) => {
    if (hasLasted(fighter, EAT_FRAMES)) enterEatWait(fighter)
  }),
  accessory: hold,
})
const [turn, airTurn] = pair(STATE.turn, {
  animation: full((fighter) => {
    if (!hasLasted(fighter, TURN_FRAMES)) return
    fighter.facing = -fighter.facing
    enterEatWait(fighter)
  }),
  accessory: hold,
})
const [drink, airDrink] = pair(STATE.drink, { ...letOut(DRINK_FRAME, true), accessory: hold })
const [spit, airSpit] = pair(STATE.spit, { ...letOut(SPIT_FRAME, false), accessory: hold })
const waiting = {
  animation: full((fighter) => repeat(fighter, WAIT_FRAMES)),
  physics: moveWait,
  accessory: hold,
}
const walk: ActionCallbacks = {
  animation: full((fighter) => repeat(fighter, WAIT_FRAMES)),
  interrupt: interruptWalk,
  physics: (fighter) => walkOnGround(fighter, FULL_SHARE),
  collision: slipIntoFall,
  accessory: hold,
}

/** Actions in which he has a victim in the mouth. */
const FULL_ACTIONS: FighterActionTable = {
  SpecialNCapture0: drawing,
  SpecialAirNCapture0: airDrawing,
  Eat: eat,
  EatAir: airEat,
  EatWait: { ...waiting, interrupt: interruptWait, collision: slipIntoFall },
  EatFall: { ...waiting, interrupt: interruptFall, collision: landFull },
  EatWalkSlow: walk,
  EatWalkMiddle: walk,
  EatWalkFast: walk,
  EatTurn: turn,
  EatTurnAir: airTurn,
  EatJump1: {
    animation: full((fighter) => {
      if (!hasLasted(fighter, fighter.kind.attributes.jumpStartupTime)) return
      takeOff(fighter, FULL_SHARE)
      changeAction(fighter, STATE.jump)
      stepAnimation(fighter)
    }),
    interrupt: noteJumpRelease,
    physics: stopOnGround,
    collision: slipIntoFall,
    accessory: hold,
  },
  EatJump2: { animation: full(() => {}), physics: moveInJump, collision: landFull, accessory: hold },
  EatLanding: {
    animation: full((fighter) => {
      if (hasLasted(fighter, LANDING_FRAMES)) enterEatWait(fighter)
    }),
    physics: stopOnGround,
    collision: slipIntoFall,
    accessory: hold,
  },
  SpecialNDrink0: drink,
  SpecialAirNDrink0: airDrink,
  SpecialNSpit0: spit,
  SpecialAirNSpit0: airSpit,
}

export const INHALE: FighterOverrides = {
  holding: namesIn(FULL_ACTIONS),
  actions: {
    SpecialN: start,
    SpecialAirN: airStart,
    SpecialNLoop: loop,
    SpecialAirNLoop: airLoop,
    SpecialNEnd: end,
    SpecialAirNEnd: airEnd,
    ...FULL_ACTIONS,
  },
}
