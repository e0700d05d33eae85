/** Movement on the ground, rule by rule. "Recorded" figures are read off public tournament recordings. */
import { describe, expect, test } from 'vitest'
import { f } from '../src/math.ts'
import { random16 } from '../src/random.ts'
import { draw } from '../src/seed.ts'
import { MatchRecord } from '../src/state/fields.ts'
import { STATE_AT } from '../src/state/state.ts'
import { EXTERNAL_ID } from '../src/tables/ids.ts'
import { attributesOf, INTERNAL_IDS } from '../src/tables/fighters.ts'
import {
  ACTION,
  BATTLEFIELD,
  BUTTON,
  DOWN,
  FALCO,
  FOX,
  LEFT,
  LEFT_END,
  MARTH,
  NEUTRAL,
  offStage,
  press,
  RIGHT,
  runs,
  Scene,
  standing,
  stick,
  UP,
} from './scene.ts'

const GUARD_REFLECT = 182
const TURN_RUN = 19
const CAPTAIN_FALCON = EXTERNAL_ID['captain-falcon']
const SAMUS = EXTERNAL_ID.samus
const ATTACK_S_4_S = 60
const DAMAGE_N_2 = 79
const MISS_FOOT = 251
const ATTACK_HI_4 = 63
const ESCAPE_F = 233
const FOUNTAIN = 2
const characters = INTERNAL_IDS.map((_, character) => character)
/** The attributes of the fighter with an external id. */
const attributes = (character: number) => attributesOf(INTERNAL_IDS[character]!)

describe('walk (doldecomp/melee ftCo_Walk)', () => {
  test('accelerates by the stick, less near its top speed (recorded: Fox at 47, 48, 48, 41, 30 units)', () => {
    const scene = standing()
    const speeds = [47, 48, 48, 41, 30].map((x) => scene.step(stick(x)).speedGroundX)
    const recorded = [0.2175, 0.30258, 0.37791, 0.4325, 0.45692]
    for (const [i, speed] of recorded.entries()) expect(speeds[i]).toBeCloseTo(speed, 4)
    expect(scene.post.actionStateId).toBe(ACTION.WalkSlow)
  })

  test('its animation advances by the speed of the frame before (recorded: 1, 2, 2.946, 4.261, 5.904)', () => {
    const scene = standing()
    const counters = [47, 48, 48, 41, 30].map((x) => scene.step(stick(x)).actionStateCounter)
    for (const [i, counter] of [1, 2, 2.946, 4.261, 5.904].entries()) expect(counters[i]).toBeCloseTo(counter, 3)
  })

  test('leaves for Wait below 0.18 of the stick, keeping its speed less friction', () => {
    const scene = standing()
    scene.hold(stick(48), 10)
    const { speedGroundX } = scene.post
    const post = scene.step()
    expect(post.actionStateId).toBe(ACTION.Wait)
    expect(post.speedGroundX).toBeCloseTo(speedGroundX - 0.08, 5)
  })
})

test('turning while running may end faster than any run (recorded: Captain Falcon at 2.47, whose run is at most 2.3)', () => {
  const scene = standing(CAPTAIN_FALCON)
  scene.hold(RIGHT, 40)
  scene.put({ groundVelocity: 0.6 })
  const speeds = scene.hold(stick(-79), 45).map((post) => (post.actionStateId === TURN_RUN ? -post.speedGroundX : 0))
  expect(Math.max(...speeds)).toBeGreaterThan(2.35)
})

test('A is an up smash out of a jump squat however long the stick was up (doldecomp/melee ftCo_KneeBend_IASA)', () => {
  const scene = standing()
  scene.hold(UP, 2)
  expect(scene.post.actionStateId).toBe(ACTION.KneeBend)
  expect(scene.step({ ...UP, buttons: BUTTON.A }).actionStateId).toBe(ATTACK_HI_4)
})

