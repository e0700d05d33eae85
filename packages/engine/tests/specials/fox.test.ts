/** Rules of Fox's and Falco's specials. Source: doldecomp/melee (ftFx_SpecialN, S, Hi, Lw), figures as recorded. */
import type { PostFrame } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import type { PickId } from '../../src/index.ts'
import { Duel } from '../duel.ts'
import { ACTION, BATTLEFIELD, BUTTON, FALCO, FOX, NEUTRAL, press, runs, Scene, stick } from '../scene.ts'

const B = press(BUTTON.B)
const DOWN_B = stick(0, -80, BUTTON.B)
const UP_B = stick(0, 80, BUTTON.B)
const SIDE_B = stick(80, 0, BUTTON.B)
const GUN = 74
const SHOT = 54
const SHADOW = 56
const LANDING_FALL_SPECIAL = 43
const ATTACK_11 = 44

function inAir(character: PickId = FOX): Scene {
  const fields = { action: ACTION.Fall, isAirborne: true, y: 60, selfVy: 0, jumpsUsed: 1 }
  return new Scene({ character }).stand().put(fields)
}

describe('the blaster', () => {
  test('is drawn, fires once, and is put away', () => {
    const scene = new Scene().stand()
    const posts = [scene.step(B), ...scene.hold(NEUTRAL, 42)]
    expect(runs(posts).slice(0, 4)).toEqual([
      [341, 6],
      [342, 10],
      [343, 24],
      [ACTION.Wait, 3],
    ])
  })

  test('B requests another shot from eight counters before one to three after (1,132 recorded presses, and 16 too early or late)', () => {
    const asked = (character: number, counter: number): boolean => {
      const scene = new Scene({ character }).stand()
      scene.step(B)
      const isAt = ({ actionStateId, actionStateCounter }: PostFrame) =>
        actionStateId === 342 && actionStateCounter === counter - 1
      scene.until(isAt)
      scene.step(B)
      return scene.until(({ actionStateCounter }) => actionStateCounter === 0).actionStateId === 342
    }
    expect([7, 8, 19, 20].map((counter) => asked(FALCO, counter))).toEqual([false, true, true, false])
    expect([1, 8, 9].map((counter) => asked(FOX, counter))).toEqual([true, true, false])
  })

  test('the gun shows its state, and is removed on the very frame that ends it', () => {
    const duel = new Duel(150)
    duel.step(B)
    expect(duel.items.map(({ typeId, state }) => [typeId, state])).toEqual([[GUN, 0]])
    duel.until(([{ actionStateId, actionStateCounter }]) => actionStateId === 342 && actionStateCounter === 5)
    const [gun, shot] = duel.items
    expect([gun!.state, gun!.missileType, gun!.turnipFace]).toEqual([1, 2, 4])
    expect([shot!.typeId, shot!.velocityX, shot!.expirationTimer]).toEqual([SHOT, 7, 34])
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
    expect(duel.items.filter(({ typeId }) => typeId === GUN)).toEqual([])
  })

  test("Fox's shots hurt without a flinch, Falco's make it", () => {
    const victimAfter = (character: number) => {
      const duel = new Duel(40, character)
      duel.step(B)
      return duel.until(([, { percent }]) => percent > 0)[1]
    }
    const unmoved = victimAfter(FOX)
    expect([unmoved.percent, unmoved.actionStateId, unmoved.hitlagRemaining]).toEqual([3, ACTION.Wait, 0])
    const struck = victimAfter(FALCO)
    expect([struck.percent, struck.hitlagRemaining]).toEqual([3, 4])
    expect(struck.actionStateId).not.toBe(ACTION.Wait)
  })
})

describe('a shot that grazes a shield bounces off it', () => {
  const R = { ...NEUTRAL, buttons: BUTTON.R, r: 255 }

  /** How fast a shot from so high rises when it has met a shield; undefined when that ends it. */
  function riseAfter(y: number): number | undefined {
    const duel = new Duel(60)
    for (let i = 0; i < 20; i++) duel.step(NEUTRAL, R)
    duel.put(0, { y, isAirborne: true, action: ACTION.Fall, jumpsUsed: 1 })
    duel.step(B, R)
    const shot = () => duel.items.find(({ typeId }) => typeId === SHOT)
    while (!shot()) {
      duel.put(0, { y, selfVy: 0 })
      duel.step(NEUTRAL, R)
    }
    for (let i = 0; i < 20 && shot()?.velocityY === 0; i++) duel.step(NEUTRAL, R)
    return shot()?.velocityY
  }

  test('in its middle it ends, at its top it goes up and on, above it nothing happens', () => {
    expect([riseAfter(1), riseAfter(6)! > 1, riseAfter(30)]).toEqual([undefined, true, 0])
  })
})

