/**
 * Timing of throws, and the first frame of articles, as measured on public replays. A throw's speed depends on the
 * victim's weight for most fighters, so its frames are known per pair; the nearest weight stands for the others.
 */
import { PROJECTILE_ROWS, THROW_ROWS } from './generated/throws.ts'

export interface ThrowTiming {
  /** Frame on which the victim is let go. */
  readonly release: number
  /** Frames of the whole throw; 0 where unknown. */
  readonly total: number
}

/** Timing of a throw against a victim's weight; undefined for a throw that no replay shows. */
export function throwTiming(internalId: number, action: number, victimWeight: number): ThrowTiming | undefined {
  let found: ThrowTiming | undefined
  let least = Infinity
  for (const [thrower, thrown, weight, release, total] of THROW_ROWS) {
    if (thrower !== internalId || thrown !== action || release === 0) continue
    const distance = Math.abs(weight! - victimWeight)
    if (distance >= least) continue
    least = distance
    found = { release: release!, total: total! }
  }
  return found
}

/** How an article leaves its owner: x forward of the facing. Numbers are 0 where unknown. */
export interface ArticleStart {
  readonly item: number
  readonly vx: number
  readonly vy: number
  readonly x: number
  readonly y: number
  readonly timer: number
  readonly life: number
}

/** The articles that an action makes. */
export function articlesOf(internalId: number, action: number): ArticleStart[] {
  return PROJECTILE_ROWS.filter(([, owner, from]) => owner === internalId && from === action).map(
    ([item, , , vx, vy, x, y, timer, life]) => ({
      item: item!,
      vx: vx!,
      vy: vy!,
      x: x!,
      y: y!,
      timer: timer!,
      life: life!,
    }),
  )
}
