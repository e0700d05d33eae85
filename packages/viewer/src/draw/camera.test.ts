import { describe, expect, test } from 'vitest'
import { aimAt, Camera, ease, edgeMark, viewOf } from './camera.ts'

const ZONE = { left: -160, right: 160, top: 136, bottom: -48 }
const WIDE = 16 / 9

function at(x: number, y: number, facing = 1): { x: number; y: number; facing: number } {
  return { x, y, facing }
}

describe('the aim of the camera', () => {
  test('holds both bodies with room about them', () => {
    const { x, y, width } = aimAt([at(-60, 0), at(50, 40)], ZONE, WIDE)
    expect(x - width / 2).toBeLessThan(-60)
    expect(x + width / 2).toBeGreaterThan(50)
    expect(y + width / WIDE / 2).toBeGreaterThan(40)
  })

  test('comes no closer than its closest look', () => {
    const near = aimAt([at(0, 0), at(1, 0)], ZONE, WIDE)
    expect(near.width).toBeGreaterThan(90)
    expect(near).toEqual(aimAt([at(0, 0), at(1, 0)], ZONE, WIDE))
  })

  test('does not show what is beyond the camera zone of the stage', () => {
    const { x, width } = aimAt([at(-400, 0), at(-120, 0)], ZONE, WIDE)
    expect(x - width / 2).toBeGreaterThanOrEqual(ZONE.left - 1)
  })

  test('shows the whole zone while nobody is there', () => {
    expect(aimAt([], ZONE, WIDE)).toMatchObject({ x: 0, y: 44 })
  })
})

describe('the movement of the camera', () => {
  test('approaches its aim and never overshoots', () => {
    const shot = { x: 0, y: 0, width: 100 }
    const aim = { x: 50, y: -20, width: 300 }
    let last = 0
    for (let i = 0; i < 200; i++) {
      ease(shot, aim, 16)
      expect(shot.x).toBeGreaterThanOrEqual(last)
      expect(shot.x).toBeLessThanOrEqual(50)
      last = shot.x
    }
    expect(shot.width).toBeCloseTo(300, 0)
  })

  test('is none on a cut, nor after time went backwards', () => {
    const camera = new Camera()
    const aim = (x: number) => ({ x, y: 0, width: 100 })
    camera.look(aim(0), 1000, false, 800, 450)
    expect(camera.look(aim(40), 1016, true, 800, 450)).toEqual(viewOf(aim(40), 800, 450))
    expect(camera.look(aim(-40), 500, false, 800, 450)).toEqual(viewOf(aim(-40), 800, 450))
  })
})

describe('a mark at the edge', () => {
  const view = viewOf({ x: 0, y: 0, width: 160 }, 1600, 900)

  test('is not there for a body in the picture', () => {
    expect(edgeMark(view, 10, 10, 40)).toBeNull()
  })

  test('points at a body that has left', () => {
    const mark = edgeMark(view, -200, 0, 40)
    expect(mark).toMatchObject({ x: 40, y: 450 })
    expect(Math.abs(mark!.angle)).toBeCloseTo(Math.PI)
    expect(edgeMark(view, 0, 300, 40)!.angle).toBeCloseTo(-Math.PI / 2)
  })
})
