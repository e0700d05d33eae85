/** Rules of Bowser's specials. Source: doldecomp/melee (ftKp_Special*). */
import { EventReader } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { ACTION } from '../../src/action-ids.ts'
import type { Pad } from '../../src/index.ts'
import { Duel } from '../duel.ts'
import { BUTTON, NEUTRAL, press, stick } from '../scene.ts'

const BOWSER = 5
const B = press(BUTTON.B)
const pointing = (x: number, y: number) => ({ ...stick(x, y), buttons: BUTTON.B })

/** Life of the newest flame after one more frame; 0 without any. */
function lifeOf(duel: Duel, pad: Pad): number {
  let life = 0
  const reader = new EventReader((event) => {
    if (event.name === 'itemUpdate') life = event.record.expirationTimer
  })
  reader.push(duel.game.start())
  reader.push(duel.game.step(pad, NEUTRAL))
  return life
}

describe('Fire Breath', () => {
  test('burns for 40 frames at least, and its first flame does 2 %', () => {
    const duel = new Duel(12, BOWSER)
    duel.step(B)
    const [, other] = duel.until(([, { percent }]) => percent > 0)
    expect(other.percent).toBe(2)
    let frames = 0
    while (duel.step()[0].actionStateId === 342) frames++
    expect(frames).toBeGreaterThan(30)
  })

  test('the longer it burns the shorter it reaches, and rest brings it back', () => {
    const duel = new Duel(80, BOWSER)
    duel.step(B)
    const lives = Array.from({ length: 260 }, () => lifeOf(duel, B)).filter((life) => life > 0)
    expect(Math.max(...lives.slice(0, 4))).toBeGreaterThanOrEqual(27)
    expect(Math.max(...lives.slice(-4))).toBeLessThan(15)
    for (let i = 0; i < 500; i++) duel.step()
    duel.step(B)
    const rested = Array.from({ length: 40 }, () => lifeOf(duel, B)).find((life) => life > 0)
    expect(rested).toBeGreaterThanOrEqual(27)
  })
})

describe('Whirling Fortress', () => {
  test('the stick drives it along the ground at up to 1.5', () => {
    const duel = new Duel(80, BOWSER)
    duel.step(pointing(0, 80))
    for (let i = 0; i < 30; i++) duel.step(stick(-80, 0))
    expect(duel.pair[0].speedGroundX).toBeCloseTo(-1.5, 5)
  })

  test('in the air it rises at 1.78 less 0.05 a frame, and leaves him helpless for 50 frames', () => {
    const duel = new Duel(80, BOWSER)
    duel.put(0, { y: 60, isAirborne: true, action: ACTION.Fall })
    expect(duel.step(pointing(0, 80))[0].speedY).toBeCloseTo(1.73, 5)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.FallSpecial)
    const landing = duel.until(([{ actionStateId }]) => actionStateId === ACTION.LandingFallSpecial)[0]
    const end = duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)[0]
    expect(end.frame - landing.frame).toBe(50)
  })
})

describe('Bowser Bomb', () => {
  test('hops, drops at 7.5 a frame, and shakes fighters that it lands beside', () => {
    const duel = new Duel(10, BOWSER)
    duel.step(pointing(0, -80))
    const drop = duel.until(([{ actionStateId, speedY }]) => actionStateId === 362 && speedY < -7)[0]
    expect(drop.speedY).toBe(-7.5)
    const [, other] = duel.until(([{ actionStateId }]) => actionStateId === 363)
    expect(other.percent + duel.step()[1].percent).toBeGreaterThan(0)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
  })
})

describe('Koopa Klaw', () => {
  const KLAW = { bite: 348, again: 349, hold: 350, forward: 351, backward: 352 }
  const AIR = 6

  /** Bowser has just caught the other. */
  function caught(inAir = false): Duel {
    const duel = new Duel(inAir ? 17 : 11, BOWSER)
    if (inAir) {
      const fields = { y: 60, previousY: 60, isAirborne: true, action: ACTION.Fall }
      duel.put(0, fields).put(1, fields)
    }
    duel.step(pointing(80, 0))
    duel.until(([{ actionStateId }]) => actionStateId === KLAW.bite + (inAir ? AIR : 0))
    return duel
  }

  test('slashes for 12 % beyond the reach of the grip', () => {
    const duel = new Duel(23, BOWSER)
    duel.step(pointing(80, 0))
    const [, other] = duel.until(([, { percent }]) => percent > 0)
    expect(other.percent).toBe(12)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait, NEUTRAL)
  })

  test('bites at once for 4 %, then holds for 250 frames, less 12 for each press', () => {
    const duel = caught()
    expect(duel.pair[1].actionStateId).toBe(ACTION.CaptureDamageKoopa)
    const begun = duel.pair[0].frame
    const [bowser, victim] = duel.until(([, { percent }]) => percent > 0)
    expect([bowser.actionStateCounter, victim.percent]).toEqual([18, 4])
    expect(duel.until(([{ actionStateId }]) => actionStateId === KLAW.hold)[1].actionStateId).toBe(
      ACTION.CaptureWaitKoopa,
    )
    const [cut, free] = duel.until(([, { actionStateId }]) => actionStateId === ACTION.CaptureCut)
    expect(cut.actionStateId).toBe(ACTION.CatchCut)
    // The freeze of the bite, and the frame that ends its animation, do not count.
    expect(free.frame - begun).toBe(254)
    expect([cut.facingDirection, free.facingDirection]).toEqual([1, -1])

    const hurried = caught()
    const from = hurried.pair[0].frame
    for (let i = 0; i < 40; i++) hurried.step(NEUTRAL, press(i % 2 ? BUTTON.A : 0))
    const end = hurried.until(([, { actionStateId }]) => actionStateId === ACTION.CaptureCut)[1]
    expect(end.frame - from).toBeLessThan(60)
  })

  test('B bites again, out of a bite and out of the hold, and does less', () => {
    const duel = caught()
    duel.step(B)
    duel.until(([{ actionStateId }]) => actionStateId === KLAW.again)
    const [, victim] = duel.until(([, { percent }]) => percent > 4)
    expect(victim.percent).toBeLessThan(8)
    duel.until(([{ actionStateId }]) => actionStateId === KLAW.hold)
    expect(duel.step(B)[0].actionStateId).toBe(KLAW.again)
  })

  test('a flick of the stick throws to its side, at any time', () => {
    for (const [x, action, thrown] of [
      [80, KLAW.forward, ACTION.ThrownKoopaF],
      [-80, KLAW.backward, ACTION.ThrownKoopaB],
    ] as const) {
      const duel = caught()
      duel.step()
      const [bowser, victim] = duel.step(stick(x, 0))
      expect([bowser.actionStateId, victim.actionStateId]).toEqual([action, thrown])
      const [, away] = duel.until(([, { percent }]) => percent > 0)
      expect(away.speedAttackX * x).toBeGreaterThan(0)
      expect(duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)[0].facingDirection).toBe(Math.sign(x))
    }
  })

  test('in the air he falls with his victim, and continues where he lands', () => {
    const duel = caught(true)
    expect(duel.pair[1].actionStateId).toBe(ACTION.CaptureDamageKoopaAir)
    const [bowser, victim] = duel.until(([{ isAirborne }]) => isAirborne === 0)
    expect([KLAW.bite, KLAW.hold]).toContain(bowser.actionStateId)
    expect(Math.abs(victim.positionX - bowser.positionX)).toBeLessThan(15)
  })
})
