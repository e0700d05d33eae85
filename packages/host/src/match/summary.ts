/** The summary in a match's result (spec: GameSummary). Pure. */
import { STOCKS, type GameSummary, type StageId } from '@arena/protocol'
import type { EndReason, Standing } from '../engine/engine-protocol.ts'
import type { Pair, Pick } from '../order.ts'

interface Game {
  readonly stage: StageId
  readonly picks: Pair<Pick>
  /** Frames that were polled without a pad. */
  readonly missed: Readonly<ArrayLike<number>>
  readonly leads: Pair<number | null>
}

/** Whether a game has a result. */
export const isDecided = (reason: EndReason | null): reason is Exclude<EndReason, { kind: 'aborted' }> =>
  reason !== null && reason.kind !== 'aborted'

/** The summary of a game that was begun, as it stands; `reason` is null where it was broken off. */
export function summaryOf(
  { stage, picks, missed, leads }: Game,
  standing: Standing,
  reason: EndReason | null,
): GameSummary {
  const { frame, players, ending, winner } = standing
  const player = (port: 0 | 1) => ({
    ...picks[port],
    stocks: players[port].stocks,
    percent: players[port].percent,
    missed: missed[port]!,
    lead: leads[port],
  })
  return {
    stage,
    players: [player(0), player(1)],
    frames: Math.max(0, frame + 1),
    ...(!isDecided(reason)
      ? { endReason: 'engine' as const, winner: null }
      : reason.kind === 'forfeit'
        ? { endReason: 'forfeit' as const, winner: reason.port === null ? null : reason.port === 0 ? 1 : 0 }
        : { endReason: ending ?? 'engine', winner }),
  }
}

/** The summary of a game that was not run, because one bot never connected: a forfeit of 4 stocks to none. */
export function summaryOfAbsence(stage: StageId, picks: Pair<Pick>, winner: 0 | 1): GameSummary {
  const player = (port: 0 | 1) => ({
    ...picks[port],
    stocks: port === winner ? STOCKS : 0,
    percent: 0,
    missed: 0,
    lead: null,
  })
  return { stage, players: [player(0), player(1)], frames: 0, endReason: 'forfeit', winner }
}