test('a fighter that was pushed off backward takes no input until the stumble is over (doldecomp/melee ftCo_MissFoot_IASA)', () => {
  const scene = offStage(FOX, -10, 60).put({ action: MISS_FOOT })
  for (const pad of [press(BUTTON.X), press(BUTTON.A), press(BUTTON.L)]) {
    expect(scene.step(pad).actionStateId).toBe(MISS_FOOT)
  }
})

test.each([
  ['backward stumbles', 1, MISS_FOOT],
  ['forward continues in the air', -1, DAMAGE_N_2],
] as const)('a fighter that slides off %s while staggered (doldecomp/melee ftCo_Damage_Coll)', (_, facing, action) => {
  const scene = standing().put({
    action: DAMAGE_N_2,
    actionFrame: 1,
    animationFrame: 0,
    hitstunLeft: 20,
    x: LEFT_END + 0.5,
    facing,
    kbVx: -2,
  })
  const post = scene.step()
  expect([post.actionStateId, post.isAirborne]).toEqual([action, 1])
})

test('A on the first frames of a dash is a forward smash, flick or not (doldecomp/melee ftCo_Dash_IASA)', () => {
  const scene = standing()
  scene.play(RIGHT, RIGHT)
  expect(scene.step({ ...RIGHT, buttons: BUTTON.A }).actionStateId).toBe(ATTACK_S_4_S)
})

test('the ends of Fountain of Dreams brake half as hard again out of a dash (recorded: 1.3475 to -0.0884)', () => {
  const turnOn = (floor: object) => {
    const scene = new Scene({ character: FALCO, stage: FOUNTAIN }).stand().put(floor)
    scene.play(RIGHT, NEUTRAL, NEUTRAL, NEUTRAL)
    const speed = scene.post.speedGroundX
    const post = scene.step(LEFT)
    expect(post.actionStateId).toBe(ACTION.Turn)
    return [speed, post.speedGroundX] as const
  }
  const [inside, insideAfter] = turnOn({})
  const [outside, outsideAfter] = turnOn({ x: 53.7, y: 0.6239, floorLine: 7 })
  expect(insideAfter).toBeCloseTo(Math.min(inside, 1.5) * 0.25 - 0.08, 4)
  expect(outsideAfter).toBeCloseTo(Math.min(outside, 1.5) * -0.125 + 0.08, 4)
})

test('knockback follows a slope, and friction acts along it (doldecomp/melee Fighter_procUpdate)', () => {
  const scene = new Scene({ stage: FOUNTAIN }).stand().put({ x: 51.5, y: 0.0667, floorLine: 6, kbVx: 0.5 })
  const speeds = scene.hold(NEUTRAL, 2).map(({ speedAttackX, speedAttackY }) => [speedAttackX, speedAttackY] as const)
  const friction = attributes(FOX).groundFriction
  expect(speeds.map(([x, y]) => Math.hypot(x, y))).toEqual(
    [0.5 - friction, 0.5 - 2 * friction].map((speed) => expect.closeTo(speed, 5)),
  )
  expect(speeds[1]![1] / speeds[1]![0]).toBeCloseTo(0.621 / 2.3236, 4)
})

test('Samus rolls as a ball, two units lower on frames 4 to 30 (recorded)', () => {
  const scene = standing(SAMUS)
  scene.hold(press(BUTTON.R), 10)
  const { positionY } = scene.post
  const posts = [scene.step(stick(80, 0, BUTTON.R)), ...scene.hold(NEUTRAL, 35)]
  expect(posts[0]!.actionStateId).toBe(ESCAPE_F)
  const low = posts.filter((post) => post.positionY < positionY - 1).map((post) => post.actionStateCounter)
  expect([low[0], low.at(-1)]).toEqual([4, 30])
})

