/**
 * The interrupt lists: which inputs leave an action, in the game's order. A list has indices of choices. Each choice is
 * a function of its action's module, and `choices.ts` is the table of them. The kind of the fighter holds that table,
 * so an action does not import the modules of the actions that follow it. Source: doldecomp/melee (the IASA callbacks).
 */
import type { Fighter } from '../fighter.ts'
import type { Callback } from './action.ts'

/** Changes the action and returns true, or changes nothing and returns false. */
export type Try = (fighter: Fighter) => boolean

/** What an input may start, as indices into the kind's table. */
export const CHOICE = {
  special: 0,
  crouchedSpecial: 1,
  airSpecial: 2,
  grab: 3,
  groundAttack: 4,
  spotDodge: 5,
  guard: 6,
  appeal: 7,
  jump: 8,
  dash: 9,
  squat: 10,
  squatWait: 11,
  stayCrouched: 12,
  turn: 13,
  walk: 14,
  walkOff: 15,
  dashOutOfTurn: 16,
  airCatch: 17,
  escapeAir: 18,
  aerial: 19,
  airJump: 20,
  wiggle: 21,
} as const

export type InterruptList = readonly (typeof CHOICE)[keyof typeof CHOICE][]

/** Tries them in order; true when one of them changed the action. */
export function choose(fighter: Fighter, list: InterruptList): boolean {
  const { choices } = fighter.kind
  for (let i = 0; i < list.length; i++) if (choices[list[i]!]!(fighter)) return true
  return false
}

/** The interrupt callback of an action in which a list applies on every frame. */
export function openTo(list: InterruptList): Callback {
  return (fighter) => void choose(fighter, list)
}

const {
  special,
  crouchedSpecial,
  airSpecial,
  grab,
  groundAttack,
  spotDodge,
  guard,
  appeal,
  jump,
  dash,
  squat,
  squatWait,
  stayCrouched,
  turn,
  walk,
  walkOff,
  dashOutOfTurn,
  airCatch,
  escapeAir,
  aerial,
  airJump,
  wiggle,
} = CHOICE

/** Standing still: all other lists derive from it. */
export const WAIT_LIST: InterruptList = [
  special,
  grab,
  groundAttack,
  spotDodge,
  guard,
  appeal,
  jump,
  dash,
  squat,
  turn,
  walk,
]

/** Out of a forward smash: all but a spot dodge. */
export const FORWARD_SMASH_LIST: InterruptList = WAIT_LIST.filter((choice) => choice !== spotDodge)

/** At an edge only a stick that would walk off it starts a walk. */
export const TEETER_LIST: InterruptList = FORWARD_SMASH_LIST.map((choice) => (choice === walk ? walkOff : choice))

/** Out of attacks that only movement may interrupt. */
export const MOTION_LIST: InterruptList = [jump, dash, squat, turn, walk]

/** Out of a down tilt: a stick held down blocks the others. */
export const CROUCHED_MOTION_LIST: InterruptList = [jump, dash, stayCrouched, turn, walk]

export const SQUAT_LIST: InterruptList = [special, grab, groundAttack, guard, appeal, jump]
export const SQUAT_WAIT_LIST: InterruptList = [crouchedSpecial, groundAttack, guard, appeal, jump, dash]
export const SQUAT_RV_LIST: InterruptList = [crouchedSpecial, groundAttack, guard, appeal, jump, walk]
export const WALK_LIST: InterruptList = [...SQUAT_LIST, dash, squat]
export const LANDING_LIST: InterruptList = [...SQUAT_LIST, dash, turn, walk]

/** On the first free frame of a landing a stick held down crouches at once. */
export const FIRST_LANDING_LIST: InterruptList = [...SQUAT_LIST, dash, squatWait, turn, walk]

export const TURN_LIST: InterruptList = [guard, appeal, jump]

/** On the frame on which the fighter turns round. */
export const TURNED_LIST: InterruptList = [dashOutOfTurn]

export const AIR_LIST: InterruptList = [airSpecial, airCatch, escapeAir, aerial, airJump]

/** Out of an attack after its IASA frame: no special, dodge or wall jump. */
export const AERIAL_LIST: InterruptList = [airCatch, aerial, airJump]

/** Out of a tumble: no air dodge. */
export const TUMBLE_LIST: InterruptList = [airSpecial, ...AERIAL_LIST, wiggle]
