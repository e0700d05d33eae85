/**
 * Squall Hammer: a spin steered by the stick and lifted by presses of B, the one that starts it in the air among them.
 * Walls throw it back, and in the air it ends helpless. Popo swings it alone, or with Nana when she is near: then it is
 * lifted further, ends sooner, and she follows his motion. Source: doldecomp/melee (ftPp_SpecialS, ftNn_SpecialS);
 * figures from public lists of special attributes, lifts and speeds measured in the game. Estimates: the least stick
 * that steers, the initial speed in the air, the frame of the last possible lift, from which she also drops behind.
 */
import type { Callback } from '../../actions/action.ts'
import { leaveGround, swapAction, touchGround } from '../../actions/change.ts'
import { enterFallSpecial } from '../../actions/fall.ts'
import { enterWait } from '../../actions/wait.ts'
import { landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallAt, fallUpTo, slowInAirBy } from '../../movement/air.ts'
import { setMotion, slow } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, spinWide, swapInAir, thenWait, twinHere } from '../special.ts'
import { IDLE, moveWith, partnerOf, standWith } from './pair.ts'

/**
 * Popo's states alone; those with Nana follow. The id of each airborne state minus that of its grounded twin.
 */
const ALONE = 343
const TOGETHER = 344
const TO_AIR = 2
const NANAS = 359
const NANAS_TO_AIR = 1

const SquallHammer = privates({
  /** B was pressed since the last lift. */
  isPressed: 'flag',
  sinceLift: 'int',
  frames: 'int',
})

const NanasSpin = privates({
  /** Nana's: frames since she began to drop behind. */
  behindFor: 'int',
})

const LIFT = { alone: f(0.6), together: f(0.67) } as const
const FRAMES_BETWEEN = 6
/** Script frame up to which B lifts and the stick steers. */
const LAST_FRAME = 56
const START = { ground: f(0.375), x: f(1.8), alone: f(0.6), together: f(1.2) } as const
/** At the end Nana drops behind him: distance per frame, and the greatest number of frames. */
const BEHIND = { step: f(1.5), frames: 5 } as const
const STEERS = f(0.25)
const GROUND = { acceleration: f(0.09), most: f(0.9), slope: f(0.25) } as const
const AIR = { acceleration: f(0.08), most: f(1.2), gravity: f(0.1), terminalVelocity: f(2.8), frames: 50 } as const
const BOUNCE = { share: f(0.75), least: f(0.5) } as const
const LANDING_LAG = 30

function clamp(speed: number, most: number): number {
  return Math.max(-most, Math.min(most, speed))
}

function isTogether({ action }: Fighter): boolean {
  return action === TOGETHER || action === TOGETHER + TO_AIR
}

function enter(fighter: Fighter): void {
  const own = SquallHammer.of(fighter)
  const nana = partnerOf(fighter, IDLE)
  enterSpecial(fighter, twinHere(fighter, nana ? TOGETHER : ALONE, TO_AIR))
  own.isPressed = false
  own.sinceLift = FRAMES_BETWEEN
  own.frames = 0
  if (fighter.isAirborne) {
    own.isPressed = true
    fighter.selfVx = f(fighter.facing * START.x)
    fighter.selfVy = nana ? START.together : START.alone
  } else fighter.groundVelocity = f(fighter.facing * START.ground)
  if (nana) join(nana)
}

function join(nana: Fighter): void {
  standWith(nana)
  moveWith(nana)
  enterSpecial(nana, twinHere(nana, NANAS, NANAS_TO_AIR))
  NanasSpin.of(nana).behindFor = 0
}

function isOpen({ animationFrame }: Fighter): boolean {
  return animationFrame <= LAST_FRAME
}

function notePress(fighter: Fighter): void {
  if (isOpen(fighter) && (fighter.pressed & BUTTON.B) !== 0) SquallHammer.of(fighter).isPressed = true
}

/** The stick where it steers; not yet on the frame of the entry. */
function steering(fighter: Fighter): number {
  const { stickX, actionFrame } = fighter
  return isOpen(fighter) && actionFrame > 1 && Math.abs(stickX) >= STEERS ? stickX : 0
}

/** One frame passes. True when a press lifts now. */
function lifts(fighter: Fighter): boolean {
  const own = SquallHammer.of(fighter)
  own.frames++
  own.sinceLift++
  if (!own.isPressed || own.sinceLift <= FRAMES_BETWEEN) return false
  own.isPressed = false
  own.sinceLift = 0
  return true
}

function takeOff(fighter: Fighter): void {
  swapInAir(fighter, fighter.action + TO_AIR)
  fighter.selfVx = clamp(fighter.selfVx, AIR.most)
}

