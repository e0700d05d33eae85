/**
 * A kind of fighter: its figures and its action states, the common ones and, from 341 on, its character-specific ones.
 * Where a fighter differs from the common behaviour, its folder names the function here. No other code asks which
 * fighter it is.
 */
import type { ArticleKind } from '../articles/article.ts'
import type {
  AnyActionName,
  ActionCallbacks,
  ActionState,
  Callback,
  Entries,
  FighterActionTable,
} from '../actions/action.ts'
import { forwardSmash } from '../actions/attack-input.ts'
import { ACTION } from '../action-ids.ts'
import { CHOICES } from '../actions/choices.ts'
import { ENTRIES } from '../actions/entries.ts'
import { COMMON_ACTIONS } from '../actions/index.ts'
import type { Release } from '../actions/item-throw.ts'
import type { Try } from '../actions/interrupts.ts'
import { asksForJump } from '../actions/motion-input.ts'
import { enterAirJump } from '../actions/jump.ts'
import type { Stretches } from '../actions/stretches.ts'
import { ESCAPE_AIR, GRAB } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import type { ActionId, ExternalId, InternalId } from '../tables/ids.ts'
import {
  actionCount,
  actionLength,
  actionName,
  actionWindows,
  animationId,
  attackId,
  isWithin,
  performanceKind,
  poseAction,
  settles,
} from '../tables/actions.ts'
import {
  bodySizeOf,
  FIGHTERS,
  ledgeReachOf,
  type BodySize,
  type FighterAttributes,
  type LedgeReach,
} from '../tables/fighters.ts'
import { ecbPosesOf, ecbStepOf, ecbStepsOf, type EcbPoses, type EcbSteps } from '../tables/ecb.ts'
import { heldBodyOf, holdOf, type HeldBody, type Hold } from '../tables/holds.ts'
import { moveOf, type Move } from '../tables/moves.ts'
import { hasRootMotion, rootMotionBetween, rootMotionX, rootMotionY } from '../tables/root-motion.ts'
import { shieldSizeOf, type ShieldSize } from '../tables/shapes.ts'
import { throwEndOf, type ThrowEnd } from '../tables/throws.ts'
import {
  abruptChangesOf,
  type AbruptChanges,
  animationFramesOf,
  appealOf,
  type Appeal,
  bounceOf,
  brakeHoldFrameOf,
  downTiltRepeatOf,
  entryHeightOf,
  type FlyRoll,
  flyRollOf,
  isTallOnItsBack,
  landsFaceUp,
  leaningRateOf,
  leapStepsOf,
  ledgeSwayOf,
  ledgeSwingOf,
  takeoffStepsOf,
  wakingFramesOf,
  type WallPlaces,
  wallPlacesOf,
} from '../tables/measured.ts'

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
  /** Joins its leader's action at once, without an input; true when it did. */
  readonly join: (fighter: Fighter) => boolean
}

const NO_SHADOW: Shadow = { atEase: [], ownFacing: [], join: () => false }

/** What a fighter's folder may override; everything has a common default. */
export interface FighterOverrides {
  readonly specials?: Specials
  /** The articles that its actions make. */
  readonly articles?: readonly ArticleKind[]
  /** Callbacks by the name of the action: character-specific ones, or common ones that differ. */
  readonly actions?: FighterActionTable
  /**
   * Common attacks and landings for which it has character-specific states, with these states: they replace the common
   * ones.
   */
  readonly ownAttacks?: Readonly<Record<number, ActionId>>
  /** A hit damaged it. */
  readonly damaged?: Callback
  /** A landing with lag restores what it has used up in the air. */
  readonly landed?: Callback
  /** A change of action on the ground restores more. */
  readonly grounded?: Callback
  /** The states of its shield, if not the common ones. */
  readonly guard?: GuardStates
  /** Starts the air jump. */
  readonly airJump?: Callback
  /** Chooses the forward smash. */
  readonly forwardSmash?: (fighter: Fighter) => ActionId
  /** By action: when and where its throws release items. */
  readonly itemReleases?: Readonly<Record<number, Release>>
  /** Starts the grapple in the air. */
  readonly airCatch?: Callback
  /** Whether the input asks for an air jump. */
  readonly asksForAirJump?: (fighter: Fighter) => boolean
  /** Counter of EscapeAir from which the dodge falls and drifts. */
  readonly escapeAirDriftFrame?: number
  /** Character-specific actions in which it holds a victim, by name. */
  readonly holding?: readonly AnyActionName[]
  /**
   * Takes a victim that it has pulled in into its mouth. From then on the victim is fastened to it as in a throw, with
   * or without a floor.
   */
  readonly holdsInMouth?: boolean
  /** How far before its place a fighter enters and respawns; fighters that come in pairs stand apart. */
  readonly stance?: number
  /** Knockback that every hit on it loses, in any action. */
  readonly armour?: number
  /** How it follows its leader. */
  readonly shadow?: Shadow
}