describe('dash (doldecomp/melee ftCo_Dash)', () => {
  test('a late dash out of a dash is cut: the burst starts from the speed before the cut (recorded)', () => {
    const scene = standing(MARTH)
    scene.step(RIGHT)
    scene.hold(NEUTRAL, 21)
    const { positionX, speedGroundX } = scene.post
    const post = scene.step(RIGHT)
    expect([post.actionStateId, post.actionStateCounter]).toEqual([ACTION.Dash, 1])
    expect(post.positionX - positionX).toBeCloseTo(speedGroundX / 4, 4)
    expect(post.speedGroundX).toBeCloseTo(speedGroundX / 4 + (1.5 - speedGroundX), 4)
  })

  test('the burst moves the fighter from its second frame on (recorded: 1.9, 2.0162, 2.1175)', () => {
    const scene = standing()
    const { positionX } = scene.post
    const posts = scene.play(stick(67), stick(77), stick(77))
    expect(posts.map((post) => post.actionStateId)).toEqual([ACTION.Dash, ACTION.Dash, ACTION.Dash])
    expect(posts[0]!.positionX).toBe(positionX)
    for (const [i, speed] of [1.9, 2.01625, 2.1175].entries()) expect(posts[i]!.speedGroundX).toBeCloseTo(speed, 4)
  })

  test.each(characters)('character %i: begins with its own dash speed', (character) => {
    const scene = standing(character)
    expect(scene.step(RIGHT).speedGroundX).toBe(attributes(character).dashInitialVelocity)
  })

  test('a fresh dash cannot be reversed during its first four frames, later it can', () => {
    const early = standing()
    early.play(RIGHT, LEFT)
    expect(early.post.actionStateId).toBe(ACTION.Dash)
    const late = standing()
    late.hold(RIGHT, 5)
    expect(late.step(LEFT).actionStateId).toBe(ACTION.Turn)
    expect(late.step(LEFT).actionStateId).toBe(ACTION.Dash)
    expect(late.post.facingDirection).toBe(-1)
  })

  test('a dash out of a turn can be reversed from its first frame on', () => {
    const scene = standing()
    const posts = scene.play(LEFT, LEFT, RIGHT, RIGHT)
    expect(posts.map((post) => post.actionStateId)).toEqual([ACTION.Turn, ACTION.Dash, ACTION.Turn, ACTION.Dash])
    expect(posts.map((post) => post.facingDirection)).toEqual([1, -1, -1, 1])
  })

  test('reversing it leaves a quarter of its speed, less friction (4,600 recorded frames)', () => {
    const scene = standing()
    const { speedGroundX } = scene.hold(RIGHT, 6).at(-1)!
    expect(scene.step(LEFT).speedGroundX).toBeCloseTo(speedGroundX / 4 - 0.08, 5)
  })

  test('continues as a run from the fighter’s own frame on, else ends in Wait', () => {
    const running = standing()
    expect(runs(running.hold(RIGHT, 30)).slice(0, 2)).toEqual([
      [ACTION.Dash, 11],
      [ACTION.Run, 19],
    ])
    const stopping = standing()
    expect(runs([...stopping.hold(RIGHT, 3), ...stopping.hold(NEUTRAL, 30)])[0]).toEqual([ACTION.Dash, 21])
    expect(stopping.post.actionStateId).toBe(ACTION.Wait)
  })

  test('one that ends continues into Wait at up to running speed, less friction (doldecomp/melee ftCo_Dash_Anim)', () => {
    const scene = standing()
    scene.step(RIGHT)
    scene.until((post) => post.actionStateCounter === 21 && post.actionStateId === ACTION.Dash)
    scene.put({ groundVelocity: 2.5 })
    const post = scene.step()
    expect(post.actionStateId).toBe(ACTION.Wait)
    // Faster than it walks, friction counts twice.
    expect(post.speedGroundX).toBeCloseTo(2.2 - 2 * 0.08, 5)
  })

  test('a jump out of it keeps up to running speed (recorded: Falco 1.66 to 1.34)', () => {
    const scene = standing(FALCO)
    scene.hold(RIGHT, 4)
    expect(scene.post.speedGroundX).toBeCloseTo(1.66, 4)
    expect(scene.step(stick(80, 0, BUTTON.X)).speedGroundX).toBeCloseTo(1.34, 4)
  })

  test('a jump out of a stand that slides faster keeps its speed (Fighter_ChangeMotionState; recorded: Luigi 1.75 to 1.70)', () => {
    const scene = standing(FALCO).put({ groundVelocity: 2 })
    expect(scene.step(press(BUTTON.X)).speedGroundX).toBeCloseTo(2 - 2 * 0.08, 4)
  })
})

