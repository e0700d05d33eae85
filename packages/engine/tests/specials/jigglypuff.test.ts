/** Rules of Jigglypuff's specials. Source: doldecomp/melee (ftPr_SpecialN, S, Hi, Lw; ftCo_JumpAerialF1). */
import { describe, expect, test } from 'vitest'
import { Duel } from '../duel.ts'
import { ACTION, BUTTON, NEUTRAL, press, stick } from '../scene.ts'

const PUFF = 15
const DAMAGE_SONG = 297
const B = press(BUTTON.B)

describe('Rollout', () => {
  /** Puff, let go of after a number of frames of charge. */
  function released(frames: number, distance = 150): Duel {
    const duel = new Duel(distance, PUFF)
    duel.put(0, { x: -60 })
    duel.until(([{ actionStateId }]) => actionStateId === 348, B)
    for (let i = 1; i < frames; i++) duel.step(B)
    return duel
  }

  test.each([
    [1, 0.39],
    [20, 2.1],
    [60, 4.2],
  ])('after %d frames of charge it rolls at %d', (frames, speed) => {
    const duel = released(frames)
    const { actionStateId, speedGroundX } = duel.step()[0]
    expect(actionStateId).toBe(350)
    expect(speedGroundX).toBeCloseTo(speed, 5)
  })

  test('what it hits takes 3 % for each unit of speed and two more, and it bounces off helpless', () => {
    const duel = released(60, -20)
    const [puff, other] = duel.until(([, { percent }]) => percent > 0)
    expect([puff.actionStateId, other.percent]).toEqual([362, 18])
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.LandingFallSpecial)
  })

  test('too slow a roll hits nobody', () => {
    const duel = released(10, -40)
    const [, other] = duel.until(([{ actionStateId }]) => actionStateId === 352)
    expect(other.percent).toBe(0)
  })

  test('the stick turns it round: slower and slower, then at full speed the other way', () => {
    const duel = released(30)
    duel.step()
    duel.step(stick(-80, 0))
    expect(duel.pair[0].actionStateId).toBe(351)
    const { speedGroundX, facingDirection } = duel.until(([post]) => post.actionStateId === 350)[0]
    expect([speedGroundX > -1, facingDirection]).toEqual([true, -1])
    expect(duel.step()[0].speedGroundX).toBeCloseTo(-3, 5)
  })
})

describe('Pound', () => {
  test.each([
    [0, 0],
    [23, 9.375],
    [80, 20],
    [-80, -20],
  ])('the stick at %d eightieths aims it by %d degrees', (stickY, degrees) => {
    const duel = new Duel(100, PUFF)
    duel.put(0, { action: ACTION.Fall, isAirborne: true, y: 60, selfVy: 0, jumpsUsed: 1 })
    duel.step(stick(80, 0, BUTTON.B))
    const { speedAirX, speedY } = duel.until((posts) => posts[0].actionStateCounter === 12, stick(0, stickY))[0]
    expect((Math.atan2(speedY, speedAirX) * 180) / Math.PI).toBeCloseTo(degrees, 3)
  })
})

describe('Sing and Rest', () => {
  test('a song puts grounded fighters near to sleep', () => {
    const duel = new Duel(10, PUFF)
    duel.step(stick(0, 80, BUTTON.B))
    expect(duel.pair[0].actionStateId).toBe(367)
    duel.until(([, { actionStateId }]) => actionStateId === DAMAGE_SONG, NEUTRAL, NEUTRAL, 40)
  })

  test('Rest is intangible for 26 frames, and hits on the first of them', () => {
    const duel = new Duel(3, PUFF)
    const [puff, other] = duel.step(stick(0, -80, BUTTON.B))
    expect([puff.actionStateId, puff.hurtboxCollisionState, other.percent]).toEqual([371, 2, 28])
    const after = duel.until(([{ hurtboxCollisionState }]) => hurtboxCollisionState === 0)
    expect(after[0].actionStateCounter).toBe(27)
  })
})

describe('air jumps', () => {
  test('a jump turns only with the stick well back', () => {
    const facings = [-20, -60].map((x) => {
      const duel = new Duel(100, PUFF)
      duel.put(0, { action: ACTION.Fall, isAirborne: true, y: 60, selfVy: 0, jumpsUsed: 1 })
      duel.step(stick(x, 0, BUTTON.X))
      for (let i = 0; i < 10; i++) duel.step(stick(x, 0))
      return duel.pair[0].facingDirection
    })
    expect(facings).toEqual([1, -1])
  })
})
