/** The ledge and what leads off it. "Recorded" figures are read off public tournament recordings. */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../src/tables/ids.ts'
import { INTERNAL_IDS, ledgeReachOf } from '../src/tables/fighters.ts'
import { changeAction } from '../src/actions/change.ts'
import { enterFall } from '../src/actions/fall.ts'
import { enterCliffCatch } from '../src/actions/ledge.ts'
import { EventRecorder } from '../src/events/recorder.ts'
import { playFrame } from '../src/frame.ts'
import { Match } from '../src/match.ts'
import {
  ACTION,
  BUTTON,
  DOWN,
  FOX,
  MARTH,
  hanging,
  LEFT,
  LEFT_END,
  NEUTRAL,
  press,
  RIGHT,
  runs,
  type Scene,
  stick,
  UP,
} from './scene.ts'

const characters = Array.from({ length: INTERNAL_IDS.length }, (_, character) => character)

describe('catching and hanging (doldecomp/melee ftCo_CliffCatch, ftCo_CliffWait)', () => {
  test.each(characters)('character %i: falls onto the ledge and comes to hang at its own place', (character) => {
    const scene = hanging(character)
    expect(scene.post.facingDirection).toBe(1)
    expect([scene.post.speedAirX, scene.post.speedY]).toEqual([0, 0])
    const { hangX, hangY } = ledgeReachOf(INTERNAL_IDS[character]!)
    scene.until((post) => post.actionStateId === ACTION.CliffWait)
    expect(scene.post.positionX).toBeCloseTo(LEFT_END - hangX, 3)
    expect(scene.post.positionY).toBeCloseTo(hangY, 3)
  })

  test.each([
    ['Mario', EXTERNAL_ID.mario, 9.1812, 7.1168],
    ['Ness', EXTERNAL_ID.ness, 8.3465, 6.4697],
    ['Popo', EXTERNAL_ID.popo, 9.5985, 7.4402],
  ])('the catch swings %s as Luigi, scaled by model size (128 recorded of these)', (_, character, x, y) => {
    const { positionX, positionY } = hanging(character).post
    const { hangX, hangY } = ledgeReachOf(INTERNAL_IDS[character]!)
    expect(LEFT_END - positionX - hangX).toBeCloseTo(x, 3)
    expect(positionY - hangY).toBeCloseTo(y, 3)
  })

  test('the catch swings Pikachu down from 5.4 above the hanging place (9 of 9 recorded)', () => {
    const { positionX, positionY } = hanging(EXTERNAL_ID.pikachu).post
    expect(LEFT_END - positionX).toBeCloseTo(4.2135, 3)
    expect(positionY).toBeCloseTo(-4.9116, 2)
  })

  test.each([
    ['quickly, on Battlefield: half', 31, 0, 0.5],
    ['quickly, on Dream Land: all', 28, 0, 1],
    ['slowly, on Battlefield: nothing', 31, 120, 0],
    ['slowly, on Dream Land: nothing', 28, 120, 0],
  ] as const)(
    "Ganondorf's climb brings him up to the ledge's very end; what the wall leaves of his leap (105 of 105 recorded) %s",
    (_, stage, percent, way) => {
      const match = new Match(
        { seed: new Uint8Array(32), stage, characters: [EXTERNAL_ID.ganondorf, FOX] },
        new EventRecorder(),
      )
      const fighter = match.fighters[0]!
      const { x, y } = match.stage.ledges[0]!
      match.record.frame = 0
      enterCliffCatch(fighter, 0)
      fighter.percent = percent
      const [climb, leap] =
        percent < 100
          ? [ACTION.CliffJumpQuick1, ACTION.CliffJumpQuick2]
          : [ACTION.CliffJumpSlow1, ACTION.CliffJumpSlow2]
      for (let i = 0; i < 120 && fighter.action !== leap; i++) {
        playFrame(match)
        if (fighter.action === ACTION.CliffWait) changeAction(fighter, climb)
      }
      expect(fighter.action).toBe(leap)
      expect(fighter.x).toBeCloseTo(x + way, 5)
      expect(fighter.y).toBeCloseTo(y + 3.5, 5)
    },
  )

  test('a fighter that let go may not catch a ledge again at once, one that climbed up may (doldecomp/melee: only hits and letting go set the wait)', () => {
    const left = (pad: typeof NEUTRAL, action: number) => {
      const scene = hanging()
      scene.until((post) => post.actionStateId === ACTION.CliffWait)
      scene.hold(NEUTRAL, 10)
      scene.step(pad)
      scene.until((post) => post.actionStateId === action)
      return scene.state.ledgeCooldownLeft
    }
    expect(left(LEFT, ACTION.Fall)).toBeGreaterThan(25)
    expect(left(RIGHT, ACTION.Wait)).toBe(0)
  })

  test('the catch lasts 7 frames; intangible throughout and for 30 frames more (1,016 of 1,062 recorded)', () => {
    const scene = hanging()
    const posts = [scene.post, ...scene.hold(NEUTRAL, 60)]
    expect(runs(posts)[0]).toEqual([ACTION.CliffCatch, 7])
    expect(posts.filter((post) => post.hurtboxCollisionState === 2)).toHaveLength(7 + 30)
  })

  test('all jumps but the ground’s come back', () => {
    const scene = hanging()
    expect(scene.post.jumpsRemaining).toBe(1)
  })

  test('below 100 % the grip holds for 640 frames', () => {
    const scene = hanging()
    const posts = scene.hold(NEUTRAL, 700)
    expect(
      runs(posts)
        .slice(1, 3)
        .map(([action]) => action),
    ).toEqual([ACTION.CliffWait, ACTION.DamageFall])
    expect(runs(posts)[1]![1]).toBe(640)
  })

  test('from 100 % on it holds for 480 frames', () => {
    const scene = hanging().put({ percent: 100 })
    expect(runs(scene.hold(NEUTRAL, 520))[1]).toEqual([ACTION.CliffWait, 480])
  })
})

