/** The chance of winning: what the network makes of the rows of a game of two. */
import { FIRST_FRAME, type ReplayColumns } from '@arena/slp'
import { NUMBERS } from './generated/numbers.ts'
import { INPUTS, readInputs, type ChanceContext } from './inputs.ts'
import { logistic, lookFrom, VIEW, worthOf, type Network } from './network.ts'

export const NETWORK: Network = {
  units: NUMBERS.units.map(([bias = 0, worth = 0, ...weights]) => ({ bias, worth, weights })),
  direct: NUMBERS.direct,
  traits: NUMBERS.traits,
}

const inputs = new Float64Array(INPUTS)
const views = [new Float64Array(VIEW), new Float64Array(VIEW)] as const

/**
 * The chance of port 0 to win, 0 to 1, after a row of a game of ports 0 and 1 (row 0 is the first frame). That of port 1 is what is left to
 * 1. It is 1 or 0 once a side has no stock left, and NaN for a row without one of the two.
 *
 *     chanceAt(reader.columns, 4120 - FIRST_FRAME, { stage: reader.gameStart.stageId })
 */
export function chanceAt(columns: ReplayColumns, row: number, context: ChanceContext): number {
  return chanceOn(NETWORK, columns, row, FIRST_FRAME + row, context)
}

/** The chances after the rows from `from` up to `to`. */
export function chancesOf(
  columns: ReplayColumns,
  context: ChanceContext,
  from = 0,
  to = columns.count,
): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: to - from }, (_, i) => chanceAt(columns, from + i, context))
}

/** What a network says of a row, whose frame is given. */
export function chanceOn(
  network: Network,
  columns: ReplayColumns,
  row: number,
  frame: number,
  context: ChanceContext,
): number {
  const [first, second] = [columns.fighter(0), columns.fighter(1)]
  if (!first?.at.postAt[row] || !second?.at.postAt[row]) return NaN
  const [own, other] = [first.post.stocksRemaining[row]!, second.post.stocksRemaining[row]!]
  if (own === 0 || other === 0) return own > 0 ? 1 : other > 0 ? 0 : 0.5
  readInputs(columns, row, frame, context, inputs)
  const characters = [first.post.internalCharacterId[row]!, second.post.internalCharacterId[row]!] as const
  lookFrom(0, inputs, characters, network.traits, views[0])
  lookFrom(1, inputs, characters, network.traits, views[1])
  return logistic(worthOf(network, views[0]) - worthOf(network, views[1]))
}
