/** The person's controller: keys and gamepads of the page, read once a frame. A held key comes before a gamepad. */
import { NEUTRAL, type Controller } from '@arena/protocol'
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

  poll(): Controller {
    const inputs = inputsOf(this.#keys.poll(), this.bindings)
    if (inputs.length > 0) return controllerOf(inputs)
    return this.#pad ? controllerOfGamepad(this.#pad, this.bindings) : NEUTRAL
  }
}
