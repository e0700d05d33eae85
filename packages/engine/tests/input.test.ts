/** How the console reads a pad, and when a fighter begins to obey it. */
import { expect, test } from 'vitest'
import { EventRecorder } from '../src/events/recorder.ts'
import { playFrame } from '../src/frame.ts'
import { isUcfShieldShift, isUcfShift, isUcfWiggle } from '../src/input/ucf.ts'
import { Match } from '../src/match.ts'
import { ARENA_RULES } from '../src/ruleset.ts'
import { ACTION, BUTTON, FOX, NEUTRAL, press, RIGHT, Scene, stick } from './scene.ts'

/** What Pre-Frame shows of a pad. */
function read(pad: typeof NEUTRAL) {
  const scene = new Scene()
  scene.step(pad)
  return scene.pre
}

test('controller: a stick beyond 80 units is scaled to 80, cut toward zero on each axis (57,660 of 57,664 recorded sticks)', () => {
  const pre = read({ ...NEUTRAL, stickX: 255, stickY: 255 })
  expect([pre.joystickX, pre.joystickY]).toEqual([Math.fround(56 / 80), Math.fround(56 / 80)])
  expect([pre.rawJoystickX, pre.rawJoystickY]).toEqual([127, 127])
  // Recorded: raw -71, -76 reads -54/80, -58/80.
  const diagonal = read(stick(-71, -76))
  expect([diagonal.joystickX, diagonal.joystickY]).toEqual([Math.fround(-54 / 80), Math.fround(-58 / 80)])
})

test('controller: each axis up to 0.28 reads as 0', () => {
  const pre = read({ ...NEUTRAL, stickX: 128 + 22, stickY: 128 - 23, cstickX: 128 - 22, cstickY: 128 + 23 })
  expect([pre.joystickX, pre.joystickY]).toEqual([0, Math.fround(-23 / 80)])
  expect([pre.cStickX, pre.cStickY]).toEqual([0, Math.fround(23 / 80)])
})

test('controller: triggers read raw/140, up to 0.3 as 0, and any other sets the guard bit', () => {
  const released = read({ ...NEUTRAL, l: 42 })
  expect([released.trigger, released.physicalLTrigger, released.buttons]).toEqual([0, Math.fround(42 / 140), 0])
  const light = read({ ...NEUTRAL, r: 43 })
  expect([light.trigger, light.buttons]).toEqual([Math.fround(43 / 140), 0x8000_0000])
  expect(read({ ...NEUTRAL, l: 255 }).physicalLTrigger).toBe(1)
})

test('controller: a digital trigger reads 1; Z reads 0.35, A and the guard bit', () => {
  const digital = read(press(BUTTON.L))
  expect([digital.trigger, digital.buttons]).toEqual([1, 0x8000_0000 + BUTTON.L])
  const z = read(press(BUTTON.Z))
  expect([z.trigger, z.buttons, z.physicalButtons]).toEqual([
    Math.fround(0.35),
    0x8000_0000 + BUTTON.Z + BUTTON.A,
    BUTTON.Z,
  ])
})

test('controller: from 30 units on, a stick also reads as the button of its longer axis', () => {
  expect(read(stick(29)).buttons).toBe(0)
  expect(read(stick(30)).buttons).toBe(0x8_0000)
  expect(read(stick(-60, 50)).buttons).toBe(0x4_0000)
  expect(read(stick(50, -60)).buttons).toBe(0x2_0000)
  expect(read({ ...NEUTRAL, cstickY: 128 + 70 }).buttons).toBe(0x10_0000)
})

test('Engine settings: pause is disabled and START does nothing', () => {
  const plain = new Scene()
  const started = new Scene()
  for (let i = 0; i < 200; i++) {
    plain.step()
    started.step(press(BUTTON.START))
    expect(started.post).toEqual(plain.post)
  }
  expect(started.pre.physicalButtons).toBe(BUTTON.START)
  expect(started.pre.buttons).toBe(0)
})

test('start of play: frame -39 is the first on which input acts (30 recorded games)', () => {
  const scene = new Scene()
  const before = scene.until((post) => post.frame === -40, RIGHT)
  expect([ACTION.Wait, ACTION.Landing]).toContain(before.actionStateId)
  expect(before.speedGroundX).toBe(0)
  // Held since long before, the stick is no flick: it walks.
  expect(scene.step(RIGHT).actionStateId).toBe(ACTION.WalkSlow)
})

test('start of play: a tilt that began on the frame before is old, and walks (recorded; a frame later it dashes)', () => {
  const early = new Scene()
  early.until((post) => post.frame === -41)
  early.step(stick(38))
  expect(early.step(RIGHT).actionStateId).toBe(ACTION.WalkSlow)
  const inTime = new Scene()
  inTime.until((post) => post.frame === -40)
  inTime.step(stick(38))
  expect(inTime.step(RIGHT).actionStateId).toBe(ACTION.Dash)
})

const FORWARD_SMASH = 60

