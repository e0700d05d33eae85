/** Where throws let go, and the first frame of articles, as measured on public replays. */
import { modelOf } from './clones.ts'
import { PROJECTILE_ROWS, THROW_ROWS } from './generated/throws.ts'

/** Counter of the animation at which a throw lets go, of a clone its model's; 0 for a throw that no replay shows. */
export function releaseFrameOf(internalId: number, action: number): number {
  const row = THROW_ROWS.find(([thrower, thrown]) => thrower === internalId && thrown === action)
  const model = modelOf(internalId)
  return row?.[2] ?? (model ? releaseFrameOf(model.internalId, action) : 0)
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
