/**
 * Why a bot likely lost by forfeit or missed many pads: rules over its receipt. A rule holds where what it
 * names explains at least half of the missed pads, so that seldom more than one does. Pure.
 */
import { MODES, type GameSummary, type LikelyCause, type ReceiptFacts } from '@arena/protocol'
import { padMistake } from './pad-mistakes.ts'
import { neverConnected, socketCause } from './socket-causes.ts'
import { timingCause } from './timing-causes.ts'

/** Above this share of missed pads the owner gets to know why. */
const MANY_MISSED = 0.01

const RULES: readonly ((facts: ReceiptFacts) => LikelyCause | null)[] = [socketCause, padMistake, timingCause]

/** Whether the bot on a port lost by forfeit; of a double forfeit both did. */
export function hasForfeited(summary: GameSummary | null, port: 0 | 1): boolean {
  return summary?.endReason === 'forfeit' && summary.winner !== port
}

/** The likeliest first; empty where nothing needs an explanation. */
export function likelyCauses(facts: ReceiptFacts, isForfeit: boolean): LikelyCause[] {
  const { pads, link } = facts
  if (link.connectionCount === 0) return [neverConnected(link, MODES.live.dialMs)]
  if (pads.missed === 0 || (!isForfeit && pads.missed <= MANY_MISSED * pads.polled)) return []
  return RULES.flatMap((rule) => rule(facts) ?? []).slice(0, 1)
}
