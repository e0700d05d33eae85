/** A gamepad as a controller: its sticks and triggers have dead zones, because they do not come back to where they were. */
import { BUTTON, NEUTRAL, type Controller } from '@arena/protocol/pad'
import { PAUSE_BUTTON, type AxisBinding, type Bindings } from './bindings.ts'
import { BUTTON_BITS, BUTTON_INPUTS } from './inputs.ts'

/** The part of a browser's `Gamepad` that is read. */
export interface GamepadState {
  readonly index: number
  readonly axes: readonly number[]
  readonly buttons: readonly { readonly pressed: boolean; readonly value: number }[]
}

/** Shares of the way that count as rest. The game has a larger dead zone of its own, for each axis. */
export const STICK_DEAD_ZONE = 0.12
export const TRIGGER_DEAD_ZONE = 0.08
/** From here on a trigger is pressed to the click. */
const TRIGGER_CLICK = 0.9
/** Raw units of a stick pushed all the way, and of a trigger that the game takes for all the way. */
const STICK_RANGE = 80
const TRIGGER_RANGE = 140
const LIGHT_TRIGGER = 70

export function controllerOfGamepad(pad: GamepadState, { buttons, axes }: Bindings): Controller {
  const [x, y] = stick(pad, axes.stickRight, axes.stickUp)
  const [cx, cy] = stick(pad, axes.cRight, axes.cUp)
  const [l, r] = [trigger(pad, buttons.l), trigger(pad, buttons.r)]
  const light = isDown(pad, buttons.light) ? LIGHT_TRIGGER : 0
  let bits = 0
  for (const input of BUTTON_INPUTS) {
    // A trigger that is pressed a little is no button yet.
    if (input !== 'l' && input !== 'r' && isDown(pad, buttons[input])) bits |= BUTTON_BITS[input]
  }
  return {
    buttons: bits | (l >= TRIGGER_CLICK ? BUTTON.L : 0) | (r >= TRIGGER_CLICK ? BUTTON.R : 0),
    stickX: NEUTRAL.stickX + x,
    stickY: NEUTRAL.stickY + y,
    cstickX: NEUTRAL.cstickX + cx,
    cstickY: NEUTRAL.cstickY + cy,
    l: Math.max(light, Math.round(l * TRIGGER_RANGE)),
    r: Math.round(r * TRIGGER_RANGE),
  }
}

/** Raw units right and up. The dead zone is a circle, and the way begins at its edge. */
function stick(pad: GamepadState, right: AxisBinding, up: AxisBinding): readonly [number, number] {
  const [x, y] = [axisOf(pad, right), axisOf(pad, up)]
  const length = Math.hypot(x, y)
  if (length <= STICK_DEAD_ZONE) return [0, 0]
  const units = (Math.min(1, (length - STICK_DEAD_ZONE) / (1 - STICK_DEAD_ZONE)) * STICK_RANGE) / length
  return [Math.round(x * units), Math.round(y * units)]
}

function axisOf({ axes }: GamepadState, { axis, sign }: AxisBinding): number {
  const value = axes[axis] ?? 0
  return Number.isFinite(value) ? sign * Math.min(1, Math.max(-1, value)) : 0
}

/** From 0, released, to 1. */
function trigger({ buttons }: GamepadState, button: number | null): number {
  const state = button === null ? undefined : buttons[button]
  if (!state) return 0
  // A button that has no way to go is pressed or not.
  const value = state.pressed ? Math.max(state.value, state.value === 0 ? 1 : 0) : state.value
  if (!(value > TRIGGER_DEAD_ZONE)) return 0
  return Math.min(1, (value - TRIGGER_DEAD_ZONE) / (1 - TRIGGER_DEAD_ZONE))
}

function isDown({ buttons }: GamepadState, button: number | null): boolean {
  return button !== null && (buttons[button]?.pressed ?? false)
}

/** Pressing the pause button is seen once. */
export function isPausing(pad: GamepadState): boolean {
  return isDown(pad, PAUSE_BUTTON)
}

/** Chooses the gamepad that plays: the one on which a button was pressed last, or else the first. */
export class PadChoice {
  /** Buttons that were down at the last look, by gamepad. */
  #before = new Map<number, ReadonlySet<number>>()
  #index: number | null = null

  /** The gamepad that plays; null where there is none. */
  look(pads: readonly GamepadState[]): GamepadState | null {
    const now = new Map(pads.map((pad) => [pad.index, downOf(pad)]))
    const isNew = ({ index }: GamepadState): boolean => {
      const before = this.#before.get(index)
      return before !== undefined && [...now.get(index)!].some((button) => !before.has(button))
    }
    const pressed = pads.filter(isNew)
    this.#before = now
    this.#index = pressed.at(-1)?.index ?? (now.has(this.#index ?? -1) ? this.#index : (pads[0]?.index ?? null))
    return pads.find(({ index }) => index === this.#index) ?? null
  }
}

function downOf({ buttons }: GamepadState): ReadonlySet<number> {
  return new Set(buttons.flatMap(({ pressed }, i) => (pressed ? [i] : [])))
}
