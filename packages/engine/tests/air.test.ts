/** Movement in the air, rule by rule. "Recorded" figures are read off public tournament recordings. */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID, type PickId } from '../src/tables/ids.ts'
import { attributesOf, INTERNAL_IDS } from '../src/tables/fighters.ts'
import {
  ACTION,
  BATTLEFIELD,
  BUTTON,
  DOWN,
  ICE_CLIMBERS,
  JIGGLYPUFF,
  KIRBY,
  FOX,
  NESS,
  NEUTRAL,
  offStage,
  PEACH,
  press,
  RIGHT,
  runs,
  Scene,
  stick,
} from './scene.ts'

const DONKEY_KONG = EXTERNAL_ID['donkey-kong']
const MEWTWO = EXTERNAL_ID.mewtwo
const YOSHI = EXTERNAL_ID.yoshi
const FALL_SPECIAL = 35
const MISS_FOOT = 251
/** Jigglypuff's first jump in the air. */
const JUMP_AERIAL_F1 = 341

const characters = Array.from({ length: INTERNAL_IDS.length }, (_, character) => character)
/** Their jumps in the air have functions of their own. */
const PRIVATE_JUMPS = new Set<PickId>([NESS, KIRBY, JIGGLYPUFF, MEWTWO, PEACH, YOSHI])

/** In the air, just off the ground in a full hop. */
function jumping(character?: number): Scene {
  const scene = new Scene(character === undefined ? {} : { character }).stand()
  scene.until((post) => post.isAirborne === 1, press(BUTTON.X))
  return scene
}

/** Yoshi shields in a state of his own. */
const EGG_SHIELD = 341

describe('the animation of a fall', () => {
  test.each([
    ['Fox', FOX, [0, 1, 2, 3, 4, 5, 6, 7, 0, 1]],
    ['Peach', PEACH, [0, 1, 3, 5, 7, 1, 3, 5, 7, 1]],
    ['Donkey Kong', DONKEY_KONG, [0, 1, 3, 5, 7, 9, 11, 13, 15, 1]],
  ] as const)(
    '%s: advances by one or, once it leans, by two a frame (200 recorded falls)',
    (_, character, counters) => {
      const scene = new Scene({ character }).stand()
      scene.until((post) => post.actionStateId === ACTION.Fall, RIGHT)
      const falls = [scene.post, ...scene.hold(RIGHT, 9)]
      expect(falls.map(({ actionStateCounter }) => actionStateCounter)).toEqual(counters)
    },
  )
})

describe('a jump ends in a fall with its animation (frames as recorded)', () => {
  test.each([
    ['Ice Climbers', ICE_CLIMBERS, 18],
    ['Peach', PEACH, 50],
  ])('%s', (_, character, frames) => {
    const scene = jumping(character)
    const jump = runs([scene.post, ...scene.hold(NEUTRAL, frames)])
    expect(jump[0]).toEqual([ACTION.JumpF, frames])
  })
})

describe('gravity and fastfall (doldecomp/melee ft_80084DB0)', () => {
  test.each(characters)('character %i: falls by its gravity up to its terminal speed', (character) => {
    const { gravity, terminalVelocity } = attributesOf(INTERNAL_IDS[character]!)
    const scene = jumping(character)
    const { speedY } = scene.post
    expect(scene.step().speedY).toBe(Math.fround(speedY - gravity))
    const lowest = Math.min(...scene.hold(NEUTRAL, 60).map((post) => (post.isAirborne === 1 ? post.speedY : 0)))
    expect(lowest).toBeGreaterThanOrEqual(-terminalVelocity)
  })

  test('a flick down while falling sets the fastfall’s speed at once; while rising it does nothing', () => {
    const scene = jumping()
    scene.step(DOWN)
    expect(scene.post.stateBitFlags2 & 0x08).toBe(0)
    scene.until((post) => post.speedY < 0)
    scene.step(DOWN)
    expect(scene.post.speedY).toBeCloseTo(-3.4, 5)
    expect(scene.post.stateBitFlags2 & 0x08).toBe(0x08)
  })

  test('a stick held down since before does not fastfall: the flick counts for 4 frames', () => {
    const scene = jumping()
    scene.until((post) => post.speedY < 0, DOWN)
    expect(scene.step(DOWN).stateBitFlags2 & 0x08).toBe(0)
  })
})