function moveOnGround(fighter: Fighter): void {
  const { kind, match, floorLine } = fighter
  const stick = steering(fighter)
  if (stick !== 0) {
    const acceleration = f(stick * GROUND.acceleration)
    const downhill = f(GROUND.slope * match.terrain.normalX[floorLine]!)
    fighter.groundVelocity = f(f(fighter.groundVelocity + acceleration) + downhill)
  } else slow(fighter, kind.attributes.groundFriction)
  fighter.groundVelocity = clamp(fighter.groundVelocity, GROUND.most)
  setMotion(fighter)
  if (!lifts(fighter)) return
  takeOff(fighter)
  fighter.selfVy = f(fighter.selfVy + liftOf(fighter))
}

function liftOf(fighter: Fighter): number {
  return isTogether(fighter) ? LIFT.together : LIFT.alone
}

function moveInAir(fighter: Fighter): void {
  const { kind } = fighter
  const own = SquallHammer.of(fighter)
  const { gravity, aerialFriction } = kind.attributes
  if (lifts(fighter)) fighter.selfVy = f(fighter.selfVy + liftOf(fighter))
  if (own.frames < AIR.frames) fallUpTo(fighter, AIR.gravity, AIR.terminalVelocity)
  else fallAt(fighter, gravity)
  const stick = steering(fighter)
  if (stick === 0) {
    slowInAirBy(fighter, aerialFriction)
    return
  }
  const sign = stick > 0 ? 1 : -1
  const room = f(AIR.most - fighter.selfVx * sign)
  // The faster one gets its speed at once, as recordings show.
  fighter.airAccelerationX = sign * Math.min(room, f(Math.abs(stick) * AIR.acceleration))
}

function collideOnGround(fighter: Fighter): void {
  if (!staysOnFloor(fighter)) takeOff(fighter)
}

function collideInAir(fighter: Fighter): void {
  const lands = landsOn(fighter, false)
  const { selfVx, wallTimer, wallSide } = fighter
  if (wallTimer === 0 && selfVx * wallSide > 0) {
    fighter.selfVx = f(-wallSide * Math.max(BOUNCE.least, f(Math.abs(selfVx) * BOUNCE.share)))
  }
  if (!lands) return
  touchGround(fighter)
  fighter.selfVy = 0
  fighter.groundVelocity = clamp(fighter.groundVelocity, GROUND.most)
  swapAction(fighter, fighter.action - TO_AIR)
}

/** Without her it ends. */
function together(end: Callback, over: Callback): Callback {
  return (fighter) => {
    const action = fighter.follower?.action
    if (action === NANAS || action === NANAS + NANAS_TO_AIR) end(fighter)
    else over(fighter)
  }
}

const endHelpless: Callback = (fighter) => enterFallSpecial(fighter, { landingLag: LANDING_LAG })

const onGround = { interrupt: notePress, physics: moveOnGround, collision: collideOnGround, shapeEcb: spinWide }
const inAir = { interrupt: notePress, physics: moveInAir, collision: collideInAir, shapeEcb: spinWide }

export const SQUALL_HAMMER: FighterOverrides = {
  specials: { SpecialS: enter, SpecialAirS: enter },
  actions: {
    SpecialS1: { ...onGround, animation: thenWait },
    SpecialS2: { ...onGround, animation: together(thenWait, enterWait) },
    SpecialAirS1: { ...inAir, animation: afterScript(endHelpless) },
    SpecialAirS2: { ...inAir, animation: together(afterScript(endHelpless), endHelpless) },
  },
}

/** She repeats his motion, and stops when he does. */
function spin(nana: Fighter): void {
  const { leader } = nana
  if (isTogether(leader)) nana.animationFrame = leader.animationFrame
  else if (nana.isAirborne) endHelpless(nana)
  else enterWait(nana)
}

function goAlong(nana: Fighter): void {
  const { leader } = nana
  const own = NanasSpin.of(nana)
  const wasAirborne = nana.isAirborne
  if (isOpen(leader)) standWith(nana)
  else {
    own.behindFor = Math.min(BEHIND.frames, own.behindFor + 1)
    nana.x = f(leader.x - f(f(BEHIND.step * own.behindFor) * nana.facing))
    if (!nana.isAirborne && !staysOnFloor(nana)) leaveGround(nana, ECB_LOCK_FRAMES)
    else if (nana.isAirborne && landsOn(nana, false)) touchGround(nana)
  }
  if (nana.isAirborne !== wasAirborne) swapAction(nana, twinHere(nana, NANAS, NANAS_TO_AIR))
}

const following = { animation: spin, physics: moveWith, collision: goAlong, shapeEcb: spinWide }

export const NANAS_HAMMER: FighterOverrides = { actions: { SpecialS_0: following, SpecialS_1: following } }