describe('options (doldecomp/melee ftCo_CliffWait_IASA)', () => {
  function waiting(): Scene {
    const scene = hanging()
    scene.until((post) => post.actionStateId === ACTION.CliffWait)
    scene.step()
    return scene
  }

  test('the pull that lets go is still a fastfall’s on the frame after (60 recorded)', () => {
    const scene = waiting()
    const posts = scene.hold(DOWN, 2)
    expect(posts.map((post) => post.actionStateId)).toEqual([ACTION.Fall, ACTION.Fall])
    expect(posts[1]!.speedY).toBeCloseTo(-3.4, 5)
  })

  test('away or down drops; the same ledge cannot be caught for 30 frames', () => {
    const scene = waiting()
    scene.step(LEFT)
    expect(scene.post.actionStateId).toBe(ACTION.Fall)
    expect(scene.post.jumpsRemaining).toBe(1)
    const posts = scene.hold(NEUTRAL, 29)
    expect(posts.every((post) => post.actionStateId === ACTION.Fall)).toBe(true)
  })

  test('a direction held since the catch does not count until the sticks have rested', () => {
    const scene = hanging()
    scene.hold(RIGHT, 20)
    expect(scene.post.actionStateId).toBe(ACTION.CliffWait)
    scene.step()
    expect(scene.step(RIGHT).actionStateId).toBe(ACTION.CliffClimbQuick)
  })

  test.each([
    ['toward the stage climbs', RIGHT, ACTION.CliffClimbQuick, 34],
    ['A attacks', press(BUTTON.A), ACTION.CliffAttackQuick, undefined],
    ['a trigger rolls', press(BUTTON.R), ACTION.CliffEscapeQuick, 49],
  ] as const)('%s, and ends standing on the stage', (_, pad, action, frames) => {
    const scene = waiting()
    const posts = [scene.step(pad), ...scene.hold(NEUTRAL, 90)]
    expect(runs(posts)[0]![0]).toBe(action)
    if (frames !== undefined) expect(runs(posts)[0]![1]).toBe(frames)
    expect(runs(posts)[1]![0]).toBe(ACTION.Wait)
    expect(scene.post.isAirborne).toBe(0)
    expect(scene.post.positionX).toBeGreaterThan(LEFT_END)
    expect(scene.post.positionY).toBeCloseTo(0, 3)
  })

  test('the C-stick rolls from 0.8 toward the stage on (8 recorded; 20 below do not), lets go away from it, and never climbs (ftCo_8009AAFC)', () => {
    const after = (x: number): number => {
      const scene = hanging()
      scene.until((post) => post.actionStateId === ACTION.CliffWait)
      scene.hold(NEUTRAL, 10)
      return scene.step({ ...NEUTRAL, cstickX: 128 + x }).actionStateId
    }
    expect([62, 66, -40].map(after)).toEqual([ACTION.CliffWait, ACTION.CliffEscapeQuick, ACTION.Fall])
  })

  test('up or a jump button jumps: 14 frames at the ledge, then off it with its own speed', () => {
    for (const pad of [UP, press(BUTTON.X)]) {
      const scene = waiting()
      const posts = [scene.step(pad), ...scene.hold(NEUTRAL, 20)]
      expect(runs(posts).slice(0, 2)).toEqual([
        [ACTION.CliffJumpQuick1, 14],
        [ACTION.CliffJumpQuick2, 7],
      ])
      const first = posts[14]!
      expect([first.speedAirX, first.speedY]).toEqual([Math.fround(1.1), 4])
      expect(first.jumpsRemaining).toBe(1)
    }
  })

  test('nothing interrupts the jump off the ledge (doldecomp/melee ftCo_CliffJump2_IASA; 60 recorded)', () => {
    const scene = waiting()
    scene.step(press(BUTTON.X))
    scene.hold(NEUTRAL, 16)
    for (const pad of [press(BUTTON.X), press(BUTTON.A), press(BUTTON.L)]) {
      expect(scene.step(pad).actionStateId).toBe(ACTION.CliffJumpQuick2)
    }
  })

  test('Captain Falcon’s leap off it is held off by the wall for one half (6 of 6 recorded), others’ are not', () => {
    const leapOf = (character: number) => {
      const scene = hanging(character)
      scene.until((post) => post.actionStateId === ACTION.CliffWait)
      scene.step(press(BUTTON.X))
      return scene.until((post) => post.actionStateId === ACTION.CliffJumpQuick2)
    }
    expect(leapOf(0).positionX).toBeCloseTo(LEFT_END + 0.5, 3)
    expect(leapOf(FOX).positionX).not.toBeCloseTo(LEFT_END + 0.55, 3)
  })

  test('Marth sways while he hangs, up to 0.18 high on the 34th frame (111 recorded); others hang still', () => {
    const heights = (character: number) => {
      const scene = hanging(character)
      scene.until((post) => post.actionStateId === ACTION.CliffWait)
      const y = scene.post.positionY
      return scene.hold(NEUTRAL, 40).map((post) => post.positionY - y)
    }
    expect(Math.max(...heights(MARTH))).toBeCloseTo(0.1823, 3)
    expect(heights(MARTH)[32]).toBeCloseTo(0.1823, 3)
    expect(Math.max(...heights(FOX))).toBe(0)
  })

  test('climbs go along their own path from the ledge on, wherever something pushed the fighter (doldecomp/melee ftCo_CliffClimb_Phys)', () => {
    const climbs = (pushed: number) => {
      const scene = waiting()
      scene.step(RIGHT)
      scene.hold(NEUTRAL, 5)
      scene.put({ x: scene.state.x - pushed })
      return scene.step(NEUTRAL).positionX
    }
    expect(climbs(1)).toBe(climbs(0))
  })

  test('climbing is intangible on its first 30 frames', () => {
    const scene = waiting()
    const posts = [scene.step(RIGHT), ...scene.hold(NEUTRAL, 33)]
    expect(posts.map((post) => post.hurtboxCollisionState === 2).lastIndexOf(true)).toBe(29)
  })
})

