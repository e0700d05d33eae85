/**
 * One article of a match: its record of the state, and its kind. A kind is data plus functions named as the game's
 * phases are; each belongs to the fighter whose action makes it and stands in that fighter's folder.
 * Source: doldecomp/melee (item.c; the priorities of Item_80269528 and related functions).
 */
import type { Fighter } from '../fighter.ts'
import type { Match } from '../match.ts'
import { NO_OWNER } from '../constants.ts'
import { HitboxesOut } from '../combat/scratch.ts'
import { ArticleRecord } from '../state/fields.ts'
import type { Hitbox } from '../tables/moves.ts'

/** A hitbox with its place: x forward of the article's facing, y up. */
export interface ArticleHitbox extends Hitbox {
  readonly x: number
  readonly y: number
}

type Callback = (article: Article) => void
export type Stretch = (article: Article) => number
type Meeting = (article: Article, fighter: Fighter) => void

/** What an item does when it leaves the hand, and when a hand takes it. */
export interface ItemKind {
  /** Factor of the speed at which any fighter throws it; 1 when missing. */
  readonly throwSpeed?: number
  readonly thrown: Callback
  readonly dropped: Callback
  readonly caught: Callback
}

export interface ArticleKind {
  /** Type as recordings show it. */
  readonly type: number
  /** Phase 1: timers. Not called for an article whose timer has run out; it is removed before. */
  readonly animation?: Callback
  /** Phase 4: its velocity; its position follows from it. */
  readonly physics?: Callback
  /** Phase 5: floors and walls, after it moved. */
  readonly collision?: Callback
  /** Phase 9: its hitboxes have taken their places. */
  readonly accessory?: Callback
  /** The hitboxes of its present state; none when missing. */
  readonly hitboxes?: (article: Article) => readonly ArticleHitbox[]
  /** For a ray: its present length, as a multiple of its model. Its hitboxes lie along its flight. */
  readonly stretch?: Stretch
  /**
   * Phase 14: it met a body, a shield, or the attack or article of another fighter. Without a function the article is
   * removed. `hit` gets null where the body is an article's.
   */
  readonly hit?: (article: Article, fighter: Fighter | null) => void
  readonly shielded?: Meeting
  readonly clanked?: Callback
  /** A shield that it grazes mirrors its velocity instead; this is what else changes. */
  readonly bounces?: boolean
  readonly bounced?: Callback
  /** After a reflection by `by` turned it round and made `by` its owner. */
  readonly reflected?: Meeting
  readonly isReflectable?: boolean
  readonly isAbsorbable?: boolean
  /** Its body, which shots and attacks of all fighters hit: the radius of a sphere about its place; none when missing. */
  readonly hurtRadius?: number
  /** Phase 14: its body was hit, its damage is counted; `side` is where it is launched to: 1 right, -1 left. */
  readonly hurt?: (article: Article, angle: number, knockback: number, side: number) => void
  /** Blast zones do not end it. */
  readonly isBoundless?: (article: Article) => boolean
  /** No time ends it. */
  readonly isTimeless?: boolean
  /** Re-simulation: private words that a recorded frame shows. */
  readonly follow?: Callback
  /** Re-simulation: private words of an article that the engine did not make, from what a recording shows of it. */
  readonly rebuild?: Callback
  /** Called at the end of the frame: true removes it, as its owner's action is over. */
  readonly isLost?: (article: Article) => boolean
  /** An item, which fighters can hold, throw and catch. */
  readonly item?: ItemKind
  /** It was thrown or dropped and flies: its speed adds to what it deals to bodies. */
  readonly isThrown?: (article: Article) => boolean
  /** Its hits do not stop it: it has no hitlag. */
  readonly isUnstopped?: (article: Article) => boolean
  /** Its hits also affect its owner. */
  readonly sparesNobody?: (article: Article) => boolean
  /** Its owner's action places it; blast zones and timers do not apply. */
  readonly isHeld?: (article: Article) => boolean
}

export class Article extends ArticleRecord {
  readonly match: Match
  /** This frame's hitboxes. */
  readonly hitboxes = new HitboxesOut()
  /** The fighter that this frame's hits met, reported in phase 14; null for none. */
  struck: Fighter | null = null
  struckShield: Fighter | null = null
  /** It bounces off that shield. */
  isGrazing = false
  isClanked = false
  /** The article whose body this frame's hits met, reported in phase 14. */
  struckArticle: Article | null = null
  /** The hit of this frame that launches its own body hardest, and the damage of all of them. */
  readonly blow = { angle: 0, knockback: -1, side: 1, damage: 0, most: 0 }
  reflectedBy: Fighter | null = null
  absorbedBy: Fighter | null = null

  constructor(match: Match, buffer: ArrayBuffer, at: number) {
    super(buffer, at)
    this.match = match
  }

  get kind(): ArticleKind {
    return this.match.articles.kindOf(this.type)
  }

  get ownedBy(): Fighter {
    return this.match.fighters[this.owner]!
  }

  /** Port of its owner; -1 for nobody's. */
  get port(): number {
    return this.owner === NO_OWNER ? NO_OWNER : this.ownedBy.port
  }

  get isFrozen(): boolean {
    return this.hitlagLeft > 0
  }

  /** Clears what the article met, as all of it is reported. */
  forgetMeetings(): void {
    this.struck = null
    this.struckShield = null
    this.isGrazing = false
    this.struckArticle = null
    this.blow.knockback = -1
    this.blow.damage = this.blow.most = 0
    this.isClanked = false
    this.reflectedBy = null
    this.absorbedBy = null
  }

  /** Removed at the end of the frame; nothing meets it any more. */
  remove(): void {
    this.isGone = true
    this.hitboxes.count = 0
  }
}
