/** The special that an input asks for, and what it does to the facing (doldecomp/melee ftCo_SpecialS, ftCo_SpecialAir, ftCo_0D67). */
import { describe, expect, test } from 'vitest'
import { ACTION, BUTTON, DOWN, NEUTRAL, press, RIGHT, Scene, stick } from './scene.ts'

const B = BUTTON.B
const SPECIAL_N = 341
const SPECIAL_S = 347
const SPECIAL_HI = 353
const SPECIAL_LW = 360
const SPECIAL_AIR_N = 344
const SPECIAL_AIR_S = 350
const SPECIAL_AIR_HI = 354
const SPECIAL_AIR_LW = 365

function inAir(): Scene {
  const scene = new Scene().stand()
  scene.step(press(BUTTON.X))
  scene.until((post) => post.actionStateId === ACTION.JumpF, NEUTRAL, 10)
  return scene
}

describe('thresholds', () => {
  test.each([
    ['B alone', press(B), SPECIAL_N],
    ['sideways from 0.6', stick(48, 0, B), SPECIAL_S],
    ['less is neutral', stick(47, 0, B), SPECIAL_N],
    ['up from 0.55', stick(0, 44, B), SPECIAL_HI],
    ['less is neutral', stick(0, 43, B), SPECIAL_N],
    ['down beyond 0.55', stick(0, -45, B), SPECIAL_LW],
    ['0.55 itself is neither down nor neutral', stick(0, -44, B), ACTION.Wait],
    ['sideways goes before up', stick(50, 60, B), SPECIAL_S],
  ] as const)('on the ground: %s', (_, pad, action) => {
    expect(new Scene().stand().step(pad).actionStateId).toBe(action)
  })

  test.each([
    ['B alone', press(B), SPECIAL_AIR_N],
    ['sideways from 0.6', stick(48, 0, B), SPECIAL_AIR_S],
    ['less is neutral', stick(47, 0, B), SPECIAL_AIR_N],
    ['up from 0.55', stick(0, 44, B), SPECIAL_AIR_HI],
    ['down from 0.55', stick(0, -44, B), SPECIAL_AIR_LW],
    ['up goes before sideways', stick(50, 60, B), SPECIAL_AIR_HI],
  ] as const)('in the air: %s', (_, pad, action) => {
    expect(inAir().step(pad).actionStateId).toBe(action)
  })
})

describe('facing', () => {
  test('a side special goes the way of the stick', () => {
    const post = new Scene().stand().step(stick(-60, 0, B))
    expect([post.actionStateId, post.facingDirection]).toEqual([SPECIAL_S, -1])
    const inTheAir = inAir().step(stick(-60, 0, B))
    expect([inTheAir.actionStateId, inTheAir.facingDirection]).toEqual([SPECIAL_AIR_S, -1])
  })

  test.each([
    [18, -1],
    [19, 1],
  ])(
    'a neutral one in the air begins turned when the stick was tilted back less than 20 frames ago: %d neutral',
    (frames, facing) => {
      const scene = inAir().put({ selfVy: 3 })
      scene.step(stick(-40))
      scene.hold(NEUTRAL, frames)
      const post = scene.step(press(B))
      expect([post.actionStateId, post.facingDirection]).toEqual([SPECIAL_AIR_N, facing])
    },
  )

  test('out of a turn that has not turned yet it goes the new way', () => {
    const scene = new Scene().stand()
    expect(scene.step(stick(-40)).actionStateId).toBe(ACTION.Turn)
    const post = scene.step(stick(-60, 0, B))
    expect([post.actionStateId, post.facingDirection]).toEqual([SPECIAL_S, -1])
  })
})

describe('what asks for which', () => {
  test.each([
    ['up', stick(0, 80, B), SPECIAL_HI],
    ['nothing else', press(B), ACTION.KneeBend],
    ['not down', stick(0, -80, B), ACTION.KneeBend],
  ] as const)('a jump squat: %s', (_, pad, action) => {
    const scene = new Scene().stand()
    expect(scene.step(press(BUTTON.X)).actionStateId).toBe(ACTION.KneeBend)
    expect(scene.step(pad).actionStateId).toBe(action)
  })

  test.each([
    ['down', stick(0, -80, B), SPECIAL_LW],
    ['up', stick(0, 80, B), SPECIAL_HI],
    ['not neutral', press(B), ACTION.SquatRv],
  ] as const)('crouching: %s', (_, pad, action) => {
    const scene = new Scene().stand()
    scene.until((post) => post.actionStateId === ACTION.SquatWait, DOWN)
    expect(scene.step(pad).actionStateId).toBe(action)
  })

  test.each([
    ['down', stick(0, -80, B), SPECIAL_LW],
    ['up', stick(0, 80, B), SPECIAL_HI],
    ['not neutral', press(B), ACTION.Turn],
  ] as const)('turning: %s', (_, pad, action) => {
    const scene = new Scene().stand()
    scene.step(stick(-40))
    expect(scene.step(pad).actionStateId).toBe(action)
  })

  test.each([
    ['sideways', stick(80, 0, B), SPECIAL_S],
    ['not down', stick(0, -80, B), ACTION.Dash],
    ['not neutral', press(B), ACTION.Dash],
  ] as const)('the first frames of a dash: %s', (_, pad, action) => {
    const scene = new Scene().stand()
    expect(scene.step(RIGHT).actionStateId).toBe(ACTION.Dash)
    scene.step(RIGHT)
    expect(scene.step(pad).actionStateId).toBe(action)
  })
})
