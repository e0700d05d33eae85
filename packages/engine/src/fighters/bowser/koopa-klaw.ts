/**
 * Koopa Klaw: a slash, and a grab at close range. He bites at once, again for every B, and the stick throws to either
 * side. Source: doldecomp/melee (ftKp_SpecialS); the victim's path measured on four recorded holds. Estimates: the
 * damage of further bites, his own speed in the air after the slash, and the path of the back throw in the air (equal
 * to that on the ground).
 */
import { ACTION } from '../../action-ids.ts'
import { moveInAttack } from '../../actions/attack.ts'
import { letFall } from '../../actions/capture.ts'
import { aim, animateThrow, flick, heldOf, strike } from '../../actions/catch.ts'
import { changeAction, leaveGround, swapAction, touchGround } from '../../actions/change.ts'
import { enterFall, standOrFall } from '../../actions/fall.ts'
import { placeThrown } from '../../actions/hold-place.ts'
import { biteKoopa, enterCaptureKoopa, enterThrownKoopa } from '../../actions/koopa-hold.ts'
import { hasScriptEnded } from '../../actions/script.ts'
import { landsOn, staysWithinFloor } from '../../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallAt, fallWithoutDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import { motionX } from '../../tables/root-motion.ts'
import type { FighterOverrides } from '../kind.ts'
import { airTwinOf, enterSpecial, groundTwinOf, thenFall, thenWait, twinHere } from '../special.ts'

const GROUND = 347
const FIRST_BITE = 348
const BITE = 349
const HOLD = 350
const FORWARD = 351
const BACKWARD = 352
const AIR = 353
const TO_AIR = AIR - GROUND

const KoopaKlaw = privates({
  /** B was pressed: another bite follows. */
  bitesOn: 'int',
})

/** Damage of every bite but the first. */
const BITE_DAMAGE = 3
/** Counter on which he turns for the back throw. */
const TURN_FRAME = 10

/** The given state, or its twin in the air. */
function enterState(fighter: Fighter, grounded: number, start = 0): void {
  changeAction(fighter, twinHere(fighter, grounded, TO_AIR), start, start === 0 ? 1 : 0)
  KoopaKlaw.of(fighter).bitesOn = 0
}

function seize(fighter: Fighter, victim: Fighter): void {
  fighter.selfVx = 0
  fighter.selfVy = 0
  fighter.groundVelocity = 0
  fighter.holds = victim.index
  enterState(fighter, FIRST_BITE)
  enterCaptureKoopa(victim, fighter)
}

function biteAgain(fighter: Fighter, victim: Fighter): void {
  enterState(fighter, BITE)
  fighter.hitboxDamage = BITE_DAMAGE
  biteKoopa(victim, fighter)
}

function animateBite(fighter: Fighter): void {
  const victim = heldOf(fighter)
  if (!victim) standOrFall(fighter)
  else if (!hasScriptEnded(fighter)) return
  else if (KoopaKlaw.of(fighter).bitesOn) biteAgain(fighter, victim)
  else enterState(fighter, HOLD, fighter.animationFrame)
}

function animateHold(fighter: Fighter): void {
  if (!heldOf(fighter)) standOrFall(fighter)
}

/** True when he throws. */
function tryThrow(fighter: Fighter, victim: Fighter): boolean {
  const side = flick(fighter.stickX, fighter.previousStickX)
  if (side === 0) return false
  const isForward = side === fighter.facing
  enterState(fighter, isForward ? FORWARD : BACKWARD)
  aim(fighter)
  enterThrownKoopa(victim, fighter, isForward)
  return true
}

function interruptBite(fighter: Fighter): void {
  const victim = heldOf(fighter)
  if (victim && !tryThrow(fighter, victim) && fighter.pressed & BUTTON.B) KoopaKlaw.of(fighter).bitesOn = 1
}

function interruptHold(fighter: Fighter): void {
  const victim = heldOf(fighter)
  if (victim && !tryThrow(fighter, victim) && fighter.pressed & BUTTON.B) biteAgain(fighter, victim)
}

