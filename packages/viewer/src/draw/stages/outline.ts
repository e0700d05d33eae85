/** The solid of a stage as one polygon, joined from the engine's floors, walls and ceilings. */
import type { Stage } from '@arena/engine'

export type Point = readonly [x: number, y: number]

/** Ends that are this near belong together, in units. */
const NEAR = 4

/** Clockwise from the left end of the floor. Where the lines go down and out of the picture, their ends are joined. */
export function outlineOf({ floors, walls, ceilings }: Pick<Stage, 'floors' | 'walls' | 'ceilings'>): Point[] {
  const ground = floors.filter(({ isPlatform }) => isPlatform !== true).sort((a, b) => a.from[0] - b.from[0])
  const points: Point[] = [ground[0]!.from, ...ground.map(({ to }) => to)]
  const open = [...walls, ...ceilings].map(({ from, to }) => [from, to] as const)
  for (;;) {
    const [x, y] = points.at(-1)!
    let best = -1
    let end: 0 | 1 = 0
    let nearest = NEAR
    for (const [i, line] of open.entries()) {
      for (const which of [0, 1] as const) {
        const distance = Math.hypot(line[which][0] - x, line[which][1] - y)
        if (distance < nearest) [best, end, nearest] = [i, which, distance]
      }
    }
    if (best < 0) {
      // The right side has ended: go on at the lowest end of the left side.
      const lowest = open.flat().sort((a, b) => a[1] - b[1])[0]
      if (lowest === undefined || lowest[0] > 0) return points
      points.push(lowest)
      continue
    }
    const [line] = open.splice(best, 1)
    if (nearest > 0.01) points.push(line![end])
    points.push(line![end === 0 ? 1 : 0])
  }
}