describe('turn (doldecomp/melee ftCo_Turn)', () => {
  test.each(characters)('character %i: a tilt turns it round two frames after its own number', (character) => {
    const scene = standing(character)
    const posts = scene.hold(stick(-40), 14)
    const turned = posts.findIndex((post) => post.facingDirection === -1)
    expect(turned + 1).toBe(attributes(character).standingTurnFrames + 2)
  })

  test('a flick on the very frame on which the fighter turns round dashes (3 recorded)', () => {
    const scene = standing(FOX)
    scene.step(stick(-30))
    scene.hold(NEUTRAL, attributes(FOX).standingTurnFrames)
    expect(scene.step(stick(-80)).actionStateId).toBe(ACTION.Dash)
  })

  test('a turn that nothing interrupts lasts 11 frames (all fighters measured but the Ice Climbers)', () => {
    const scene = standing()
    expect(runs([...scene.hold(stick(-40), 1), ...scene.hold(NEUTRAL, 20)])[0]).toEqual([ACTION.Turn, 11])
  })

  test('a jump before the fighter has turned keeps the old facing', () => {
    const scene = standing()
    scene.step(stick(-40))
    scene.step(stick(-40, 0, BUTTON.X))
    expect([scene.post.actionStateId, scene.post.facingDirection]).toEqual([ACTION.KneeBend, 1])
  })
})

