/** Rules of Samus's specials. Source: doldecomp/melee (ftSs_SpecialN, S, Hi, Lw; itsamus*). */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../../src/tables/ids.ts'
import { Duel } from '../duel.ts'
import { ACTION, BUTTON, FOX, press, stick, UP } from '../scene.ts'

const SAMUS = EXTERNAL_ID.samus
const B = press(BUTTON.B)
const DOWN_B = stick(0, -80, BUTTON.B)

function inAir(duel: Duel, y = 60): Duel {
  return duel.put(0, { action: ACTION.Fall, isAirborne: true, y, selfVy: 0, jumpsUsed: 1 })
}

describe('the charge shot', () => {
  /** Charges for a number of frames, and fires. */
  function fireAfter(duel: Duel, frames: number): Duel {
    duel.step(B)
    for (let i = 0; i < 13 + frames; i++) duel.step()
    duel.step(B)
    return duel
  }

  test.each([
    [15, 3],
    [16, 5],
    [102, 21],
  ])('after %i frames of gathering it does %i', (frames, damage) => {
    const duel = fireAfter(new Duel(60, SAMUS), frames)
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(damage)
  })

  test('seven levels end the gathering, and the next press fires at once', () => {
    const duel = new Duel(60, SAMUS)
    duel.step(B)
    duel.until(([{ actionStateId }]) => actionStateId === 345)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
    duel.step(B)
    duel.until(([{ actionStateId }]) => actionStateId === 346)
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(25)
  })

  test('a shield keeps what was gathered, a hit takes it away', () => {
    for (const [isHit, damage] of [
      [false, 8],
      [true, 3],
    ] as const) {
      const duel = new Duel(isHit ? 12 : 60, SAMUS, FOX)
      duel.step(B)
      for (let i = 0; i < 13 + 34; i++) duel.step()
      if (isHit) duel.until(([{ percent }]) => percent > 0, undefined, press(BUTTON.A), 30)
      else duel.step(press(BUTTON.L))
      duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
      duel.put(1, { x: 60 })
      inAir(duel, 0.1).step(B)
      expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(damage)
    }
  })
})

describe('the missiles', () => {
  test('a flick fires the harder one', () => {
    const flick = new Duel(60, SAMUS)
    flick.step(stick(80, 0, BUTTON.B))
    expect(flick.until(([, { percent }]) => percent > 0)[1].percent).toBe(12)
    const tilt = new Duel(30, SAMUS)
    inAir(tilt, 20).put(0, { lastTiltXTimer: 10, tiltXTimer: 10, stickX: 1, tiltXSide: 1, lastTiltXSide: 1 })
    expect(tilt.step(stick(80, 0, BUTTON.B))[0].actionStateId).toBe(351)
    expect(tilt.until(([, { percent }]) => percent > 0)[1].percent).toBe(5)
  })
})

describe('the screw attack', () => {
  test('it ends helpless, and a landing out of it costs 24 frames', () => {
    const duel = new Duel(100, SAMUS)
    duel.step(stick(0, 80, BUTTON.B))
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.FallSpecial, UP)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.LandingFallSpecial)
    let frames = 1
    while (duel.step()[0].actionStateId === ACTION.LandingFallSpecial) frames++
    expect(frames).toBe(24)
  })

  test('it hits one victim many times', () => {
    const duel = new Duel(4, SAMUS)
    duel.step(stick(0, 80, BUTTON.B))
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.FallSpecial)
    expect(duel.pair[1].percent).toBeGreaterThan(4)
  })

  test('from the ground she stands still at once and leaps on the fourth frame (20 of 20 recorded)', () => {
    const duel = new Duel(80, SAMUS).put(0, { groundVelocity: 1 })
    const posts = [duel.step({ ...UP, buttons: BUTTON.B })[0]]
    for (let i = 0; i < 3; i++) posts.push(duel.step()[0])
    expect(posts.map(({ isAirborne }) => isAirborne)).toEqual([0, 0, 0, 1])
    expect(posts[0]!.speedGroundX).toBe(0)
    expect(posts[3]!.speedAirX).toBeCloseTo(0.34, 4)
  })
})

describe('the bomb', () => {
  test('the ball rolls off an edge, which holds her as she rises out of it (ftSs_SpecialLwBomb_Coll)', () => {
    const at = (frame: number) => {
      const duel = new Duel(-60, SAMUS)
      duel.put(0, { action: 355, animationFrame: frame, x: 85.4, groundVelocity: 1 })
      for (let i = 0; i < 4; i++) duel.step(stick(frame < 40 ? 80 : 0))
      return duel.pair[0].isAirborne
    }
    expect([at(20), at(44)]).toEqual([1, 0])
  })

  test('its explosion lifts her, not while she attacks', () => {
    const duel = new Duel(100, SAMUS)
    duel.step(DOWN_B)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
    const [{ speedY }] = duel.until(([{ actionStateId }]) => actionStateId === 342)
    expect(speedY).toBeGreaterThan(1.2)
  })

  test('on the ground she hops', () => {
    const duel = new Duel(100, SAMUS)
    duel.step(DOWN_B)
    expect(duel.until(([{ actionStateId }]) => actionStateId === 356)[0].positionY).toBeGreaterThan(0.9)
  })
})

describe('the grapple', () => {
  test('may be thrown out of an air dodge, and keeps a tenth of its horizontal speed (ftCo_EscapeAir_IASA; 31 recorded)', () => {
    const duel = inAir(new Duel(80, SAMUS))
    duel.step({ ...stick(80, 0), buttons: BUTTON.L, l: 255 })
    duel.step()
    const [before] = duel.step()
    const [caught] = duel.step(press(BUTTON.Z))
    expect(before.actionStateId).toBe(ACTION.EscapeAir)
    expect(caught.actionStateId).toBe(357)
    expect(caught.speedAirX).toBeCloseTo(before.speedAirX * 0.1, 1)
  })

  test('it is thrown in the air once until she stands again', () => {
    const duel = inAir(new Duel(100, SAMUS))
    expect(duel.step(press(BUTTON.Z))[0].actionStateId).toBe(357)
    duel.put(0, { action: ACTION.Fall })
    duel.step()
    expect(duel.step(press(BUTTON.Z))[0].actionStateId).not.toBe(357)
  })

  test('nothing cuts short the landing out of its throw (doldecomp/melee ftCo_AirCatch_Coll, 28 recorded frames)', () => {
    const duel = inAir(new Duel(100, SAMUS))
    duel.step(press(BUTTON.Z))
    duel.put(0, { y: 1 })
    duel.until(([{ isAirborne }]) => isAirborne === 0)
    for (let i = 0; i < 28; i++) expect(duel.step(stick(0, -80))[0].actionStateId).toBe(ACTION.Landing)
  })
})
