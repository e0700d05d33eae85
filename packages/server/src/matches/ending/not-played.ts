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

export const ARENA_STOPPED: Refusal = {
  cause: 'host-lost',
  detail: 'The arena stopped while the match was running.',
}
export const MACHINE_SILENT: Refusal = {
  cause: 'machine-silent',
  detail: 'The arena that ran the match fell silent.',
}
/** Its machine is another process by now. */
export const PROCESS_SILENT: Refusal = {
  cause: 'machine-silent',
  detail: 'The process that ran the match fell silent, and another one has taken its place.',
}
const notBegun = (detail: string): Refusal => ({ cause: 'not-begun', detail })
export const NOT_TAKEN = notBegun('No machine took the match.')
export const NO_HOST = notBegun('No host took the match.')
export const HELD_UP = notBegun('Its machine was held up before it began.')
export const DATABASE_AWAY = notBegun('The database went away while the match was being seated.')
/** Nothing is known to bring this about. */
export const FORGOTTEN: Refusal = {
  cause: 'arena-fault',
  detail: 'Its machine had taken the match and did not play it.',
}