test('start of play: a C-stick held when play starts is not newly pushed, one that is pushed then is', () => {
  const push = { ...NEUTRAL, cstickX: 255 }
  const held = new Scene()
  held.until((post) => post.frame === -40, push)
  expect(held.hold(push, 5).map((post) => post.actionStateId)).not.toContain(FORWARD_SMASH)
  const pushed = new Scene()
  pushed.until((post) => post.frame === -40)
  expect(pushed.step(push).actionStateId).toBe(FORWARD_SMASH)
})

test('start of play: a button held when play starts is not newly pressed', () => {
  const scene = new Scene()
  scene.until((post) => post.frame === -40, press(BUTTON.X))
  expect(scene.step(press(BUTTON.X)).actionStateId).not.toBe(ACTION.KneeBend)
  scene.step()
  scene.stand()
  expect(scene.step(press(BUTTON.X)).actionStateId).toBe(ACTION.KneeBend)
})

test('UCF 0.84: a raw axis of 80 with the other within 6 acts as exactly 1, after it was recorded', () => {
  const scene = new Scene().stand()
  scene.step(stick(80, 5))
  expect(scene.pre.joystickX).toBe(Math.fround(79 / 80))
  expect(scene.step(stick(80, 5)).speedGroundX).toBe(Math.fround(Math.fround(1.9) + Math.fround(0.12)))
})

test('UCF 0.84: a flick back that first reads as a tilt still dashes on the second frame of the turn', () => {
  const slow = new Scene().stand()
  slow.hold(stick(-40), 1)
  slow.hold(stick(-50), 1)
  expect(slow.step(stick(-80)).actionStateId).toBe(ACTION.Turn)
  const quick = new Scene().stand()
  expect(quick.step(stick(-40)).actionStateId).toBe(ACTION.Turn)
  expect(quick.step(stick(-80)).actionStateId).toBe(ACTION.Dash)
  expect(quick.post.facingDirection).toBe(-1)
})

test('UCF 0.84: a stick that leaves a crouch along the rim rises a frame later, in time to dash (3 of 3 recorded)', () => {
  const crouch = (pad: typeof NEUTRAL) => {
    const scene = new Scene().stand()
    scene.hold(stick(0, -80), 12)
    expect(scene.post.actionStateId).toBe(ACTION.SquatWait)
    return [scene.step(pad).actionStateId, scene.step(stick(80)).actionStateId]
  }
  expect(crouch(stick(63, -48))).toEqual([ACTION.SquatWait, ACTION.Dash])
  expect(crouch(stick(40, -48))[0]).toBe(ACTION.SquatRv)
})

test('a recorded game without UCF is played without it: the same flick turns, and does not dash', () => {
  /** What a flick that first reads as a tilt comes to on its second frame. */
  function flicked(hasUcf: boolean): number {
    const settings = { seed: new Uint8Array(32), stage: 32, characters: [FOX, FOX] } as const
    const match = new Match({ ...settings, rules: { ...ARENA_RULES, ucf: [hasUcf, hasUcf] } }, new EventRecorder())
    const [fighter] = match.leaders
    const [reading] = match.readings
    match.record.frame = 0
    Object.assign(fighter!, { action: ACTION.Wait, x: 0, y: 0.0001, facing: 1, isAirborne: false, floorLine: 1 })
    for (const units of [0, -40, -80]) {
      Object.assign(reading!, { stickX: units / 80, rawX: units })
      playFrame(match)
    }
    return fighter!.action
  }
  expect(flicked(true)).toBe(ACTION.Dash)
  expect(flicked(false)).toBe(ACTION.Turn)
})

test('UCF before 0.80 ends no tumble by a flick that is a frame late (3 of 3 recorded)', () => {
  for (const isUcf080 of [true, false]) {
    const rules = { ...ARENA_RULES, isUcf080 }
    const [fighter] = new Match(
      { seed: new Uint8Array(32), stage: 32, characters: [FOX, FOX], rules },
      new EventRecorder(),
    ).leaders
    Object.assign(fighter!, { tiltXTimer: 1, stickX: 1, previousStickX: 0.5 })
    fighter!.rawX[0] = 80
    expect(isUcfWiggle(fighter!)).toBe(isUcf080)
  }
})

test('UCF before 0.84 lets no flick shift that began as the hit came (4 of 4 recorded; behind a shield 22 of 22, where 14 of 16 newer ones do)', () => {
  for (const isUcf084 of [true, false]) {
    const rules = { ...ARENA_RULES, isUcf084 }
    const [fighter] = new Match(
      { seed: new Uint8Array(32), stage: 32, characters: [FOX, FOX], rules },
      new EventRecorder(),
    ).leaders
    Object.assign(fighter!, { tiltXSide: 1, lastTiltXTimer: 1, previousStickX: 0.5 })
    fighter!.rawX[0] = 80
    expect(isUcfShift(fighter!)).toBe(isUcf084)
    expect(isUcfShieldShift(fighter!)).toBe(isUcf084)
  }
})
