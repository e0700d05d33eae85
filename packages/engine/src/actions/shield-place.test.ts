import { describe, expect, test } from 'vitest'
import { INTERNAL_ID, type InternalId } from '../tables/ids.ts'
import { shieldSizeOf } from '../tables/shapes.ts'
import { beginBubble, leanBody, leanBubble } from './shield-place.ts'

const FOX = INTERNAL_ID.fox
const FALCON = INTERNAL_ID['captain-falcon']
const SHEIK = INTERNAL_ID.sheik
const YOSHI = INTERNAL_ID.yoshi
const MARTH = INTERNAL_ID.marth
const WAIT = 14
const SQUAT_WAIT = 40

function raised(internalId: InternalId, action = WAIT) {
  const kind = { internalId, shield: shieldSizeOf(internalId) }
  const pose = { action, animationFrame: 0, isAirborne: false }
  const shield = {
    kind,
    shieldTilt: 0,
    shieldAngle: 0,
    shieldX: 0,
    shieldY: 0,
    stickX: 0,
    stickY: 0,
    facing: 1,
    ...pose,
  }
  beginBubble(shield)
  return shield
}

function lean(shield: ReturnType<typeof raised>, ahead: number, up: number, step = 1, steps = 1): void {
  leanBubble(Object.assign(shield, { stickX: ahead, stickY: up }), step, steps)
}

/** With the stick held there for many frames. */
function leaning(internalId: InternalId, ahead: number, up: number): [number, number] {
  const shield = raised(internalId)
  for (let i = 0; i < 40; i++) lean(shield, ahead, up)
  const { x, y } = shieldSizeOf(internalId)
  return [shield.shieldX - x, shield.shieldY - y]
}

function expectNear([x, y]: [number, number], [otherX, otherY]: [number, number]): void {
  expect(x).toBeCloseTo(otherX, 1)
  expect(y).toBeCloseTo(otherY, 1)
}

describe('the bubble of a shield (doldecomp/melee ftCo_80091E78)', () => {
  test('begins at the hips of the pose before', () => {
    const [standing, crouching] = [raised(FOX), raised(FOX, SQUAT_WAIT)]
    expect(standing.shieldY).toBe(7)
    expect(crouching.shieldY).toBeLessThan(standing.shieldY - 2)
    expect(raised(SHEIK, SQUAT_WAIT).shieldY).toBeLessThan(raised(SHEIK).shieldY - 2)
    expect(raised(MARTH, SQUAT_WAIT).shieldY).toBe(raised(MARTH).shieldY)
  })

  test('moves an eighth of the distance to its place on the next frame, then two eighths of the rest, three, and so on', () => {
    const shield = raised(FOX)
    const start = shield.shieldY
    const { y } = shieldSizeOf(FOX)
    const shares = [1, 2, 3, 4].map((n) => {
      lean(shield, 0, 0, n, 8)
      return (shield.shieldY - start) / (y - start)
    })
    ;[0.125, 0.344, 0.59, 0.795].forEach((share, i) => expect(shares[i]).toBeCloseTo(share, 3))
  })

  test('turns half of the distance to the stick each frame, in the shorter direction, and leans half of the rest', () => {
    const shield = raised(FOX)
    lean(shield, 0, 1)
    expect([shield.shieldAngle, shield.shieldTilt]).toEqual([45, 0.5])
    lean(shield, 0, -1)
    expect([shield.shieldAngle, shield.shieldTilt]).toEqual([337.5, 0.75])
    lean(shield, 0, 0)
    expect([shield.shieldAngle, shield.shieldTilt]).toEqual([348.75, 0.375])
  })

  test('leans along a path of each fighter’s own (kodycode/meleelight-decomp-edition)', () => {
    expectNear(leaning(FOX, 0, 1), [-1.18, 5.76])
    expectNear(leaning(FOX, 1, 0), [2.66, 0])
    expectNear(leaning(FOX, -0.5, 0), [-2.51, 0])
    expectNear(leaning(FALCON, 0, -1), [0.97, -1.75])
    expectNear(leaning(MARTH, Math.SQRT1_2, Math.SQRT1_2), [1.61, 1.71])
    expect(leaning(YOSHI, 1, 0)).toEqual([0, 0])
  })
})

test('a body leans back and down with its bubble, two fifths as far at the bubble’s height, and neither ahead nor up (355 recorded frames)', () => {
  const { y } = shieldSizeOf(FOX)
  const moved = (ahead: number, up: number) => {
    const shield = raised(FOX)
    for (let i = 0; i < 40; i++) lean(shield, ahead, up)
    const places = Float32Array.of(1, y, 0, 1, y / 2, 0)
    leanBody(shield, places, 1)
    return [places[0]! - 1, places[1]! - y, places[3]! - 1, places[2]].map((way) => Math.round(way! * 100) / 100)
  }
  expect(moved(-1, 0)).toEqual([-2.01, 0, -1, 0])
  expect(moved(0, -1)).toEqual([-0.47, -2.3, -0.24, 0])
  expect(moved(1, 0)).toEqual([0, 0, 0, 0])
  expect(moved(0, 1)).toEqual([-0.47, 0, -0.24, 0])
})