describe('the illusion', () => {
  test('keeps two thirds of the speed and no jump, hangs for 15 frames, and dashes for three', () => {
    const scene = inAir().put({ selfVx: 0.83 })
    const first = scene.step(SIDE_B)
    expect(first.speedAirX).toBeCloseTo(0.83 / 1.5 - 0.05, 4)
    expect(first.jumpsRemaining).toBe(0)
    const start = scene.hold(NEUTRAL, 18)
    expect(start[13]!.speedY).toBe(0)
    expect(start[14]!.speedY).toBeCloseTo(-1 / 60, 5)
    const dash = scene.hold(NEUTRAL, 4)
    expect(dash.map(({ speedAirX }) => speedAirX.toFixed(2))).toEqual(['0.00', '18.72', '18.72', '18.72'])
    const end = scene.step()
    expect([end.actionStateId, end.speedAirX.toFixed(2)]).toEqual([352, '1.93'])
  })

  test.each([
    ['Fox', FOX, 2.1],
    ['Falco', FALCO, 1.4],
  ])('%s ends it on the ground at a speed that loses 0.1 a frame (58 recorded of both)', (_, character, speed) => {
    const scene = new Scene({ character }).stand()
    scene.step(SIDE_B)
    scene.until(({ actionStateId }) => actionStateId === 349)
    expect(scene.post.speedGroundX).toBeCloseTo(speed, 4)
    expect(scene.step().speedGroundX).toBeCloseTo(speed - 0.1, 4)
  })

  test.each([0, 1, 2, 3])('B on frame %d of the dash ends it there', (frames) => {
    const scene = inAir()
    scene.step(SIDE_B)
    scene.hold(NEUTRAL, 18 + frames)
    expect(scene.step(B).actionStateId).toBe(352)
  })

  test('the shadow comes out on the third frame of the dash, two frames behind, and hits without hitlag for its owner', () => {
    const duel = new Duel(30)
    duel.step(SIDE_B)
    duel.until(() => duel.items.some(({ typeId }) => typeId === SHADOW))
    expect([duel.posts[0]!.actionStateId, duel.posts[0]!.actionStateCounter]).toEqual([348, 2])
    expect(duel.posts[0]!.positionX - duel.items[0]!.positionX).toBeCloseTo(2 * 18.72, 2)
    const [owner, victim] = duel.until(([, { percent }]) => percent > 0, NEUTRAL, NEUTRAL, 6)
    expect([victim.percent, owner.hitlagRemaining]).toEqual([7, 0])
  })
})

describe('the fire', () => {
  test.each([
    ['Fox', FOX, 30, 3.8],
    ['Falco', FALCO, 22, 4.2],
  ])('%s holds for 42 frames, flies as the stick points, and falls', (_, character, frames, speed) => {
    const scene = inAir(character)
    const hold = [scene.step(UP_B), ...scene.hold(NEUTRAL, 41)]
    expect(runs(hold)).toEqual([[354, 42]])
    const first = scene.step(stick(56, 56))
    expect(Math.hypot(first.speedAirX, first.speedY)).toBeCloseTo(speed, 3)
    const flight = [first, ...scene.hold(NEUTRAL, frames)]
    expect(runs(flight)).toEqual([
      [356, frames],
      [358, 1],
    ])
  })

  test('straight up without a stick', () => {
    const scene = inAir()
    scene.step(UP_B)
    const post = scene.until(({ actionStateId }) => actionStateId === 356, NEUTRAL, 60)
    expect(Math.abs(post.speedAirX)).toBeLessThan(1e-4)
    expect(post.speedY).toBeCloseTo(3.8, 4)
  })

  test('thrown back by a floor he is lifted by 13.4 in six frames, and hangs there (4 of 4 recorded)', () => {
    const scene = inAir().put({ action: 359, y: 60, actionFrame: 1, animationFrame: 1 })
    const heights = scene.hold(NEUTRAL, 12).map(({ positionY }) => positionY - 60)
    expect(heights[1]).toBeLessThan(0.01)
    expect(heights[2]).toBeCloseTo(5.27, 2)
    expect(heights[6]).toBeCloseTo(13.38, 2)
    expect(heights[11]).toBeCloseTo(13.2, 2)
  })

  test('into the floor it moves along it', () => {
    const scene = new Scene().stand()
    scene.step(UP_B)
    const post = scene.until(({ actionStateId }) => actionStateId === 355, stick(56, -56), 60)
    expect([post.speedGroundX.toFixed(3), post.isAirborne]).toEqual(['3.800', 0])
  })
})