test('a ledge that another fighter holds is not caught', () => {
  const seed = new Uint8Array(32)
  /** Fox falls past the left ledge, free or held. */
  function falls(isHeld: boolean): number {
    const match = new Match({ seed, stage: 32, characters: [FOX, FOX] }, new EventRecorder())
    const [falling, other] = match.fighters
    match.record.frame = 0
    falling!.isAirborne = true
    enterFall(falling!)
    falling!.x = LEFT_END - 4
    falling!.y = 10
    falling!.facing = 1
    other!.action = ACTION.CliffWait
    other!.stateInts[0] = 100
    other!.ledge = isHeld ? 0 : 1
    for (let i = 0; i < 30; i++) playFrame(match)
    return falling!.action
  }
  expect(falls(true)).toBe(ACTION.Fall)
  expect([ACTION.CliffCatch, ACTION.CliffWait]).toContain(falls(false))
})

test('a pose whose counter has not begun has the ECB of its first frame', () => {
  const match = new Match({ seed: new Uint8Array(32), stage: 32, characters: [FOX, FOX] }, new EventRecorder())
  const [falling] = match.fighters
  match.record.frame = 0
  falling!.action = ACTION.Fall
  falling!.animationFrame = -1
  playFrame(match)
  expect([falling!.y, falling!.previousEcbTop, falling!.previousEcbLeft].every(Number.isFinite)).toBe(true)
})

test('it stays taken to the end of the climb that leaves it (doldecomp/melee ft_80082E3C)', () => {
  const seed = new Uint8Array(32)
  const match = new Match({ seed, stage: 32, characters: [FOX, FOX] }, new EventRecorder())
  const other = match.fighters[1]!
  match.record.frame = 0
  enterCliffCatch(other, 0)
  let isClimbing = false
  for (let i = 0; i < 120 && (!isClimbing || other.ledge >= 0); i++) {
    playFrame(match)
    if (other.action === ACTION.CliffWait) changeAction(other, ACTION.CliffClimbQuick)
    isClimbing ||= other.action === ACTION.CliffClimbQuick
    if (isClimbing && other.action === ACTION.CliffClimbQuick) expect(other.ledge).toBe(0)
  }
  expect([other.action, other.ledge, other.isAirborne]).toEqual([ACTION.Wait, -1, false])
})

test.each([
  ['on the second frame of hanging takes the ECB of the catch along', 1, true],
  ['later has that of its fall', 4, false],
] as const)(
  'a fighter that lets go and leaps %s (ftCliffCommon_80081370: ten frames; 9 of 9 recorded)',
  (_, frames, isKept) => {
    const scene = hanging().put({ previousEcbBottom: 9 })
    scene.until((post) => post.actionStateId === ACTION.CliffWait)
    scene.hold(NEUTRAL, frames - 1)
    scene.step(stick(0, -60))
    expect(scene.post.actionStateId).toBe(ACTION.Fall)
    // Whatever the fall before leant.
    expect(scene.state.stateFloats[1]).toBe(0)
    scene.step(press(BUTTON.X))
    expect(scene.post.actionStateId).toBe(ACTION.JumpAerialF)
    expect(scene.state.previousEcbBottom === 9).toBe(isKept)
  },
)
