import { STAGE_IDS } from '@arena/engine'
import { describe, expect, test } from 'vitest'
import { aspect, STAGES } from './drawings.ts'
import { CARD_ASPECT, facingOf, poseOf, shotOf, within } from './shot.ts'

const at = (x: number, y: number) => ({ x, y })

describe('the part of a stage that is seen', () => {
  test.each(STAGE_IDS)('of stage %i it holds both fighters, and nothing beyond the drawing', (stage) => {
    const { x, y, width } = STAGES[stage]
    for (const places of [
      [at(-20, 0), at(20, 0)],
      [at(-100, 60), at(90, -20)],
      [at(-400, 300), at(400, -200)],
      [at(10, 20), at(10, 20)],
    ]) {
      const { zoom, left, top } = shotOf(stage, places)
      const [wide, tall] = [1 / zoom, aspect / CARD_ASPECT / zoom]
      expect([left >= 0, left + wide <= 1.0001, top >= -0.0001, top + tall <= 1.0001]).toEqual(Array(4).fill(true))
      for (const place of places.map((each) => within(stage, each))) {
        const [shareX, shareY] = [(place.x - x) / width + 0.5, (y - place.y) / (width / aspect) + 0.5]
        const isIn = shareX >= left && shareX <= left + wide && shareY >= top && shareY <= top + tall
        // Two at opposite corners are further from each other than a picture of this shape is high.
        if (zoom > 1) expect({ place, isIn }).toEqual({ place, isIn: true })
      }
    }
  })

  test('without fighters it is the middle of the drawing, over its whole width', () => {
    expect(shotOf(31, [])).toEqual({ zoom: 1, left: 0, top: (1 - aspect / CARD_ASPECT) / 2 })
    expect(shotOf(31, [], aspect)).toEqual({ zoom: 1, left: 0, top: 0 })
  })

  test('a fighter outside the drawing is at its edge', () => {
    expect(within(31, at(0, 10))).toEqual({ x: 0, y: 10, isAway: false })
    expect(within(31, at(-500, 10))).toMatchObject({ x: -146, isAway: true })
  })
})

describe('the pose of a fighter of which only places are known', () => {
  test('on a floor or a platform it stands, elsewhere it is in the air', () => {
    expect(poseOf(31, at(0, 0.0001), null)).toBe('stand')
    expect(poseOf(31, at(30, 27.2001), null)).toBe('stand')
    expect(poseOf(31, at(0, 15), null)).toBe('air')
  })

  test('at a height that has not changed it stands on something that moves', () => {
    expect(poseOf(2, at(30, 19), at(28, 19))).toBe('stand')
    expect(poseOf(2, at(30, 19), at(28, 21))).toBe('air')
  })

  test('it runs where it has come far along a floor, and looks that way; else towards the other', () => {
    expect(poseOf(32, at(40, 0), at(0, 0))).toBe('run')
    expect(facingOf('run', at(40, 0), at(0, 0), at(-60, 0))).toBe(1)
    expect(facingOf('stand', at(40, 0), at(38, 0), at(-60, 0))).toBe(-1)
  })
})
