/**
 * An action state: its figures, and up to four functions, named as the game names them. `animation` runs when the
 * animation has advanced (phase 1), `interrupt` once the input is read (phase 3), `physics` before the fighter moves
 * (phase 4), `collision` after it has moved (phase 6). Each may change the action; a missing function does nothing.
 */
import type { ActionName } from '../action-ids.ts'
import type { Article } from '../articles/article.ts'
import type { CollisionBody } from '../collision/body.ts'
import type { ShieldHit } from '../combat/scratch.ts'
import type { Fighter } from '../fighter.ts'
import type { FighterSlug, OwnActionName } from '../fighters/own-action-names.ts'
import type { ActionWindows } from '../tables/actions.ts'
import type { EcbPoses, EcbSteps } from '../tables/ecb.ts'
import type { Hold } from '../tables/holds.ts'
import type { ActionId } from '../tables/ids.ts'
import type { Move, Place } from '../tables/moves.ts'
import type { RootMotion } from '../tables/root-motion.ts'
import type { ThrowEnd } from '../tables/throws.ts'

export type Callback = (fighter: Fighter) => void

/**
 * What happens to articles that meet a reflector, an absorber or a shield that stops them, and to all hits that meet a
 * counter. The bubble has a fixed place relative to the fighter, x forward of its facing.
 */
export interface Bubble {
  readonly does: 'reflect' | 'absorb' | 'stop' | 'counter'
  readonly x: number
  readonly y: number
  readonly radius: number
  /** Factors of a reflection for damage and speed, and the damage that breaks the reflector. */
  readonly damageShare?: number
  readonly speedShare?: number
  readonly mostDamage?: number
  /** A reflected article keeps its owner. */
  readonly keepsOwner?: boolean
  /** Phase 14: called when an article met the bubble. */
  readonly met?: (fighter: Fighter, article: Article) => void
}

/** Recordings show these as they show a shield. */
export function isShield(bubble: Bubble | undefined): boolean {
  return bubble !== undefined && (bubble.does === 'stop' || bubble.does === 'counter')
}

export interface ActionCallbacks {
  readonly animation?: Callback
  readonly interrupt?: Callback
  readonly physics?: Callback
  readonly collision?: Callback
  /** Phase 9, before its hitboxes take their places: the articles that the action makes. */
  readonly accessory?: Callback
  /** Whether the hitboxes of its script are out. Where the animation loops, the script does not. */
  readonly strikes?: (fighter: Fighter) => boolean
  /** Phase 14: its attack met a body. */
  readonly dealtDamage?: Callback
  /** Phase 14: hitboxes that only detect (element `empty`) met a fighter. */
  readonly detects?: (fighter: Fighter, victim: Fighter) => void
  /** Phase 12: called when its grab reaches a fighter; actions without it cannot grab. */
  readonly catches?: (fighter: Fighter, victim: Fighter) => void
  /** The effect of its bubble while `isBubbleOut`. */
  readonly bubble?: Bubble
  /** Phase 14: while `isBubbleOut`, a hit on the body leads to this and has no other effect. */
  readonly counter?: (fighter: Fighter, hit: ShieldHit) => void
  /** Phase 14, or 12: the fighter took damage and is about to be staggered, or was grabbed. */
  readonly damaged?: Callback
  /** Phase 0: a cape has turned the fighter round; its facing is already the new one. */
  readonly turned?: Callback
  /** Overlapping fighters do not push this one, but it pushes them. */
  readonly resistsPush?: boolean
  /**
   * The least number of parts into which its motion is cut: more than one where the ECB changes by more than a step.
   */
  readonly leastSteps?: (fighter: Fighter) => number
  /** Sets its ECB (bottom, top, left and right), where more than the frame of an animation determines it. */
  readonly shapeEcb?: (fighter: Fighter, body: CollisionBody) => void
  /** Moves each of its hitboxes from its place in the table. */
  readonly places?: (fighter: Fighter, place: Place) => void
  /** Turns the ends of its `count` hurtbox capsules, where the action turns the body. */
  readonly turnBody?: (fighter: Fighter, places: Float32Array, count: number) => void
  /** How far its flight turns the outline of its body, clockwise from upright. */
  readonly flightAngle?: (fighter: Fighter) => number
  /**
   * Knockback that armour takes off a hit. A hit with no more than this deals damage and hitlag, but moves no fighter.
   */
  readonly armour?: number
  /** Share of a hit's damage that the fighter takes; 1 where missing. */
  readonly damageShare?: number
  /** A cape launches the fighter as well as turning it round. */
  readonly launchedByCape?: boolean
  /** The damage that the action sets is that of its first hitbox alone. */
  readonly raisesFirst?: boolean
}

