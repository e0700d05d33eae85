/**
 * Popo's Squall Hammer: a spin steered by the stick, lifted by presses of B, the one that starts it in the air among them;
 * walls throw it back, and in the air it ends helpless. Nana has none of her own. Source: doldecomp/melee (ftPp_SpecialS);
 * figures from public lists of special attributes, lifts and speeds measured in the game. Estimates: the least stick that
 * steers, the speed at which the one in the air sets out, the frame on which its last lift may come.
 */
import { swapAction, touchGround } from '../../actions/change.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallAt, slowInAir } from '../../movement/air.ts'
import { landsOn, staysOnFloor } from '../../movement/collide.ts'
import { setMotion, slow } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, swapInAir, thenFallSpecial, thenWait } from '../special.ts'

const ON_GROUND = 343
const IN_AIR = 345

// Private variables.
/** B was pressed since the last lift. */
const IS_PRESSED = 0
const SINCE_LIFT = 1
const FRAMES = 2

const LIFT = f(0.6)
const FRAMES_BETWEEN = 6
/** Script frame up to which B lifts and the stick steers. */
const LAST_FRAME = 56
const START = { ground: f(0.375), x: f(1.8), y: f(0.6) } as const
const STEERS = f(0.25)
const GROUND = { acceleration: f(0.09), most: f(0.9), slope: f(0.25) } as const
const AIR = { acceleration: f(0.08), most: f(1.2), gravity: f(0.1), terminalVelocity: f(2.8), frames: 50 } as const
const BOUNCE = { share: f(0.75), least: f(0.5) } as const
const LANDING_LAG = 30

function clamp(speed: number, most: number): number {
  return Math.max(-most, Math.min(most, speed))
}

function enter(fighter: Fighter, action: number): void {
  const { stateInts } = fighter
  enterSpecial(fighter, action)
  stateInts[IS_PRESSED] = 0
  stateInts[SINCE_LIFT] = FRAMES_BETWEEN
  stateInts[FRAMES] = 0
}

function enterOnGround(fighter: Fighter): void {
  enter(fighter, ON_GROUND)
  fighter.groundVelocity = f(fighter.facing * START.ground)
}

function enterInAir(fighter: Fighter): void {
  enter(fighter, IN_AIR)
  fighter.stateInts[IS_PRESSED] = 1
  fighter.selfVx = f(fighter.facing * START.x)
  fighter.selfVy = START.y
}

function isOpen({ animationFrame }: Fighter): boolean {
  return animationFrame <= LAST_FRAME
}

function notePress(fighter: Fighter): void {
  if (isOpen(fighter) && (fighter.pressed & BUTTON.B) !== 0) fighter.stateInts[IS_PRESSED] = 1
}

/** The stick, where it steers; the frame of the entry does not ask yet. */
function steering(fighter: Fighter): number {
  const { stickX, actionFrame } = fighter
  return isOpen(fighter) && actionFrame > 1 && Math.abs(stickX) >= STEERS ? stickX : 0
}

/** A frame passes; does a press lift now? */
function lifts({ stateInts }: Fighter): boolean {
  stateInts[FRAMES]!++
  stateInts[SINCE_LIFT]!++
  if (stateInts[IS_PRESSED] === 0 || stateInts[SINCE_LIFT]! <= FRAMES_BETWEEN) return false
  stateInts[IS_PRESSED] = 0
  stateInts[SINCE_LIFT] = 0
  return true
}

function takeOff(fighter: Fighter): void {
  swapInAir(fighter, IN_AIR)
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
  fighter.selfVy = f(fighter.selfVy + LIFT)
}

function moveInAir(fighter: Fighter): void {
  const { kind, stateInts } = fighter
  const { gravity, terminalVelocity, aerialFriction } = kind.attributes
  if (lifts(fighter)) fighter.selfVy = f(fighter.selfVy + LIFT)
  if (stateInts[FRAMES]! < AIR.frames) fallAt(fighter, AIR.gravity, AIR.terminalVelocity)
  else fallAt(fighter, gravity, terminalVelocity)
  const stick = steering(fighter)
  if (stick === 0) {
    slowInAir(fighter, aerialFriction)
    return
  }
  const sign = stick > 0 ? 1 : -1
  const room = f(AIR.most - fighter.selfVx * sign)
  fighter.airAccelerationX = sign * Math.max(0, Math.min(room, f(Math.abs(stick) * AIR.acceleration)))
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
  fighter.groundVelocity = clamp(fighter.groundVelocity, GROUND.most)
  swapAction(fighter, ON_GROUND)
}

export const SQUALL_HAMMER: FighterOverrides = {
  specials: { SpecialS: enterOnGround, SpecialAirS: enterInAir },
  actions: {
    SpecialS1: { animation: thenWait, interrupt: notePress, physics: moveOnGround, collision: collideOnGround },
    SpecialAirS1: {
      animation: thenFallSpecial(LANDING_LAG),
      interrupt: notePress,
      physics: moveInAir,
      collision: collideInAir,
    },
  },
}
