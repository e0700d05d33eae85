/** The result of a match whose processes are gone, or that none of them has. */
import type { MatchResult } from '@arena/host'

export function hostLost(matchId: string, detail: string): MatchResult {
  return {
    matchId,
    status: 'aborted',
    cause: 'host-lost',
    detail,
    summary: null,
    played: false,
    answered: [false, false],
    replayBytes: null,
  }
}
