import { describe, expect, test } from 'vitest'
import { moveByName } from '../tables/moves.ts'
import { shieldSizeOf } from '../tables/shapes.ts'
import { touchOf, TOUCH, type Posed } from './touch.ts'

/** Internal ids. */
const FOX = 1
const MARTH = 18
const WAIT = 14
const FALL = 29
const AIR_UP = 68

const jab = moveByName(FOX, 'jab1')!
const [window] = jab.windows
const JAB = jab.actions[0]!
const JAB_FRAME = window!.first
const BOX = window!.hitboxes[0]!.id

function standing(internalId: number, pose: Partial<Posed>): Posed {
  const x = pose.x ?? 0
  const y = pose.y ?? 0
  return {
    kind: { internalId },
    action: WAIT,
    animationFrame: 0,
    animationRate: 1,
    x,
    y,
    previousX: x,
    previousY: y,
    facing: 1,
    facingAtStart: 1,
    isAirborne: false,
    isShielding: false,
    shieldHealth: 60,
    shieldHardness: 1,
    stickX: 0,
    stickY: 0,
    ...pose,
  }
}

function jabbing(pose: Partial<Posed> = {}): Posed {
  return standing(FOX, { action: JAB, animationFrame: JAB_FRAME, ...pose })
}

describe('a hitbox', () => {
  test('touches a body in front of it, and none out of reach or behind', () => {
    expect(touchOf(jabbing(), BOX, standing(MARTH, { x: 8, facing: -1 }))).toBe(TOUCH.body)
    expect(touchOf(jabbing(), BOX, standing(MARTH, { x: 40 }))).toBe(TOUCH.none)
    expect(touchOf(jabbing(), BOX, standing(MARTH, { x: -14 }))).toBe(TOUCH.none)
  })

  test('lies on the side that was faced when the action began, even if the fighter has turned since', () => {
    const turned = jabbing({ facing: -1, facingAtStart: 1 })
    expect(touchOf(turned, BOX, standing(MARTH, { x: 8 }))).toBe(TOUCH.body)
    expect(touchOf(jabbing({ facingAtStart: -1 }), BOX, standing(MARTH, { x: 8 }))).toBe(TOUCH.none)
  })

  test('touches nothing on frames on which it does not exist', () => {
    const victim = standing(MARTH, { x: 8 })
    expect(touchOf(jabbing({ animationFrame: JAB_FRAME - 1 }), BOX, victim)).toBe(TOUCH.none)
    expect(touchOf(jabbing({ animationFrame: window!.last + 1 }), BOX, victim)).toBe(TOUCH.none)
  })

  test('is swept from its place on the frame before, but not on its first frame', () => {
    const victim = standing(MARTH, { x: 30 })
    const rush = { x: 60, previousX: 0 }
    expect(touchOf(jabbing({ ...rush, animationFrame: JAB_FRAME + 1 }), BOX, victim)).toBe(TOUCH.body)
    expect(touchOf(jabbing(rush), BOX, victim)).toBe(TOUCH.none)
  })

  test('touches the shield first while that is up, and the body where the shield is too small', () => {
    const shielding = { x: 8, isShielding: true }
    expect(touchOf(jabbing(), BOX, standing(MARTH, shielding))).toBe(TOUCH.shield)
    expect(touchOf(jabbing(), BOX, standing(MARTH, { ...shielding, isShielding: false }))).toBe(TOUCH.body)
    const pokes = [0, 2, 4, 6, 8, 10, 12, 14].map((y) =>
      touchOf(jabbing({ y }), BOX, standing(MARTH, { ...shielding, shieldHealth: 0 })),
    )
    expect(pokes).toContain(TOUCH.body)
  })

  test('reaches a light shield from further off than a hard one', () => {
    const { size } = shieldSizeOf(MARTH)
    const reachOf = (shieldHardness: number): number => {
      let reach = 0
      for (let x = 0; x < 4 * size; x += 0.25) {
        const victim = standing(MARTH, { x, isShielding: true, shieldHardness })
        if (touchOf(jabbing(), BOX, victim) === TOUCH.shield) reach = x
      }
      return reach
    }
    expect(reachOf(0)).toBeGreaterThan(reachOf(1) + 0.3 * size)
  })

  test('finds falling bodies by their present facing, attacking ones by the facing at the start', () => {
    const touches = (action: number, facing: number, facingAtStart: number) =>
      Array.from({ length: 60 }, (_, i) =>
        touchOf(jabbing(), BOX, standing(MARTH, { x: i / 2 - 4, action, facing, facingAtStart, isAirborne: true })),
      )
    expect(touches(FALL, -1, 1)).toEqual(touches(FALL, -1, -1))
    expect(touches(AIR_UP, -1, 1)).toEqual(touches(AIR_UP, 1, 1))
  })
})