describe('run (doldecomp/melee ftCo_Run, ftCo_RunBrake, ftCo_TurnRun)', () => {
  test('releasing the stick brakes by friction, Fox for 18 frames', () => {
    const scene = standing()
    scene.hold(RIGHT, 20)
    const { speedGroundX } = scene.post
    const posts = scene.hold(NEUTRAL, 30)
    expect(runs(posts)[0]).toEqual([ACTION.RunBrake, 18])
    expect(posts[0]!.speedGroundX).toBeCloseTo(speedGroundX - 0.08, 5)
  })

  test.each([
    ['Captain Falcon', CAPTAIN_FALCON, 28],
    ['Fox', FOX, 18],
    ['Kirby', EXTERNAL_ID.kirby, 23],
    ['Marth', MARTH, 26],
    ['Ness', EXTERNAL_ID.ness, 23],
    ['Ganondorf', EXTERNAL_ID.ganondorf, 28],
    ['Jigglypuff', EXTERNAL_ID.jigglypuff, 20],
    ['Donkey Kong', EXTERNAL_ID['donkey-kong'], 30],
    ['Samus', EXTERNAL_ID.samus, 21],
    ['Young Link', EXTERNAL_ID['young-link'], 25],
  ] as const)('%s brakes for its animation’s frames (recorded of the first seven)', (_, character, frames) => {
    const scene = standing(character)
    scene.hold(RIGHT, 35)
    expect(runs(scene.hold(NEUTRAL, 40))[0]).toEqual([ACTION.RunBrake, frames])
  })

  test("Sheik's brake waits on frame 11 until she has come to rest (recorded; so do Peach's and the Ice Climbers')", () => {
    const scene = standing(EXTERNAL_ID.sheik)
    scene.hold(RIGHT, 35)
    const posts = scene.hold(NEUTRAL, 40).filter(({ actionStateId }) => actionStateId === ACTION.RunBrake)
    const waits = posts.filter(({ actionStateCounter }) => actionStateCounter === 11)
    expect(waits.length).toBeGreaterThan(5)
    expect(Math.abs(waits.at(-3)!.speedGroundX)).toBeGreaterThan(0)
    expect(waits.at(-1)!.speedGroundX).toBe(0)
  })

  test.each(characters)('character %i: braking lasts no longer than its own limit', (character) => {
    const scene = standing(character)
    scene.hold(RIGHT, 35)
    const [action, frames] = runs(scene.hold(NEUTRAL, 60))[0]!
    expect(action).toBe(ACTION.RunBrake)
    expect(frames).toBeLessThanOrEqual(attributes(character).maxRunBrakeFrames)
  })

  test.each([
    [14, ACTION.TurnRun],
    [15, ACTION.RunBrake],
  ])(
    'a brake whose animation reaches frame %i with the stick back continues in %i (recorded: Fox turns on frame 14)',
    (frame, action) => {
      const scene = standing().put({ action: ACTION.RunBrake, animationFrame: frame - 1, groundVelocity: 0.9 })
      expect(scene.step(stick(-47)).actionStateId).toBe(action)
    },
  )

  test('a turn that an edge stops has no speed left there (doldecomp/melee ftCo_TurnRun_Coll)', () => {
    const scene = standing(FALCO).put({ action: ACTION.TurnRun, animationFrame: 2, groundVelocity: 1.2, x: 85 })
    const { positionX, speedGroundX } = scene.step(stick(-79))
    expect(positionX).toBeCloseTo(85.5657, 4)
    expect(speedGroundX).toBe(0)
  })

  test('a turn that ends without the stick continues into Wait at up to running speed', () => {
    const scene = standing(CAPTAIN_FALCON)
    scene.hold(RIGHT, 40)
    scene.until((post) => post.actionStateId === ACTION.TurnRun && post.facingDirection < 0, stick(-79))
    scene.step()
    scene.put({ groundVelocity: -5, animationFrame: 99 })
    const post = scene.step()
    expect(post.actionStateId).toBe(ACTION.Wait)
    expect(post.speedGroundX).toBeCloseTo(-2.3 + 2 * 0.08, 5)
  })

  test('pulling back turns: half-way the animation waits for rest, then the fighter faces the new direction', () => {
    const scene = standing()
    scene.hold(RIGHT, 25)
    const posts = scene.hold(LEFT, 60)
    const [turn, run] = runs(posts)
    expect([turn![0], run![0]]).toEqual([ACTION.TurnRun, ACTION.Run])
    const first = posts.findIndex((post) => post.facingDirection === -1)
    expect(posts[first - 1]!.speedGroundX).toBeLessThanOrEqual(0.01)
    expect(posts[first - 2]!.speedGroundX).toBeGreaterThan(0)
    expect(posts[first]!.actionStateCounter).toBe(9)
  })
})

