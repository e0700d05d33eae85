import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INTERNAL_ID } from '../tables/ids.ts'
import { f } from '../math.ts'
import { STAGE_IDS } from '../seed.ts'
import { STAGE_BY_ID } from '../stages/index.ts'
import { NO_FLOOR, Terrain } from '../stages/terrain.ts'
import { ledgeReachOf } from '../tables/fighters.ts'
import { collideAirborne, FLOOR_GAP } from './airborne.ts'
import { CollisionBody } from './body.ts'
import { followFloor, holdAtFloorEnd } from './grounded.ts'
import { NO_LEDGE, reachableLedge } from './ledges.ts'

const FOX = INTERNAL_ID.fox
const BATTLEFIELD = 31
const FINAL_DESTINATION = 32
const STADIUM = 3
const YOSHIS_STORY = 8

/** A body that moves from one place to another, with Fox's ECB. */
function moving(fromX: number, fromY: number, toX: number, toY: number, bottom = 0): CollisionBody {
  const body = new CollisionBody()
  body.previousX = f(fromX)
  body.previousY = f(fromY)
  body.x = f(toX)
  body.y = f(toY)
  body.bottom = body.previousBottom = bottom
  body.top = body.previousTop = 13
  body.left = body.previousLeft = 3
  body.right = body.previousRight = 3
  body.middle = body.previousMiddle = (13 + bottom) / 2
  return body
}

