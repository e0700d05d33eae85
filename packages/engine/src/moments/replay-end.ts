/** How a recorded game ended. */
import type { ColumnReader, GameStart, ReplayColumns } from '@arena/slp'

export interface ReplayEnd {
  /** Method of Game End: 1 time, 2 stocks, 7 no contest. */
  readonly method: number
  /** Port that gave up, or -1. */
  readonly quitter: number
  /** Winning port; null for a draw or nothing decided. */
  readonly winner: number | null
}

/** Methods of Game End that leave a winner; 3 is how formats before 2.0.0 have a decided game. */
const DECIDED: readonly number[] = [1, 2, 3]
const MODE_BITS = 5
const STOCK_MODE = 1

/** Null before Game End. */
export function replayEndOf({ gameStart, gameEnd, columns }: ColumnReader): ReplayEnd | null {
  if (!gameStart || !gameEnd) return null
  const { gameEndMethod: method, lrasInitiatorIndex: quitter, placements } = gameEnd
  const first = placements.flatMap((place, port) => (place === 0 ? [port] : []))
  const isPlaced = placements.some((place) => place >= 0)
  const isDecided = DECIDED.includes(method) && quitter < 0
  const shown = isDecided && !isPlaced ? leaderOf(gameStart, columns) : null
  return { method, quitter, winner: first.length === 1 ? first[0]! : shown }
}

/**
 * Who is ahead on the last frame, by stocks and then by percent, as formats before 3.13.0 leave it to their readers; null where that
 * does not say who won.
 */
function leaderOf({ isTeams, gameBitfield1 }: GameStart, { fighters, count }: ReplayColumns): number | null {
  if (isTeams !== 0 || gameBitfield1 >> MODE_BITS !== STOCK_MODE || count === 0) return null
  const last = count - 1
  const standing = fighters.flatMap((fighter) => {
    if (!fighter || fighter.isFollower) return []
    const { stocksRemaining, percent } = fighter.post
    return [{ port: fighter.port, stocks: stocksRemaining[last]!, percent: Math.floor(percent[last]!) }]
  })
  const [best, next] = standing.sort((a, b) => b.stocks - a.stocks || a.percent - b.percent)
  if (!best || !next) return null
  const isAhead = best.stocks > next.stocks || best.percent < next.percent
  return isAhead ? best.port : null
}
