import { describe, expect, test } from 'vitest'
import { keyName } from './key-names.ts'
import {
  bindAxis,
  bindButton,
  bindKey,
  DEFAULTS,
  readBindings,
  refusalOf,
  RESERVED,
  writeBindings,
} from './bindings.ts'

test('the defaults give every key and button one thing to do, and none that the page has for itself', () => {
  const codes = Object.values(DEFAULTS.keys).filter((code) => code !== null)
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) expect(RESERVED[code], code).toBeUndefined()
  const buttons = Object.values(DEFAULTS.buttons)
  expect(new Set(buttons).size).toBe(buttons.length)
})

describe('binding', () => {
  test('takes a key from what it did before', () => {
    const { keys } = bindKey(DEFAULTS, 'b', 'KeyJ')
    expect([keys.b, keys.a]).toEqual(['KeyJ', null])
    expect(Object.values(keys).filter((code) => code === 'KeyJ')).toHaveLength(1)
  })

  test('refuses the keys of the page, in a sentence, and what is no key', () => {
    expect(refusalOf('KeyP')).toBe('P pauses, so it cannot be used here.')
    expect(bindKey(DEFAULTS, 'a', 'KeyP')).toBe(DEFAULTS)
    expect(refusalOf('')).toMatch(/no name/)
    expect(refusalOf('KeyQ')).toBeNull()
  })

  test('may leave a thing without a key', () => {
    expect(bindKey(DEFAULTS, 'taunt', null).keys.taunt).toBeNull()
  })

  test('of buttons and axes works alike', () => {
    const { buttons } = bindButton(DEFAULTS, 'a', 1)
    expect([buttons.a, buttons.x]).toEqual([1, null])
    expect(bindAxis(DEFAULTS, 'cUp', { axis: 5, sign: 1 }).axes.cUp).toEqual({ axis: 5, sign: 1 })
    expect(bindAxis(DEFAULTS, 'cUp', { axis: -1, sign: 1 })).toBe(DEFAULTS)
  })
})

describe('what a browser remembers', () => {
  test('comes back as it was', () => {
    const changed = bindAxis(bindButton(bindKey(DEFAULTS, 'a', 'KeyM'), 'z', null), 'stickUp', { axis: 4, sign: 1 })
    expect(readBindings(writeBindings(changed))).toEqual(changed)
    expect(readBindings(writeBindings(DEFAULTS))).toEqual(DEFAULTS)
  })

  test.each([null, '', '{', 'null', '[]', '7', '"keys"', '{"keys":7,"buttons":null,"axes":[]}'])(
    '%s is as by default',
    (text) => {
      expect(readBindings(text)).toEqual(DEFAULTS)
    },
  )

  test('is checked entry by entry: what is wrong is as by default', () => {
    const stored = {
      keys: { a: 'KeyM', b: 7, x: '<script>', y: 'KeyP', z: 'A'.repeat(99), unknown: 'KeyQ' },
      buttons: { a: 1.5, b: -1, x: 9000, y: '3', z: 11 },
      axes: { stickRight: { axis: 0, sign: 2 }, stickUp: { axis: 1e9, sign: 1 }, cUp: { axis: 4, sign: 1, more: 1 } },
    }
    const read = readBindings(JSON.stringify(stored))
    expect(read).toEqual({
      keys: { ...DEFAULTS.keys, a: 'KeyM' },
      buttons: { ...DEFAULTS.buttons, z: 11 },
      axes: { ...DEFAULTS.axes, cUp: { axis: 4, sign: 1 } },
    })
  })

  test('never gives a key two things to do', () => {
    const { keys } = readBindings(JSON.stringify({ keys: { up: 'KeyJ', down: 'KeyJ' } }))
    expect([keys.up, keys.down, keys.a]).toEqual(['KeyJ', 'KeyS', null])
  })
})

test('a key is called what is printed on it, where that is known', () => {
  expect(['KeyW', 'Digit4', 'ArrowLeft', 'ShiftLeft', 'Space', 'Numpad5'].map((code) => keyName(code))).toEqual([
    'W',
    '4',
    '←',
    'Shift',
    'Space',
    'Num 5',
  ])
  expect(keyName('KeyW', new Map([['KeyW', 'z']]))).toBe('Z')
})
