/**
 * Which key or button does what. Pure: what a browser remembers comes in as text and is checked here, entry by entry, so that
 * whatever is wrong in it is as by default.
 */
import { keyName } from './key-names.ts'
import { AXES, BUTTON_INPUTS, INPUTS, type Axis, type ButtonInput, type Input } from './inputs.ts'

/** An axis of a gamepad, and the sign of its value in the direction that the binding names. */
export interface AxisBinding {
  readonly axis: number
  readonly sign: 1 | -1
}

export interface Bindings {
  /** `KeyboardEvent.code`, which names the place of a key, whatever is printed on it. */
  readonly keys: Readonly<Record<Input, string | null>>
  /** Index among a gamepad's buttons. */
  readonly buttons: Readonly<Record<ButtonInput, number | null>>
  readonly axes: Readonly<Record<Axis, AxisBinding>>
}

/** On a gamepad as the standard has it: A below, X right, B left, Y above, both triggers, the right shoulder button. */
export const DEFAULTS: Bindings = {
  keys: {
    up: 'KeyW',
    left: 'KeyA',
    down: 'KeyS',
    right: 'KeyD',
    tilt: 'ShiftLeft',
    smash: 'KeyH',
    a: 'KeyJ',
    b: 'KeyK',
    x: 'Space',
    y: null,
    z: 'KeyL',
    l: null,
    r: 'KeyU',
    light: 'KeyN',
    cUp: 'ArrowUp',
    cLeft: 'ArrowLeft',
    cDown: 'ArrowDown',
    cRight: 'ArrowRight',
    taunt: 'KeyT',
  },
  buttons: { a: 0, b: 2, x: 1, y: 3, z: 5, l: 6, r: 7, light: 4, taunt: 12 },
  axes: {
    stickRight: { axis: 0, sign: 1 },
    stickUp: { axis: 1, sign: -1 },
    cRight: { axis: 2, sign: 1 },
    cUp: { axis: 3, sign: -1 },
  },
}

/** Keys that the page has for itself. */
export const RESERVED: Readonly<Record<string, string>> = {
  Escape: 'pauses',
  KeyP: 'pauses',
  KeyO: 'switches the overlays',
  KeyI: 'switches the inputs',
  KeyF: 'switches to full screen',
  Period: 'plays one frame',
  Tab: 'moves the focus',
}
/** The button that pauses: START. */
export const PAUSE_BUTTON = 9

const LONGEST_CODE = 32
const MOST_BUTTONS = 64
const MOST_AXES = 32

/** Why a key cannot be bound, in a sentence; null where it can. */
export function refusalOf(code: string): string | null {
  const use = RESERVED[code]
  if (use !== undefined) return `${keyName(code)} ${use}, so it cannot be used here.`
  return isCode(code) ? null : 'This key has no name that could be remembered.'
}

/** A key does one thing: what it did before has none then. */
export function bindKey(bindings: Bindings, input: Input, code: string | null): Bindings {
  if (code !== null && refusalOf(code) !== null) return bindings
  return { ...bindings, keys: bound(bindings.keys, input, code) }
}

export function bindButton(bindings: Bindings, input: ButtonInput, button: number | null): Bindings {
  if (button !== null && !isButton(button)) return bindings
  return { ...bindings, buttons: bound(bindings.buttons, input, button) }
}

export function bindAxis(bindings: Bindings, axis: Axis, to: AxisBinding): Bindings {
  return isAxis(to) ? { ...bindings, axes: { ...bindings.axes, [axis]: to } } : bindings
}

function bound<K extends string, V>(
  all: Readonly<Record<K, V | null>>,
  input: K,
  value: V | null,
): Readonly<Record<K, V | null>> {
  const freed = Object.entries<V | null>(all).map(([id, has]) => [id, value !== null && has === value ? null : has])
  return { ...(Object.fromEntries(freed) as Record<K, V | null>), [input]: value }
}

export function writeBindings(bindings: Bindings): string {
  return JSON.stringify(bindings)
}

export function readBindings(text: string | null): Bindings {
  const { keys, buttons, axes } = recordOf(parse(text ?? ''))
  return {
    keys: merged(
      INPUTS.map(({ id }) => id),
      DEFAULTS.keys,
      recordOf(keys),
      isCodeOrReserved,
    ),
    buttons: merged(BUTTON_INPUTS, DEFAULTS.buttons, recordOf(buttons), isButton),
    axes: Object.fromEntries(
      AXES.map(({ id }) => {
        const axis = recordOf(axes)[id]
        return [id, isAxis(axis) ? { axis: axis.axis, sign: axis.sign } : DEFAULTS.axes[id]]
      }),
    ) as Bindings['axes'],
  }
}

/** What was stored where it is valid and not taken by another, else the default unless that is taken. */
function merged<K extends string, V>(
  ids: readonly K[],
  defaults: Readonly<Record<K, V | null>>,
  stored: Readonly<Record<string, unknown>>,
  isValid: (value: unknown) => value is V,
): Readonly<Record<K, V | null>> {
  const taken = new Set<V>()
  const found = new Map<K, V | null>()
  const isFree = (value: V | null): boolean => value === null || !taken.has(value)
  const take = (id: K, value: V | null): void => {
    found.set(id, value)
    if (value !== null) taken.add(value)
  }
  for (const id of ids) {
    const value = stored[id]
    if ((value === null || isValid(value)) && isFree(value)) take(id, value)
  }
  for (const id of ids) if (!found.has(id)) take(id, isFree(defaults[id]) ? defaults[id] : null)
  return Object.fromEntries(ids.map((id) => [id, found.get(id)!])) as unknown as Readonly<Record<K, V | null>>
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_CODE && /^[A-Za-z][A-Za-z0-9]*$/.test(value)
}

const isCodeOrReserved = (value: unknown): value is string => isCode(value) && RESERVED[value] === undefined

const isButton = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < MOST_BUTTONS

function isAxis(value: unknown): value is AxisBinding {
  const { axis, sign } = recordOf(value)
  return Number.isInteger(axis) && (axis as number) >= 0 && (axis as number) < MOST_AXES && (sign === 1 || sign === -1)
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