describe('drift (doldecomp/melee ftCommon_8007D2E8)', () => {
  test('accelerates by the stick up to its share of the top speed (recorded: Fox -0.0792 a frame at full stick)', () => {
    const scene = jumping()
    expect(scene.step(stick(-79)).speedAirX).toBeCloseTo(-0.0793, 3)
    scene.hold(stick(-79), 12)
    expect(scene.post.speedAirX).toBeCloseTo((-79 / 80) * 0.83, 3)
  })

  test('without the stick air friction slows, beyond the top speed likewise', () => {
    const scene = jumping()
    scene.hold(RIGHT, 5)
    const { speedAirX } = scene.post
    expect(scene.step().speedAirX).toBeCloseTo(speedAirX - 0.02, 5)
  })
})

describe('air jump (doldecomp/melee ftCo_JumpAerial)', () => {
  test.each(characters.filter((character) => !PRIVATE_JUMPS.has(character)))(
    'character %i: replaces both speeds and uses up a jump',
    (character) => {
      const { jumpVInitialVelocity, airJumpVMultiplier, gravity } = attributesOf(INTERNAL_IDS[character]!)
      const scene = jumping(character)
      scene.hold(NEUTRAL, 3)
      scene.step(press(BUTTON.Y))
      expect(scene.post.actionStateId).toBe(ACTION.JumpAerialF)
      expect(scene.post.speedY).toBe(Math.fround(Math.fround(jumpVInitialVelocity * airJumpVMultiplier) - gravity))
      expect(scene.post.jumpsRemaining).toBe(0)
      scene.step()
      scene.step(press(BUTTON.X))
      expect(scene.post.jumpsRemaining).toBe(0)
    },
  )

  test('locks the bottom of the ECB for ten frames, as leaving the ground does', () => {
    const scene = jumping()
    const bottoms = (frames: number, pad = NEUTRAL) =>
      Array.from({ length: frames }, () => {
        scene.step(pad)
        return scene.state.previousEcbBottom
      })
    expect(bottoms(4)).toEqual([0, 0, 0, 0])
    expect(bottoms(9, press(BUTTON.Y))).toEqual(Array(9).fill(0))
    expect(bottoms(1)[0]).toBeGreaterThan(2)
    const late = offStage(FOX, 30, 60)
    late.step()
    const before = late.state.previousEcbBottom
    late.step(press(BUTTON.Y))
    expect(before).toBeGreaterThan(2)
    expect(late.state.previousEcbBottom).toBe(before)
  })

  test('ends in FallAerial after 50 frames, and a fastfall ends with it (recorded: -3.4 to -2.8)', () => {
    const scene = offStage(FOX, 30, 60)
    const posts = [...scene.hold(stick(0, 0, BUTTON.Y), 45), ...scene.hold(DOWN, 10)]
    expect(runs(posts)).toEqual([
      [ACTION.JumpAerialF, 50],
      [ACTION.FallAerial, 5],
    ])
    expect(posts[48]!.speedY).toBeCloseTo(-3.4, 5)
    expect(posts[50]!.speedY).toBeCloseTo(-2.8, 5)
  })

  test('Jigglypuff: five jumps, each lower, 29 frames apart while jump is held (recorded: 1.586, 1.526, 1.406, 1.296, 1.186)', () => {
    const scene = jumping(JIGGLYPUFF)
    const firsts = [scene.step(), ...scene.hold(press(BUTTON.X), 150)].filter(
      (post) => post.actionStateId >= 341 && post.actionStateCounter === 0,
    )
    expect(firsts.map((post) => post.speedY)).toEqual(
      [1.586, 1.526, 1.406, 1.296, 1.186].map((vy) => expect.closeTo(vy, 4)),
    )
    expect(firsts.map((post) => post.jumpsRemaining)).toEqual([4, 3, 2, 1, 0])
    expect(firsts[1]!.frame - firsts[0]!.frame).toBe(28)
  })

  test('Jigglypuff: drifts by 0.072 a frame from half the stick, and turns round on the sixth frame of a backward jump', () => {
    const scene = jumping(JIGGLYPUFF)
    scene.step()
    const posts = scene.hold(stick(-80, 0, BUTTON.X), 8)
    expect(posts.slice(0, 3).map((post) => post.speedAirX)).toEqual(
      [-0.572, -0.644, -0.716].map((vx) => expect.closeTo(vx, 4)),
    )
    expect(posts.map((post) => post.facingDirection)).toEqual([1, 1, 1, 1, 1, -1, -1, -1])
  })

  test('Peach, Yoshi and Mewtwo: the height follows a curve of its own', () => {
    for (const [character, curve] of [
      [PEACH, [0, -0.67, -0.831, -0.814, -0.619, -0.246]],
      [YOSHI, [0, -0.778, -0.669, -0.555, -0.439, -0.318]],
      [MEWTWO, [0, 0.113, 0.337, 0.531, 0.697, 0.833]],
    ] as const) {
      const scene = jumping(character)
      scene.hold(NEUTRAL, 5)
      const posts = scene.hold(press(BUTTON.X), curve.length)
      expect(posts.map((post) => post.speedY)).toEqual(curve.map((vy) => expect.closeTo(vy, 2)))
    }
  })
})

