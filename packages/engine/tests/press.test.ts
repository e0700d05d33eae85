/** Each action is left by the presses of its list, where the game's lists differ. Source: doldecomp/melee (the IASA callbacks). */
import { describe, expect, test } from 'vitest'
import type { Pad } from '../src/index.ts'
import { Duel } from './duel.ts'
import { ACTION, BUTTON, FOX, MARTH, NEUTRAL, press, Scene, stick } from './scene.ts'

const ATTACK_11 = 44
const ATTACK_LW_3 = 57
const ATTACK_S_4_S = 60
const DOWN_BOUND_D = 191
const DOWN_WAIT_D = 192
const DOWN_ATTACK_D = 195
const CATCH = 212
const CATCH_DASH = 214
const CATCH_PULL = 213
const CAPTURE_PULLED = 226
const R = BUTTON.R

/** The first action that follows, with a pad from a frame of the action on. */
function after(action: number, animationFrame: number, pad: Pad, frames = 1): number {
  const scene = new Scene({ character: MARTH }).stand()
  scene.put({ action, actionFrame: animationFrame, animationFrame })
  for (let i = 0; i < frames; i++) scene.step(pad)
  return scene.post.actionStateId
}

describe('a stick held down', () => {
  test('keeps an open down tilt from turning and walking (2 of 2 recorded)', () => {
    expect(after(ATTACK_LW_3, 24, stick(-30, -60))).toBe(ATTACK_LW_3)
    expect(after(ATTACK_LW_3, 24, stick(-30, -50))).toBe(ACTION.Turn)
  })

  test.each([
    ['crouches', stick(30, -60), ACTION.Squat],
    ['turns at once, flicked backward as well', stick(-70, -58), ACTION.Turn],
  ] as const)('%s out of an open jab', (_, pad, action) => {
    const scene = new Scene({ character: MARTH }).stand()
    scene.step(press(BUTTON.A))
    scene.until((post) => post.actionStateId === ATTACK_11 && post.actionStateCounter >= 25)
    expect(scene.step(pad).actionStateId).toBe(action)
  })

  test('with a trigger shields at an edge and out of a forward smash, where it dodges out of Wait (1 recorded)', () => {
    expect(after(ACTION.Wait, 1, stick(0, -70, R))).toBe(ACTION.EscapeN)
    expect(after(ACTION.Ottotto, 1, { ...stick(0, -70, R), r: 140 })).not.toBe(ACTION.EscapeN)
    expect(after(ATTACK_S_4_S, 48, stick(0, -70, R))).not.toBe(ACTION.EscapeN)
  })
})

test('asked for by stick and button at once, a jump is the stick’s: short once it is back (ftCo_Jump_GetInput)', () => {
  const heights = [stick(0, 80), stick(0, 0)].map((second) => {
    const scene = new Scene().stand()
    scene.step(stick(0, 80, BUTTON.X))
    scene.hold({ ...second, buttons: BUTTON.X }, 2)
    return scene.until((post) => post.actionStateId === ACTION.JumpF, { ...second, buttons: BUTTON.X }).speedY
  })
  expect(heights[1]).toBeLessThan(heights[0]! - 1)
})

test('braking out of a run, a smaller tilt up is enough to jump (ftCo_RunBrake_IASA)', () => {
  const scene = new Scene().stand().put({ action: ACTION.RunBrake, animationFrame: 1 })
  expect(scene.step(stick(0, 48)).actionStateId).toBe(ACTION.KneeBend)
})

test.each([
  ['a dash grab in its first three frames', 2, CATCH_DASH],
  ['a grab later', 5, CATCH],
] as const)('A makes of a shield out of a run %s (ftCo_800D8B9C)', (_, frames, grab) => {
  const scene = new Scene().stand()
  scene.hold(stick(80), 30)
  scene.hold({ ...stick(0, 0, R), r: 140 }, frames)
  expect(scene.step({ ...stick(0, 0, R | BUTTON.A), r: 140 }).actionStateId).toBe(grab)
})

test('the C-stick flicked up attacks off the floor (ftCo_800984D4)', () => {
  const scene = new Scene().stand()
  scene.put({ action: DOWN_BOUND_D, actionFrame: 1, animationFrame: 0, aTimer: 254, bTimer: 254 })
  scene.until((post) => post.actionStateId === DOWN_WAIT_D)
  expect(scene.step({ ...NEUTRAL, cstickY: 208 }).actionStateId).toBe(DOWN_ATTACK_D)
})

test('of two fighters that reach each other at once the lower port catches (Fighter_UnkProcessGrab: one after the other)', () => {
  const duel = new Duel(10, FOX, FOX)
  duel.step(press(BUTTON.Z), press(BUTTON.Z))
  duel.until(([holder]) => holder.actionStateId === CATCH_PULL, NEUTRAL, NEUTRAL, 20)
  expect(duel.posts[1]!.actionStateId).toBe(CAPTURE_PULLED)
})

test('a trigger rolls forward on the third frame of a dash though the stick is let go of (ftCo_80099264)', () => {
  const scene = new Scene().stand()
  scene.hold(stick(80), 2)
  expect(scene.step({ ...NEUTRAL, r: 140 }).actionStateId).toBe(ACTION.EscapeF)
})
