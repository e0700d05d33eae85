import { BUTTON, NEUTRAL } from '@arena/protocol'
import { describe, expect, test } from 'vitest'
import { DEFAULTS, bindAxis, bindButton } from './bindings.ts'
import {
  controllerOfGamepad,
  isPausing,
  PadChoice,
  STICK_DEAD_ZONE,
  TRIGGER_DEAD_ZONE,
  type GamepadState,
} from './gamepad.ts'

/** A gamepad of the standard's form; values of buttons by index. */
function padOf(axes: readonly number[], values: Readonly<Record<number, number>> = {}, index = 0): GamepadState {
  const buttons = Array.from({ length: 17 }, (_, i) => ({ pressed: (values[i] ?? 0) > 0.5, value: values[i] ?? 0 }))
  return { index, axes, buttons }
}

const read = (axes: readonly number[], values?: Readonly<Record<number, number>>) =>
  controllerOfGamepad(padOf(axes, values), DEFAULTS)

describe('a gamepad as a controller', () => {
  test('at rest it is at rest, with sticks that do not come back to their centre', () => {
    expect(read([0, 0, 0, 0])).toEqual(NEUTRAL)
    expect(read([0.08, -0.08, -0.1, 0.05], { 6: 0.05, 7: 0.07 })).toEqual(NEUTRAL)
  })

  test('up is up, and all the way is 80 units in every direction', () => {
    expect(read([0, -1, 1, 0])).toMatchObject({ stickX: 128, stickY: 208, cstickX: 208, cstickY: 128 })
    expect(read([1, 1, 0, 0])).toMatchObject({ stickX: 128 + 57, stickY: 128 - 57 })
  })

  test('beyond the dead zone a stick begins at rest and reaches all the way', () => {
    expect(read([STICK_DEAD_ZONE + 0.01, 0, 0, 0]).stickX).toBe(129)
    expect(read([(1 + STICK_DEAD_ZONE) / 2, 0, 0, 0]).stickX).toBe(168)
  })

  test('triggers are analogue beyond their dead zone, and click at their end', () => {
    const half = (1 + TRIGGER_DEAD_ZONE) / 2
    expect(read([0, 0, 0, 0], { 6: half })).toMatchObject({ l: 70, buttons: 0 })
    expect(read([0, 0, 0, 0], { 7: 1 })).toMatchObject({ r: 140, buttons: BUTTON.R })
  })

  test('a trigger that is a plain button is pressed or not', () => {
    const pad = {
      ...padOf([0, 0, 0, 0]),
      buttons: Array.from({ length: 8 }, (_, i) => ({ pressed: i === 7, value: 0 })),
    }
    expect(controllerOfGamepad(pad, DEFAULTS)).toMatchObject({ r: 140, buttons: BUTTON.R })
  })

  test('buttons are where the standard has them, or where a person has put them', () => {
    const values = { 0: 1, 1: 1, 2: 1, 3: 1, 5: 1, 12: 1 }
    expect(read([0, 0, 0, 0], values).buttons).toBe(
      BUTTON.A | BUTTON.X | BUTTON.B | BUTTON.Y | BUTTON.Z | BUTTON.DPAD_UP,
    )
    const moved = bindAxis(bindButton(DEFAULTS, 'a', 16), 'stickUp', { axis: 5, sign: 1 })
    const pad = padOf([0, -1, 0, 0, 0, 1], { 0: 1, 16: 1 })
    expect(controllerOfGamepad(pad, moved)).toMatchObject({ buttons: BUTTON.A, stickY: 208 })
  })

  test('what a broken gamepad reports makes no pad that cannot be sent', () => {
    for (const value of [Number.NaN, Infinity, -7]) {
      const { stickX, l } = read([value, value, value, value], { 6: value })
      expect(stickX).toBeGreaterThanOrEqual(48)
      expect(stickX).toBeLessThanOrEqual(208)
      expect(l).toBeGreaterThanOrEqual(0)
      expect(l).toBeLessThanOrEqual(140)
    }
    expect(controllerOfGamepad({ index: 0, axes: [], buttons: [] }, DEFAULTS)).toEqual(NEUTRAL)
  })

  test('START pauses and presses nothing', () => {
    expect(isPausing(padOf([0, 0, 0, 0], { 9: 1 }))).toBe(true)
    expect(read([0, 0, 0, 0], { 9: 1 })).toEqual(NEUTRAL)
  })
})

describe('of several gamepads', () => {
  const rest = [0, 0, 0, 0]

  test('the first plays until a button is pressed on another, which then plays', () => {
    const choice = new PadChoice()
    expect(choice.look([padOf(rest, {}, 0), padOf(rest, {}, 2)])?.index).toBe(0)
    expect(choice.look([padOf(rest, {}, 0), padOf(rest, { 3: 1 }, 2)])?.index).toBe(2)
    expect(choice.look([padOf(rest, {}, 0), padOf(rest, {}, 2)])?.index).toBe(2)
    expect(choice.look([padOf(rest, { 0: 1 }, 0), padOf(rest, {}, 2)])?.index).toBe(0)
  })

  test('a button that is only held takes nothing over', () => {
    const choice = new PadChoice()
    const held = padOf(rest, { 0: 1 }, 1)
    expect(choice.look([padOf(rest, {}, 0), held])?.index).toBe(0)
    expect(choice.look([padOf(rest, {}, 0), held])?.index).toBe(0)
  })

  test('one that is pulled out gives way to one that is left, or to none; plugged in again it plays', () => {
    const choice = new PadChoice()
    choice.look([padOf(rest, {}, 0), padOf(rest, {}, 1)])
    choice.look([padOf(rest, {}, 0), padOf(rest, { 0: 1 }, 1)])
    expect(choice.look([padOf(rest, {}, 0)])?.index).toBe(0)
    expect(choice.look([])).toBeNull()
    expect(choice.look([padOf(rest, {}, 3)])?.index).toBe(3)
  })
})
