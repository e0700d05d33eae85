/**
 * One article of a match: its record of the state, and its kind. A kind is data plus functions named as the game's
 * phases are; each belongs to the fighter whose action makes it and stands in that fighter's folder.
 * Source: doldecomp/melee (item.c; the priorities of Item_80269528 and kin).
 */
import type { Fighter } from '../fighter.ts'
import type { Match } from '../match.ts'
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

/** What an item does when it leaves the hand and comes into one. */
export interface ItemKind {
  readonly thrown: Callback
  readonly dropped: Callback
  readonly caught: Callback
}

export interface ArticleKind {
  /** Type as recordings show it. */
  readonly type: number
  /** Phase 1: timers. An article whose timer ran out is gone before. */
  readonly animation?: Callback
  /** Phase 4: its velocity; its position follows after. */
  readonly physics?: Callback
  /** Phase 5: floors and walls, after it moved. */
  readonly collision?: Callback
  /** Phase 9: its hitboxes have taken their places. */
  readonly accessory?: Callback
  /** The hitboxes of its present state; none when missing. */
  readonly hitboxes?: (article: Article) => readonly ArticleHitbox[]
  /** Of a ray: how many times its model it is long by now. Its hitboxes lie along its flight. */
  readonly stretch?: Stretch
  /** Phase 14. It met a body, a shield, or the attack or article of another; what is missing removes it. */
  readonly hit?: Meeting
  readonly shielded?: Meeting
  readonly clanked?: Callback
  /** A shield that it grazes mirrors its velocity instead; what else that changes. */
  readonly bounces?: boolean
  readonly bounced?: Callback
  /** After a reflection turned it round and gave it to `by`. */
  readonly reflected?: Meeting
  readonly isReflectable?: boolean
  readonly isAbsorbable?: boolean
  /** Re-simulation: private words of an article that the engine did not make, from what a recording shows of it. */
  readonly rebuild?: Callback
  /** Asked as the frame ends: gone with what its owner was doing. */
  readonly isLost?: (article: Article) => boolean
  /** An item, which may be held, thrown and caught. */
  readonly item?: ItemKind
  /** Its hits meet its owner too. */
  readonly sparesNobody?: (article: Article) => boolean
  /** Stays where its owner's action has it: blast zones and timers are no matter. */
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

  get isFrozen(): boolean {
    return this.hitlagLeft > 0
  }

  /** Nothing it met is left to report. */
  forgetMeetings(): void {
    this.struck = null
    this.struckShield = null
    this.isGrazing = false
    this.isClanked = false
    this.reflectedBy = null
    this.absorbedBy = null
  }

  /** Gone from the end of the frame on; nothing meets it any more. */
  remove(): void {
    this.isGone = true
    this.hitboxes.count = 0
  }
}
