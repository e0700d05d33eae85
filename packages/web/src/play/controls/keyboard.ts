/**
 * Keys as a controller. Of two opposite directions the one pressed last counts. A key that went down and up again between two
 * polls is held for one of them, so that no tap is lost.
 */
import { NEUTRAL, type Controller } from '@arena/protocol/pad'
import type { Bindings } from './bindings.ts'
import { BUTTON_BITS, type Direction, type Input } from './inputs.ts'

/** Raw units of a stick that is pushed all the way, from its centre. */
const FULL = 80
/** Short of what the game takes for a smash, a dash or a jump, and enough for a walk and a tilt. */
const HALF = 40
const FULL_TRIGGER = 255
/** Half of the 140 that the game takes for all the way. */
const LIGHT_TRIGGER = 70

/** The keys that are held, in the order in which they went down. */
export class HeldKeys {
  readonly #held = new Set<string>()
  /** Released since the last poll, which has not seen them yet. */
  readonly #tapped = new Set<string>()
  readonly #unseen = new Set<string>()

  down(code: string): void {
    if (this.#held.has(code)) return
    this.#tapped.delete(code)
    this.#held.add(code)
    this.#unseen.add(code)
  }

  up(code: string): void {
    if (this.#held.delete(code) && this.#unseen.has(code)) this.#tapped.add(code)
  }

  /** The page has lost the keyboard: it will not be told of releases. */
  clear(): void {
    this.#held.clear()
    this.#tapped.clear()
    this.#unseen.clear()
  }

  /** Whether one is held, or was since the last poll. */
  get isHeld(): boolean {
    return this.#held.size + this.#tapped.size > 0
  }

  /** What counts as held for the next frame. */
  poll(): readonly string[] {
    const codes = [...this.#tapped, ...this.#held]
    this.#tapped.clear()
    this.#unseen.clear()
    return codes
  }
}

/** What keys do, in their order. */
export function inputsOf(codes: readonly string[], { keys }: Bindings): readonly Input[] {
  const inputs = new Map(Object.entries(keys).flatMap(([input, code]) => (code ? [[code, input as Input]] : [])))
  return codes.flatMap((code) => inputs.get(code) ?? [])
}

const BITS: Readonly<Partial<Record<Input, number>>> = BUTTON_BITS

const C_STICK: Readonly<Partial<Record<Input, Direction>>> = {
  cUp: 'up',
  cDown: 'down',
  cLeft: 'left',
  cRight: 'right',
}

const isDirection = (input: Input): input is Direction =>
  input === 'up' || input === 'down' || input === 'left' || input === 'right'

/** The controller that a list of inputs makes, those pressed last at its end. */
export function controllerOf(inputs: readonly Input[]): Controller {
  const has = (input: Input): boolean => inputs.includes(input)
  const directions = inputs.filter(isDirection)
  const cDirections = inputs.flatMap((input) => C_STICK[input] ?? [])
  const isSmash = has('smash')
  const [x, y] = has('tilt') ? pushed(directions, HALF) : pushed(directions, FULL)
  const [cx, cy] = pushed(isSmash ? [...cDirections, ...directions] : cDirections, FULL)
  const light = has('light') ? LIGHT_TRIGGER : 0
  return {
    buttons: inputs.reduce((bits, input) => bits | (BITS[input] ?? 0), 0),
    stickX: isSmash ? NEUTRAL.stickX : NEUTRAL.stickX + x,
    stickY: isSmash ? NEUTRAL.stickY : NEUTRAL.stickY + y,
    cstickX: NEUTRAL.cstickX + cx,
    cstickY: NEUTRAL.cstickY + cy,
    l: has('l') ? FULL_TRIGGER : light,
    r: has('r') ? FULL_TRIGGER : 0,
  }
}

/** Raw units right and up; a diagonal is no longer than a straight push, as the game has it. */
function pushed(directions: readonly Direction[], units: number): readonly [number, number] {
  const last = (one: Direction, other: Direction): number =>
    Math.sign(directions.lastIndexOf(one) - directions.lastIndexOf(other))
  const [x, y] = [last('right', 'left'), last('up', 'down')]
  const length = x !== 0 && y !== 0 ? Math.SQRT1_2 : 1
  return [Math.trunc(x * units * length), Math.trunc(y * units * length)]
}