describe('air dodge (doldecomp/melee ftCo_EscapeAir)', () => {
  test('starts at 3.1 in the stick’s direction and keeps 0.9 a frame (5,900 recorded frames); intangible on 4 to 29', () => {
    const scene = new Scene({ character: JIGGLYPUFF }).stand()
    scene.until((post) => post.isAirborne === 1, press(BUTTON.X))
    for (let i = 0; i < 3; i++) {
      scene.hold(NEUTRAL, 15)
      scene.hold(press(BUTTON.X), 15)
    }
    const posts = [scene.step(stick(-80, 0, BUTTON.L)), ...scene.hold(NEUTRAL, 55)]
    expect(posts[0]!.speedAirX).toBeCloseTo(-2.79, 5)
    expect(posts[1]!.speedAirX).toBeCloseTo(-2.79 * 0.9, 5)
    expect(runs(posts).slice(0, 2)).toEqual([
      [ACTION.EscapeAir, 49],
      [ACTION.FallSpecial, 7],
    ])
    expect(posts[28]!.speedY).toBeCloseTo(0, 6)
    expect(posts[29]!.speedY).toBeLessThan(0)
  })

  test('landing from it lasts 10 frames (1,753 recorded) and keeps the speed: a wavedash', () => {
    const scene = jumping()
    scene.step(stick(57, -56, BUTTON.L))
    scene.until((post) => post.isAirborne === 0)
    const { speedAirX } = scene.post
    expect(scene.post.actionStateId).toBe(ACTION.LandingFallSpecial)
    expect(scene.post.speedGroundX).toBe(speedAirX)
    expect(runs([scene.post, ...scene.hold(NEUTRAL, 15)])[0]).toEqual([ACTION.LandingFallSpecial, 10])
  })

  test('the helpless fall after it drifts as freely as any (recorded: Captain Falcon at 1.12, Jigglypuff at 1.35)', () => {
    const scene = offStage(JIGGLYPUFF, 30, 100)
    scene.step(press(BUTTON.L))
    scene.until((post) => post.actionStateId === FALL_SPECIAL)
    expect(scene.hold(stick(-80), 30).at(-1)!.speedAirX).toBeCloseTo(-1.35, 5)
  })

  test('only a newly pressed digital trigger dodges', () => {
    const scene = jumping()
    scene.step({ ...NEUTRAL, l: 255 })
    expect(scene.post.actionStateId).toBe(ACTION.JumpF)
    expect(scene.step(press(BUTTON.L)).actionStateId).toBe(ACTION.EscapeAir)
  })
})

