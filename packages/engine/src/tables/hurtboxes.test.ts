import { describe, expect, it } from 'vitest'
import { INTERNAL_ID, asInternalId } from './ids.ts'
import { FIGHTERS } from './fighters.ts'
import { HURTBOX_WORDS, hurtboxesOf, MAX_HURTBOX_WORDS, placeHips, placeHurtboxes } from './hurtboxes.ts'

const FOX = INTERNAL_ID.fox
const CAPTAIN_FALCON = INTERNAL_ID['captain-falcon']
const DONKEY_KONG = INTERNAL_ID['donkey-kong']
const MARTH = 18
const FALCO = 22
const GANONDORF = INTERNAL_ID.ganondorf
const ROY = 26
const WAIT = 14
const JUMP_F = 25
const FALL = 29
const LANDING = 42
const LANDING_AIR_B = 72
const CLIFF_CATCH = 252

const out = new Float32Array(MAX_HURTBOX_WORDS)
const place = (internalId: number, action: number, animationFrame: number): boolean =>
  placeHurtboxes(hurtboxesOf(asInternalId(internalId))!, { action, animationFrame, isAirborne: false }, out)

describe('hurt capsules', () => {
  it("come in the game's order: trunk, head, upper arms, forearms, thighs, shins, tail", () => {
    const { heights, radii, grabbable } = hurtboxesOf(FOX)!
    expect(heights).toEqual([1, 1, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 1])
    expect(radii[0]).toBeCloseTo(2.04)
    expect(grabbable.map(Number)).toEqual([1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 1])
  })

  it('lie about the fighter, and report where no pose is known', () => {
    expect(place(FOX, WAIT, 0)).toBe(true)
    const [waistUp, headUp] = [out[1]!, out[2 * HURTBOX_WORDS + 1]!]
    expect(waistUp).toBeGreaterThan(4)
    expect(headUp).toBeGreaterThan(waistUp + 2)
    expect(place(FOX, CLIFF_CATCH, 0)).toBe(false)
    expect(hurtboxesOf(DONKEY_KONG)).toBeNull()
  })

  it("of Ganondorf are Captain Falcon's, scaled by model size, except where he holds his body differently (235 recorded frames near his forward jump)", () => {
    const placesIn = (internalId: number, action: number): number[] => {
      place(internalId, action, 4)
      return [...out.subarray(0, 3)]
    }
    for (const [action, y] of [
      [FALL, 0],
      [JUMP_F, 1.5],
    ] as const) {
      const [falconX, falconY, falconZ] = placesIn(CAPTAIN_FALCON, action)
      const [ganondorfX, ganondorfY, ganondorfZ] = placesIn(GANONDORF, action)
      expect(ganondorfX).toBeCloseTo(1.113 * falconX!, 4)
      expect(ganondorfY).toBeCloseTo(1.113 * falconY! + y, 4)
      expect(ganondorfZ).toBeCloseTo(1.113 * falconZ!, 4)
    }
  })

  it('keep their lengths between key frames, within the resolution of the table', () => {
    const lengthsAt = (frame: number): number[] => {
      expect(place(CAPTAIN_FALCON, LANDING, frame)).toBe(true)
      return hurtboxesOf(CAPTAIN_FALCON)!.radii.map((_, i) => {
        const [ax, ay, az, bx, by, bz] = out.subarray(i * HURTBOX_WORDS)
        return Math.hypot(bx! - ax!, by! - ay!, bz! - az!)
      })
    }
    const first = lengthsAt(0)
    for (const frame of [3, 7.5, 12]) {
      for (const [i, length] of lengthsAt(frame).entries()) expect(Math.abs(length - first[i]!)).toBeLessThan(1.2)
    }
  })

  it("keep Captain Falcon's legs drawn up until just before he stomps (8 of 71 recorded frames misclassified, 17 with a straight line)", () => {
    const DOWN_AIR = 69
    const LEFT_SHIN = 9
    const footAt = (frame: number): number => {
      place(CAPTAIN_FALCON, DOWN_AIR, frame)
      return out[LEFT_SHIN * HURTBOX_WORDS + 1]!
    }
    const way = footAt(12) - footAt(16)
    expect(footAt(12) - footAt(13)).toBeLessThan(0.1 * way)
    expect(footAt(12) - footAt(14)).toBeLessThan(0.3 * way)
  })

  it.each([
    ['Fox', FOX],
    ['Falco', FALCO],
  ])('duck and bend most of the way on the first frames (%s)', (_, internalId) => {
    const SQUAT = 39
    const headAt = (frame: number): number => {
      place(internalId, SQUAT, frame)
      return out[2 * HURTBOX_WORDS + 1]!
    }
    expect(headAt(0) - headAt(2)).toBeGreaterThan(0.7 * (headAt(0) - headAt(7)))
  })

  it('return to standing by the end of a landing, of which the source has only the frames of the landing lag', () => {
    const headAt = (action: number, frame: number): number => {
      place(MARTH, action, frame)
      return out[2 * HURTBOX_WORDS + 1]!
    }
    const heads = [17, 24, 28, 30].map((frame) => headAt(LANDING_AIR_B, frame))
    expect(heads).toEqual(heads.toSorted((a, b) => a - b))
    expect(heads.at(-1)).toBe(headAt(WAIT, 0))
  })

  it('keep the last known pose behind a drawn gun and in an open reflector (10 of 10 recorded rays)', () => {
    const BLASTER = { start: 344, drawn: 5, loop: 345 }
    const REFLECTOR = { start: 360, drawn: 4, loop: 361 }
    for (const { start, drawn, loop } of [BLASTER, REFLECTOR]) {
      place(FALCO, start, drawn)
      const before = out.slice()
      for (const frame of [0, 9]) {
        expect(place(FALCO, loop, frame)).toBe(true)
        expect(out).toEqual(before)
      }
    }
  })

  it('have the first pose of the tumble once a launch is over, and throughout high and low launches (of 38 recorded attacks near one all heights are right, six are wrong with outlines)', () => {
    const LAUNCHED = { high: 87, middle: 88, low: 89 }
    const DAMAGE_FALL = 38
    const LAST = 29
    for (const internalId of [FOX, CAPTAIN_FALCON, MARTH, FALCO]) {
      place(internalId, DAMAGE_FALL, 0)
      const tumble = out.slice()
      for (const action of Object.values(LAUNCHED)) {
        expect(place(internalId, action, LAST)).toBe(true)
        const apart = tumble.map((value, n) => Math.abs(value - out[n]!))
        expect(Math.max(...apart)).toBeLessThanOrEqual(action === LAUNCHED.middle ? 2 : 0)
      }
    }
  })

  it('turn to the first pose of the tumble while Captain Falcon, Ganondorf, Marth and Roy are launched upward (fitted on half of 991 recorded frames near an attack and 1,093 near a shot: 200 of the others are misclassified, 285 when turning as in the tumble)', () => {
    const DAMAGE_FLY_TOP = 90
    const DAMAGE_FALL = 38
    for (const [internalId, end] of [
      [CAPTAIN_FALCON, 62],
      [GANONDORF, 62],
      [MARTH, 65],
      [ROY, 65],
    ] as const) {
      place(internalId, DAMAGE_FLY_TOP, end)
      const pose = out.slice()
      place(internalId, DAMAGE_FALL, 0)
      const headUp = 2 * HURTBOX_WORDS + 1
      for (let n = 1; n <= headUp; n += 3) expect(Math.abs(pose[n]! - out[n]!)).toBeLessThan(2)
    }
  })

  it('turn head down, then rise, and reach the first pose of the tumble while Fox and Falco are launched upward (outlines of a public viewer, 2,683 recorded frames near an attack and 2,782 near a shot)', () => {
    const DAMAGE_FLY_TOP = 90
    const DAMAGE_FALL = 38
    const headUp = 2 * HURTBOX_WORDS + 1
    for (const internalId of [FOX, FALCO]) {
      place(internalId, DAMAGE_FLY_TOP, 8)
      expect(out[headUp]! - out[1]!).toBeLessThan(-2)
      place(internalId, DAMAGE_FLY_TOP, 34)
      expect(out[headUp]! - out[1]!).toBeGreaterThan(4)
      place(internalId, DAMAGE_FLY_TOP, 61)
      const pose = out.slice()
      place(internalId, DAMAGE_FALL, 0)
      for (let n = 1; n <= headUp; n += 3) expect(Math.abs(pose[n]! - out[n]!)).toBeLessThan(1.5)
    }
  })

  it('bend back from a hit on the head, and bounce on the face, as outlines of a public viewer show Fox and Falco (of 592 recorded frames near an attack 44 are misclassified, 99 with outlines alone)', () => {
    const DAMAGE_HI_2 = 76
    const DOWN_BOUND_D = 191
    const headForward = 2 * HURTBOX_WORDS
    for (const internalId of [FOX, FALCO]) {
      expect(place(internalId, DAMAGE_HI_2, 4)).toBe(true)
      expect(out[headForward]! - out[0]!).toBeLessThan(0)
      expect(place(internalId, DOWN_BOUND_D, 26)).toBe(true)
      expect(out[headForward + 1]!).toBeLessThan(6)
    }
  })

  it('stand upright while Fire Fox and Fire Bird are charged in the air, above the crouch on the ground (outlines of a public viewer; of 64 recorded frames near an attack or a shot 4 are misclassified, 10 with the crouch)', () => {
    const CHARGE = 353
    const CHARGE_IN_AIR = 354
    const headUp = 2 * HURTBOX_WORDS + 1
    for (const internalId of [FOX, FALCO]) {
      place(internalId, CHARGE, 20)
      const [hips, head] = [out[1]!, out[headUp]!]
      place(internalId, CHARGE_IN_AIR, 20)
      expect(out[1]! - hips).toBeGreaterThan(2)
      expect(out[headUp]! - head).toBeGreaterThan(2.5)
    }
  })

  it('go down fast in the first frames of Falco’s crouch, and head first in those of his second jump (outlines of a public viewer)', () => {
    const SQUAT = 39
    const JUMP_AERIAL_F = 27
    const headAt = (action: number, frame: number): number => {
      place(FALCO, action, frame)
      return out[2 * HURTBOX_WORDS + 1]!
    }
    const straight = headAt(SQUAT, 0) + (3 / 5) * (headAt(SQUAT, 5) - headAt(SQUAT, 0))
    expect(headAt(SQUAT, 3)).toBeLessThan(straight - 0.5)
    expect(headAt(JUMP_AERIAL_F, 4)).toBeLessThan(headAt(JUMP_AERIAL_F, 5) - 1)
  })

  it('pass into the fall at the end of Falcon Dive, of which the source has 60 of 64 frames (12 recorded attacks)', () => {
    const FALCON_DIVE = 354
    const FALL_SPECIAL = 35
    place(CAPTAIN_FALCON, FALL_SPECIAL, 0)
    const fall = out.slice()
    const apartAt = (frame: number): number => {
      place(CAPTAIN_FALCON, FALCON_DIVE, frame)
      return Math.max(...fall.map((value, n) => Math.abs(value - out[n]!)))
    }
    const apart = [59, 61, 63, 64].map(apartAt)
    expect(apart).toEqual(apart.toSorted((a, b) => b - a))
    expect(apart[0]).toBeGreaterThan(5)
    expect(apart.at(-1)).toBe(0)
  })

  it('are those of the fighter with the same animations, by the ratio of their model sizes', () => {
    place(CAPTAIN_FALCON, WAIT, 5)
    const head = out[2 * HURTBOX_WORDS + 1]!
    place(GANONDORF, WAIT, 5)
    expect(out[2 * HURTBOX_WORDS + 1]! / head).toBeCloseTo(1.113, 3)
  })

  it('reach no farther than the contact tests search', () => {
    for (const { internalId } of FIGHTERS) {
      const list = hurtboxesOf(internalId)
      if (!list) continue
      for (const [action, { length }] of list.animations) {
        for (let frame = 0; frame <= length; frame += 2.5) {
          place(internalId, action, frame)
          for (const value of out.subarray(0, list.radii.length * HURTBOX_WORDS)) {
            if (!(Math.abs(value) < 30)) throw new Error(`${internalId} in ${action} at ${frame}: ${value}`)
          }
        }
      }
    }
  })

  it('have poses of their own in the air, hit low or face down where recorded hits show them: Captain Falcon and Marth, Fox in the air', () => {
    const [HIT_LOW, AIR, FACE_DOWN] = [82, 85, 191]
    const known = (fighter: number): number[] => [HIT_LOW, AIR, FACE_DOWN].filter((action) => place(fighter, action, 5))
    expect(known(CAPTAIN_FALCON)).toEqual([HIT_LOW, AIR, FACE_DOWN])
    expect(known(GANONDORF)).toEqual(known(CAPTAIN_FALCON))
    expect(known(MARTH)).toEqual([HIT_LOW, AIR])
    expect(known(FOX)).toEqual([AIR, FACE_DOWN])
    expect(known(FALCO)).toEqual([FACE_DOWN])
  })

  it('take the middle of the outline as the hips where they are not known: above the fighter, but ahead of it in a run', () => {
    const SHEIK = INTERNAL_ID.sheik
    const hipsIn = (action: number): { x: number; y: number } => {
      const hips = { x: 0, y: 0 }
      placeHips(SHEIK, { action, animationFrame: 0, isAirborne: false }, hips)
      return hips
    }
    expect([WAIT, 40, LANDING].map((action) => hipsIn(action).x)).toEqual([0, 0, 0])
    expect([20, 21].every((action) => hipsIn(action).x > 0.5)).toBe(true)
    expect(hipsIn(21).y).toBeLessThan(hipsIn(WAIT).y)
  })
})
