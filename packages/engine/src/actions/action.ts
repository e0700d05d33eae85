/**
 * What an action state is: data plus up to four functions, named as the game names them. `animation` runs when the
 * animation has advanced (phase 1), `interrupt` once the input is read (phase 3), `physics` before the fighter moves
 * (phase 4), `collision` after it has moved (phase 6). Each may change the action; what is missing does nothing.
 */
import type { ActionName } from '../action-ids.ts'
import type { Article } from '../articles/article.ts'
import type { CollisionBody } from '../collision/body.ts'
import type { ReceivedHit } from '../combat/scratch.ts'
import type { Fighter } from '../fighter.ts'
import type { FighterSlug, OwnActionName } from '../fighters/own-action-names.ts'
import type { ActionId } from '../tables/ids.ts'
import type { Place } from '../tables/moves.ts'

export type Callback = (fighter: Fighter) => void

/** What a reflector or absorber does to articles, or a shield that stops them, and a counter to all that hits; it stands still about the fighter, x forward of its facing. */
export interface Bubble {
  readonly does: 'reflect' | 'absorb' | 'stop' | 'counter'
  readonly x: number
  readonly y: number
  readonly radius: number
  /** What a reflection makes of damage and speed, and the damage that is too much for it. */
  readonly damageShare?: number
  readonly speedShare?: number
  readonly mostDamage?: number
  /** What it sends back stays its owner's. */
  readonly keepsOwner?: boolean
  /** Phase 14: an article met it. */
  readonly met?: (fighter: Fighter, article: Article) => void
}

export interface ActionCallbacks {
  readonly animation?: Callback
  readonly interrupt?: Callback
  readonly physics?: Callback
  readonly collision?: Callback
  /** Phase 9, before its hitboxes take their places: what the action makes beside itself. */
  readonly accessory?: Callback
  /** Are the hitboxes of its script out? Where the animation goes round, the script does not. */
  readonly strikes?: (fighter: Fighter) => boolean
  /** Phase 14: its attack met a body or a shield. */
  readonly dealtDamage?: Callback
  /** Phase 14: hitboxes that only feel (element `empty`) came upon somebody. */
  readonly detects?: (fighter: Fighter, victim: Fighter) => void
  /** Phase 12: what happens when its grab reaches somebody; actions without it catch nobody. */
  readonly catches?: (fighter: Fighter, victim: Fighter) => void
  /** What its bubble does while `isBubbleOut`. */
  readonly bubble?: Bubble
  /** Phase 14: while `isBubbleOut`, a hit on the body comes to this and does nothing else. */
  readonly counter?: (fighter: Fighter, hit: ReceivedHit) => void
  /** Phase 14, or 12: it took damage and is about to be staggered, or was caught. */
  readonly damaged?: Callback
  /** Overlapping fighters do not push this one, though it pushes them. */
  readonly resistsPush?: boolean
  /** The least number of parts into which its motion is cut: more than one where the ECB changes by more than a step. */
  readonly leastSteps?: (fighter: Fighter) => number
  /** Its ECB, where that follows from more than the frame of an animation: bottom, top, left and right. */
  readonly shapeEcb?: (fighter: Fighter, body: CollisionBody) => void
  /** Moves each of its hitboxes from where the table has it. */
  readonly places?: (fighter: Fighter, place: Place) => void
  /** Turns the ends of its `count` hurtbox capsules, where the action turns the body. */
  readonly turnBody?: (fighter: Fighter, places: Float32Array, count: number) => void
  /** How far its flight turns the outline of its body, clockwise from upright. */
  readonly flightAngle?: (fighter: Fighter) => number
  /** Knockback that a hit loses; one with no more does damage and hitlag, but moves nobody. */
  readonly armour?: number
}

export interface ActionState {
  readonly id: ActionId
  readonly name: string
  /** Index of the animation as recordings show it, -1 for none. */
  readonly animationId: number
  /** Staling id of the attack; 0 none, 1 any action that is not an attack. */
  readonly attackId: number
  /** Actions with the same one are one performance when they follow each other; 0 for those that never are. */
  readonly performance: number
  /** On the ground in this, the time runs after which the fighter's last attacker is forgotten. */
  readonly settles: boolean
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
  readonly counter: ((fighter: Fighter, hit: ReceivedHit) => void) | undefined
  readonly damaged: Callback | undefined
  readonly resistsPush: boolean
  readonly leastSteps: ((fighter: Fighter) => number) | undefined
  readonly shapeEcb: ((fighter: Fighter, body: CollisionBody) => void) | undefined
  readonly places: ((fighter: Fighter, place: Place) => void) | undefined
  readonly turnBody: ((fighter: Fighter, places: Float32Array, count: number) => void) | undefined
  readonly flightAngle: ((fighter: Fighter) => number) | undefined
  readonly armour: number
}

/**
 * The actions that shared callbacks lead into, whichever state they belong to. A fighter's kind holds them, as it holds
 * the states themselves: so two states may lead into each other without their modules doing so.
 */
export interface Entries {
  /** Onto the floor out of a free state. */
  readonly land: Callback
  /** Off the floor's end. */
  readonly fallOff: Callback
  /** Off its end backward. */
  readonly stumble: Callback
  /** Stopped at its end. */
  readonly teeter: Callback
  readonly catchLedge: (fighter: Fighter, ledge: number) => void
  /** True when it leaps. */
  readonly tryWallJump: (fighter: Fighter) => boolean
}

/** Callbacks by the name of the action, as a topic's module lists them: of those that all fighters share. */
export type ActionTable<N extends string = ActionName> = Partial<Readonly<Record<N, ActionCallbacks>>>

/** The same of a fighter's folder: its own actions, and common ones that differ. */
export type FighterActionTable<F extends FighterSlug = FighterSlug> = ActionTable<ActionName | OwnActionName<F>>

/** The name of an action of some fighter. */
export type AnyActionName = keyof FighterActionTable

/**
 * A table whose names are put together. A misspelt one does not compile, whereas the compiler takes any text as a
 * computed key.
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
