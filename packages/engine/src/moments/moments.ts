/**
 * What is worth a look in a replay, found in its columns: pure functions of what was recorded. Frames are those of the recording.
 * In a game of more than two players, a hit belongs to the player that the recording names as the last to hit.
 *
 * Pads that came late or never are not among them. A recording shows them as a pad at rest, which is what a bot that waits sends
 * too.
 */
import type { ReplayColumns } from '@arena/slp'
import { playersOf } from './moment-rows.ts'
import { combos, crouchCancels, shieldBreaks } from './moments-of-hits.ts'
import { ledgeOptions, shieldOptions } from './moments-of-options.ts'
import { comebacks, losses } from './moments-of-stocks.ts'
import type { ReplayEnd } from './replay-end.ts'
import { grabs, missedLCancels, missedTechs, wavedashes } from './moments-of-technique.ts'

/** A database may hold their places in this list, so a new kind stands last. */
export const MOMENT_KINDS = [
  'kill',
  'combo',
  'edge-guard',
  'self-destruct',
  'shield-break',
  'comeback',
  'missed-tech',
  'missed-l-cancel',
  'grab',
  'crouch-cancel',
  'shield-option',
  'ledge-option',
  'wavedash',
] as const
export type MomentKind = (typeof MOMENT_KINDS)[number]

export interface Moment {
  readonly kind: MomentKind
  /** Port of the player that did it. */
  readonly port: number
  readonly startFrame: number
  readonly endFrame: number
  /** A sentence to show. */
  readonly text: string
}

/** What the moments need besides the columns. */
export interface MomentContext {
  readonly stage: number
  /** What a sentence calls the player of each port. */
  readonly names: readonly string[]
  /** Null before Game End. */
  readonly end: ReplayEnd | null
  /** The fields of Post-Frame that the recording is too old to hold. */
  readonly absent?: readonly string[]
}

/** All moments of a replay, in the order in which they begin. */
export function momentsOf(columns: ReplayColumns, context: MomentContext): Moment[] {
  const { count } = columns
  const players = playersOf(columns, context.names)
  const found = players.flatMap((player) => [
    ...losses(player, count, context),
    ...combos(player, count),
    ...shieldBreaks(player, count),
    ...missedTechs(player, count),
    ...missedLCancels(player, count),
    ...grabs(player, count),
    ...crouchCancels(player, count),
    ...shieldOptions(player, count),
    ...ledgeOptions(player, count),
    ...wavedashes(player, count),
  ])
  return [...found, ...comebacks(players, count, context.end)].sort((a, b) => a.startFrame - b.startFrame)
}
