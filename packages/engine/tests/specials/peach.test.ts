/** Rules of Peach's float, turnips and specials. Source: doldecomp/melee (ftPe_Float, ftPe_FloatAttack, ftPe_SpecialLw, N, S, Hi, itpeachturnip). */
import { describe, expect, test } from 'vitest'
import type { Pad } from '../../src/index.ts'
import { Duel } from '../duel.ts'
import { ACTION, BUTTON, NEUTRAL, PEACH, press, stick } from '../scene.ts'

const B = press(BUTTON.B)
const FLOAT = 341
const PULL = 352
const HOLD_DOWN = stick(0, -60, BUTTON.X)
const THROW = {
  forward: 94,
  up: 96,
  forwardInAir: 100,
  hardForward: 108,
  hardBack: 109,
  hardForwardInAir: 112,
} as const
const LIGHT_GET = 92

function inAir(duel: Duel): Duel {
  return duel.put(0, { action: ACTION.Fall, isAirborne: true, y: 60, selfVy: -1, jumpsUsed: 1 })
}

function floating(distance = 100): Duel {
  const duel = inAir(new Duel(distance, PEACH))
  duel.step(HOLD_DOWN)
  return duel
}

test('the Bomber moves 3.5 a frame after a flick, slows by 0.34 from its fifth frame on (7 recorded)', () => {
  const duel = inAir(new Duel(100, PEACH))
  duel.step(stick(80, 0, BUTTON.B))
  duel.until(([{ actionStateId }]) => actionStateId === 360)
  const speeds = Array.from({ length: 5 }, () => duel.step(NEUTRAL)[0].speedAirX.toFixed(2))
  expect(speeds).toEqual(['3.50', '3.50', '3.50', '3.16', '2.82'])
})

describe('the float', () => {
  test('stops her in the air with the stick down and a jump held, for 150 frames', () => {
    const duel = inAir(new Duel(100, PEACH))
    expect(duel.step(HOLD_DOWN)[0]).toMatchObject({ actionStateId: FLOAT, speedY: 0 })
    for (let i = 0; i < 149; i++) expect(duel.step(press(BUTTON.X))[0].actionStateId).toBe(FLOAT)
    expect(duel.step(press(BUTTON.X))[0].actionStateId).toBe(342)
  })

  test('ends when the jump is released, over the end of an air jump', () => {
    const duel = floating()
    const speeds = Array.from({ length: 5 }, () => duel.step()[0].speedY)
    expect(speeds.map((speed) => Number(speed.toFixed(3)))).toEqual([-0.328, -0.332, -0.308, -0.255, -0.174])
    expect(duel.step()[0].actionStateId).toBe(ACTION.FallAerial)
  })

  test('comes once an airtime, and again after standing on the ground', () => {
    const duel = floating()
    duel.step()
    expect(duel.until(([{ actionStateId }]) => actionStateId === ACTION.FallAerial)[0].actionStateId).toBe(32)
    expect(duel.step(HOLD_DOWN)[0].actionStateId).not.toBe(FLOAT)
    duel.until(([{ isAirborne, actionStateId }]) => isAirborne === 0 && actionStateId === ACTION.Wait)
    expect(inAir(duel).step(HOLD_DOWN)[0].actionStateId).toBe(FLOAT)
  })

  test('an attack stays in the air until the jump is released, and lands without its lag', () => {
    const duel = floating().put(0, { y: 5 })
    expect(duel.step(press(BUTTON.X | BUTTON.A))[0]).toMatchObject({ actionStateId: 344, speedY: 0 })
    for (let i = 0; i < 5; i++) expect(duel.step(press(BUTTON.X))[0].speedY).toBe(0)
    expect(duel.step()[0].speedY).toBeLessThan(0)
    expect(duel.until(([{ isAirborne }]) => isAirborne === 0)[0].actionStateId).toBe(ACTION.Landing)
  })
})

