/**
 * A kind of fighter as plain data: its figures, its action states, and where it differs from the common behaviour. No
 * other code asks which fighter it is. `build-kind.ts` puts one together from the tables and the fighter's folder; the
 * rules that read it stand in the modules of their topics (`actions/script.ts` for one).
 */
import type { ActionState, AnyActionName, Callback, Entries, FighterActionTable } from '../actions/action.ts'
import type { Try } from '../actions/interrupts.ts'
import type { Release } from '../actions/item-throw.ts'
import type { Stretches } from '../actions/stretches.ts'
import type { ArticleKind } from '../articles/article.ts'
import type { Fighter } from '../fighter.ts'
import type { BodySize, FighterAttributes, LedgeReach } from '../tables/fighters.ts'
import type { MeasuredFigures } from '../tables/figures.ts'
import type { HeldBody } from '../tables/holds.ts'
import type { ActionId, ExternalId, InternalId } from '../tables/ids.ts'
import type { ShieldSize } from '../tables/shapes.ts'

/** Entries of a fighter's specials, named as its actions; the input of a missing one has no effect. */
export type SpecialName =
  | 'SpecialN'
  | 'SpecialS'
  | 'SpecialHi'
  | 'SpecialLw'
  | 'SpecialAirN'
  | 'SpecialAirS'
  | 'SpecialAirHi'
  | 'SpecialAirLw'
export type Specials = Partial<Readonly<Record<SpecialName, Callback>>>

/** The states of a shield, and its differences from the usual shield. */
export interface GuardStates {
  readonly on: ActionId
  readonly hold: ActionId
  readonly off: ActionId
  readonly setOff: ActionId
  readonly reflect: ActionId
  /** Frames in which it goes up. */
  readonly frames: number
  /** Its raising animation continues during a hit. */
  readonly isAnimated: boolean
  /** Speed at which a hit pushes it back; 0 where that follows from the stun. */
  readonly stunPush: number
}

/** Properties of followers alone. */
export interface Shadow {
  /**
   * Character-specific actions in which it is drawn to its leader, and those among them in which its facing is its own.
   */
  readonly atEase: Stretches
  readonly ownFacing: Stretches
  /** Those in which its leader throws it. */
  readonly flung: Stretches
  /** Joins its leader's action at once, without an input; true when it did. */
  readonly join: (fighter: Fighter) => boolean
}

/** What a fighter does in its own way, or in the common one. */
interface FighterBehaviour {
  readonly specials: Specials
  /** The articles that its actions make. */
  readonly articles: readonly ArticleKind[]
  /** A hit damaged it. */
  readonly damaged: Callback
  /** A landing with lag restores what it has used up in the air. */
  readonly landed: Callback
  /** A change of action on the ground restores more. */
  readonly grounded: Callback
  readonly guard: GuardStates
  /** Starts the air jump. */
  readonly airJump: Callback
  /** Whether the input asks for an air jump. */
  readonly asksForAirJump: (fighter: Fighter) => boolean
  /** Chooses the forward smash. */
  readonly forwardSmash: (fighter: Fighter) => ActionId
  /** By action: when and where its throws release items. */
  readonly itemReleases: Readonly<Record<number, Release>>
  /** Starts the grapple in the air; undefined for a fighter without one. */
  readonly airCatch: Callback | undefined
  /** Counter of EscapeAir from which the dodge falls and drifts. */
  readonly escapeAirDriftFrame: number
  /**
   * Takes a victim that it has pulled in into its mouth. From then on the victim is fastened to it as in a throw, with
   * or without a floor.
   */
  readonly holdsInMouth: boolean
  /** Its throws forward and backward do not end the victim's struggle. */
  readonly throwsLoosely: boolean
  /** How far before its place a fighter enters and respawns; fighters that come in pairs stand apart. */
  readonly stance: number
  /** Knockback that every hit on it loses, in any action. */
  readonly armour: number
  /** How it follows its leader. */
  readonly shadow: Shadow
}

/** What a fighter's folder overrides; all else is as usual. */
export interface FighterOverrides extends Partial<FighterBehaviour> {
  /** Callbacks by the name of the action: character-specific ones, or common ones that differ. */
  readonly actions?: FighterActionTable
  /**
   * Common attacks and landings for which it has character-specific states, with these states: they replace the common
   * ones.
   */
  readonly ownAttacks?: Readonly<Record<number, ActionId>>
  /** Character-specific actions in which it holds a victim, by name. */
  readonly holding?: readonly AnyActionName[]
}

export interface FighterKind extends FighterBehaviour {
  readonly internalId: InternalId
  readonly externalId: ExternalId
  readonly attributes: FighterAttributes
  readonly ledgeReach: LedgeReach
  readonly body: BodySize
  readonly shield: ShieldSize
  readonly heldBody: HeldBody
  readonly measured: MeasuredFigures
  /** Its action states by id: the common ones and, from 341 on, its character-specific ones. */
  readonly actions: readonly ActionState[]
  readonly entries: Entries
  /** The functions of the choices of the interrupt lists. */
  readonly choices: readonly Try[]
}
