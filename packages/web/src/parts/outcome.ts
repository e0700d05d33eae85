/** How a match ended, in words. */
import type { EndReason, MatchSummary } from '@arena/protocol'

const REASONS = { stocks: 'by stocks', time: 'on time', forfeit: 'by forfeit', engine: 'aborted' } as const

export const endedHow = (reason: EndReason): string => REASONS[reason]

interface Named {
  readonly botName: string
}

export function titleOf({ players }: { readonly players: readonly [Named, Named] }): string {
  return `${players[0].botName} against ${players[1].botName}`
}

export function scoreOf({ players }: MatchSummary): string {
  return players[0].score === null ? '–' : `${players[0].score}–${players[1].score}`
}

export function outcomeOf({ status, summary }: MatchSummary): string {
  if (status === 'running') return 'Running'
  if (status === 'aborted' || summary === null) return 'Aborted, not rated'
  if (summary.winner === null) return `Draw ${REASONS[summary.endReason]}`
  return `Won ${REASONS[summary.endReason]}`
}

/** The same with the name of who won. */
export function resultOf(match: MatchSummary): string {
  const winner = match.status === 'completed' ? (match.summary?.winner ?? null) : null
  const outcome = outcomeOf(match)
  return winner === null ? outcome : `${match.players[winner].botName} ${outcome[0]!.toLowerCase()}${outcome.slice(1)}`
}

/** Why there is no replay; null where there is one. */
export function whyNoReplay({ status, stage, replayBytes }: MatchSummary): string | null {
  if (replayBytes !== null) return null
  if (status === 'running') return 'The replay is there once the match has ended.'
  if (stage === null) return 'No game was played, so there is no replay.'
  return status === 'aborted'
    ? 'No complete replay was kept of this match.'
    : 'The replay was deleted at the end of its retention. The record stays.'
}
