import { STAGE_IDS } from '@arena/engine'
import { STAGE_BY_ID } from '@arena/engine/stages'
import { describe, expect, test } from 'vitest'
import * as drawn from '../../../card/src/drawings.ts'
import { aimAt } from '../../../viewer/src/draw/camera.ts'
import { aspect, CELL, FIGHTERS, POSES, STAGES } from './drawings.ts'

describe('what pages know of the drawings is how they are drawn', () => {
  test('the cells of a fighter’s sheet', () => {
    expect({ CELL, POSES, FIGHTERS }).toEqual({ CELL: drawn.CELL, POSES: drawn.POSES, FIGHTERS: drawn.FIGHTERS })
  })

  test.each(STAGE_IDS)('stage %i: all that the camera may show, and the heights to stand on', (id) => {
    const { cameraZone, floors } = STAGE_BY_ID[id]
    const { x, y, width } = STAGES[id]
    const shot = aimAt([], cameraZone, aspect)
    for (const [known, is] of [
      [x, shot.x],
      [y, shot.y],
      [width, shot.width],
    ] as const)
      expect(known).toBeCloseTo(is, 1)
    const level = floors.filter(({ from, to }) => from[1] === to[1]).map(({ from }) => from[1])
    const unknown = level.filter((height) => !STAGES[id].floors.some((floor) => Math.abs(floor - height) < 0.1))
    expect(unknown).toEqual([])
  })
})
