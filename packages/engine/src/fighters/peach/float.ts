/**
 * The float. With the stick down and a jump button held she stops in the air at once; with a jump held, as soon as she
 * no longer rises; once per airtime. On release, or after its time, she leaves it through the end of an air jump.
 * Attacks out of it stay in the air as it does, and land without their lag. Source: doldecomp/melee (ftPe_Float,
 * ftPe_FloatAttack, ftPe_FloatFall); curves measured on 23 recorded ends.
 */
import { ACTION } from '../../action-ids.ts'
import type { ActionCallbacks, Callback, FighterActionTable } from '../../actions/action.ts'
import { collideInAttack, tryAerial } from '../../actions/aerial.ts'
import { aerial, NO_ACTION } from '../../actions/attack-input.ts'
import { changeAction, KEEP, stepAnimation } from '../../actions/change.ts'
import { collideFreely } from '../../actions/collide.ts'
import { tryEscapeAir } from '../../actions/escape-air.ts'
import { enterFall, enterFallAerial, FALL_ACTIONS } from '../../actions/fall.ts'
import { tryAirItemThrow } from '../../actions/item-throw.ts'
import { JUMP_ACTIONS } from '../../actions/jump.ts'
import { tryAirJump } from '../../actions/motion-input.ts'
import { hasScriptEnded, isOpen, followFlip } from '../../actions/script.ts'
import { tryAirSpecial } from '../../actions/special.ts'
import { FAST_FALL, JUMP } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { JUMP_BUTTONS } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { drift, fallAndDrift } from '../../movement/air.ts'
import { privates } from '../../state/privates.ts'
import { SPECIALS } from '../../tables/generated/peach-specials.ts'
import { CURVE_JUMP } from '../curve-jump.ts'
import { FLOAT_LEFT, HAS_FLOATED } from './words.ts'

const FLOAT = 341
const FLOAT_FALL_F = 342
const FLOAT_FALL_B = 343
const FLOAT_ATTACK = 344

/** Greatest length of the float, and frames of the animation that loops meanwhile. */
const FRAMES = 150
const LOOP = 48
/** Counter of the air jump at which she leaves a float, and her vertical speed on it and after. */
const FALL_START = 55
const FALL_F = SPECIALS.float.fallForward.map(f)
const FALL_B = SPECIALS.float.fallBackward.map(f)
/** Counter of an air jump from which a held jump floats: past the dip at its start. */
const JUMP_OPENS = 20

const Float = privates({
  /** The jump was released: gravity is back. */
  isReleased: 'flag',
})

function holdsJump({ stickY, held }: Fighter): boolean {
  return stickY >= JUMP.stick || (held & JUMP_BUTTONS) !== 0
}

function enterFloat(fighter: Fighter): void {
  changeAction(fighter, FLOAT)
  fighter.ownInts[HAS_FLOATED] = 1
  fighter.selfVy = 0
}

function beginFloat(fighter: Fighter): boolean {
  enterFloat(fighter)
  fighter.ownInts[FLOAT_LEFT] = FRAMES
  return true
}

/** At once, by the stick held down. */
function tryFloatDown(fighter: Fighter): boolean {
  const asks = fighter.stickY <= -FAST_FALL.stick && (fighter.held & JUMP_BUTTONS) !== 0
  return asks && fighter.ownInts[HAS_FLOATED] === 0 && beginFloat(fighter)
}

/** As soon as she no longer rises. */
function tryFloat(fighter: Fighter): boolean {
  return fighter.selfVy <= 0 && fighter.ownInts[HAS_FLOATED] === 0 && holdsJump(fighter) && beginFloat(fighter)
}

function tryAirAttacks(fighter: Fighter): boolean {
  return tryAirSpecial(fighter) || tryEscapeAir(fighter) || tryAerial(fighter)
}

function interruptFall(fighter: Fighter): void {
  if (tryAirAttacks(fighter) || tryFloatDown(fighter) || tryAirJump(fighter)) return
  tryFloat(fighter)
}

