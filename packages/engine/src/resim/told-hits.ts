/**
 * What a recording tells of hits. Whatever the engine made of a frame, the attack has met whom it hit in the recording and
 * nobody else, and the queue of stale attacks follows from the attacks that landed, those of specials included.
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
import { isFrozen } from './rebuild.ts'

/** A record and the one before it. */
export interface Step {
  readonly post: PostFrame
  readonly before: PostFrame
}

/** Damage that freezes, or that somebody held takes. */
function isStruck({ post, before }: Step): boolean {
  return post.percent > before.percent && (isFrozen(post) || isCaptured({ action: before.actionStateId }))
}

/** A song does no damage and freezes nobody. */
function fallsAsleep({ post, before }: Step): boolean {
  return post.actionStateId === ACTION.DamageSong && before.actionStateId !== ACTION.DamageSong
}

/** Damage that freezes nobody, as of some rays; not that of being off the screen, which is nobody's. */
function isGrazed({ post, before }: Step): boolean {
  return post.percent > before.percent && post.percent - before.percent !== OFF_CAMERA.damage
}

/** Both attacks of a clank are used up. */
function isClank({ post }: Step): boolean {
  return post.actionStateId === ACTION.ReboundStop && isFrozen(post)
}

function isShieldHit({ post, before }: Step): boolean {
  return post.actionStateId === ACTION.GuardSetOff && isFrozen(post) && post.shieldSize < before.shieldSize
}

/**
 * `was` is the attacker before the frame; `told` its instance as the recording has it, or null where it has none. Attacks of
 * items are then taken for a new one each.
 */
export function tellHit(
  attacker: Fighter,
  was: FighterRecord,
  own: Step,
  victim: Fighter,
  other: Step,
  told: number | null,
): void {
  if (own.post.actionStateId === ACTION.Rebirth) {
    attacker.staleAttacks.fill(0)
    attacker.staleInstances.fill(0)
  } else {
    attacker.staleAttacks.set(was.staleAttacks)
    attacker.staleInstances.set(was.staleInstances)
  }
  const strikes = isStruck(other) || fallsAsleep(other)
  const bit = bitOf(victim)
  const isShielded = isShieldHit(other)
  // A shield that was not met pushes nobody back; a counter, which freezes and hurts nobody, does.
  const isPushed = isShielded || (!strikes && isFrozen(own.post) && isFrozen(other.post))
  if (!isPushed && Math.abs(attacker.shieldPush) > Math.abs(was.shieldPush)) attacker.shieldPush = 0
  if (strikes || isShielded || isClank(own) || isClank(other)) {
    // Where the engine did not play the attack, its hitboxes were not placed.
    if (attacker.hitboxesOut === 0 && isFrozen(own.post)) placeHitboxes(attacker)
    if (attacker.hitboxesOut !== 0) attacker.metFighters |= bit
  } else if ((was.metFighters & bit) === 0 && !isFrozen(own.post)) {
    attacker.metFighters &= ~bit
  }
  if (!strikes && !isGrazed(other)) return
  const { lastAttackLanded, frame } = own.post
  goStale(
    attacker,
    lastAttackLanded,
    told ?? (lastAttackLanded === attacker.state.attackId ? attacker.instance : -frame),
  )
}
