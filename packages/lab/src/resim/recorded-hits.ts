/**
 * Hits as recorded. Whatever the engine made of a frame, an attack has met the fighters that it hit in the recording and
 * nobody else, and the queue of stale attacks follows from the attacks that landed, those of specials included.
 */
import type { PostFrame } from '@arena/slp'
import { ACTION } from '../../../engine/src/action-ids.ts'
import { bitOf } from '../../../engine/src/combat/find.ts'
import { placeHitboxes } from '../../../engine/src/combat/hitboxes.ts'
import { goStale } from '../../../engine/src/combat/notes.ts'
import { OFF_CAMERA } from '../../../engine/src/constants.ts'
import type { Fighter } from '../../../engine/src/fighter.ts'
import type { FighterRecord } from '../../../engine/src/state/fields.ts'
import { isCaptured } from '../../../engine/src/state/presence.ts'
import { NO_ATTACK } from '../../../engine/src/tables/actions.ts'
import { isFrozen } from './rebuild.ts'

/** A record and the one before it. */
export interface RecordedStep {
  readonly post: PostFrame
  readonly before: PostFrame
}

/** Damage that freezes, or that somebody held takes. */
function isStruck({ post, before }: RecordedStep): boolean {
  return post.percent > before.percent && (isFrozen(post) || isCaptured({ action: before.actionStateId }))
}

/** A song does no damage and freezes nobody. */
function fallsAsleep({ post, before }: RecordedStep): boolean {
  return post.actionStateId === ACTION.DamageSong && before.actionStateId !== ACTION.DamageSong
}

/** Damage that freezes nobody, as of some rays; not that of being off the screen, which is nobody's. */
function isGrazed({ post, before }: RecordedStep): boolean {
  return post.percent > before.percent && post.percent - before.percent !== OFF_CAMERA.damage
}

/** Both attacks of a clank are used up. */
function isClank({ post }: RecordedStep): boolean {
  return post.actionStateId === ACTION.ReboundStop && isFrozen(post)
}

/** A power shield is not worn: it was met where both freeze anew. */
function isShieldHit(own: RecordedStep, other: RecordedStep): boolean {
  const { post, before } = other
  if (post.actionStateId !== ACTION.GuardSetOff || !isFrozen(post)) return false
  return post.shieldSize < before.shieldSize || (isStopped(own) && isStopped(other))
}

/** Takes the queue of a player's stale attacks back to the frame before; it begins anew with a new stock. */
export function restoreStaleQueue(leader: Fighter, was: FighterRecord, { post }: RecordedStep): void {
  if (post.actionStateId === ACTION.Rebirth) {
    leader.staleAttacks.fill(0)
    leader.staleInstances.fill(0)
  } else {
    leader.staleAttacks.set(was.staleAttacks)
    leader.staleInstances.set(was.staleInstances)
  }
}

/** Frozen on this frame, or anew. */
function isStopped({ post, before }: RecordedStep): boolean {
  return isFrozen(post) && (!isFrozen(before) || post.hitlagRemaining > before.hitlagRemaining)
}

/**
 * Whether this one of two climbers struck: it froze and the other did not, or its last attack landed changed and the other's
 * did not. Where neither shows, it is the leader.
 */
export function isStriker(attacker: Fighter, own: RecordedStep, partner: RecordedStep): boolean {
  if (isStopped(own) !== isStopped(partner)) return isStopped(own)
  const lands = own.post.lastAttackLanded !== own.before.lastAttackLanded
  const partnerLands = partner.post.lastAttackLanded !== partner.before.lastAttackLanded
  return lands === partnerLands ? isStopped(own) || !attacker.isFollower : lands
}

/** What an action made of a hit that was none. */
function undoHit(attacker: Fighter, was: FighterRecord): void {
  if (!attacker.state.dealtDamage || attacker.action !== was.action) return
  attacker.stateInts.set(was.stateInts)
  attacker.stateFloats.set(was.stateFloats)
}

/**
 * `was` is the attacker before the frame; `instance` its attack's instance as recorded, or null where recordings hold none. Attacks of
 * items are then taken for a new one each. `isTheirs` says that any hit of its side was another's.
 */
export function applyRecordedHit(
  attacker: Fighter,
  was: FighterRecord,
  own: RecordedStep,
  victim: Fighter,
  other: RecordedStep,
  instance: number | null,
  isTheirs = false,
): void {
  const strikes = !isTheirs && (isStruck(other) || fallsAsleep(other))
  const bit = bitOf(victim)
  const isShielded = isShieldHit(own, other)
  // A shield that was not met pushes nobody back; a counter, which freezes and hurts nobody, does.
  const isPushed = isShielded || (!strikes && isFrozen(own.post) && isFrozen(other.post))
  if (!isPushed && Math.abs(attacker.shieldPush) > Math.abs(was.shieldPush)) attacker.shieldPush = 0
  if (strikes || isShielded || isClank(own) || isClank(other)) {
    // Where the engine did not play the attack, its hitboxes were not placed.
    if (attacker.hitboxesOut === 0 && isFrozen(own.post)) placeHitboxes(attacker)
    if (attacker.hitboxesOut !== 0) attacker.metFighters |= bit
  } else if ((was.metFighters & bit) === 0 && !isFrozen(own.post)) {
    if (attacker.metFighters & bit) undoHit(attacker, was)
    attacker.metFighters &= ~bit
  }
  if (isTheirs || (!strikes && !isGrazed(other))) return
  const { attackId } = attacker.state
  // Of two, one may be struck while the hits on the other are counted: that changes nothing of what landed last.
  const isOwn = victim.leader.follower !== null && attackId > NO_ATTACK && isStopped(own)
  const landed = isOwn ? attackId : own.post.lastAttackLanded
  goStale(attacker.leader, landed, instance ?? (landed === attackId ? attacker.instance : -own.post.frame))
}