describe('crouch (doldecomp/melee ftCo_Squat)', () => {
  test('7 frames down, then down as long as the stick is, then up', () => {
    const scene = standing()
    const posts = [...scene.hold(DOWN, 20), ...scene.hold(NEUTRAL, 12)]
    expect(runs(posts).map(([action]) => action)).toEqual([ACTION.Squat, ACTION.SquatWait, ACTION.SquatRv, ACTION.Wait])
    expect(runs(posts)[0]).toEqual([ACTION.Squat, 7])
    expect(runs(posts)[2]).toEqual([ACTION.SquatRv, 10])
  })

  test('Donkey Kong rises from it in 8 frames, and then turns (recorded)', () => {
    const scene = standing(EXTERNAL_ID['donkey-kong'])
    scene.hold(DOWN, 20)
    expect(runs(scene.hold(stick(-30), 12)).slice(0, 2)).toEqual([
      [ACTION.SquatRv, 8],
      [ACTION.Turn, 4],
    ])
  })

  test('on a platform, a flick down drops through it on the fourth frame (101 of 101 recorded drops)', () => {
    const scene = new Scene({ stage: BATTLEFIELD }).stand()
    expect(scene.post.positionY).toBeCloseTo(27.2, 3)
    const posts = scene.hold(DOWN, 4)
    expect(runs(posts)).toEqual([
      [ACTION.Squat, 3],
      [ACTION.Pass, 1],
    ])
    expect(scene.post.speedY).toBeCloseTo(-0.5 - 0.23, 5)
    scene.until((post) => post.isAirborne === 0)
    expect(scene.post.positionY).toBeCloseTo(0, 3)
  })

  test('a drop keeps the last motion, up to the greatest drift (doldecomp/melee ftCo_Pass)', () => {
    const dropped = (selfVx: number) => {
      const scene = new Scene({ stage: BATTLEFIELD }).stand()
      scene.hold(DOWN, 3)
      return scene.put({ groundVelocity: 2, selfVx }).step(DOWN).speedAirX
    }
    const { airDriftMax, aerialFriction } = attributes(FOX)
    expect(dropped(0)).toBe(0)
    expect(dropped(2)).toBeCloseTo(airDriftMax - aerialFriction, 5)
  })
})

describe('jump squat (doldecomp/melee ftCo_KneeBend)', () => {
  test.each(characters)('character %i: lasts its frames, then leaves the ground with its speed', (character) => {
    const { jumpStartupTime, jumpVInitialVelocity, hopVInitialVelocity } = attributes(character)
    const full = standing(character)
    const posts = full.hold(press(BUTTON.X), jumpStartupTime + 1)
    expect(runs(posts)).toEqual([
      [ACTION.KneeBend, jumpStartupTime],
      [ACTION.JumpF, 1],
    ])
    expect(full.post.speedY).toBe(jumpVInitialVelocity)
    const short = standing(character)
    short.step(press(BUTTON.X))
    expect(short.hold(NEUTRAL, jumpStartupTime).at(-1)!.speedY).toBe(hopVInitialVelocity)
  })

  test('a jump by the C-stick out of a shield is short once the C-stick is released, wherever the stick is', () => {
    const takeOff = (held: object, then: object): number => {
      const scene = standing()
      scene.hold(press(BUTTON.R), 12)
      expect(scene.step({ ...press(BUTTON.R), cstickY: 255, ...held }).actionStateId).toBe(ACTION.KneeBend)
      scene.hold({ ...NEUTRAL, ...then }, 2)
      return scene.until((post) => post.isAirborne === 1, { ...NEUTRAL, ...then }, 3).speedY
    }
    const { jumpVInitialVelocity, hopVInitialVelocity } = attributes(FOX)
    expect(takeOff({}, { cstickY: 255 })).toBe(jumpVInitialVelocity)
    expect(takeOff({}, {})).toBe(hopVInitialVelocity)
    expect(takeOff({}, { stickY: 255 })).toBe(hopVInitialVelocity)
  })

  test('a C-stick held up jumps out of a shield as soon as the shield is up (doldecomp/melee ftCo_800DF910)', () => {
    const scene = standing()
    scene.put({ action: ACTION.Landing, actionFrame: 1 }).step({ ...NEUTRAL, cstickY: 255 })
    const held = { ...press(BUTTON.R), cstickY: 255 }
    scene.until((post) => post.actionStateId === ACTION.GuardOn || post.actionStateId === GUARD_REFLECT, held, 40)
    expect(scene.step(held).actionStateId).toBe(ACTION.KneeBend)
  })

  test('the stick of the last frame of the squat decides the horizontal speed (3,205 recorded jumps)', () => {
    const scene = standing()
    scene.play(press(BUTTON.X), press(BUTTON.X), stick(80, 0, BUTTON.X), press(BUTTON.X))
    expect(scene.post.actionStateId).toBe(ACTION.JumpF)
    expect(scene.post.speedAirX).toBeCloseTo(0.72, 5)
  })

  test('a stick held backward jumps backward; the facing stays', () => {
    const scene = standing()
    scene.play(press(BUTTON.X), press(BUTTON.X), stick(-80, 0, BUTTON.X), NEUTRAL)
    expect([scene.post.actionStateId, scene.post.facingDirection]).toEqual([ACTION.JumpB, 1])
  })

  test('a tap jump is not used again in the air while the stick stays up', () => {
    const scene = standing()
    scene.hold(UP, 12)
    expect([scene.post.actionStateId, scene.post.jumpsRemaining]).toEqual([ACTION.JumpF, 1])
  })
})

