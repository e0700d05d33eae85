/** Taunts (doldecomp/melee ftCo_AppealS). */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../src/tables/ids.ts'
import { ACTION, BUTTON, DOWN, FALCO, FOX, MARTH, press, RIGHT, runs, Scene, stick } from './scene.ts'

const APPEAL = { AppealSR: 264, AppealSL: 265 } as const
const GUARD_REFLECT = 182
const DPAD_UP = 0x8
const CAPTAIN_FALCON = EXTERNAL_ID['captain-falcon']
const YOUNG_LINK = EXTERNAL_ID['young-link']
const DR_MARIO = EXTERNAL_ID['dr-mario']

function standing(character = FOX): Scene {
  return new Scene({ character }).stand()
}

describe('taunts', () => {
  test('D-pad up taunts, until the animation is over (93 frames of Marth recorded)', () => {
    const scene = standing(MARTH)
    const posts = [scene.step(press(DPAD_UP)), ...scene.hold(press(0), 100)]
    expect(runs(posts)[0]).toEqual([APPEAL.AppealSR, 93])
    expect(posts[0]!.actionStateCounter).toBe(0)
    expect(posts[93]!.actionStateId).toBe(ACTION.Wait)
  })

  test('facing left is an action of its own for fighters that have an animation for it', () => {
    expect(standing().put({ facing: -1 }).step(press(DPAD_UP)).actionStateId).toBe(APPEAL.AppealSR)
    const falcon = standing(CAPTAIN_FALCON).put({ facing: -1 })
    expect(falcon.step(press(DPAD_UP)).actionStateId).toBe(APPEAL.AppealSL)
  })

  test('Young Link and Dr. Mario taunt in character-specific actions', () => {
    expect(standing(YOUNG_LINK).step(press(DPAD_UP)).actionStateId).toBe(342)
    expect(standing(DR_MARIO).step(press(DPAD_UP)).actionStateId).toBe(341)
  })

  test('an attack and a shield have priority, a jump and a dash do not', () => {
    expect(standing().step(press(DPAD_UP | BUTTON.A)).actionStateId).toBe(44)
    expect(standing().step(press(DPAD_UP | BUTTON.L)).actionStateId).toBe(GUARD_REFLECT)
    expect(standing().step(press(DPAD_UP | BUTTON.X)).actionStateId).toBe(APPEAL.AppealSR)
    expect(standing().step(stick(80, 0, DPAD_UP)).actionStateId).toBe(APPEAL.AppealSR)
  })

  test('out of a dash, which loses three quarters of its speed; a shield has priority, a jump has not (Falco recorded)', () => {
    const dashing = () => {
      const scene = standing(FALCO)
      scene.hold(RIGHT, 9)
      expect(scene.post.actionStateId).toBe(ACTION.Dash)
      return scene
    }
    for (const pad of [press(DPAD_UP), stick(80, 0, DPAD_UP), press(DPAD_UP | BUTTON.X)]) {
      const scene = dashing()
      const { groundVelocity } = scene.state
      const { actionStateId, speedGroundX } = scene.step(pad)
      expect(actionStateId).toBe(APPEAL.AppealSR)
      expect(speedGroundX).toBeCloseTo(0.25 * groundVelocity - 0.08, 4)
    }
    expect(dashing().step(press(DPAD_UP | BUTTON.L)).actionStateId).toBe(GUARD_REFLECT)
  })

  test('also out of a crouch, and nothing interrupts it', () => {
    const scene = standing()
    scene.hold(DOWN, 20)
    expect(scene.step(stick(0, -80, DPAD_UP)).actionStateId).toBe(APPEAL.AppealSR)
    expect(scene.hold(press(BUTTON.X), 60).at(-1)!.actionStateId).toBe(APPEAL.AppealSR)
  })
})
