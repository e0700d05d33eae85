/** Where throws let go, and the first frame of articles, as measured on public replays. */
import type { ActionId, InternalId } from './ids.ts'
import { figuresOf } from './by-fighter.ts'

/** The release of a throw; 0 where no recording shows it, or where the usual figure holds. */
export interface ThrowEnd {
  /** Counter of the animation. */
  readonly frame: number
  /** Where the victim's path begins, as a share of the thrower's height. */
  readonly from: number
  /** How low the victim's ECB reaches at the end of the path, as a share of its usual bottom. */
  readonly bottom: number
  /** How far above the victim's hips the ECB ends then, where that cuts the path into more steps. */
  readonly tall: number
  /** Number of random draws of its effects. */
  readonly draws: number
}

const UNSEEN: ThrowEnd = { frame: 0, from: 0, bottom: 0, tall: 0, draws: 0 }

export function throwEndOf(internalId: InternalId, action: ActionId): ThrowEnd {
  return figuresOf(internalId).throws[action] ?? UNSEEN
}

/** How an article leaves its owner: x forward of the facing. Numbers are 0 where unknown. */
export interface ArticleSpawn {
  readonly item: number
  readonly vx: number
  readonly vy: number
  readonly x: number
  readonly y: number
  readonly timer: number
  readonly life: number
}

/** The articles that an action makes. */
export function articlesOf(internalId: InternalId, action: ActionId): readonly ArticleSpawn[] {
  return figuresOf(internalId).articles[action] ?? []
}