describe('turnips', () => {
  function holding(distance = 100): Duel {
    const duel = new Duel(distance, PEACH)
    duel.step(stick(0, -80, BUTTON.B))
    duel.until(([{ actionStateId }]) => actionStateId !== PULL)
    return duel
  }

  test('A throws the item in the hand instead of attacking; harder after a flick', () => {
    expect(holding().step(press(BUTTON.A))[0].actionStateId).toBe(THROW.forward)
    expect(holding().step(stick(80, 0, BUTTON.A))[0].actionStateId).toBe(THROW.hardForward)
    expect(holding().step(stick(-80, 0, BUTTON.A))[0].actionStateId).toBe(THROW.hardBack)
    expect(holding().step(press(BUTTON.Z))[0].actionStateId).toBe(THROW.forward)
  })

  test('edges hold a fighter that throws on the ground (one recorded, out of a dash)', () => {
    const duel = holding(-60).put(0, { x: 85.5, groundVelocity: 1 })
    expect(duel.step(stick(80, 0, BUTTON.A))[0]).toMatchObject({ actionStateId: THROW.hardForward, isAirborne: 0 })
    for (let i = 0; i < 10; i++) duel.step()
    expect(duel.pair[0]).toMatchObject({ actionStateId: THROW.hardForward, isAirborne: 0 })
  })

  test('in the air A throws hard for eight frames after a flick (recorded on the eighth)', () => {
    const thrown = (pad: Pad, frames: number) => {
      const duel = inAir(holding())
      for (let i = 0; i < frames; i++) duel.step(pad)
      return duel.step({ ...pad, buttons: BUTTON.A })[0].actionStateId
    }
    expect([thrown(stick(80), 7), thrown(stick(80), 8)]).toEqual([THROW.hardForwardInAir, THROW.forwardInAir])
  })

  test('it deals its damage and the addition of its speed, and bounces off without further damage', () => {
    const duel = holding(30)
    duel.step(press(BUTTON.A))
    const [, { percent }] = duel.until(([, post]) => post.percent > 0)
    // The face of these seeds is the rarest; 29.6 and three times its speed.
    expect(percent).toBeCloseTo(34.076, 2)
    for (let i = 0; i < 60; i++) duel.step()
    expect(duel.pair[1].percent).toBe(percent)
  })

  test('a shield wears by its damage at rest, whatever its speed (ftColl_80077970)', () => {
    const duel = holding(30)
    const guard = press(BUTTON.R)
    duel.step(stick(80, 0, BUTTON.A), guard)
    const health = duel.until(([, { hitlagRemaining }]) => hitlagRemaining > 0, NEUTRAL, guard)
    const [, { shieldSize, hitlagRemaining }] = health
    expect(hitlagRemaining).toBe(13)
    expect(60 - shieldSize).toBeLessThan(30 * 0.7 + 15 * 0.28)
  })

  test.each([
    ['up', { ...NEUTRAL, cstickY: 208 }, 2.604],
    ['down', { ...NEUTRAL, cstickY: 48 }, -2.772],
  ])('hard throws %s are 1.4 times as fast as others (82 recorded)', (_, pad, speed) => {
    const duel = holding().put(0, { y: 0 })
    duel.step(pad)
    duel.until(() => duel.items[0]!.state === 2)
    expect(duel.items[0]!.velocityY).toBeCloseTo(speed, 4)
  })

  test('one that meets a stronger one of the same owner in the air is thrown back (it_802754D4)', () => {
    const duel = holding()
    for (const isFirst of [true, false]) {
      duel.step({ ...NEUTRAL, cstickY: 208 })
      duel.until(() => duel.items.at(-1)!.state === 2)
      duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
      if (!isFirst) break
      duel.step(stick(0, -80, BUTTON.B))
      duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
    }
    let [before, now] = [duel.items[1]!.velocityY, duel.items[1]!.velocityY]
    duel.until(() => {
      before = now
      now = duel.items[1]!.velocityY
      return before - now > 0.1
    })
    expect(now).toBeCloseTo((before - 0.051) * -0.3 + 1.3, 3)
    // Five frames of hitlag, and a third of its damage of 6.
    expect(duel.items[1]!.turnipFace).toBe(5)
    const stopped = duel.items[1]!.positionY
    const places = Array.from({ length: 8 }, () => (duel.step(), duel.items[1]!.positionY))
    expect(places.filter((place) => place === stopped)).toHaveLength(6)
  })

  test('a hit in the pull takes it away, one later does not', () => {
    const duel = new Duel(10, PEACH)
    duel.step(stick(0, -80, BUTTON.B), press(BUTTON.A))
    duel.until(([{ percent }]) => percent > 0)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
    expect(duel.step(press(BUTTON.A))[0].actionStateId).toBe(44)
  })

  test('Z in the air lets it fall and her action continues', () => {
    const duel = inAir(holding())
    duel.step()
    expect(duel.step(press(BUTTON.Z))[0].actionStateId).toBe(ACTION.Fall)
    duel.step()
    expect(duel.step(press(BUTTON.A))[0].actionStateId).toBe(65)
  })

  test('A beside one on its way down takes it', () => {
    const duel = holding()
    duel.step(stick(0, 40, BUTTON.A))
    for (let i = 0; i < 89; i++) duel.step()
    expect(duel.step(press(BUTTON.A))[0].actionStateId).toBe(LIGHT_GET)
  })
})

