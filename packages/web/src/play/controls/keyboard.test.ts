import { BUTTON, NEUTRAL } from '@arena/protocol'
import { describe, expect, test } from 'vitest'
import { DEFAULTS } from './bindings.ts'
import { controllerOf, HeldKeys, inputsOf } from './keyboard.ts'

describe('keys as a controller', () => {
  test('without a key it is at rest', () => {
    expect(controllerOf([])).toEqual(NEUTRAL)
  })

  test('a direction pushes the stick all the way, a diagonal as far as a straight push', () => {
    expect(controllerOf(['right'])).toMatchObject({ stickX: 208, stickY: 128 })
    expect(controllerOf(['down'])).toMatchObject({ stickX: 128, stickY: 48 })
    const { stickX, stickY } = controllerOf(['left', 'up'])
    expect([stickX, stickY]).toEqual([72, 184])
    expect(Math.round(Math.hypot(stickX - 128, stickY - 128))).toBe(79)
  })

  test('of two opposite directions the one pressed last counts', () => {
    expect(controllerOf(['left', 'right']).stickX).toBe(208)
    expect(controllerOf(['right', 'left']).stickX).toBe(48)
    expect(controllerOf(['up', 'left', 'down'])).toMatchObject({ stickX: 72, stickY: 72 })
  })

  test('the tilt modifier halves the push: a walk and a tilt, no dash and no jump', () => {
    expect(controllerOf(['tilt', 'right'])).toMatchObject({ stickX: 168, cstickX: 128 })
    expect(controllerOf(['up', 'tilt', 'a'])).toMatchObject({ stickY: 168, buttons: BUTTON.A })
    expect(controllerOf(['tilt'])).toEqual(NEUTRAL)
  })

  test('the smash modifier sends directions to the C-stick', () => {
    expect(controllerOf(['smash', 'left'])).toMatchObject({ stickX: 128, stickY: 128, cstickX: 48, cstickY: 128 })
    expect(controllerOf(['smash'])).toEqual(NEUTRAL)
  })

  test('buttons, triggers and C-stick each have their place in the pad', () => {
    expect(controllerOf(['a', 'b', 'x', 'y', 'z', 'taunt']).buttons).toBe(
      BUTTON.A | BUTTON.B | BUTTON.X | BUTTON.Y | BUTTON.Z | BUTTON.DPAD_UP,
    )
    expect(controllerOf(['l'])).toMatchObject({ buttons: BUTTON.L, l: 255, r: 0 })
    expect(controllerOf(['r', 'light'])).toMatchObject({ buttons: BUTTON.R, l: 70, r: 255 })
    expect(controllerOf(['cUp', 'cRight'])).toMatchObject({ cstickX: 184, cstickY: 184, stickX: 128, stickY: 128 })
  })
})

describe('held keys', () => {
  test('do what they are bound to, in the order in which they went down; others do nothing', () => {
    const keys = new HeldKeys()
    for (const code of ['KeyD', 'KeyQ', 'KeyA', 'KeyD']) keys.down(code)
    expect(inputsOf(keys.poll(), DEFAULTS)).toEqual(['right', 'left'])
  })

  test('a tap between two polls is seen by one of them', () => {
    const keys = new HeldKeys()
    keys.down('Space')
    keys.up('Space')
    expect(keys.poll()).toEqual(['Space'])
    expect(keys.poll()).toEqual([])
  })

  test('a key that was seen is gone with its release', () => {
    const keys = new HeldKeys()
    keys.down('Space')
    expect(keys.poll()).toEqual(['Space'])
    keys.up('Space')
    expect(keys.poll()).toEqual([])
  })

  test('nothing is held once the page has lost the keyboard', () => {
    const keys = new HeldKeys()
    keys.down('KeyA')
    keys.down('KeyD')
    keys.up('KeyD')
    keys.clear()
    expect(keys.poll()).toEqual([])
    keys.up('KeyA')
    expect(keys.poll()).toEqual([])
  })
})
