/**
 * What the tables have about an action state: its name, the ids that recordings show, its length and its windows.
 * Actions 0..340 are common to all fighters, those from 341 on are character-specific. Fighters are given by internal
 * id; frames are state frames (the first frame that shows the action is 1).
 */
import type { ActionId, InternalId } from './ids.ts'
import { figuresOf } from './by-fighter.ts'
import { COMMON_ACTIONS } from './generated/common.ts'

/** First character-specific action state. */
export const FIRST_OWN_ACTION = 341

/** Number of action states of a fighter, the common ones included. */
export function actionCount(internalId: InternalId): number {
  return FIRST_OWN_ACTION + figuresOf(internalId).actions.length
}

/** Name, animation id and attack id of an action. */
function rowOf(internalId: InternalId, action: ActionId) {
  return action < FIRST_OWN_ACTION ? COMMON_ACTIONS[action] : figuresOf(internalId).actions[action - FIRST_OWN_ACTION]
}

export function actionName(internalId: InternalId, action: ActionId): string | undefined {
  return rowOf(internalId, action)?.[0]
}

/** The number of an action by its name: one of the fighter's own, or a common one. */
export function actionByName(internalId: InternalId, name: string): number | undefined {
  const own = figuresOf(internalId).actions.findIndex((row) => row[0] === name)
  if (own >= 0) return FIRST_OWN_ACTION + own
  const common = COMMON_ACTIONS.findIndex((row) => row[0] === name)
  return common >= 0 ? common : undefined
}

/** The animation id of recordings; -1 where the action has none. */
export function animationId(internalId: InternalId, action: ActionId): number {
  return rowOf(internalId, action)?.[1] ?? -1
}

/** The attack id by which staling and "last attack landed" identify the action; 1 is none. */
export function attackId(internalId: InternalId, action: ActionId): number {
  return rowOf(internalId, action)?.[2] ?? NO_ATTACK
}

/** The common action whose animation a character-specific action shows; else the action itself. */
export function poseAction(internalId: InternalId, action: ActionId): number {
  if (action < FIRST_OWN_ACTION) return action
  const shown = animationId(internalId, action)
  const common = COMMON_ACTIONS.findIndex((row) => row[1] === shown)
  return common < 0 ? action : common
}

/** Attack id of actions that are no attack. */
export const NO_ATTACK = 1

/**
 * Kinds of action besides attacks of which several in a row are one performance: turning, squatting, walking, dashing,
 * running, jumping, lying face up and face down, teching, dropping through, catching a ledge. Source: doldecomp/melee
 * (ftMotionStates); no exception in recordings of 3.16 and newer.
 */
const PERFORMANCES: readonly (readonly number[])[] = [
  [18, 19],
  [39, 40, 41],
  [15, 16, 17],
  [20],
  [21, 22],
  [25, 26],
  [27, 28],
  [183, 184, 185, 186, 188, 189, 190],
  [191, 192, 193, 194, 196, 197, 198],
  [199, 200, 201],
  [244],
  [252],
  [212, 214],
  [182],
]
/** Greater than all attack ids. */
const FIRST_PERFORMANCE = 1000
const performances = new Map(PERFORMANCES.flatMap((ids, i) => ids.map((id) => [id, FIRST_PERFORMANCE + i] as const)))

/**
 * What an action is a performance of: an attack, a kind of movement, or 0 for an action that always starts a new one.
 */
export function performanceKind(internalId: InternalId, action: ActionId): number {
  const attack = attackId(internalId, action)
  return attack === NO_ATTACK ? (performances.get(action) ?? 0) : attack
}

/** Waiting, walking, turning, dashing, squatting to jump or to crouch, landing, raising the shield, held. */
const SETTLING: ReadonlySet<number> = new Set([
  14, 15, 16, 17, 18, 20, 24, 40, 42, 43, 70, 71, 72, 73, 74, 178, 224, 227,
])

/** Source: doldecomp/melee (ftMotionStates); the last attacker is forgotten after 60 frames, in 560 recorded cases. */
export function settles(action: number): boolean {
  return SETTLING.has(action)
}

/**
 * Length of an action in state frames when nothing ends it earlier; 0 where it is not known. Readings differ in kind:
 * `scripts/tables/actions.ts` says which one decides. Lengths that follow from attributes (landing lag, jump squat,
 * standing turn) or from the match (hitstun) are not in here.
 */
export function actionLength(internalId: InternalId, action: ActionId): number {
  return figuresOf(internalId).lengths[action] ?? 0
}

/** Frames at which a property of an action changes; 0 where it never does. */
export interface ActionWindows {
  /** The facing turns round. */
  readonly flip: number
  /** First frame of free interruption, where the animation's script has one. */
  readonly interruptible: number
  /** Dash: first frame on which Run may start. RunBrake: first frame on which TurnRun may not. */
  readonly run: number
  readonly turnRun: number
  /** First and last frames of intangibility and invincibility, in pairs. */
  readonly intangible: readonly number[]
  readonly invincible: readonly number[]
}

const NO_WINDOWS: ActionWindows = { flip: 0, interruptible: 0, run: 0, turnRun: 0, intangible: [], invincible: [] }

export function actionWindows(internalId: InternalId, action: ActionId): ActionWindows {
  return figuresOf(internalId).windows[action] ?? NO_WINDOWS
}

/** Whether a state frame lies within ranges as `ActionWindows` holds them. */
export function isWithin(ranges: readonly number[], stateFrame: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) {
    if (stateFrame >= ranges[i]! && stateFrame <= ranges[i + 1]!) return true
  }
  return false
}