describe('landing', () => {
  const terrain = new Terrain(STAGE_BY_ID[BATTLEFIELD])

  it('puts a body whose bottom point crosses a floor on the floor plus 0.0001', () => {
    const body = moving(10, 2, 11, -1)
    expect(collideAirborne(terrain, body)).toBe(true)
    expect([body.floor, body.x, body.y]).toEqual([1, 11, FLOOR_GAP])
  })

  it('lands when the bottom of the ECB, which may be above the position, crosses the floor', () => {
    expect(collideAirborne(terrain, moving(10, 2, 10, -1, 4))).toBe(false)
    const body = moving(10, -1, 10, -5, 4)
    expect(collideAirborne(terrain, body)).toBe(true)
    expect(body.y).toBe(FLOOR_GAP)
  })

  it('takes the higher of two floors crossed on one frame', () => {
    const body = moving(-40, 40, -40, -20)
    expect(collideAirborne(terrain, body)).toBe(true)
    expect(body.floor).toBe(2)
  })

  it('rises through a drop-through platform and lands on it only on the way down', () => {
    expect(collideAirborne(terrain, moving(0, 50, 0, 60))).toBe(false)
    const body = moving(0, 60, 0, 50)
    expect(collideAirborne(terrain, body)).toBe(true)
    expect(body.floor).toBe(3)
  })

  it('lets a body that holds down fall through platforms, and never through the floor', () => {
    const through = moving(0, 60, 0, 50)
    through.passesPlatforms = true
    expect(collideAirborne(terrain, through)).toBe(false)
    const onFloor = moving(0, 2, 0, -2)
    onFloor.passesPlatforms = true
    expect(collideAirborne(terrain, onFloor)).toBe(true)
  })

  it('passes the one platform that is being dropped through, and lands on the next', () => {
    const first = moving(0, 54.4001, 0, 50)
    first.passedFloor = 3
    expect(collideAirborne(terrain, first)).toBe(false)
    const second = moving(-30, 30, -30, 20)
    second.passedFloor = 3
    expect(collideAirborne(terrain, second)).toBe(true)
    expect(second.floor).toBe(2)
  })

  it('misses a floor beside its end', () => {
    expect(collideAirborne(terrain, moving(75, 2, 75, -3))).toBe(false)
  })

  it('crosses a sloped floor along the whole of its path: beyond the floor it goes on at its own slope', () => {
    const slopes = new Terrain(STAGE_BY_ID[YOSHIS_STORY])
    // The left end falls by 3.5 in 16.8 units. A recorded Kirby leaves it along a path that is less steep, and flies on.
    expect(collideAirborne(slopes, moving(-55.99517, -3.49889, -56.55829, -3.57889))).toBe(false)
    expect(collideAirborne(slopes, moving(-55.99517, -3.49889, -56.55829, -3.68889))).toBe(true)
  })

  it('lands on the end of a floor that it crossed and then left on the same frame', () => {
    const [, right] = STAGE_BY_ID[BATTLEFIELD].ledges
    const body = moving(67.6, 1, 69, -0.9)
    expect(collideAirborne(terrain, body)).toBe(true)
    expect([body.floor, body.x, body.y]).toEqual([right!.floor, f(right!.x), FLOOR_GAP])
  })

  it('finds a floor up to a unit past an end that a wall joins, but only in the later steps of a fast frame', () => {
    expect(collideAirborne(terrain, moving(69, 1, 69, -1))).toBe(false)
    const body = moving(69, 8, 69, -1)
    expect(collideAirborne(terrain, body)).toBe(true)
    expect([body.x, body.y]).toEqual([f(68.4), FLOOR_GAP])
  })

  it('meets a platform that rises through it', () => {
    const fountain = new Terrain(STAGE_BY_ID[2])
    fountain.setFloorY(0, 16, true)
    fountain.setFloorY(0, 16.1125, true)
    const body = moving(-30, 16.05, -30, 16.04)
    expect(collideAirborne(fountain, body)).toBe(true)
    expect(body.y).toBe(f(f(16.1125) + FLOOR_GAP))
  })

  it('finds no floor where a platform has sunk out of sight', () => {
    const fountain = new Terrain(STAGE_BY_ID[2])
    fountain.setFloorY(0, 16, false)
    expect(collideAirborne(fountain, moving(-30, 17, -30, 15))).toBe(false)
  })

  it('only holds up a fighter that SDI shifts, and beside the end of a floor keeps level with it (mpColl_80044948)', () => {
    const above = moving(50, 27.2001, 44, 25)
    above.staysAirborne = true
    expect(collideAirborne(terrain, above)).toBe(false)
    expect([above.floor, above.x, above.y]).toEqual([4, 44, f(f(27.2) + FLOOR_GAP)])
    const beside = moving(56, 27.2001, 61.5, 25)
    beside.staysAirborne = true
    expect(collideAirborne(terrain, beside)).toBe(false)
    expect([beside.floor, beside.x, beside.y]).toEqual([4, 61.5, f(27.2)])
  })

  it.each(STAGE_IDS)('on stage %i no body that falls at any speed ends beneath the floor it was above', (id) => {
    const solid = new Terrain(STAGE_BY_ID[id])
    const [left, right] = STAGE_BY_ID[id].ledges
    const inside = fc.double({ min: left!.x + 12, max: right!.x - 12, noNaN: true })
    fc.assert(
      fc.property(
        inside,
        fc.double({ min: 0.7, max: 80, noNaN: true }),
        fc.double({ min: -10, max: 10, noNaN: true }),
        fc.double({ min: 0.01, max: 150, noNaN: true }),
        fc.boolean(),
        (x, height, vx, fall, passes) => {
          const body = moving(x, height, x + vx, height - fall)
          body.passesPlatforms = passes
          const landed = collideAirborne(solid, body)
          const { x1, x2 } = solid.floors
          const under = solid.floorIds.find((n) => !solid.isPlatform[n] && body.x >= x1[n]! && body.x <= x2[n]!)!
          const ground = solid.floorY(under, body.x)
          if (!landed) expect(body.y).toBeGreaterThanOrEqual(ground)
          else expect(body.y).toBe(f(solid.floorY(body.floor, body.x) + FLOOR_GAP))
        },
      ),
      { seed: id, numRuns: 500, endOnFailure: true },
    )
  })
})