describe("slopes (the ends of Yoshi's Story)", () => {
  /** The share of a step along the line from (39.2, 0) to (56, -3.5) that is horizontal. */
  const ALONG = 16.8 / Math.hypot(16.8, 3.5)

  function onSlope(fields: Parameters<Scene['put']>[0]): Scene {
    return new Scene({ stage: 8 }).stand().put({ x: 45, y: -(5.8 * 3.5) / 16.8, floorLine: 6, ...fields })
  }

  test('a jump keeps the horizontal part of the speed along the floor (doldecomp/melee ftCo_800CB110)', () => {
    const scene = onSlope({ groundVelocity: -1 })
    const { speedGroundX, speedAirX } = scene.hold(press(BUTTON.X), 3).at(-1)!
    expect(speedAirX).toBeCloseTo(speedGroundX * ALONG, 4)
    const share = attributes(FOX).groundToAirJumpMomentumMultiplier
    expect(scene.step().speedAirX).toBeCloseTo(speedAirX * share, 4)
  })

  test('a shield pushes its attacker along the floor', () => {
    const scene = onSlope({ shieldPush: -1 })
    const { positionX } = scene.step()
    expect(positionX).toBeCloseTo(45 - (1 - attributes(FOX).groundFriction * 1.1) * ALONG, 4)
  })
})

describe('edges (doldecomp/melee ft_80084280 and related functions)', () => {
  /** Walks Fox to the right end of the stage. */
  function atEdge(): Scene {
    const scene = standing()
    // The first player starts on the left.
    scene.until((post) => post.positionX > 80, stick(40))
    scene.until((post) => post.speedGroundX === 0)
    return scene
  }

  test('a walk stops and teeters at the edge', () => {
    const scene = atEdge()
    scene.until((post) => post.actionStateId === ACTION.Ottotto, stick(40))
    expect(scene.post.positionX).toBeCloseTo(85.5657, 4)
    expect([scene.post.isAirborne, scene.post.speedGroundX]).toEqual([0, 0])
  })

  test('a fighter that teeters stands on the floor; one that an edge stops is at the end of the floor itself, 0.0001 lower (mpColl_8004A45C_Floor; 6,000 recorded frames)', () => {
    const teetering = atEdge()
    teetering.until((post) => post.actionStateId === ACTION.Ottotto, stick(40))
    expect(teetering.post.positionY).toBe(f(0.0001))
    const rolling = atEdge()
    rolling.hold({ ...NEUTRAL, buttons: BUTTON.L, l: 255 }, 12)
    rolling.hold({ ...stick(80, 0, BUTTON.L), l: 255 }, 20)
    expect([rolling.post.actionStateId, rolling.post.positionX]).toEqual([ESCAPE_F, f(85.5657)])
    expect(rolling.post.positionY).toBe(0)
  })

  test('while teetering, only a stick that would walk off starts a walk (doldecomp/melee ftCo_Walk_CheckInput_Ottotto)', () => {
    const scene = atEdge()
    scene.until((post) => post.actionStateId === ACTION.Ottotto, stick(40))
    const counter = scene.post.actionStateCounter
    const posts = scene.hold(stick(55), 5)
    expect(posts.map((post) => post.actionStateId)).toEqual(Array(5).fill(ACTION.Ottotto))
    expect(scene.post.actionStateCounter).toBe(counter + 5)
    expect(scene.step(stick(62)).isAirborne).toBe(1)
  })

  test('a dash runs off it', () => {
    const scene = atEdge()
    scene.until((post) => post.isAirborne === 1, RIGHT, 20)
    expect(scene.post.actionStateId).toBe(ACTION.Fall)
    expect(scene.post.speedAirX).toBeCloseTo(0.83, 5)
    expect(scene.post.jumpsRemaining).toBe(1)
  })

  test('a roll stops at it', () => {
    const scene = atEdge()
    scene.play(press(BUTTON.R), stick(80, 0, BUTTON.R))
    expect(scene.post.actionStateId).toBe(ACTION.EscapeF)
    const posts = scene.hold(press(BUTTON.R), 30)
    expect(posts.every((post) => post.isAirborne === 0 && post.positionX < 85.7)).toBe(true)
    expect(scene.post.positionX).toBeGreaterThan(85)
  })
})