/** An action state of one fighter: its figures from the tables, and what it does. */
export interface ActionState {
  readonly id: ActionId
  readonly name: string
  /** Index of the animation as recordings show it, -1 for none. */
  readonly animationId: number
  /** Staling id of the attack; 0 none, 1 any action that is not an attack. */
  readonly attackId: number
  /** Consecutive actions with the same value are one performance; 0 for those that never are. */
  readonly performance: number
  /** While the fighter is on the ground in this action, the time runs after which its last attacker is forgotten. */
  readonly settles: boolean
  /** Length in state frames of an action that nothing ends earlier; 0 where it is not known. */
  readonly length: number
  /** Counter at which the animation ends or begins again, if it loops or is usually interrupted; else 0. */
  readonly animationFrames: number
  readonly windows: ActionWindows
  /** The script of an attack, a throw or a special; undefined for other actions. */
  readonly move: Move | undefined
  /** The script begins on the second frame that shows the action. */
  readonly startsLate: boolean
  readonly motion: RootMotion | undefined
  /** Path of the victim of a grab or a throw; undefined where it is not known. */
  readonly hold: Hold | undefined
  readonly throwEnd: ThrowEnd
  /** Heights of the ECB's bottom in the air, and its half widths and top, by pose. */
  readonly ecbSteps: EcbSteps
  readonly ecbPoses: EcbPoses | undefined
  /** The engine implements it; other actions are known by their figures only. */
  readonly isPlayed: boolean
  /** The fighter holds a victim in it. */
  readonly isHolding: boolean
  /** The state in which this fighter performs a common attack: the attack itself if it has no other. */
  readonly ownAttack: ActionId
  /** The common attack, or landing of one, that such a state replaces. */
  readonly commonAttack: ActionId
  readonly animation: Callback
  readonly interrupt: Callback
  readonly physics: Callback
  readonly collision: Callback
  readonly accessory: Callback | undefined
  readonly strikes: ((fighter: Fighter) => boolean) | undefined
  readonly dealtDamage: Callback | undefined
  readonly detects: ((fighter: Fighter, victim: Fighter) => void) | undefined
  readonly catches: ((fighter: Fighter, victim: Fighter) => void) | undefined
  readonly bubble: Bubble | undefined
  readonly counter: ((fighter: Fighter, hit: ShieldHit) => void) | undefined
  readonly damaged: Callback | undefined
  readonly turned: Callback | undefined
  readonly resistsPush: boolean
  readonly leastSteps: ((fighter: Fighter) => number) | undefined
  readonly shapeEcb: ((fighter: Fighter, body: CollisionBody) => void) | undefined
  readonly places: ((fighter: Fighter, place: Place) => void) | undefined
  readonly turnBody: ((fighter: Fighter, places: Float32Array, count: number) => void) | undefined
  readonly flightAngle: ((fighter: Fighter) => number) | undefined
  readonly armour: number
  readonly damageShare: number
  readonly launchedByCape: boolean
  readonly raisesFirst: boolean
}

/** An action state of a fighter by its id. */
export function actionOf({ actions }: { readonly actions: readonly ActionState[] }, action: ActionId): ActionState {
  return actions[action]!
}

/**
 * The actions that shared callbacks enter. A fighter's kind holds them, as it holds the states themselves, so that two
 * states may enter each other without an import between their modules.
 */
export interface Entries {
  /** From a free state onto the floor. */
  readonly land: Callback
  /** Off the floor's end. */
  readonly fallOff: Callback
  /** Off the floor's end backward. */
  readonly stumble: Callback
  /** Stopped at the floor's end. */
  readonly teeter: Callback
  readonly catchLedge: (fighter: Fighter, ledge: number) => void
  /** True when the fighter makes a wall jump. */
  readonly tryWallJump: (fighter: Fighter) => boolean
}

/** Callbacks by the name of the action, as the module of a topic lists them: for common actions. */
export type ActionTable<N extends string = ActionName> = Partial<Readonly<Record<N, ActionCallbacks>>>

/** The same for a fighter's folder: character-specific actions, and common ones that differ. */
export type FighterActionTable<F extends FighterSlug = FighterSlug> = ActionTable<ActionName | OwnActionName<F>>

/** The name of an action of any fighter. */
export type AnyActionName = keyof FighterActionTable

/**
 * A table with names that are put together. A misspelt name does not compile, whereas the compiler accepts any text as
 * a computed key.
 */
export function tableOf<N extends AnyActionName>(
  entries: readonly (readonly [name: N, callbacks: ActionCallbacks])[],
): ActionTable<N> {
  return Object.fromEntries(entries) as ActionTable<N>
}

/** The names of the actions that a table lists. */
export function namesIn(table: FighterActionTable): readonly AnyActionName[] {
  return Object.keys(table) as AnyActionName[]
}