describe('once in 128 pulls something else comes up', () => {
  /** Peach on a frame on which this would come up, at this distance from the other. */
  function before(type: number, distance: number): Duel {
    const duel = new Duel(distance, PEACH)
    for (let i = 0; i < 3000; i++) {
      const saved = duel.game.save()
      duel.step(stick(0, -80, BUTTON.B))
      const isIt = duel.items[0]?.typeId === type
      duel.game.restore(saved)
      if (isIt) return duel
      duel.step()
    }
    throw new Error(`${type} never comes up`)
  }

  function holding(type: number, distance = 30): Duel {
    const duel = before(type, distance)
    duel.step(stick(0, -80, BUTTON.B))
    duel.until(([{ actionStateId }]) => actionStateId !== PULL)
    return duel
  }

  test('a bob-omb explodes on a fighter that it hits', () => {
    const duel = holding(6)
    duel.step(stick(80, 0, BUTTON.A))
    const [, { percent }] = duel.until(([, post]) => post.percent > 20)
    expect(percent).toBeGreaterThanOrEqual(30)
    for (let i = 0; i < 90; i++) duel.step()
    expect(duel.items).toEqual([])
  })

  test('Mr. Saturn and a beam sword are thrown, lie where they land, and are removed at the end', () => {
    for (const type of [7, 12]) {
      const duel = holding(type)
      duel.step(press(BUTTON.A))
      duel.until(([, { percent }]) => percent > 5)
      for (let i = 0; i < 90; i++) duel.step()
      expect(duel.items.map(({ typeId, velocityX, velocityY }) => [typeId, velocityX, velocityY])).toEqual([
        [type, 0, 0],
      ])
      duel.until(() => duel.items.length === 0, NEUTRAL, NEUTRAL, 700)
    }
  })
})

describe('the open parasol', () => {
  const UP_B = stick(0, 80, BUTTON.B)

  function hanging(): Duel {
    const duel = new Duel(150, PEACH)
    duel.step(UP_B)
    duel.until(([{ actionStateId }]) => actionStateId === 370)
    return duel
  }

  test('hits a fighter once', () => {
    const duel = hanging()
    const { positionX, positionY } = duel.pair[0]
    duel.put(1, { x: positionX + 3, y: positionY + 8, isAirborne: true, action: ACTION.Fall })
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(2)
  })

  test('closes for good in the end', () => {
    const duel = hanging()
    duel.until(
      ([{ actionStateId, positionY }]) => {
        if (positionY < 40) duel.put(0, { y: 60 })
        return actionStateId === ACTION.FallSpecial
      },
      NEUTRAL,
      NEUTRAL,
      600,
    )
    for (let i = 0; i < 10; i++) expect(duel.step(stick(0, 80))[0].actionStateId).toBe(ACTION.FallSpecial)
  })
})

test('the forward smash never takes the same weapon twice in a row', () => {
  const duel = new Duel(100, PEACH)
  let before = 0
  for (let i = 0; i < 12; i++) {
    const [{ actionStateId }] = duel.step({ ...NEUTRAL, cstickX: 208 })
    expect([349, 350, 351]).toContain(actionStateId)
    expect(actionStateId).not.toBe(before)
    before = actionStateId
    duel.until(([post]) => post.actionStateId === ACTION.Wait)
  }
})

describe('the parasol', () => {
  test('opens after the rise, closes by the stick down and opens again by the stick up', () => {
    const duel = inAir(new Duel(100, PEACH))
    expect(duel.step(stick(0, 80, BUTTON.B))[0].actionStateId).toBe(363)
    duel.until(([{ actionStateId }]) => actionStateId === 370)
    expect(duel.step()[0].speedY).toBeCloseTo(-0.45, 4)
    expect(duel.step(stick(0, -80))[0].actionStateId).toBe(ACTION.FallSpecial)
    expect(duel.step(stick(0, 80))[0].actionStateId).toBe(369)
  })
})

test('the bomber explodes on a fighter that it hits and throws her back', () => {
  const duel = new Duel(30, PEACH)
  duel.step(stick(80, 0, BUTTON.B))
  const [{ actionStateId }, { percent }] = duel.until(([, post]) => post.percent > 0)
  expect(actionStateId).toBe(359)
  expect(percent).toBe(18)
  expect(duel.step()[0].speedAirX).toBeLessThan(0)
})

test('Toad answers where she faces, wherever the hit came from (ftPe_SpecialN)', () => {
  const duel = new Duel(-1, PEACH).put(1, { facing: 1, facingAtStart: 1 })
  for (let i = 0; i < 12; i++) duel.step(i === 0 ? B : NEUTRAL)
  duel.put(1, { x: -2 })
  const [{ facingDirection }] = duel.until(([{ actionStateId }]) => actionStateId === 366, NEUTRAL, press(BUTTON.A))
  expect(facingDirection).toBe(1)
})

test('Toad takes the hit and answers with spores', () => {
  const duel = new Duel(12, PEACH)
  for (let i = 0; i < 12; i++) duel.step(i === 0 ? B : NEUTRAL)
  duel.until(([{ actionStateId }]) => actionStateId === 366, NEUTRAL, press(BUTTON.A))
  expect(duel.until(([, post]) => post.percent > 0)[0].percent).toBe(0)
})
