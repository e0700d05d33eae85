/**
 * What the phases of one frame pass to each other in combat. Made once per fighter or article and overwritten every
 * frame.
 */
import type { Article } from '../articles/article.ts'
import type { Fighter } from '../fighter.ts'
import type { Hitbox } from '../tables/moves.ts'
import { emptyCapsule, type Capsule } from './space.ts'

/** Hitboxes that a fighter may have out at once. */
const MOST_HITBOXES = 8

/** The hitboxes that are out on this frame: their values and places. */
export class HitboxesOut {
  count = 0
  readonly values: Hitbox[] = []
  readonly capsules: readonly Capsule[] = Array.from({ length: MOST_HITBOXES }, emptyCapsule)
  /** The share of damage that staling left before a throw or a pummel landed on this frame; 0 when none did. */
  shareBefore = 0
  /** Damage they dealt on this frame to anything: it sets the attacker's hitlag. */
  landed = 0
  /** The fighter that its detecting hitboxes met. */
  detected: Fighter | null = null
  /** The fighter that the attack clanked with and rebounds from, and the damage that sets the length of the rebound. */
  clankedWith: Fighter | null = null
  clankDamage = 0
}

/** The strongest hit that a fighter's body or shield takes on this frame: found in phase 13, applied in phase 14. */
export class ReceivedHit {
  /** The attacker; and the article that hit, null for the attacker's own attack. */
  by: Fighter | null = null
  article: Article | null = null
  /** Attack id and performance that the hit counts for. */
  attackId = 0
  instance = 0
  /** Direction in which the victim is launched: 1 right, -1 left. */
  away = 1
  hitbox: Hitbox | null = null
  /** Damage after staling; and with charge, but fresh. */
  dealt = 0
  full = 0
  knockback = 0
  /** Damage of all hits of the frame. */
  total = 0
  /** Height of the body part that was hit. */
  height = 0
}