/** Pulling, holding, pummelling, throwing. */
function isCommonHold(action: ActionId): boolean {
  return action >= ACTION.CatchPull && action <= ACTION.ThrowLw && action !== ACTION.CatchDash
}

const nothing: Callback = () => {}

export class FighterKind {
  readonly internalId: InternalId
  readonly externalId: ExternalId
  readonly attributes: FighterAttributes
  readonly ledgeReach: LedgeReach
  readonly body: BodySize
  readonly shield: ShieldSize
  readonly heldBody: HeldBody
  readonly appeal: Appeal
  readonly wakingFrames: number
  /** Counter on which RunBrake waits until the fighter is at rest; 0 for fighters that do not wait. */
  readonly brakeHoldFrame: number
  readonly actions: readonly ActionState[]
  readonly entries: Entries = ENTRIES
  /** The functions of the choices of the interrupt lists. */
  readonly choices: readonly Try[] = CHOICES
  readonly airJump: Callback
  readonly airCatch: Callback | undefined
  readonly asksForAirJump: (fighter: Fighter) => boolean
  readonly damaged: Callback
  readonly landed: Callback
  readonly grounded: Callback
  readonly guard: GuardStates
  readonly forwardSmash: (fighter: Fighter) => ActionId
  readonly itemReleases: Readonly<Record<number, Release>>
  readonly specials: Specials
  readonly articles: readonly ArticleKind[]
  readonly escapeAirDriftFrame: number
  readonly holdsInMouth: boolean
  readonly stance: number
  readonly armour: number
  readonly shadow: Shadow
  readonly #played: ReadonlySet<number>
  readonly #holding: Uint8Array
  readonly #ownAttacks: Readonly<Record<number, ActionId>>
  readonly #commonAttacks: ReadonlyMap<ActionId, ActionId>
  readonly #moves: readonly (Move | undefined)[]
  readonly #ecbSteps: readonly EcbSteps[]
  readonly #ecbPoses: readonly (EcbPoses | undefined)[]
  readonly ledgeSwing: Float32Array
  readonly entryHeight: number
  /** Parts into which the motion of a jump straight into an air dodge is cut. */
  readonly takeoffSteps: number
  readonly leapSteps: number
  readonly isTallOnItsBack: boolean
  /** Frame of a down tilt from which A repeats it. */
  readonly downTiltRepeat: number
  readonly wallPlaces: WallPlaces
  readonly flyRoll: FlyRoll
  readonly abruptChanges: AbruptChanges

