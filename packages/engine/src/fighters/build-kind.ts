/** Puts a kind of fighter together: what the tables say of it, and what its folder overrides. */
import { ACTION } from '../action-ids.ts'
import type { ActionCallbacks, ActionState, Callback } from '../actions/action.ts'
import { forwardSmash } from '../actions/attack-input.ts'
import { CHOICES } from '../actions/choices.ts'
import { ENTRIES } from '../actions/entries.ts'
import { COMMON_ACTIONS } from '../actions/index.ts'
import { enterAirJump } from '../actions/jump.ts'
import { asksForJump } from '../actions/motion-input.ts'
import { ESCAPE_AIR } from '../constants.ts'
import {
  actionCount,
  actionLength,
  actionName,
  actionWindows,
  animationId,
  attackId,
  performanceKind,
  poseAction,
  settles,
} from '../tables/actions.ts'
import { ecbPosesOf, ecbStepsOf } from '../tables/ecb.ts'
import { bodySizeOf, FIGHTERS, ledgeReachOf } from '../tables/fighters.ts'
import { heldBodyOf, holdOf } from '../tables/holds.ts'
import type { ActionId, InternalId } from '../tables/ids.ts'
import { animationFramesOf, measuredOf } from '../tables/measured.ts'
import { moveOf } from '../tables/moves.ts'
import { rootMotionOf } from '../tables/root-motion.ts'
import { shieldSizeOf } from '../tables/shapes.ts'
import { throwEndOf } from '../tables/throws.ts'
import type { FighterKind, FighterOverrides, GuardStates, Shadow } from './kind.ts'

const NO_SHADOW: Shadow = { atEase: [], ownFacing: [], flung: [], join: () => false }

const nothing: Callback = () => {}

function usualGuard(internalId: InternalId): GuardStates {
  return {
    on: ACTION.GuardOn,
    hold: ACTION.Guard,
    off: ACTION.GuardOff,
    setOff: ACTION.GuardSetOff,
    reflect: ACTION.GuardReflect,
    frames: animationFramesOf(internalId, ACTION.GuardOn),
    isAnimated: false,
    stunPush: 0,
  }
}

/** Pulling, holding, pummelling, throwing. */
function isCommonHold(action: ActionId): boolean {
  return action >= ACTION.CatchPull && action <= ACTION.ThrowLw && action !== ACTION.CatchDash
}

function actionsOf(internalId: InternalId, overrides: FighterOverrides): readonly ActionState[] {
  const { actions, ownAttacks = {}, holding } = overrides
  const callbacks: Readonly<Record<string, ActionCallbacks | undefined>> = { ...COMMON_ACTIONS, ...actions }
  const commonAttacks = new Map(Object.entries(ownAttacks).map(([common, own]) => [own, Number(common)]))
  const holds: ReadonlySet<string> = new Set(holding)
  return Array.from({ length: actionCount(internalId) }, (_, id): ActionState => {
    const name = actionName(internalId, id)!
    const own = callbacks[name]
    const move = moveOf(internalId, id)
    const pose = poseAction(internalId, id)
    return {
      id,
      name,
      animationId: animationId(internalId, id),
      attackId: attackId(internalId, id),
      performance: performanceKind(internalId, id),
      settles: settles(id),
      length: actionLength(internalId, id),
      animationFrames: animationFramesOf(internalId, id),
      windows: actionWindows(internalId, id),
      move,
      startsLate: move?.late.includes(id) ?? false,
      motion: rootMotionOf(internalId, id),
      hold: holdOf(internalId, id),
      throwEnd: throwEndOf(internalId, id),
      ecbSteps: ecbStepsOf(internalId, pose),
      ecbPoses: ecbPosesOf(internalId, pose),
      isPlayed: own !== undefined,
      isHolding: isCommonHold(id) || holds.has(name),
      ownAttack: ownAttacks[id] ?? id,
      commonAttack: commonAttacks.get(id) ?? id,
      animation: own?.animation ?? nothing,
      interrupt: own?.interrupt ?? nothing,
      physics: own?.physics ?? nothing,
      collision: own?.collision ?? nothing,
      accessory: own?.accessory,
      strikes: own?.strikes,
      dealtDamage: own?.dealtDamage,
      detects: own?.detects,
      catches: own?.catches,
      bubble: own?.bubble,
      counter: own?.counter,
      damaged: own?.damaged,
      resistsPush: own?.resistsPush ?? false,
      launchedByCape: own?.launchedByCape ?? false,
      raisesFirst: own?.raisesFirst ?? false,
      leastSteps: own?.leastSteps,
      shapeEcb: own?.shapeEcb,
      places: own?.places,
      turnBody: own?.turnBody,
      turned: own?.turned,
      flightAngle: own?.flightAngle,
      armour: own?.armour ?? 0,
      damageShare: own?.damageShare ?? 1,
    }
  })
}

/** Every kind and every state is written member by member, so that all have one shape and V8 finds each member at one place. */
export function buildKind(internalId: InternalId, overrides: FighterOverrides): FighterKind {
  const { externalId, attributes } = FIGHTERS[internalId]!
  return {
    internalId,
    externalId,
    attributes,
    ledgeReach: ledgeReachOf(internalId),
    body: bodySizeOf(internalId),
    shield: shieldSizeOf(internalId),
    heldBody: heldBodyOf(internalId),
    measured: measuredOf(internalId),
    actions: actionsOf(internalId, overrides),
    entries: ENTRIES,
    choices: CHOICES,
    specials: overrides.specials ?? {},
    articles: overrides.articles ?? [],
    damaged: overrides.damaged ?? nothing,
    landed: overrides.landed ?? nothing,
    grounded: overrides.grounded ?? nothing,
    guard: overrides.guard ?? usualGuard(internalId),
    airJump: overrides.airJump ?? enterAirJump,
    asksForAirJump: overrides.asksForAirJump ?? asksForJump,
    forwardSmash: overrides.forwardSmash ?? forwardSmash,
    itemReleases: overrides.itemReleases ?? {},
    airCatch: overrides.airCatch,
    escapeAirDriftFrame: overrides.escapeAirDriftFrame ?? ESCAPE_AIR.driftFrame,
    holdsInMouth: overrides.holdsInMouth ?? false,
    throwsLoosely: overrides.throwsLoosely ?? false,
    stance: overrides.stance ?? 0,
    armour: overrides.armour ?? 0,
    shadow: overrides.shadow ?? NO_SHADOW,
  }
}
