import { beforeAll, describe, expect, test } from 'vitest'
import { Game, loadFighters, Picture, STAGE_IDS, STAGES, type Pad } from '@arena/engine'
import { edgesOf, figuresOf } from './grip.ts'
import { ARM_A, ARM_B, CHEST, HEAD } from './joints.ts'
import { figureOf } from './skeleton.ts'

const NEUTRAL: Pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }
const Z = 0x0010
const HANG = 253
const MARIO = 0

function pictureOf(change: (picture: Picture) => void): Picture {
  const picture = new Picture()
  picture.head.bodyCount = 1
  const body = picture.bodies[0]!
  Object.assign(body, { character: MARIO, action: HANG, actionFrame: 5, facing: 1, holds: -1, isAirborne: true })
  change(picture)
  return picture
}

function handTo([x, y]: readonly [number, number], joints: Float32Array, arm: number): number {
  return Math.hypot(joints[(arm + 2) * 3]! - x, joints[(arm + 2) * 3 + 1]! - y)
}

beforeAll(() => loadFighters([8]))

test.each(STAGE_IDS)('the edges of stage %i are as far apart as its ground is wide', (id) => {
  const [left, right] = edgesOf(STAGES[id])
  expect(left[0]).toBeLessThan(-50)
  expect(right[0]).toBeGreaterThan(50)
  expect(left[1]).toBeCloseTo(right[1], 1)
})

describe('a body at a ledge', () => {
  const edge = edgesOf(STAGES[32])[0]

  test('has a hand on the edge, outside of the ground', () => {
    const picture = pictureOf(({ bodies }) => Object.assign(bodies[0]!, { x: edge[0] - 2, y: edge[1] - 12 }))
    const [figure] = figuresOf(picture, STAGES[32])
    expect(Math.min(handTo(edge, figure!.joints, ARM_A), handTo(edge, figure!.joints, ARM_B))).toBeLessThan(2)
    expect(figure!.joints[CHEST * 3]!).toBeLessThan(edge[0])
  })

  test('lets go of it once it stands above', () => {
    const picture = pictureOf(({ bodies }) => Object.assign(bodies[0]!, { x: edge[0] - 1, y: edge[1] + 2 }))
    expect(figuresOf(picture, STAGES[32])[0]!.joints).toEqual(figureOf(picture.bodies[0]!).joints)
  })
})

test('whoever holds another has a hand on its chest', () => {
  const player = { character: 8, costume: 0, name: '' } as const
  const game = new Game({ seed: new Uint8Array(32).fill(7), stage: 32, players: [player, player] })
  const picture = new Picture()
  const step = (pad: Partial<Pad>): void => {
    game.step({ ...NEUTRAL, ...pad }, NEUTRAL)
    game.show(picture)
  }
  const [holder, held] = picture.bodies as [(typeof picture.bodies)[0], (typeof picture.bodies)[0]]
  for (let i = 0; i < 150; i++) step({})
  for (let i = 0; i < 400 && held.x - holder.x > 9; i++) step({ stickX: 180 })
  for (let i = 0; i < 40; i++) step({})
  for (let i = 0; i < 30 && holder.holds < 0; i++) step(i < 2 ? { buttons: Z } : {})
  for (let i = 0; i < 12; i++) step({})
  expect(holder.holds).toBe(1)
  const [first, second] = figuresOf(picture, STAGES[32])
  const chest = [second!.joints[CHEST * 3]!, second!.joints[CHEST * 3 + 1]!] as const
  const near = Math.min(handTo(chest, first!.joints, ARM_A), handTo(chest, first!.joints, ARM_B))
  expect(near).toBeLessThan(second!.build.chest + first!.build.hand)
  expect(second!.joints[HEAD * 3 + 1]!).toBeGreaterThan(chest[1])
})
