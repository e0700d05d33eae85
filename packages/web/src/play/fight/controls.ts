/**
 * Controllers of persons: keys and gamepads of the page, read once a frame. Where one person plays, a held key comes before a gamepad;
 * of two the first has the keys, the second the gamepad.
 */
import { NEUTRAL, type Controller } from '@arena/protocol/pad'
import type { Bindings } from '../controls/bindings.ts'
import { controllerOfGamepad, isPausing, PadChoice, type GamepadState } from '../controls/gamepad.ts'
import { controllerOf, HeldKeys, inputsOf } from '../controls/keyboard.ts'
import { padsOfPage } from '../controls/pads-of-page.ts'

export class Controls {
  bindings: Bindings
  readonly #keys = new HeldKeys()
  readonly #choice = new PadChoice()
  #pad: GamepadState | null = null
  #wasPausing = false
  /** Called when the pause button of a gamepad goes down. */
  readonly #pause: () => void

  constructor(bindings: Bindings, pause: () => void) {
    this.bindings = bindings
    this.#pause = pause
  }

  /** Whether the key plays. */
  press(code: string): boolean {
    const isBound = Object.values(this.bindings.keys).includes(code)
    if (isBound) this.#keys.down(code)
    return isBound
  }

  release(code: string): void {
    this.#keys.up(code)
  }

  clear(): void {
    this.#keys.clear()
  }

  /** The gamepad that plays, looked at once a drawing: it may be pulled out at any time. */
  look(): void {
    this.#pad = this.#choice.look(padsOfPage())
    const isNow = this.#pad !== null && isPausing(this.#pad)
    if (isNow && !this.#wasPausing) this.#pause()
    this.#wasPausing = isNow
  }

  /** Whether somebody presses or pushes what plays. */
  get isUsed(): boolean {
    const pad = this.#ofGamepad()
    return this.#keys.isHeld || Object.entries(NEUTRAL).some(([input, rest]) => pad[input as keyof Controller] !== rest)
  }

  /** By port. */
  poll(persons: readonly (0 | 1)[]): readonly [Controller, Controller] {
    const inputs = inputsOf(this.#keys.poll(), this.bindings)
    const [keys, pad] = [controllerOf(inputs), this.#ofGamepad()]
    if (persons.length > 1) return [keys, pad]
    const own = inputs.length > 0 ? keys : pad
    return persons[0] === 1 ? [NEUTRAL, own] : [own, NEUTRAL]
  }

  #ofGamepad(): Controller {
    return this.#pad ? controllerOfGamepad(this.#pad, this.bindings) : NEUTRAL
  }
}