/** Off the ground only from the second frame on. */
function interruptJump(fighter: Fighter): void {
  const isOff = fighter.actionFrame > 1
  if (tryAirAttacks(fighter) || (isOff && tryFloatDown(fighter))) return
  if (!tryAirJump(fighter) && isOff) tryFloat(fighter)
}

function interruptAirJump(fighter: Fighter): void {
  if (tryAirAttacks(fighter) || tryFloatDown(fighter) || tryAirJump(fighter)) return
  if (fighter.animationFrame >= JUMP_OPENS) tryFloat(fighter)
}

function comeOut(fighter: Fighter): void {
  const isForward = f(fighter.stickX * fighter.facing) > JUMP.backward
  changeAction(fighter, isForward ? FLOAT_FALL_F : FLOAT_FALL_B, FALL_START)
}

function animateFloat(fighter: Fighter): void {
  if (fighter.animationFrame >= LOOP) fighter.animationFrame -= LOOP
  if (passTime(fighter) === 0) comeOut(fighter)
}

function passTime({ ownInts }: Fighter): number {
  if (ownInts[FLOAT_LEFT]! > 0) ownInts[FLOAT_LEFT]!--
  return ownInts[FLOAT_LEFT]!
}

function tryFloatAttack(fighter: Fighter): boolean {
  const action = aerial(fighter)
  if (action === NO_ACTION || fighter.ownInts[FLOAT_LEFT] === 0) return false
  changeAction(fighter, action - ACTION.AttackAirN + FLOAT_ATTACK, 0, 1, KEEP.fastFall)
  fighter.hasOpened = false
  Float.of(fighter).isReleased = false
  stepAnimation(fighter)
  return true
}

function interruptFloat(fighter: Fighter): void {
  if (!tryAirSpecial(fighter) && !tryFloatAttack(fighter) && !holdsJump(fighter)) comeOut(fighter)
}

function animateFall(fighter: Fighter): void {
  if (fighter.animationFrame >= FALL_START + FALL_F.length) enterFallAerial(fighter)
}

function moveInFall(curve: readonly number[]): Callback {
  return (fighter) => {
    fighter.selfVy = curve[fighter.animationFrame - FALL_START] ?? 0
    drift(fighter)
  }
}

function animateAttack(fighter: Fighter): void {
  passTime(fighter)
  followFlip(fighter)
  if (!hasScriptEnded(fighter)) return
  if (Float.of(fighter).isReleased) enterFall(fighter)
  else enterFloat(fighter)
}

function interruptAttack(fighter: Fighter): void {
  if (!holdsJump(fighter)) Float.of(fighter).isReleased = true
  if (isOpen(fighter) && !tryAirItemThrow(fighter) && !tryFloatAttack(fighter)) tryAirJump(fighter)
}

function moveInAttack(fighter: Fighter): void {
  if (Float.of(fighter).isReleased) fallAndDrift(fighter)
  else drift(fighter)
}

const attack: ActionCallbacks = {
  animation: animateAttack,
  interrupt: interruptAttack,
  physics: moveInAttack,
  collision: collideInAttack,
}
const fall = { animation: animateFall, collision: collideFreely }
const airJump = { ...CURVE_JUMP, interrupt: interruptAirJump }

export const FLOAT_ACTIONS: FighterActionTable = {
  Fall: { ...FALL_ACTIONS.Fall, interrupt: interruptFall },
  FallAerial: { ...FALL_ACTIONS.FallAerial, interrupt: interruptFall },
  JumpF: { ...JUMP_ACTIONS.JumpF, interrupt: interruptJump },
  JumpB: { ...JUMP_ACTIONS.JumpB, interrupt: interruptJump },
  JumpAerialF: airJump,
  JumpAerialB: airJump,
  Float: { animation: animateFloat, interrupt: interruptFloat, physics: drift, collision: collideFreely },
  FloatFallF: { ...fall, physics: moveInFall(FALL_F) },
  FloatFallB: { ...fall, physics: moveInFall(FALL_B) },
  FloatAttackAirN: attack,
  FloatAttackAirF: attack,
  FloatAttackAirB: attack,
  FloatAttackAirHi: attack,
  FloatAttackAirLw: attack,
}