describe('walls and ceilings', () => {
  const terrain = new Terrain(STAGE_BY_ID[FINAL_DESTINATION])

  it('stops a body at a wall and says on which side it is', () => {
    const body = moving(92, -12, 84, -12)
    expect(collideAirborne(terrain, body)).toBe(false)
    expect(body.x).toBeGreaterThan(86)
    expect(body.wallLeft).toBeGreaterThanOrEqual(0)
    expect(body.wallRight).toBe(-1)
    const mirrored = moving(-92, -12, -84, -12)
    collideAirborne(terrain, mirrored)
    expect(mirrored.x).toBe(-body.x)
    expect(mirrored.wallRight).toBeGreaterThanOrEqual(0)
  })

  it('pushes an ECB that overlaps a wall completely out of it (mpColl_800454A4_RightWall)', () => {
    const { hangX, hangY } = ledgeReachOf(FOX)
    const x = f(85.5657 + hangX)
    const body = moving(x, hangY, x, f(hangY - 0.23))
    collideAirborne(terrain, body)
    expect(body.x).toBeCloseTo(85.5657 + 3, 4)
  })

  it('holds a body whose bottom rises past the top of a wall on its inner side right above that top', () => {
    const rising = moving(86, -4.1, 85, -3.2, 3.6)
    expect(collideAirborne(terrain, rising)).toBe(false)
    expect(rising.x).toBe(f(85.5657))
    const passing = moving(86.5, -4.1, 85, -3, 3.6)
    collideAirborne(terrain, passing)
    expect(passing.x).toBe(85)
  })

  // Marth in the same frame of his air jump, beside five walls of public recordings.
  it.each([
    [28, 80.245, -18.15, 80.998],
    [31, 68.951, -4.35, 69.186],
    [8, 56.202, -7.43, 56.343],
    [2, 67.229, -7.55, 67.929],
    [32, 87.292, -5.35, 87.39],
  ] as const)('pushes the same ECB out of the walls of stage %i to its recorded place', (stage, x, y, recorded) => {
    for (const side of [1, -1]) {
      const body = moving(side * x, y - 0.2, side * x, y, 3.6)
      body.top = body.previousTop = 12.4
      body.middle = body.previousMiddle = 8
      body.left = body.previousLeft = body.right = body.previousRight = 4.585
      collideAirborne(new Terrain(STAGE_BY_ID[stage]), body)
      expect(Math.abs(body.x - side * recorded)).toBeLessThan(0.02)
    }
  })

  it('treats the walls of a row as one: a corner between two of them holds the edge of an ECB', () => {
    const body = moving(88.5, -19, 87, -18.2)
    collideAirborne(terrain, body)
    expect(body.x).toBeCloseTo(85.5657 + (3 * (13 - (18.2 - 10.5))) / 6.5, 4)
  })

  it('reports whether the side of the ECB ran into the wall, or only another part of it', () => {
    const side = moving(89, -12, 87, -12)
    collideAirborne(terrain, side)
    expect([side.wallLeft >= 0, side.hugsLeft]).toEqual([true, true])
    const bottom = moving(86, -4.1, 85, -3.2, 3.6)
    collideAirborne(terrain, bottom)
    expect([bottom.wallLeft >= 0, bottom.hugsLeft]).toEqual([true, false])
  })

  it('lets a body that comes down on the inner side of the top of a wall land there', () => {
    const body = moving(85.5657, -3.3, 83.6, -5.4, 3.6)
    expect(collideAirborne(terrain, body)).toBe(true)
    expect([body.x, body.y]).toEqual([f(83.6), FLOOR_GAP])
  })

  it('stops a rising body at a ceiling', () => {
    const body = moving(0, -75, 0, -65)
    expect(collideAirborne(terrain, body)).toBe(false)
    expect(body.y).toBeCloseTo(-55.3882 - 13 - 0.0001, 5)
    expect(body.ceiling).toBeGreaterThanOrEqual(0)
  })

  it('ignores walls and ceilings from behind', () => {
    const body = moving(0, 10, 3, 14)
    collideAirborne(terrain, body)
    expect([body.x, body.y, body.wallLeft, body.wallRight, body.ceiling]).toEqual([3, 14, -1, -1, -1])
  })

  it.each(STAGE_IDS)('on stage %i no body gets from outside into the stage by flying at its walls', (id) => {
    const solid = new Terrain(STAGE_BY_ID[id])
    const wall = STAGE_BY_ID[id].ledges[1]!
    fc.assert(
      fc.property(
        fc.double({ min: 4, max: 30, noNaN: true }),
        fc.double({ min: -4, max: 0, noNaN: true }),
        fc.double({ min: -25, max: 0, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (distance, depth, vx, vy) => {
          // The ECB's middle is level with the uppermost part of the wall.
          const y = wall.y - 7.5 + depth / 4
          const body = moving(wall.x + distance, y, wall.x + distance + vx, y + vy)
          collideAirborne(solid, body)
          const lowest = solid.walls.x1.reduce(
            (least, x, i) => (solid.wallFaces[i] === 1 && x > 20 ? Math.min(least, x) : least),
            999,
          )
          expect(body.x).toBeGreaterThan(lowest)
        },
      ),
      { seed: id, numRuns: 300, endOnFailure: true },
    )
  })
})

describe('standing', () => {
  const terrain = new Terrain(STAGE_BY_ID[STADIUM])
  const yoshis = new Terrain(STAGE_BY_ID[8])

  function standing(floor: number, fromX: number, toX: number, y = 0): CollisionBody {
    const body = moving(fromX, y, toX, y)
    body.floor = floor
    return body
  }

  it('follows the floor over its joints, several on one frame', () => {
    const body = standing(51, -73, -69)
    expect(followFloor(terrain, body)).toBe(true)
    expect([body.floor, body.y]).toEqual([34, FLOOR_GAP])
  })

  it('follows slopes up and down', () => {
    const body = standing(3, 39, 47.6)
    expect(followFloor(yoshis, body)).toBe(true)
    expect(body.floor).toBe(6)
    expect(body.y).toBeCloseTo(-1.7499, 5)
  })

  it('still stands a tenth of a unit past the end, at the height of the end', () => {
    const body = standing(6, 55.9, 56.09, -3.5)
    expect(followFloor(yoshis, body)).toBe(true)
    expect(body.y).toBe(f(-3.5 + FLOOR_GAP))
    expect(body.pastEnd).toBe(0)
  })

  it('is past the end beyond that, and can be held there exactly on the line', () => {
    const body = standing(54, 87.8, 87.9)
    expect(followFloor(terrain, body)).toBe(false)
    expect([body.pastEnd, body.floor]).toEqual([1, 54])
    holdAtFloorEnd(terrain, body)
    expect([body.x, body.y]).toEqual([87.75, 0])
    const left = standing(51, -87.8, -90)
    expect(followFloor(terrain, left)).toBe(false)
    holdAtFloorEnd(terrain, left)
    expect([left.pastEnd, left.x]).toEqual([-1, -87.75])
  })

  it('does not stay on a floor that is gone', () => {
    const fountain = new Terrain(STAGE_BY_ID[2])
    fountain.setFloorY(0, 5, false)
    const body = standing(0, -30, -30, 5)
    expect(followFloor(fountain, body)).toBe(false)
    expect(body.pastEnd).toBe(0)
    body.floor = NO_FLOOR
    expect(followFloor(fountain, body)).toBe(false)
  })

  it('stays standing, on the floor into which its platform sinks out of sight (5 of 5 recorded)', () => {
    const fountain = new Terrain(STAGE_BY_ID[2])
    fountain.setFloorY(1, 0.3, false)
    const body = standing(1, 39, 39.5, 0.3751)
    expect(followFloor(fountain, body)).toBe(true)
    expect([body.floor, body.y]).toEqual([5, f(f(0.002775) + FLOOR_GAP)])
  })

  it.each([
    ['that comes out of the floor under it', 30, 31, 0.375, 1],
    ['below its middle that it walks into', 20.4, 22, 2, 1],
    ['above its middle not', 30, 31, 8, 5],
    ['beside it not', 20, 20.5, 0.375, 5],
  ] as const)('steps onto a platform %s (mpColl_8004A908; 2 of 2 recorded)', (_, fromX, toX, height, floor) => {
    const fountain = new Terrain(STAGE_BY_ID[2])
    fountain.setFloorY(0, 16, true)
    for (let i = 0; i < 2; i++) fountain.setFloorY(1, height, true)
    const body = standing(5, fromX, toX, 0.002875)
    body.previousMiddle = 5
    expect(followFloor(fountain, body)).toBe(true)
    expect(body.floor).toBe(floor)
  })

  it.each(STAGE_IDS)('on stage %i walks from ledge to ledge at any speed, always on a floor', (id) => {
    const stage = STAGE_BY_ID[id]
    const walk = new Terrain(stage)
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 12, noNaN: true }), (speed) => {
        const body = standing(stage.ledges[0]!.floor, stage.ledges[0]!.x, stage.ledges[0]!.x, stage.ledges[0]!.y)
        let steps = 0
        while (followFloor(walk, body)) {
          if (body.y !== f(walk.floorY(body.floor, body.x) + FLOOR_GAP)) throw new Error(`off the floor at ${body.x}`)
          body.previousX = body.x
          body.previousY = body.y
          body.x = f(body.x + speed)
          steps++
        }
        expect([body.pastEnd, body.floor]).toEqual([1, stage.ledges[1]!.floor])
        expect(Math.abs(steps * speed - 2 * stage.ledges[1]!.x)).toBeLessThan(2 * speed + 1)
      }),
      { seed: id, numRuns: 30, endOnFailure: true },
    )
  })
})

