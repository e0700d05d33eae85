import { describe, expect, test } from 'vitest'
import { STAGE_IDS, STAGES } from '@arena/engine'
import { outlineOf } from './outline.ts'

describe.each(STAGE_IDS)('the outline of stage %i', (id) => {
  const stage = STAGES[id]
  const outline = outlineOf(stage)

  test('goes through every end of its floors, walls and ceilings', () => {
    const ground = stage.floors.filter(({ isPlatform }) => isPlatform !== true)
    for (const { from, to } of [...ground, ...stage.walls, ...stage.ceilings]) {
      for (const [x, y] of [from, to]) {
        expect(
          outline.some(([ox, oy]) => Math.hypot(ox - x, oy - y) < 0.5),
          `${x}, ${y}`,
        ).toBe(true)
      }
    }
  })

  test('does not cross itself', () => {
    const edges = outline.map((from, i) => [from, outline[(i + 1) % outline.length]!] as const)
    const side = (a: readonly number[], b: readonly number[], c: readonly number[]): number =>
      Math.sign((b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!))
    for (const [i, [a, b]] of edges.entries()) {
      for (const [c, d] of edges.slice(i + 2)) {
        const crosses = side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
        expect(crosses, JSON.stringify([a, b, c, d])).toBe(false)
      }
    }
  })
})
