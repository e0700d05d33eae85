/** Rules of Luigi's specials. Source: doldecomp/melee (ftLg_Special*). */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../../src/tables/ids.ts'
import { Duel } from '../duel.ts'
import { ACTION, BUTTON, NEUTRAL, press, stick } from '../scene.ts'

const LUIGI = EXTERNAL_ID.luigi
const FLIGHT = 351
const B = press(BUTTON.B)
const SIDE_B = { ...stick(80, 0), buttons: BUTTON.B }

/** Luigi, let go of after a number of frames of hold. */
function missile(frames: number, distance = 120): Duel {
  const duel = new Duel(distance, LUIGI)
  duel.put(0, { x: -60 })
  duel.step(stick(80, 0))
  for (let i = 0; i < 5; i++) duel.step(stick(80, 0))
  duel.put(0, { x: -60, action: ACTION.Wait, groundVelocity: 0, selfVx: 0 })
  duel.step(SIDE_B)
  duel.until(([{ actionStateId }]) => actionStateId === 344, B)
  for (let i = 1; i < frames; i++) duel.step(B)
  return duel
}

describe('Green Missile', () => {
  test('the longer it was charged, the faster it flies', () => {
    const speeds = [1, 40].map((frames) => {
      const duel = missile(frames)
      return duel.until(([{ actionStateId }]) => actionStateId === FLIGHT)[0].speedAirX
    })
    expect(speeds[0]).toBeCloseTo(1.4 + 0.0167, 3)
    expect(speeds[1]).toBeCloseTo(1.4 + 40 * 0.0167, 3)
  })

  test('a full charge leaves by itself, and the flight ends on the floor', () => {
    const duel = missile(1)
    duel.until(([{ actionStateId }]) => actionStateId === FLIGHT, B, NEUTRAL, 120)
    duel.until(([{ actionStateId }]) => actionStateId === 346)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
  })

  test('a fighter that it hits takes 5 % and some for the charge, and it stops there', () => {
    const duel = missile(1, -20)
    const [luigi, other] = duel.until(([, { percent }]) => percent > 0)
    expect([luigi.actionStateId, other.percent]).toEqual([352, 5])
  })
})

test('a misfire in the air hangs still before it takes off: it has the physics of the ground (ftLg_SpecialS)', () => {
  const duel = new Duel(60, LUIGI)
  duel.put(0, { action: 354, animationFrame: 1, isAirborne: true, y: 40, selfVx: 1, selfVy: -1, jumpsUsed: 1 })
  expect(duel.step()[0]).toMatchObject({ positionX: 0, positionY: 40, speedAirX: 0, speedY: 0 })
})

test('the jump punch is a fire hit of 25 % on its first frame, and a weak one after', () => {
  const duel = new Duel(4, LUIGI)
  duel.step({ ...stick(0, 80), buttons: BUTTON.B })
  const [, other] = duel.until(([, { percent }]) => percent > 0)
  expect(other.percent).toBe(25)
  duel.until(([{ actionStateId }]) => actionStateId === ACTION.FallSpecial)
})