describe('the reflector', () => {
  test('hits and is intangible on its first frame, and may be released after 18 frames of its loop', () => {
    const scene = new Scene().stand()
    const posts = [scene.step(DOWN_B), ...scene.hold(NEUTRAL, 45)]
    expect(posts.slice(0, 2).map(({ hurtboxCollisionState }) => hurtboxCollisionState)).toEqual([2, 0])
    expect(runs(posts).slice(0, 4)).toEqual([
      [360, 3],
      [361, 18],
      [363, 18],
      [ACTION.Wait, 7],
    ])
  })

  test('a jump leaves it from the fourth frame on', () => {
    const scene = new Scene().stand()
    scene.step(DOWN_B)
    const held = scene.hold({ ...DOWN_B, stickY: 128 }, 2)
    expect(held.at(-1)!.actionStateId).toBe(360)
    expect(scene.step({ ...B, buttons: BUTTON.B | BUTTON.X }).actionStateId).toBe(ACTION.KneeBend)
  })

  test('the stick turns it at once, for three frames', () => {
    const scene = new Scene().stand()
    scene.step(DOWN_B)
    scene.hold(B, 4)
    const posts = scene.hold(stick(-60, 0, BUTTON.B), 4)
    expect(runs(posts)).toEqual([
      [364, 3],
      [361, 1],
    ])
    expect(posts[0]!.facingDirection).toBe(-1)
  })

  test('in the air it stops the fall, halves the drift, and an air jump leaves it', () => {
    const scene = inAir().put({ selfVx: 0.8, selfVy: -2 })
    const post = scene.step(DOWN_B)
    expect([post.speedY, post.speedAirX.toFixed(3)]).toEqual([0, '0.380'])
    scene.hold({ ...DOWN_B, stickY: 128 }, 3)
    expect(scene.step({ ...B, buttons: BUTTON.B | BUTTON.X }).actionStateId).toBe(ACTION.JumpAerialF)
  })

  test('a flick down drops it through a platform, still out', () => {
    const scene = new Scene({ stage: BATTLEFIELD }).stand()
    scene.put({ action: ACTION.Fall, isAirborne: true, x: -40, y: 30, jumpsUsed: 1 })
    scene.until(({ actionStateId }) => actionStateId === ACTION.Wait, NEUTRAL, 60)
    scene.step(DOWN_B)
    scene.hold(B, 5)
    const post = scene.step(DOWN_B)
    expect([post.actionStateId, post.isAirborne, post.speedY < 0]).toEqual([366, 1, true])
    expect(scene.hold(B, 12).at(-1)!.positionY).toBeLessThan(27)
  })
})

describe('Fire Fox and Fire Bird (figures of x90 and x94 as a public randomizer lists them)', () => {
  const FLIGHT = 356
  const BOUND = 359

  /** Does a flight that comes down at 30 degrees bounce off the floor? */
  function bounces(character: number): boolean {
    const scene = inAir(character).put({ y: 25 })
    scene.step(UP_B)
    scene.until(({ actionStateId }) => actionStateId === FLIGHT, stick(69, -40))
    return scene.hold(NEUTRAL, 20).some(({ actionStateId }) => actionStateId === BOUND)
  }

  test('Fox bounces off a floor from 20 degrees on, Falco from 40', () => {
    expect([bounces(FOX), bounces(FALCO)]).toEqual([true, false])
  })

  test('the helpless fall after it lands in 18 frames, which may be cut short (5 of 5 recorded)', () => {
    const scene = inAir().put({ action: BOUND, animationFrame: 14, y: 20 })
    scene.until(({ actionStateId }) => actionStateId === LANDING_FALL_SPECIAL)
    const landing = scene.hold(NEUTRAL, 4)
    expect(landing[0]!.actionStateCounter).toBeCloseTo(30.1 / 18, 4)
    expect(landing.map(({ actionStateId }) => actionStateId)).toEqual(Array(4).fill(LANDING_FALL_SPECIAL))
    expect(scene.step(press(BUTTON.A)).actionStateId).toBe(ATTACK_11)
  })
})
