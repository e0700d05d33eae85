/** What one frame of fighting passes from phase to phase; made once per fighter or article and overwritten every frame. */
import type { Article } from '../articles/article.ts'
import type { Fighter } from '../fighter.ts'
import type { Hitbox } from '../tables/moves.ts'
import { emptyCapsule, type Capsule } from './space.ts'

/** Hitboxes that a fighter may have out at once. */
const MOST_HITBOXES = 8

/** The hitboxes that are out on this frame: their values, and where they are. */
export class HitboxesOut {
  count = 0
  readonly values: Hitbox[] = []
  readonly capsules: readonly Capsule[] = Array.from({ length: MOST_HITBOXES }, emptyCapsule)
  /** What staleness left of their damage before a throw or a pummel landed on this frame; 0 when none did. */
  shareBefore = 0
  /** Damage they did this frame, to whatever: it sets the attacker's hitlag. */
  landed = 0
  /** The fighter that its detecting hitboxes met. */
  detected: Fighter | null = null
  /** The fighter that the attack clanked and rebounds with, and the damage that decides for how long. */
  clankedWith: Fighter | null = null
  clankDamage = 0
}

/** A hit that was found and waits to be applied. */
export class ReceivedHit {
  /** Whose hit it was; and the article that did it, if not an attack of its own. */
  by: Fighter | null = null
  article: Article | null = null
  /** Attack and performance that it counts for. */
  attackId = 0
  instance = 0
  /** The way the victim is thrown: 1 right, -1 left. */
  away = 1
  hitbox: Hitbox | null = null
  /** Damage as staled; and with charge, but fresh. */
  dealt = 0
  full = 0
  knockback = 0
  /** Damage of all hits of the frame. */
  total = 0
  /** Height of the body part. */
  height = 0
}
