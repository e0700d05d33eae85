/** Results of matches that were not played: their processes are gone, none of them has them, or none is to play them. */
import type { EndCause, MatchResult } from '@arena/host'

/** Why a match is over before it begins. */
export interface Refusal {
  readonly cause: EndCause
  readonly detail: string
}

export function notPlayed(matchId: string, { cause, detail }: Refusal): MatchResult {
  return {
    matchId,
    status: 'aborted',
    cause,
    detail,
    summary: null,
    played: false,
    answered: [false, false],
    replayBytes: null,
  }
}

export function hostLost(matchId: string, detail: string): MatchResult {
  return notPlayed(matchId, { cause: 'host-lost', detail })
}
