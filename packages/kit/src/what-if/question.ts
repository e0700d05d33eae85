/**
 * What a what-if asks: who plays anew, from which frame to which, and what happened in the match. Pure.
 *
 * A stock counts as kept where the side still has it `AFTER_FRAMES` after the frame at which the match took it, or where its opponent loses
 * one first. By then the fall, the combo or the edge-guard that took it is over: what is lost later is lost to something else. Only to die
 * a little later is not to keep it.
 */
import { FIRST_FRAME, type ReplayColumns } from '@arena/slp'

/** Five seconds. */
export const AFTER_FRAMES = 300

export type Port = 0 | 1
const PORTS = [0, 1] as const

/** Who loses a stock first after the branch point, and at which frame. */
export interface NextStock {
  readonly loser: 'own' | 'other' | 'both'
  readonly frame: number
}

export interface Question {
  /** The branch point. */
  readonly frame: number
  /** The side that plays anew. */
  readonly port: Port
  /** The last frame that is played. */
  readonly until: number
  /** Null where nobody lost a stock. */
  readonly happened: NextStock | null
}

/** The side that loses the next stock after a frame; null where none is lost, or both lose one on the same frame. */
export function nextLoser(columns: ReplayColumns, frame: number): Port | null {
  const [first, second] = PORTS.map((port) => lossAfter(columns, port, frame) ?? Infinity)
  return first === second ? null : first! < second! ? 0 : 1
}

export function questionOf(columns: ReplayColumns, frame: number, port: Port): Question {
  const lost = lossAfter(columns, port, frame)
  const until = (lost ?? columns.lastFrame) + AFTER_FRAMES
  return { frame, port, until, happened: nextStock(columns, { frame, port, until }) }
}

/** The stock that is lost first between the branch point and the last frame; null where none is. */
export function nextStock(
  columns: ReplayColumns,
  { frame, port, until }: Omit<Question, 'happened'>,
): NextStock | null {
  const own = lossAfter(columns, port, frame, until) ?? Infinity
  const other = lossAfter(columns, port === 0 ? 1 : 0, frame, until) ?? Infinity
  if (own === Infinity && other === Infinity) return null
  return { loser: own === other ? 'both' : own < other ? 'own' : 'other', frame: Math.min(own, other) }
}

/** Whether the stock is kept where this is lost first. */
export const isKept = (lost: NextStock | null): boolean => lost === null || lost.loser === 'other'

/** The frame at which a side loses a stock that it has at another; null where it loses none. */
function lossAfter(columns: ReplayColumns, port: Port, frame: number, until = Infinity): number | null {
  const stocks = columns.fighter(port)?.post.stocksRemaining
  if (!stocks) return null
  const from = frame - FIRST_FRAME
  const to = Math.min(columns.count - 1, until - FIRST_FRAME)
  for (let row = from + 1; row <= to; row++) if (stocks[row]! < stocks[from]!) return FIRST_FRAME + row
  return null
}