  constructor(internalId: InternalId, overrides: FighterOverrides) {
    const info = FIGHTERS[internalId]!
    this.internalId = internalId
    this.externalId = info.externalId
    this.attributes = info.attributes
    this.ledgeReach = ledgeReachOf(internalId)
    this.body = bodySizeOf(internalId)
    this.shield = shieldSizeOf(internalId)
    this.heldBody = heldBodyOf(internalId)
    this.appeal = appealOf(internalId)
    this.wakingFrames = wakingFramesOf(internalId)
    this.brakeHoldFrame = brakeHoldFrameOf(internalId)
    this.ledgeSwing = ledgeSwingOf(internalId)
    this.entryHeight = entryHeightOf(internalId)
    this.takeoffSteps = takeoffStepsOf(internalId)
    this.leapSteps = leapStepsOf(internalId)
    this.isTallOnItsBack = isTallOnItsBack(internalId)
    this.downTiltRepeat = downTiltRepeatOf(internalId)
    this.wallPlaces = wallPlacesOf(internalId)
    this.flyRoll = flyRollOf(internalId)
    this.abruptChanges = abruptChangesOf(internalId)
    this.airJump = overrides.airJump ?? enterAirJump
    this.airCatch = overrides.airCatch
    this.asksForAirJump = overrides.asksForAirJump ?? asksForJump
    this.damaged = overrides.damaged ?? nothing
    this.landed = overrides.landed ?? nothing
    this.grounded = overrides.grounded ?? nothing
    this.guard = overrides.guard ?? {
      on: ACTION.GuardOn,
      hold: ACTION.Guard,
      off: ACTION.GuardOff,
      setOff: ACTION.GuardSetOff,
      reflect: ACTION.GuardReflect,
      frames: animationFramesOf(internalId, ACTION.GuardOn),
      isAnimated: false,
      stunPush: 0,
    }
    this.forwardSmash = overrides.forwardSmash ?? forwardSmash
    this.itemReleases = overrides.itemReleases ?? {}
    this.specials = overrides.specials ?? {}
    this.articles = overrides.articles ?? []
    this.holdsInMouth = overrides.holdsInMouth ?? false
    this.stance = overrides.stance ?? 0
    this.armour = overrides.armour ?? 0
    this.shadow = overrides.shadow ?? NO_SHADOW
    this.escapeAirDriftFrame = overrides.escapeAirDriftFrame ?? ESCAPE_AIR.driftFrame
    const callbacks: Readonly<Record<string, ActionCallbacks | undefined>> = { ...COMMON_ACTIONS, ...overrides.actions }
    this.#played = new Set(
      Array.from({ length: actionCount(internalId) }, (_, id) => id).filter(
        (id) => (actionName(internalId, id) ?? '') in callbacks,
      ),
    )
    const holding: ReadonlySet<string> = new Set(overrides.holding)
    this.#holding = Uint8Array.from({ length: actionCount(internalId) }, (_, id) =>
      isCommonHold(id) || holding.has(actionName(internalId, id)!) ? 1 : 0,
    )
    this.#ownAttacks = overrides.ownAttacks ?? {}
    this.#commonAttacks = new Map(Object.entries(this.#ownAttacks).map(([common, own]) => [own, Number(common)]))
    this.#moves = Array.from({ length: actionCount(internalId) }, (_, id) => moveOf(internalId, id))
    this.#ecbSteps = Array.from({ length: actionCount(internalId) }, (_, id) =>
      ecbStepsOf(internalId, poseAction(internalId, id)),
    )
    this.#ecbPoses = Array.from({ length: actionCount(internalId) }, (_, id) =>
      ecbPosesOf(internalId, poseAction(internalId, id)),
    )
    this.actions = Array.from({ length: actionCount(internalId) }, (_, id) => {
      const name = actionName(internalId, id)!
      const own = callbacks[name] ?? {}
      return {
        id,
        name,
        animationId: animationId(internalId, id),
        attackId: attackId(internalId, id),
        performance: performanceKind(internalId, id),
        settles: settles(id),
        animation: own.animation ?? nothing,
        interrupt: own.interrupt ?? nothing,
        physics: own.physics ?? nothing,
        collision: own.collision ?? nothing,
        accessory: own.accessory,
        strikes: own.strikes,
        dealtDamage: own.dealtDamage,
        detects: own.detects,
        catches: own.catches,
        bubble: own.bubble,
        counter: own.counter,
        damaged: own.damaged,
        resistsPush: own.resistsPush ?? false,
        leastSteps: own.leastSteps,
        shapeEcb: own.shapeEcb,
        places: own.places,
        turnBody: own.turnBody,
        flightAngle: own.flightAngle,
        armour: own.armour ?? 0,
      }
    })
  }

  /** Whether the engine implements this action; others are known by name only. */
  plays(action: ActionId): boolean {
    return this.#played.has(action)
  }

  /** The state in which it performs a common attack. */
  ownAttack(action: ActionId): ActionId {
    return this.#ownAttacks[action] ?? action
  }

  /** The common attack, or landing of one, that a character-specific state replaces. */
  commonAttack(action: ActionId): ActionId {
    return this.#commonAttacks.get(action) ?? action
  }

  /** Whether the fighter holds a victim in this action. */
  isHolding(action: ActionId): boolean {
    return this.#holding[action] === 1
  }

  /** Length of an action with a fixed length, in frames. */
  length(action: ActionId): number {
    return actionLength(this.internalId, action)
  }

  /** Counter at which an animation ends or begins again, for those that loop or are usually interrupted. */
  animationFrames(action: ActionId): number {
    return animationFramesOf(this.internalId, action)
  }

  /** The script of an attack; undefined for other actions. */
  moveOf(action: ActionId): Move | undefined {
    return this.#moves[action]
  }

  /** Path of the victim in a grab or a throw; undefined where it is not known. */
  hold(action: ActionId): Hold | undefined {
    return holdOf(this.internalId, action)
  }

  /**
   * Counter at which a throw releases. Where it is not known: after the throw's last hit, as in most known throws, or a
   * usual one.
   */
  releaseFrame(action: ActionId): number {
    const known = this.throwEnd(action).frame
    if (known > 0) return known
    const window = this.moveOf(action)?.windows.at(-1)
    return window ? window.last + 1 : Math.ceil(this.throwLength(action) * GRAB.usualRelease)
  }

  throwEnd(action: ActionId): ThrowEnd {
    return throwEndOf(this.internalId, action)
  }

  /** Frames of a throw at a rate of 1. */
  throwLength(action: ActionId): number {
    return this.moveOf(action)?.totalFrames || this.length(action)
  }

  /** Whether the script of an attack begins on the second frame that shows it. */
  startsLate(action: ActionId): boolean {
    return this.#moves[action]?.late.includes(action) ?? false
  }

  hasRootMotion(action: ActionId): boolean {
    return hasRootMotion(this.internalId, action)
  }

  /** Animations that move their fighter. A dash and a turn out of a run do, though the stick decides the speed. */
  movesByItself(action: ActionId): boolean {
    return action === ACTION.Dash || action === ACTION.TurnRun || this.hasRootMotion(action)
  }

  rootMotionX(action: ActionId, frame: number): number {
    return rootMotionX(this.internalId, action, frame)
  }

  rootMotionBetween(action: ActionId, from: number, to: number): number {
    return rootMotionBetween(this.internalId, action, from, to)
  }

  rootMotionY(action: ActionId, frame: number): number {
    return rootMotionY(this.internalId, action, frame)
  }

  isIntangible(action: ActionId, frame: number): boolean {
    return isWithin(actionWindows(this.internalId, action).intangible, frame)
  }

  /** Whether the script of an action that is no attack allows another action by then. */
  isOpenIn(action: ActionId, frame: number): boolean {
    const { interruptible } = actionWindows(this.internalId, action)
    return interruptible > 0 && frame >= interruptible
  }

  /** Frame on which the facing turns round, 0 for never. */
  flipFrame(action: ActionId): number {
    return actionWindows(this.internalId, action).flip
  }

  /** The animation rate of a fall once it leans. */
  leaningRate(action: ActionId): number {
    return leaningRateOf(this.internalId, action)
  }

  /** How much higher than usual a fighter hangs at a ledge, by counter of CliffWait. */
  ledgeSway(animationFrame: number): number {
    return ledgeSwayOf(this.internalId, animationFrame)
  }

  /** The side on which a tumbling fighter lands, from its pose. */
  landsFaceUp(action: ActionId, animationFrame: number): boolean {
    return landsFaceUp(this.internalId, action, animationFrame)
  }

  /** Whether the bounce of a knockdown is off the floor. */
  isBouncing(isFaceUp: boolean, animationFrame: number): boolean {
    const bounce = bounceOf(this.internalId, isFaceUp)
    return animationFrame >= bounce[0] && animationFrame <= bounce[1]
  }

  /** First frame of RunBrake that no longer turns into TurnRun. */
  turnRunFrame(action: ActionId): number {
    return actionWindows(this.internalId, action).turnRun
  }

  /** The ECB by pose; undefined where none was measured. */
  ecbPoses(action: ActionId): EcbPoses | undefined {
    return this.#ecbPoses[action]
  }

  /** Height of the ECB's bottom in the air, from the pose. */
  ecbBottom(pose: { readonly action: number; readonly animationFrame: number }): number {
    const steps = this.#ecbSteps[pose.action]!
    return steps.bottom[ecbStepOf(steps, pose)]!
  }

  /** Heights of the ECB's bottom in the air, by pose. */
  ecbSteps(action: ActionId): EcbSteps {
    return this.#ecbSteps[action]!
  }
}