describe('perfect wavedash', () => {
  /** Distance covered on the frame that jumps, dodges and lands. */
  function firstFrame(character: number) {
    const scene = standing(character)
    const { jumpStartupTime } = attributes(character)
    scene.hold(press(BUTTON.X), jumpStartupTime)
    const { positionX } = scene.post
    const post = scene.step(stick(70, -38, BUTTON.L))
    expect(post.actionStateId).toBe(ACTION.LandingFallSpecial)
    return (post.positionX - positionX) / post.speedAirX
  }

  test('lands on the frame it leaves the ground; Marth, Sheik and Donkey Kong then move half as far (138 recorded)', () => {
    expect(firstFrame(EXTERNAL_ID.fox)).toBeCloseTo(1, 4)
    expect(firstFrame(MARTH)).toBeCloseTo(0.5, 4)
    expect(firstFrame(EXTERNAL_ID.sheik)).toBeCloseTo(0.5, 4)
  })
})

test('a stick 55 units down does not crouch, one of 56 does (doldecomp/melee ftCo_Squat_CheckInput, 5 recorded)', () => {
  const crouches = (y: number) => standing().step(stick(0, y)).actionStateId === ACTION.Squat
  expect([crouches(-55), crouches(-56)]).toEqual([false, true])
})

describe('the effects of a script draw before the stage does (seeds of Pre-Frame in 821,601 recorded frames)', () => {
  /** Draws from the start of the frame just played to a seed. */
  const drawsTo = (scene: Scene, seed: number) => {
    const random = { seed: draw(new Uint8Array(32).fill(1), `frame/${scene.pre.frame}`) }
    let count = 0
    while ((random.seed | 0) !== (seed | 0) && count < 99) {
      random16(random)
      count++
    }
    return count
  }
  const seedAfter = ({ game }: Scene) => new MatchRecord(game.save().buffer as ArrayBuffer, STATE_AT.match).seed

  test('a dash draws three times as it reaches its fourth frame, and never else', () => {
    const scene = new Scene().stand()
    scene.step(RIGHT)
    expect(scene.post.actionStateId).toBe(ACTION.Dash)
    const draws: [counter: number, draws: number][] = []
    while (scene.post.actionStateCounter < 9) {
      scene.step(RIGHT)
      draws.push([scene.post.actionStateCounter, drawsTo(scene, scene.pre.seed)])
    }
    expect(draws.filter(([, count]) => count > 0)).toEqual([[4, 3]])
    expect(draws.length).toBeGreaterThan(5)
  })

  test("Fox's Reflector draws six times as it begins, after his Pre-Frame", () => {
    const scene = new Scene().stand()
    scene.step(stick(0, -80, BUTTON.B))
    expect([scene.post.actionStateId, drawsTo(scene, scene.pre.seed), drawsTo(scene, seedAfter(scene))]).toEqual([
      360, 0, 6,
    ])
  })
})
