import { ACTION as BY_NAME } from '@arena/engine/action-names'
import type { FighterView } from '../game.ts'

/** The action states that house bots look at, by number as in the recordings; from 341 on each fighter has its own. */
export const ACTION = {
  lastDead: 10,
  rebirthWait: 13,
  wait: 14,
  turn: 18,
  turnRun: 19,
  dash: 20,
  run: 21,
  runBrake: 23,
  jumpSquat: 24,
  jumpBack: 26,
  airJump: 27,
  airJumpBack: 28,
  fallSpecial: 35,
  fallSpecialBack: 37,
  tumble: 38,
  squat: 39,
  squatRise: 41,
  landing: 42,
  specialLanding: 43,
  jab: 44,
  dashAttack: 50,
  firstForwardTilt: 51,
  lastForwardTilt: 55,
  upTilt: 56,
  downTilt: 57,
  firstForwardSmash: 58,
  lastForwardSmash: 62,
  upSmash: 63,
  downSmash: 64,
  nair: 65,
  dair: 69,
  nairLanding: 70,
  dairLanding: 74,
  firstDamage: 75,
  firstFlight: 87,
  lastDamage: 91,
  guardOn: 178,
  guard: 179,
  guardOff: 180,
  guardHit: 181,
  guardReflect: 182,
  firstDown: 183,
  bounceUp: 183,
  lieUp: 184,
  bounceDown: 191,
  lieDown: 192,
  lastDown: 198,
  techInPlace: 199,
  lastTech: 204,
  firstDizzy: 205,
  lastDizzy: 211,
  grab: 212,
  grabPull: 213,
  dashGrab: 214,
  dashGrabPull: 215,
  holding: 216,
  pummel: 217,
  firstThrow: 219,
  lastThrow: 222,
  firstHeld: 223,
  lastHeld: 232,
  rollForward: 233,
  rollBack: 234,
  spotDodge: 235,
  airDodge: 236,
  firstThrown: 239,
  lastThrown: 243,
  teeter: 245,
  teeterWait: 246,
  ledgeCatch: 252,
  ledgeHang: 253,
  lastLedge: 263,
  entry: 322,
  lastEntry: 324,
  firstOwn: 341,
} as const

export const isFrom = (action: number, first: number, last: number): boolean => action >= first && action <= last

/**
 * Of the actions that are a fighter's own, those that are a common one under another name, such as a puffball's third jump in the air,
 * an egg that is a shield, and an attack while floating. The common one's name is in the second place.
 */
const ALIASES: readonly (readonly [own: RegExp, common: keyof typeof BY_NAME])[] = [
  [/^JumpAerialF\d/, 'JumpAerialF'],
  [/^Float$|^FloatFall/, 'Fall'],
  [/^GuardOn_/, 'GuardOn'],
  [/^GuardHold$/, 'Guard'],
  [/^GuardDamage$/, 'GuardSetOff'],
  [/^AttackDash/, 'AttackDash'],
  [/^AttackS4/, 'AttackS4S'],
  [/^AttackHi4/, 'AttackHi4'],
  [/^AttackLw4/, 'AttackLw4'],
]

/** The common action that a fighter's own one is; else the action itself. */
function commonAction({ action, actionName }: FighterView): number {
  if (action < ACTION.firstOwn) return action
  const name = actionName.replace(/^Float(?=AttackAir)/, '')
  if (name in BY_NAME) return BY_NAME[name as keyof typeof BY_NAME]
  const alias = ALIASES.find(([own]) => own.test(name))
  return alias ? BY_NAME[alias[1]] : action
}

/** The fighter with its action under the number that all fighters share, where there is one; what is left from 341 on is special. */
export function inCommonTerms(fighter: FighterView): FighterView {
  const action = commonAction(fighter)
  return action === fighter.action ? fighter : { ...fighter, action }
}

interface Acting {
  readonly action: number
}

/** Lost, coming back to the stage or waiting above it: nothing to hit, and nothing to fear. */
export const isOutOfPlay = ({ action }: Acting): boolean => action <= ACTION.rebirthWait

export const isHanging = ({ action }: Acting): boolean => isFrom(action, ACTION.ledgeCatch, ACTION.ledgeHang)

export const isLying = ({ action }: Acting): boolean => action === ACTION.lieUp || action === ACTION.lieDown

export const isCrouching = ({ action }: Acting): boolean => isFrom(action, ACTION.squat, ACTION.squatRise)

export const isInAerial = ({ action }: Acting): boolean => isFrom(action, ACTION.nair, ACTION.dair)

export const isShielding = ({ action }: Acting): boolean =>
  isFrom(action, ACTION.guardOn, ACTION.guard) || isFrom(action, ACTION.guardHit, ACTION.guardReflect)

export const isHolding = ({ action }: Acting): boolean =>
  action === ACTION.grabPull || action === ACTION.dashGrabPull || isFrom(action, ACTION.holding, ACTION.pummel)

export const isHeld = ({ action }: Acting): boolean => isFrom(action, ACTION.firstHeld, ACTION.lastHeld)

/** Flying or tumbling from a hit: it falls to the floor unless it techs. */
export const isTumbling = ({ action }: Acting): boolean =>
  isFrom(action, ACTION.firstFlight, ACTION.lastDamage) || action === ACTION.tumble

/** On the way of a dash or a run, from which fewer attacks begin. */
export const isDashing = ({ action }: Acting): boolean => isFrom(action, ACTION.dash, ACTION.runBrake)

/** On its back, getting up, or teching: bound to a place for as long as it lasts. */
export const isDown = ({ action }: Acting): boolean => isFrom(action, ACTION.firstDown, ACTION.lastTech)
