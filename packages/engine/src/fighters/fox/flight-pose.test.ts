import { describe, expect, test } from 'vitest'
import { CollisionBody } from '../../collision/body.ts'
import type { Fighter } from '../../fighter.ts'
import { emptyPlace } from '../../tables/moves.ts'
import { FALCO } from '../falco/index.ts'
import { FOX } from './index.ts'

const body = new CollisionBody()

function ecbOf({ actions }: typeof FOX, animationFrame: number, angle: number): number[] {
  actions!.SpecialAirHi!.shapeEcb!({ animationFrame, stateFloats: [angle], privates: [] } as unknown as Fighter, body)
  return [body.bottom, body.top, body.left, body.right]
}

describe('the flight of Fire Fox and Fire Bird', () => {
  test('lies level: bottom, top and half width are those that kodycode/meleelight-decomp-edition reads from the joints, while Fox rolls', () => {
    const known = [
      [0, 2.493, 6],
      [7, 3.331, 8],
      [19, 5.705, 7.77],
      [28, 2.591, 5.718],
    ] as const
    for (const [frame, bottom, top] of known) {
      const [low, high, left, right] = ecbOf(FOX, frame, 0)
      expect(low).toBeCloseTo(bottom, 1)
      expect(high).toBeCloseTo(top, 1)
      expect(left).toBeCloseTo(4.01, 2)
      expect(right).toBe(left)
    }
  })

  test('is upright when it goes up: as high as it was long', () => {
    for (const fighter of [FOX, FALCO]) {
      const [, , level] = ecbOf(fighter, 5, 0)
      const [bottom, top] = ecbOf(fighter, 5, Math.PI / 2)
      expect(top! - bottom!).toBeCloseTo(2 * level!, 4)
    }
  })

  test('is hit where the body is: the part ahead of the middle in level flight is above it in upward flight (24 of 24 recorded frames near an attack)', () => {
    const turned = (angle: number): number[] => {
      const places = Float32Array.from([3, 9.13, 1, -4, 9.13, 1])
      FALCO.actions!.SpecialAirHi!.turnBody!(
        { animationFrame: 5, stateFloats: [angle], privates: [] } as unknown as Fighter,
        places,
        1,
      )
      return [...places]
    }
    expect(turned(0)).toEqual([3, 9.13, 1, -4, 9.13, 1].map((word) => expect.closeTo(word, 4)))
    expect(turned(Math.PI / 2)).toEqual([0, 12.13, 1, 0, 5.13, 1].map((word) => expect.closeTo(word, 4)))
  })

  test('strikes with the head: above the body in upward flight, ahead of it in level flight', () => {
    const place = { ...emptyPlace(), x: 2.9, y: 11.725 }
    const turned = (angle: number): { x: number; y: number } => {
      const at = { ...place }
      FOX.actions!.SpecialHi!.places!({ stateFloats: [angle], privates: [] } as unknown as Fighter, at)
      return at
    }
    expect(turned(Math.PI / 2)).toMatchObject({ x: expect.closeTo(2.9, 4), y: expect.closeTo(11.725, 4) })
    expect(turned(0)).toMatchObject({ x: expect.closeTo(3.759, 3), y: expect.closeTo(5.066, 3) })
  })
})
