/** What the sdk says of the stages, against the stages that the engine plays on. */
import { STAGES as TOLD } from '@arena/sdk'
import { expect, test } from 'vitest'
import { STAGE_BY_ID as PLAYED } from '../../engine/src/stages/index.ts'

test.each(Object.values(PLAYED).map((stage) => [stage.name, stage] as const))(
  '%s: edges, ledges, platforms that stay and limits are those of the engine, to half a unit',
  (name, { id, floors, ledges, blastZone, place }) => {
    const told = TOLD[id]
    expect(name).toContain(told.name)
    for (const ledge of ledges) {
      expect(Math.abs(Math.abs(ledge.x) - told.edge)).toBeLessThan(0.5)
      expect(Math.abs(ledge.y - told.ledgeY)).toBeLessThan(0.5)
    }
    for (const side of ['left', 'right', 'top', 'bottom'] as const) {
      expect(Math.abs(blastZone[side] - told.blastZone[side]), side).toBeLessThan(0.5)
    }
    for (const { left, right, y } of told.platforms) {
      const same = floors.filter(
        ({ from, to, isPlatform }) =>
          isPlatform === true &&
          [from[0] - left, to[0] - right, from[1] - y, to[1] - y].every((off) => Math.abs(off) < 0.5),
      )
      expect(same, `a platform from ${left} to ${right} at ${y}`).toHaveLength(1)
    }
    const platforms = floors.filter(({ isPlatform }) => isPlatform === true)
    if (place === undefined) expect(told.platforms).toHaveLength(platforms.length)
  },
)
