/**
 * Jumping: the squat before it, the jump off the ground and the jump in the air.
 * Source: doldecomp/melee (ftCo_KneeBend, ftCo_Jump, ftCo_JumpAerial); take-off speeds checked on recordings.
 */
import { ACTION } from '../action-ids.ts'
import { ECB_LOCK_FRAMES, INPUT, JUMP } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { JUMP_BUTTONS } from '../input/buttons.ts'
import { f } from '../math.ts'
import { fallAndDrift } from '../movement/air.ts'
import { stopOnGround } from '../movement/ground.ts'
import { privates } from '../state/privates.ts'
import type { ActionTable } from './action.ts'
import { tryUpSmashOutOfJump } from './attack.ts'
import { tryGrab } from './catch.ts'
import { changeAction, hasAnimationEnded, hasLasted, leaveGround, useAirJump } from './change.ts'
import { collideFreely, stayOrFall } from './collide.ts'
import { enterFall, enterFallAerial } from './fall.ts'
import { wholeWord } from './first-word.ts'
import { AIR_LIST, openTo } from './interrupts.ts'
import { tryUpSpecial } from './special.ts'

const JumpSquat = privates({
  /** The input of the jump: the stick, a button, or the C-stick. */
  source: 'int',
  /** The input of the jump was released. */
  isShort: 'flag',
})

export const JUMP_BY = { stick: 0, button: 1, cstick: 2 } as const
export type JumpSource = (typeof JUMP_BY)[keyof typeof JUMP_BY]

export function enterKneeBend(fighter: Fighter, source: JumpSource): void {
  changeAction(fighter, ACTION.KneeBend)
  askForJump(fighter, source)
}

function tryJumpAt(fighter: Fighter, stick: number, enter: typeof enterKneeBend = enterKneeBend): boolean {
  // When both are pressed the stick counts, and the height of the jump depends on it.
  if (fighter.stickY >= stick && fighter.tiltYTimer < JUMP.tiltFrames) enter(fighter, JUMP_BY.stick)
  else if (fighter.pressed & JUMP_BUTTONS) enter(fighter, JUMP_BY.button)
  else return false
  return true
}

export function tryJump(fighter: Fighter, enter?: typeof enterKneeBend): boolean {
  return tryJumpAt(fighter, JUMP.stick, enter)
}

/** Out of a dash or run a smaller tilt is enough. */
export function tryRelaxedJump(fighter: Fighter): boolean {
  return tryJumpAt(fighter, JUMP.relaxedStick)
}

/** Stores in the squat which input started the jump. */
export function askForJump(fighter: Fighter, source: JumpSource): void {
  JumpSquat.of(fighter).source = source
  JumpSquat.of(fighter).isShort = false
}

function animateKneeBend(fighter: Fighter): void {
  if (hasLasted(fighter, fighter.kind.attributes.jumpStartupTime)) enterJump(fighter)
}

function interruptKneeBend(fighter: Fighter): void {
  if (tryUpSpecial(fighter)) return
  if (!tryGrab(fighter) && !tryUpSmashOutOfJump(fighter)) noteJumpRelease(fighter)
}

/** Released in the squat, the jump is a short hop. */
export function noteJumpRelease(fighter: Fighter): void {
  if (!isReleased(fighter)) return
  JumpSquat.of(fighter).isShort = true
  fighter.misc = wholeWord(1)
}

/** Whether the input of the jump was released. */
function isReleased(fighter: Fighter): boolean {
  const { held, stickY, cstickY } = fighter
  const { source } = JumpSquat.of(fighter)
  if (source === JUMP_BY.button) return (held & JUMP_BUTTONS) === 0
  return (source === JUMP_BY.stick ? stickY : cstickY) < JUMP.shortHopStick
}

function enterJump(fighter: Fighter): void {
  const isForward = f(fighter.stickX * fighter.facing) > JUMP.backward
  takeOff(fighter)
  changeAction(fighter, isForward ? ACTION.JumpF : ACTION.JumpB)
}

/** Off the ground. Runs before this frame's input is read, so the stick is that of the frame before. */
export function takeOff(fighter: Fighter, share = 1): void {
  const { attributes } = fighter.kind
  const { isShort } = JumpSquat.of(fighter)
  const { jumpHInitialVelocity, groundToAirJumpMomentumMultiplier, jumpHMaxVelocity } = attributes
  // The horizontal motion is the floor's slope times the speed along it.
  const vx = f(fighter.selfVx * groundToAirJumpMomentumMultiplier + f(fighter.stickX * jumpHInitialVelocity))
  const most = f(jumpHMaxVelocity * share)
  leaveGround(fighter, ECB_LOCK_FRAMES)
  fighter.tiltYTimer = INPUT.timerEnd
  fighter.selfVx = Math.max(-most, Math.min(most, f(vx * share)))
  fighter.selfVy = f((isShort ? attributes.hopVInitialVelocity : attributes.jumpVInitialVelocity) * share)
}

function animateJump(fighter: Fighter): void {
  if (hasAnimationEnded(fighter)) enterFall(fighter)
}

const interruptJump = openTo(AIR_LIST)

/** The first frame shows the take-off speed itself. */
export function moveInJump(fighter: Fighter): void {
  if (fighter.actionFrame > 1) fallAndDrift(fighter)
}

/** The air jump of most fighters; others have their own in their folder. */
export function enterAirJump(fighter: Fighter): void {
  const { attributes } = fighter.kind
  const isForward = f(fighter.stickX * fighter.facing) > JUMP.backward
  fighter.selfVx = f(fighter.stickX * attributes.airJumpHMultiplier)
  fighter.selfVy = f(attributes.jumpVInitialVelocity * attributes.airJumpVMultiplier)
  useAirJump(fighter)
  changeAction(fighter, isForward ? ACTION.JumpAerialF : ACTION.JumpAerialB)
}

function animateAirJump(fighter: Fighter): void {
  if (hasAnimationEnded(fighter)) enterFallAerial(fighter)
}

const jump = { animation: animateJump, interrupt: interruptJump, physics: moveInJump, collision: collideFreely }
const airJump = {
  animation: animateAirJump,
  interrupt: interruptJump,
  physics: fallAndDrift,
  collision: collideFreely,
}

export const JUMP_ACTIONS: ActionTable = {
  KneeBend: {
    animation: animateKneeBend,
    interrupt: interruptKneeBend,
    physics: stopOnGround,
    collision: stayOrFall,
  },
  JumpF: jump,
  JumpB: jump,
  JumpAerialF: airJump,
  JumpAerialB: airJump,
}
