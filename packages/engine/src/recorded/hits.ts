/**
 * Hits as recorded. Whatever the engine found on a frame, an attack has met exactly the fighters that it hit in the
 * recording, and the queue of stale attacks follows from the attacks that landed, those of specials included.
 */
import type { PostFrame } from '@arena/slp'
import { ACTION } from '../action-ids.ts'
import { bitOf } from '../combat/find.ts'
import { placeHitboxes } from '../combat/hitboxes.ts'
import { goStale } from '../combat/notes.ts'
import { OFF_CAMERA } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import type { FighterRecord } from '../state/fields.ts'
import { isCaptured } from '../state/presence.ts'
import { NO_ATTACK } from '../tables/actions.ts'
import { isFrozen } from './rebuild.ts'

/** A record and the one before it. */
export interface RecordedStep {
  readonly post: PostFrame
  readonly before: PostFrame
}

/** Damage with hitlag, or damage to a held fighter. */
function isStruck({ post, before }: RecordedStep): boolean {
  return post.percent > before.percent && (isFrozen(post) || isCaptured({ action: before.actionStateId }))
}

/** A song has no damage and no hitlag. */
function fallsAsleep({ post, before }: RecordedStep): boolean {
  return post.actionStateId === ACTION.DamageSong && before.actionStateId !== ACTION.DamageSong
}

/** Damage without hitlag, as of some rays; not that of being off camera, which has no attacker. */
function isGrazed({ post, before }: RecordedStep): boolean {
  return post.percent > before.percent && post.percent - before.percent !== OFF_CAMERA.damage
}

/** Both attacks of a clank are used up. */
function isClank({ post }: RecordedStep): boolean {
  return post.actionStateId === ACTION.ReboundStop && isFrozen(post)
}

/** A power shield does not wear: it was met where both begin hitlag. */
function isShieldHit(own: RecordedStep, other: RecordedStep): boolean {
  const { post, before } = other
  if (post.actionStateId !== ACTION.GuardSetOff || !isFrozen(post)) return false
  return post.shieldSize < before.shieldSize || (isStopped(own) && isStopped(other))
}

/** Resets the queue of a player's stale attacks to the frame before; a new stock empties it. */
export function restoreStaleQueue(leader: Fighter, was: FighterRecord, { post }: RecordedStep): void {
  if (post.actionStateId === ACTION.Rebirth) {
    leader.staleAttacks.fill(0)
    leader.staleInstances.fill(0)
  } else {
    leader.staleAttacks.set(was.staleAttacks)
    leader.staleInstances.set(was.staleInstances)
  }
}

/** In hitlag on this frame, or in new hitlag. */
function isStopped({ post, before }: RecordedStep): boolean {
  return isFrozen(post) && (!isFrozen(before) || post.hitlagRemaining > before.hitlagRemaining)
}

/**
 * Whether this one of two climbers hit: it is in hitlag and the other is not, or its last attack landed changed and the
 * other's did not. Where neither shows, it is the leader.
 */
export function isStriker(attacker: Fighter, own: RecordedStep, partner: RecordedStep): boolean {
  if (isStopped(own) !== isStopped(partner)) return isStopped(own)
  const lands = own.post.lastAttackLanded !== own.before.lastAttackLanded
  const partnerLands = partner.post.lastAttackLanded !== partner.before.lastAttackLanded
  return lands === partnerLands ? isStopped(own) || !attacker.isFollower : lands
}

/** Undoes what an action did for a hit that the recording does not have. */
function undoHit(attacker: Fighter, was: FighterRecord): void {
  if (!attacker.state.dealtDamage || attacker.action !== was.action) return
  attacker.stateInts.set(was.stateInts)
  attacker.stateFloats.set(was.stateFloats)
}

/**
 * `was` is the attacker before the frame; `instance` its attack's instance as recorded, or null where recordings do not
 * have it. Attacks of items then count as a new one each. `isTheirs` says that any hit of its side was another's.
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
  // A shield that was not met does not push back; a counter, which has hitlag but no damage, does.
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
  // One of the two may be hit while hits on the other are counted; that does not change the last attack landed.
  const isOwn = victim.leader.follower !== null && attackId > NO_ATTACK && isStopped(own)
  const landed = isOwn ? attackId : own.post.lastAttackLanded
  goStale(attacker.leader, landed, instance ?? (landed === attackId ? attacker.instance : -own.post.frame))
}
