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
  /** Greatest whole damage that they dealt on this frame to bodies, to shields, and that clanked. */
  landed = 0
  shielded = 0
  clanked = 0
  /** The fighter that its detecting hitboxes met. */
  detected: Fighter | null = null
  /** Where what the attack clanked with is and it rebounds from: 1 to the right, -1 to the left, 0 for no rebound. */
  clankSide = 0
  /** How hard a shield pushes the attacker back, and where to: 1 right, -1 left. */
  shieldPush = 0
  pushedTo = 0

  forget(): void {
    this.landed = this.shielded = this.clanked = 0
    this.detected = null
    this.clankSide = this.shieldPush = this.pushedTo = 0
  }
}

/** What meets a fighter's shield on this frame. */
export class ShieldHit {
  /** Fighter of the hit with the greatest damage, its article if one hit, and where it pushes the shield. */
  by: Fighter | null = null
  article: Article | null = null
  away = 1
  /** Greatest whole damage of a hit; and what all of them wear the shield by, before its hardness. */
  most = 0
  worn = 0

  forget(): void {
    this.by = this.article = null
    this.most = this.worn = 0
  }
}

/** One of the hits on a fighter's body on this frame. */
export class LoggedHit {
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
  /** Height of the body part that was hit. */
  height = 0
}

/** The game logs no more. */
const MOST_LOGGED = 20

/** What a fighter's body takes on this frame: found in phase 13, applied in phase 14. */
export class ReceivedHit {
  /** The hits in the order in which they were found; and which of them launches hardest, valid once all are found. */
  count = 0
  readonly logged: readonly LoggedHit[] = Array.from({ length: MOST_LOGGED }, () => new LoggedHit())
  strongest = 0
  /** Damage of all hits of the frame, and the greatest whole damage among them: it sets the victim's hitlag. */
  total = 0
  most = 0

  forget(): void {
    this.count = this.strongest = this.total = this.most = 0
  }

  /** The hit that launches; null when none was found. */
  get launching(): LoggedHit | null {
    return this.count === 0 ? null : this.logged[this.strongest]!
  }
}