function animateBackward(fighter: Fighter): void {
  if (fighter.animationFrame === TURN_FRAME) fighter.facing = -fighter.facing
  animateThrow(fighter)
}

/** The victim is fastened to his hand from the second frame on; and the hit of a bite. */
function carry(fighter: Fighter): void {
  const victim = heldOf(fighter)
  if (victim) placeThrown(fighter, victim)
}

function carryAndBite(fighter: Fighter): void {
  carry(fighter)
  const victim = heldOf(fighter)
  const window = fighter.state.move!.windows[0]!
  if (victim && fighter.animationFrame === window.first && !fighter.isFrozen)
    strike(fighter, victim, window.hitboxes[0]!)
}

/** Moves with the animation's own motion. */
function lungeInAir(fighter: Fighter): void {
  const { kind, actionFrame, facing, state } = fighter
  const { gravity } = kind.attributes
  fallAt(fighter, gravity)
  fighter.selfVx = f(motionX(state.motion, actionFrame) * facing)
}

/** Off the floor he releases. */
function collideOnGround(fighter: Fighter): void {
  if (staysWithinFloor(fighter)) return
  const victim = heldOf(fighter)
  fighter.holds = -1
  if (victim) letFall(victim)
  leaveGround(fighter, ECB_LOCK_FRAMES)
  enterFall(fighter)
}

/** Lands in the twin, and with him a victim that he is throwing. */
function collideInAir(grounded: number) {
  return (fighter: Fighter): void => {
    if (!landsOn(fighter, false)) return
    const victim = heldOf(fighter)
    touchGround(fighter)
    swapAction(fighter, grounded)
    if (victim && victim.action >= ACTION.ThrownKoopaAirF) {
      swapAction(victim, victim.action + ACTION.ThrownKoopaF - ACTION.ThrownKoopaAirF)
    }
  }
}

const bite = { animation: animateBite, interrupt: interruptBite, accessory: carryAndBite }
const hold = { animation: animateHold, interrupt: interruptHold, accessory: carry }
const forward = { animation: animateThrow, accessory: carry }
const backward = { animation: animateBackward, accessory: carry }
const still = { physics: stopOnGround, collision: collideOnGround }
const step = { physics: moveInAttack, collision: collideOnGround }
const bitten = { ...bite, ...still }
const bittenInAir = { ...bite, physics: fallWithoutDrift, collision: collideInAir(FIRST_BITE) }

export const KOOPA_KLAW: FighterOverrides = {
  specials: {
    SpecialS: (fighter) => enterSpecial(fighter, GROUND),
    SpecialAirS: (fighter) => enterSpecial(fighter, AIR),
  },
  holding: [
    'SpecialSHit0_0',
    'SpecialSHit1',
    'SpecialSHit0_1',
    'SpecialSEndF',
    'SpecialSEndB',
    'SpecialAirSHit0_0',
    'SpecialAirSHit1',
    'SpecialAirSHit0_1',
    'SpecialAirSEndF',
    'SpecialAirSEndB',
  ],
  actions: {
    SpecialSStart: { animation: thenWait, physics: moveInAttack, collision: groundTwinOf(AIR), catches: seize },
    SpecialSHit0_0: bitten,
    SpecialSHit1: bitten,
    SpecialSHit0_1: { ...hold, ...still },
    SpecialSEndF: { ...forward, ...step },
    SpecialSEndB: { ...backward, ...step },
    SpecialAirSStart: { animation: thenFall, physics: lungeInAir, collision: airTwinOf(GROUND), catches: seize },
    SpecialAirSHit0_0: bittenInAir,
    SpecialAirSHit1: bittenInAir,
    SpecialAirSHit0_1: { ...hold, physics: fallWithoutDrift, collision: collideInAir(HOLD) },
    SpecialAirSEndF: { ...forward, physics: fallWithoutDrift, collision: collideInAir(FORWARD) },
    SpecialAirSEndB: { ...backward, physics: fallWithoutDrift, collision: collideInAir(BACKWARD) },
  },
}
