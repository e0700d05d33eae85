/**
 * Rules of Kirby's specials. Source: doldecomp/melee (ftKb_SpecialN, S, Hi, Lw; ftCo_CaptureKirby and related states).
 */
import { describe, expect, test } from 'vitest'
import { Duel } from '../duel.ts'
import { ACTION, BUTTON, NEUTRAL, press, stick } from '../scene.ts'

const KIRBY = 4
const B = press(BUTTON.B)
const CAPTURED = 288
const IN_MOUTH = 289
const SPAT = 290
const SWALLOWED = 291
const DPAD_UP = 0x8

function inAir(duel: Duel): Duel {
  return duel.put(0, { action: ACTION.Fall, isAirborne: true, y: 60, selfVy: 0, jumpsUsed: 1 })
}

describe('Inhale', () => {
  /** Fox in Kirby's mouth. */
  function full(): Duel {
    const duel = new Duel(14, KIRBY)
    duel.until(([, { actionStateId }]) => actionStateId === CAPTURED, B)
    duel.until(([, { actionStateId }]) => actionStateId === IN_MOUTH)
    duel.until(([{ actionStateId }]) => actionStateId === 359)
    return duel
  }

  test('it lasts for at least forty frames', () => {
    const duel = new Duel(100, KIRBY)
    duel.step(B)
    duel.until(([{ actionStateId }]) => actionStateId === 354)
    let frames = 1
    while (duel.step()[0].actionStateId === 354) frames++
    expect(frames).toBe(40)
  })

  test('A spits a star that slows down, and its victim takes ten percent', () => {
    const duel = full()
    duel.step(press(BUTTON.A))
    const [, fox] = duel.until(([, { actionStateId }]) => actionStateId === SPAT)
    expect(fox.percent).toBe(10)
    expect(fox.speedAirX).toBeCloseTo(3.87, 5)
    duel.until(([, { actionStateId }]) => actionStateId === ACTION.Fall, NEUTRAL, NEUTRAL, 40)
  })

  test('B swallows: eight percent, and up behind him', () => {
    const duel = full()
    duel.step(B)
    const [, fox] = duel.until(([, { actionStateId }]) => actionStateId === SWALLOWED)
    expect([fox.percent, fox.speedAirX < 0, fox.speedY > 2]).toEqual([8, true, true])
  })

  test('a press takes twelve frames off the 250', () => {
    const held = [false, true].map((mashes) => {
      const duel = full()
      let frames = 0
      while (duel.pair[1].actionStateId === IN_MOUTH) {
        duel.step(NEUTRAL, mashes && frames % 2 === 0 ? B : NEUTRAL)
        frames++
      }
      return frames
    })
    expect(held[0]).toBeGreaterThan(200)
    expect(held[1]).toBeLessThan(50)
  })

  test('a flick of the victim pushes him along', () => {
    const duel = full()
    const before = duel.pair[0].positionX
    duel.step(NEUTRAL, stick(80, 0))
    duel.step(NEUTRAL, stick(80, 0))
    expect(duel.pair[0].positionX - before).toBeGreaterThan(0.4)
  })
})

describe('Hammer', () => {
  test('it lifts once in an airtime, and a landing out of it costs 16 frames', () => {
    const duel = inAir(new Duel(100, KIRBY))
    expect(duel.step(stick(80, 0, BUTTON.B))[0].speedY).toBeCloseTo(1.42, 5)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Fall)
    expect(duel.step(stick(80, 0, BUTTON.B))[0].speedY).toBeLessThan(0)
    duel.put(0, { y: 3 })
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.LandingFallSpecial)
    let frames = 1
    while (duel.step()[0].actionStateId === ACTION.LandingFallSpecial) frames++
    expect(frames).toBe(16)
  })
})

