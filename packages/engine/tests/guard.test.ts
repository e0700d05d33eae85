/** Shields, rolls and dodges, rule by rule. "Recorded" figures are read off public tournament recordings. */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../src/tables/ids.ts'
import { ACTION, BATTLEFIELD, BUTTON, FOX, MARTH, NEUTRAL, press, runs, Scene, standing, stick } from './scene.ts'

const YOSHI = EXTERNAL_ID.yoshi
const GUARD_REFLECT = 182
const CAPTAIN_FALCON = EXTERNAL_ID['captain-falcon']

describe('shield (doldecomp/melee ftCo_Guard)', () => {
  test('a hard press drains 0.28 a frame (23,833 recorded frames), 0.07 come back otherwise', () => {
    const scene = standing()
    scene.hold(press(BUTTON.R), 20)
    const { shieldSize } = scene.post
    expect(scene.step(press(BUTTON.R)).shieldSize).toBeCloseTo(shieldSize - 0.28, 4)
    scene.until((post) => post.actionStateId === ACTION.Wait)
    const before = scene.post.shieldSize
    expect(scene.step().shieldSize).toBeCloseTo(before + 0.07, 4)
  })

  test('a light press drains less, by its depth', () => {
    const scene = standing()
    const light = { ...NEUTRAL, r: 49 }
    scene.hold(light, 20)
    const { shieldSize } = scene.post
    expect(scene.step(light).shieldSize).toBeCloseTo(shieldSize - 0.14 * (0.1 + 1.9 * ((0.35 - 0.3) / 0.7)), 4)
  })

  test('stays up for at least 8 frames, then takes 15 to drop', () => {
    const scene = standing()
    const posts = [scene.step(press(BUTTON.R)), ...scene.hold(NEUTRAL, 30)]
    const [on, off] = runs(posts)
    expect([on, off]).toEqual([
      [GUARD_REFLECT, 8],
      [ACTION.GuardOff, 15],
    ])
  })

  test('a trigger pressed down in full at once makes a power shield: reflects for 2 frames, takes no damage for 4', () => {
    const scene = standing()
    const posts = [scene.step(press(BUTTON.R)), ...scene.hold(press(BUTTON.R), 9)]
    expect(runs(posts).map(([action]) => action)).toEqual([GUARD_REFLECT, ACTION.Guard])
    expect(posts.map(({ stateBitFlags1 }) => stateBitFlags1 & 0x10)).toEqual([16, 16, 0, 0, 0, 0, 0, 0, 0, 0])
    expect(posts.map(({ stateBitFlags4 }) => stateBitFlags4 & 0x20)).toEqual([32, 32, 32, 32, 0, 0, 0, 0, 0, 0])
  })

  test('a trigger pressed slowly does not, unless the click comes on the second frame', () => {
    const slow = standing()
    slow.hold({ ...NEUTRAL, r: 60 }, 3)
    expect(slow.step(press(BUTTON.R)).actionStateId).toBe(ACTION.GuardOn)
    const late = standing()
    late.step({ ...NEUTRAL, r: 60 })
    expect(late.step(press(BUTTON.R))).toMatchObject({ actionStateId: GUARD_REFLECT, stateBitFlags3: 0 })
    late.hold(press(BUTTON.R), 2)
    expect(late.post.stateBitFlags3 & 0x80).toBe(0x80)
  })

  test.each([
    ['Fox', FOX, 29, 207],
    ['Marth', MARTH, 59, 207],
    ['Luigi', EXTERNAL_ID.luigi, 59, 207],
    ['Pikachu', EXTERNAL_ID.pikachu, 49, 207],
    ['Captain Falcon', CAPTAIN_FALCON, 42, 208],
    ['Donkey Kong', EXTERNAL_ID['donkey-kong'], 51, 208],
    ['Kirby', EXTERNAL_ID.kirby, 64, 208],
  ] as const)(
    'a broken shield throws %s up; it lies by its pose, stands up as from a knockdown and is dizzy (recorded in the game)',
    (_, character, flight, down) => {
      const scene = standing(character)
      scene.put({ shieldHealth: 0.1 })
      scene.until((post) => post.actionStateId === 205, press(BUTTON.L), 30)
      const shown = runs([scene.post, ...scene.hold(NEUTRAL, 200)])
      expect(shown[0]![0]).toBe(205)
      expect(Math.abs(shown[0]![1] - flight)).toBeLessThanOrEqual(1)
      expect(shown.filter(([action]) => action !== 206).slice(1, 3)).toEqual([
        [down, 26],
        [down + 2, 30],
      ])
      expect(shown.at(-1)![0]).toBe(211)
    },
  )

  test('a shield held long enough breaks', () => {
    const scene = standing()
    const broken = scene.until((post) => post.actionStateId === 205, press(BUTTON.R), 400)
    expect(broken.isAirborne).toBe(1)
    expect(broken.shieldSize).toBeCloseTo(30.07, 3)
    scene.until((post) => post.actionStateId === 211)
    scene.until((post) => post.actionStateId === ACTION.Wait)
  })

  test('rolls: 31 frames, intangible on 4 to 19, the forward one ends facing back (115 recorded)', () => {
    const forward = standing()
    forward.hold(press(BUTTON.R), 10)
    const posts = [forward.step(stick(80, 0, BUTTON.R)), ...forward.hold(press(BUTTON.R), 30)]
    expect(runs(posts)).toEqual([[ACTION.EscapeF, 31]])
    expect(posts.flatMap((post, i) => (post.hurtboxCollisionState === 2 ? [i + 1] : []))).toEqual(
      Array.from({ length: 16 }, (_, i) => i + 4),
    )
    expect(posts.at(-1)!.facingDirection).toBe(-1)
    expect(posts.at(-1)!.positionX).toBeGreaterThan(posts[0]!.positionX + 20)
    const backward = standing()
    backward.hold(press(BUTTON.R), 10)
    const { positionX } = backward.post
    backward.step(stick(-80, 0, BUTTON.R))
    backward.hold(press(BUTTON.R), 29)
    expect([backward.post.actionStateId, backward.post.facingDirection]).toEqual([ACTION.EscapeB, 1])
    expect(backward.post.positionX).toBeLessThan(positionX - 20)
  })

  test('Yoshi’s forward roll turns round on its 29th frame, others’ on the 20th (19 of 19 recorded)', () => {
    const frameOfTurn = (character: number): number => {
      const scene = standing(character)
      scene.hold(press(BUTTON.R), 10)
      const posts = [scene.step(stick(80, 0, BUTTON.R)), ...scene.hold(press(BUTTON.R), 32)]
      return posts.findIndex(({ facingDirection }) => facingDirection < 0)
    }
    expect([FOX, YOSHI].map(frameOfTurn)).toEqual([19, 28])
  })

  test('spot dodge: Fox 22 frames, intangible on 2 to 15', () => {
    const scene = standing()
    scene.hold(press(BUTTON.R), 10)
    const posts = [scene.step(stick(0, -80, BUTTON.R)), ...scene.hold(NEUTRAL, 30)]
    expect(runs(posts)[0]).toEqual([ACTION.EscapeN, 22])
    expect(posts.flatMap((post, i) => (post.hurtboxCollisionState === 2 ? [i + 1] : []))).toEqual(
      Array.from({ length: 14 }, (_, i) => i + 2),
    )
  })

  test('on a platform, a stick brought down slowly along the rim drops through it (UCF shield drop)', () => {
    const scene = new Scene({ stage: BATTLEFIELD }).stand()
    scene.hold(press(BUTTON.R), 10)
    scene.hold(stick(40, 0, BUTTON.R), 10)
    scene.step(stick(57, -56, BUTTON.R))
    expect(scene.post.actionStateId).toBe(ACTION.Pass)
  })

  test('on a platform, a stick held down along the rim a little higher drops on its second frame (UCF 0.84, 2 of 2 recorded)', () => {
    const scene = new Scene({ stage: BATTLEFIELD }).stand()
    scene.hold(press(BUTTON.R), 10)
    const drop = stick(60, -52, BUTTON.R)
    scene.hold(stick(40, 0, BUTTON.R), 10)
    expect([scene.step(drop).actionStateId, scene.step(drop).actionStateId]).toEqual([ACTION.Guard, ACTION.Pass])
  })

  test('a stick brought down slowly along the rim dodges off platforms (UCF 0.84 shield drop; 3 of 3 recorded)', () => {
    const scene = standing()
    scene.hold(press(BUTTON.R), 10)
    scene.hold(stick(40, 0, BUTTON.R), 10)
    expect(scene.step(stick(57, -56, BUTTON.R)).actionStateId).toBe(ACTION.EscapeN)
  })
})
