/**
 * The network behind the chance of winning: what one side's view of a row is worth, less what the other side's is. So the chances of both ports add
 * up to 1. It uses nothing but sums, products and quotients, which every browser computes alike.
 */
import { GAME_AT, GAME_INPUTS, PAIR_AT, PAIR_INPUTS, SIDE_INPUTS } from './inputs.ts'

const SIDES = SIDE_INPUTS.length
const PAIR = PAIR_INPUTS.length
const GAME = GAME_INPUTS.length
/** What the network knows of a character. */
export const TRAITS = 4
/** Inputs of a view: own side, other side, the pair, the game, traits of the own character and of the other. */
export const VIEW = 2 * SIDES + PAIR + GAME + 2 * TRAITS

export interface Network {
  /** For each unit its weights by input of a view, and what is added to their sum. */
  readonly units: readonly { readonly weights: ArrayLike<number>; readonly bias: number; readonly worth: number }[]
  /** What a view is worth apart from the units, by input. */
  readonly direct: ArrayLike<number>
  /** By internal id of the character. */
  readonly traits: readonly ArrayLike<number>[]
}

/** Fills `view` with what a port sees of the inputs of a row. */
export function lookFrom(
  port: 0 | 1,
  inputs: Float64Array,
  characters: readonly [number, number],
  traits: readonly ArrayLike<number>[],
  view: Float64Array,
): void {
  const [own, other] = port === 0 ? [0, SIDES] : [SIDES, 0]
  for (let i = 0; i < SIDES; i++) {
    view[i] = inputs[own + i]!
    view[SIDES + i] = inputs[other + i]!
  }
  let at = 2 * SIDES
  for (let i = 0; i < PAIR; i++) view[at++] = inputs[PAIR_AT + port * PAIR + i]!
  for (let i = 0; i < GAME; i++) view[at++] = inputs[GAME_AT + i]!
  for (const character of [characters[port], characters[1 - port]!]) {
    const known = traits[character]
    for (let i = 0; i < TRAITS; i++) view[at++] = known?.[i] ?? 0
  }
}

/** What a view is worth. The difference of two is the logarithm of the odds. */
export function worthOf({ units, direct }: Network, view: Float64Array): number {
  let worth = 0
  for (let i = 0; i < VIEW; i++) worth += direct[i]! * view[i]!
  for (const unit of units) {
    let sum = unit.bias
    for (let i = 0; i < VIEW; i++) sum += unit.weights[i]! * view[i]!
    worth += unit.worth * bent(sum)
  }
  return worth
}

/** From -1 to 1. */
export const bent = (sum: number): number => sum / (1 + Math.abs(sum))

/** 1 / (1 + e^-x). `Math.exp` may differ between browsers in its last digit. */
export function logistic(x: number): number {
  return x < 0 ? 1 - logistic(-x) : 1 / (1 + exponential(-Math.min(x, 30)))
}

const HALVINGS = 10

/** Its series near 0, then squared again and again. */
function exponential(x: number): number {
  const small = x / 2 ** HALVINGS
  let power = 1 + small * (1 + (small / 2) * (1 + (small / 3) * (1 + small / 4)))
  for (let i = 0; i < HALVINGS; i++) power *= power
  return power
}