describe('Stone', () => {
  test('a block bears hits and lasts 150 frames, or until B after 18', () => {
    const lasts = [false, true].map((presses) => {
      const duel = new Duel(100, KIRBY)
      duel.step(stick(0, -80, BUTTON.B))
      const [block] = duel.until(([{ actionStateId }]) => actionStateId === 394)
      expect(block.hurtboxCollisionState).toBe(1)
      let frames = 0
      while (duel.pair[0].actionStateId === 394) {
        duel.step(presses && frames % 2 === 0 ? B : NEUTRAL)
        frames++
      }
      return frames
    })
    expect(lasts).toEqual([150, 19])
  })
})

describe('copies', () => {
  const COPIED = 7

  /** Kirby with the neutral special of a fighter, by internal id. */
  function copyOf(internalId: number, distance = 60): Duel {
    return new Duel(distance, KIRBY).putOwn(0, COPIED, internalId + 1)
  }

  test('a swallowed fighter leaves him its special', () => {
    const duel = new Duel(14, KIRBY)
    duel.until(([, { actionStateId }]) => actionStateId === IN_MOUTH, B)
    duel.until(([{ actionStateId }]) => actionStateId === 359)
    duel.step(B)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
    expect(duel.step(B)[0].actionStateId).toBe(423)
  })

  test.each([
    ['Mario', 0, 399],
    ['Fox', 1, 423],
    ['Captain Falcon', 2, 433],
    ['Donkey Kong', 3, 455],
    ['Bowser', 5, 443],
    ['Link', 6, 401],
    ['Sheik', 7, 467],
    ['Pikachu', 12, 429],
    ['Samus', 13, 407],
    ['Yoshi', 14, 413],
    ['Jigglypuff', 15, 475],
    ['Mewtwo', 16, 500],
    ['Luigi', 17, 431],
    ['Marth', 18, 492],
    ['Zelda', 19, 465],
    ['Young Link', 20, 514],
    ['Dr. Mario', 21, 512],
    ['Falco', 22, 520],
    ['Pichu', 23, 526],
    ['Mr. Game & Watch', 24, 510],
    ['Ganondorf', 25, 528],
    ['Roy', 26, 530],
  ])('that of %s begins in a state of his own, ends, and hits on the way', (_, internalId, first) => {
    const duel = copyOf(internalId, 12)
    expect(duel.step(B)[0].actionStateId).toBe(first)
    const isCopying = (): boolean => duel.pair[0].actionStateId >= 399
    let frames = 0
    let hits = false
    // Held for a while, let go of, and pressed again for those that need it.
    while (isCopying() && frames < 400) {
      duel.step(frames < 60 || frames % 40 === 0 ? B : NEUTRAL)
      frames++
      hits ||= duel.pair[1].percent > 0
    }
    duel.until(([, { percent }]) => hits || percent > 0, NEUTRAL, NEUTRAL, 120)
    expect(frames).toBeLessThan(400)
  })

  test('that of Peach takes a hit and answers it', () => {
    const duel = copyOf(9, 12)
    expect(duel.step(B)[0].actionStateId).toBe(449)
    for (let i = 0; i < 10; i++) duel.step()
    duel.until(([{ actionStateId }]) => actionStateId === 450, NEUTRAL, press(BUTTON.A), 20)
    expect(duel.pair[0].percent).toBe(0)
  })

  test('that of Ness grows a light that bursts, higher up than he', () => {
    const duel = copyOf(8, 60)
    expect(duel.step(B)[0].actionStateId).toBe(435)
    const seen = new Set<number>()
    for (let i = 0; i < 120; i++) {
      duel.step()
      for (const { typeId } of duel.items) seen.add(typeId)
    }
    expect([...seen]).toEqual([145, 146])
    expect(duel.pair[0].actionStateId).toBe(ACTION.Wait)
  })

  test('that of Yoshi lays an egg of its own', () => {
    const duel = copyOf(14, 20)
    duel.step(B)
    duel.until(([, { actionStateId }]) => actionStateId === 331)
    expect(duel.until(([, { actionStateId }]) => actionStateId !== 331)[1].actionStateId).toBe(332)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
  })

  test('a taunt takes it away', () => {
    const duel = copyOf(1)
    duel.step(press(DPAD_UP))
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
    expect(duel.step(B)[0].actionStateId).toBe(353)
  })
})