describe('landing (doldecomp/melee ftCo_Landing)', () => {
  test.each(characters)('character %i: may act again after its landing lag', (character) => {
    const scene = jumping(character)
    scene.until((post) => post.actionStateId === ACTION.Landing)
    const { normalLandingLag } = attributesOf(INTERNAL_IDS[character]!)
    const posts = [scene.post, ...scene.hold(press(BUTTON.R), 10)]
    expect(runs(posts)[0]).toEqual([ACTION.Landing, normalLandingLag])
    expect(runs(posts)[1]![0]).toBe(character === YOSHI ? EGG_SHIELD : ACTION.GuardOn)
  })

  test('without an input it lasts 30 frames', () => {
    const scene = jumping()
    scene.until((post) => post.actionStateId === ACTION.Landing)
    expect(runs([scene.post, ...scene.hold(NEUTRAL, 40)])[0]).toEqual([ACTION.Landing, 30])
  })

  test('a stick held down crouches at once on the first free frame (204 recorded)', () => {
    const scene = jumping()
    scene.until((post) => post.actionStateId === ACTION.Landing)
    expect(runs([scene.post, ...scene.hold(DOWN, 8)]).slice(0, 2)).toEqual([
      [ACTION.Landing, 4],
      [ACTION.SquatWait, 5],
    ])
  })

  test('slower than 1 it goes directly to Wait (103 recorded)', () => {
    // From the platform of Battlefield up to the one above: near the top of its jump Jigglypuff is slow.
    const scene = new Scene({ character: JIGGLYPUFF, stage: BATTLEFIELD }).stand()
    scene.until((post) => post.isAirborne === 1, press(BUTTON.X))
    scene.until((post) => post.positionX > -10, RIGHT)
    const posts = [...scene.hold(press(BUTTON.X), 40), ...scene.hold(NEUTRAL, 60)]
    const landed = posts.find((post) => post.isAirborne === 0)!
    const isSoft = landed.speedY > -1
    expect(landed.actionStateId).toBe(isSoft ? ACTION.Wait : ACTION.Landing)
  })

  test('a stick held down passes platforms, without it the fighter lands on them', () => {
    const held = new Scene({ stage: BATTLEFIELD }).stand()
    held.until((post) => post.isAirborne === 1, press(BUTTON.X))
    held.until((post) => post.speedY < 0)
    held.until((post) => post.isAirborne === 0, DOWN)
    expect(held.post.positionY).toBeCloseTo(0, 3)
    const free = new Scene({ stage: BATTLEFIELD }).stand()
    free.until((post) => post.isAirborne === 1, press(BUTTON.X))
    free.until((post) => post.isAirborne === 0)
    expect(free.post.positionY).toBeCloseTo(27.2, 3)
  })

  test.each([
    ['passed with the stick 0.6 down', -48, 0],
    ['landed on with it 0.5 down', -40, 27.2],
  ])('platforms are %s in a fall (doldecomp/melee ftCo_80096CC8; recorded)', (_, down, y) => {
    const scene = new Scene({ stage: BATTLEFIELD }).stand()
    scene.until((post) => post.isAirborne === 1, press(BUTTON.X))
    scene.until((post) => post.speedY < 0)
    scene.until((post) => post.isAirborne === 0, stick(0, down))
    expect(scene.post.positionY).toBeCloseTo(y, 3)
  })

  test.each([
    ['Pass', FOX, ACTION.Pass],
    ['MissFoot', FOX, MISS_FOOT],
    ['JumpAerialF1', JIGGLYPUFF, JUMP_AERIAL_F1],
  ])('%s lands on platforms with the stick held down, too (doldecomp/melee ft_80082F28)', (_, character, action) => {
    const scene = new Scene({ character, stage: BATTLEFIELD }).stand()
    scene.put({ action, y: scene.post.positionY + 12, isAirborne: true, selfVy: -2.8, ecbLockLeft: 0 })
    scene.until((post) => post.isAirborne === 0, DOWN, 12)
    expect(scene.post.positionY).toBeCloseTo(27.2, 3)
  })
})

test('the animation of his air jump moves Ness in addition to the stick (doldecomp/melee ftNs_JumpAerial; recorded)', () => {
  const scene = new Scene({ character: NESS })
    .stand()
    .put({ action: ACTION.Fall, y: 60, isAirborne: true, jumpsUsed: 1 })
  scene.put({ facing: 1 })
  const speeds = [scene.step(stick(79, 0, BUTTON.X)), ...scene.hold(stick(79), 4)].map((post) => post.speedAirX)
  for (const [i, speed] of [0.8495, 1.0444, 1.2662, 1.3909, 1.428].entries()) expect(speeds[i]).toBeCloseTo(speed, 2)
  expect(scene.post.speedY).toBeCloseTo(0.7157, 4)
})