describe('catching a ledge', () => {
  const stage = STAGE_BY_ID[FINAL_DESTINATION]
  const terrain = new Terrain(stage)
  const reach = ledgeReachOf(FOX)
  const RIGHT = 1
  const LEFT = 0
  const edge = stage.ledges[RIGHT]!.x
  const falling = (x: number, y: number) => moving(x, y, x, y - 1)

  it('needs the ledge within the box ahead of a falling body', () => {
    expect(reachableLedge(terrain, falling(edge + 8, -12), reach, -1, 0)).toBe(RIGHT)
    expect(reachableLedge(terrain, falling(-edge - 8, -12), reach, 1, 0)).toBe(LEFT)
    expect(reachableLedge(terrain, falling(edge + 8, -3), reach, -1, 0)).toBe(NO_LEDGE)
    expect(reachableLedge(terrain, falling(edge + 8, -30), reach, -1, 0)).toBe(NO_LEDGE)
    expect(reachableLedge(terrain, falling(edge + 20, -12), reach, -1, 0)).toBe(NO_LEDGE)
  })

  it('does not happen on the way up', () => {
    expect(reachableLedge(terrain, moving(edge + 8, -12, edge + 8, -11), reach, -1, 0)).toBe(NO_LEDGE)
  })

  it('searches ahead only, unless both sides are allowed', () => {
    expect(reachableLedge(terrain, falling(edge + 8, -12), reach, 1, 0)).toBe(NO_LEDGE)
    expect(reachableLedge(terrain, falling(edge + 8, -12), reach, 0, 0)).toBe(RIGHT)
  })

  it('skips a ledge that another fighter holds', () => {
    expect(reachableLedge(terrain, falling(edge + 8, -12), reach, -1, 1 << RIGHT)).toBe(NO_LEDGE)
    expect(reachableLedge(terrain, falling(edge + 8, -12), reach, -1, 1 << LEFT)).toBe(RIGHT)
  })

  it('reaches from the side of the ECB that faces the stage', () => {
    const body = falling(edge + 13, -12)
    body.left = 1
    body.right = 9
    expect(reachableLedge(terrain, body, reach, -1, 0)).toBe(NO_LEDGE)
    body.left = 3
    expect(reachableLedge(terrain, body, reach, -1, 0)).toBe(RIGHT)
  })

  it('needs the bottom of the ECB below the ledge and outside of it (mpColl_80044164)', () => {
    const body = falling(edge + 8, -11)
    body.bottom = 11.9
    expect(reachableLedge(terrain, body, reach, -1, 0)).toBe(RIGHT)
    body.bottom = 12.1
    expect(reachableLedge(terrain, body, reach, -1, 0)).toBe(NO_LEDGE)
    expect(reachableLedge(terrain, falling(edge - 0.1, -12), reach, -1, 0)).toBe(NO_LEDGE)
  })

  it("meets a floor that slopes up from its ledge at more than the ledge's height (mpLib_80051BA8_Floor)", () => {
    const sloped = STAGE_BY_ID[YOSHIS_STORY]
    const { x, y } = sloped.ledges[RIGHT]!
    const from = y - (reach.snapY - reach.snapHeight / 2) + 3
    expect(reachableLedge(new Terrain(sloped), falling(x + 8, from), reach, -1, 0)).toBe(RIGHT)
    expect(reachableLedge(terrain, falling(edge + 8, from - y), reach, -1, 0)).toBe(NO_LEDGE)
  })

  it('catches it out of a fall that passes the whole box in one frame', () => {
    expect(reachableLedge(terrain, moving(edge + 8, -5, edge + 8, -25), reach, -1, 0)).toBe(RIGHT)
  })
})
