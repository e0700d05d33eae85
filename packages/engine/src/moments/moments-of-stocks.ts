/** Moments that cost a stock: kills, the edge-guards among them, and self-destructs; and games won from behind. */
import { STAGE_BY_ID as STAGES } from '../stages/index.ts'
import { frameOf, hitterOn, hitWords, isHurtOn, isWithin, percentOf, possessive, type Player } from './moment-rows.ts'
import type { Moment, MomentContext } from './moments.ts'
import type { ReplayEnd } from './replay-end.ts'

/**
 * Kills, the edge-guards among them, and self-destructs. A stock is lost to the player that the recording names as the last to hit;
 * to nobody only where it names nobody. Where it names something else, nothing is claimed.
 */
export function losses(player: Player, count: number, context: Pick<MomentContext, 'stage' | 'absent'>): Moment[] {
  const { stocksRemaining, percent } = player.columns.post
  const { postAt } = player.columns.at
  const found: Moment[] = []
  let bornAt = 0
  for (let row = 1; row < count; row++) {
    if (postAt[row] === 0 || postAt[row - 1] === 0 || stocksRemaining[row]! >= stocksRemaining[row - 1]!) continue
    const killer = namedOn(player, row - 1) ?? namedOn(player, row)
    const last = killer ? lastHurt(player, killer, row - 1, bornAt) : -1
    // A fighter that was not hurt in this life was last hit in another.
    if (killer && (last >= 0 || percent[row - 1]! > 0)) {
      found.push(killOf(player, killer, last, row))
      const from = offStageSince(player, row, bornAt, context)
      const guarded = from < 0 ? -1 : firstHurt(player, killer, from, row)
      if (guarded >= 0) found.push(edgeGuardOf(player, killer, from, row))
    } else if (killer || (isByNobody(player, row - 1) && isByNobody(player, row))) {
      const text = `${player.name} self-destructs at ${percentOf(percent[row - 1]!)}.`
      found.push({ kind: 'self-destruct', port: player.port, startFrame: frameOf(row), endFrame: frameOf(row), text })
    }
    bornAt = row
  }
  return found
}

/** What `lastHitBy` holds for nobody. */
const NOBODY = 6

function isByNobody({ port, columns }: Player, row: number): boolean {
  const hitter = columns.post.lastHitBy[row]!
  return hitter === NOBODY || hitter === port
}

/** The player that a row names as the last to hit; null for nobody, and for a port that nobody plays on. */
function namedOn({ columns, others }: Player, row: number): Player | null {
  return others.find(({ port }) => port === columns.post.lastHitBy[row]) ?? null
}

function lastHurt(player: Player, killer: Player, row: number, least: number): number {
  for (let at = row; at > least; at--) if (isHurtOn(player, at) && hitterOn(player, at) === killer) return at
  return -1
}

function firstHurt(player: Player, killer: Player, row: number, end: number): number {
  for (let at = row; at < end; at++) if (isHurtOn(player, at) && hitterOn(player, at) === killer) return at
  return -1
}

/** `hitAt` is -1 where the hit is not in the recording. */
function killOf(victim: Player, killer: Player, hitAt: number, diedAt: number): Moment {
  const percent = percentOf(victim.columns.post.percent[diedAt - 1]!)
  const who = hitAt < 0 ? killer.name : `${possessive(killer.name)} ${hitWords(killer, hitAt)}`
  const startFrame = frameOf(hitAt < 0 ? diedAt : hitAt)
  const text = `${who} kills ${victim.name} at ${percent}.`
  return { kind: 'kill', port: killer.port, startFrame, endFrame: frameOf(diedAt), text }
}

/** The row from which a victim is beyond the stage's ledges until it dies; -1 where it touched the stage or the ledge. */
function offStageSince(
  { columns }: Player,
  diedAt: number,
  bornAt: number,
  { stage, absent = [] }: Pick<MomentContext, 'stage' | 'absent'>,
): number {
  const isKnown = !absent.includes('isAirborne')
  const edge = edgeOf(stage)
  const { positionX, positionY, isAirborne, actionStateId } = columns.post
  let row = diedAt
  while (row > bornAt + 1) {
    const before = row - 1
    const isOff = Math.abs(positionX[before]!) > edge || positionY[before]! < BELOW_STAGE
    // Hanging on a ledge is no longer being edge-guarded.
    const isOnLedge = isWithin(actionStateId[before]!, CLIFFS)
    if (!isOff || (isKnown && isAirborne[before] === 0) || isOnLedge) break
    row = before
  }
  return row < diedAt ? row : -1
}

const CLIFFS = [252, 263] as const
const BELOW_STAGE = -10
/** The edge of a stage that the engine does not know. */
const USUAL_EDGE = 85

function edgeOf(stage: number): number {
  const known = Object.values(STAGES).find(({ id }) => id === stage)
  return known ? Math.max(...known.ledges.map(({ x }) => x)) : USUAL_EDGE
}

function edgeGuardOf(victim: Player, killer: Player, from: number, diedAt: number): Moment {
  const text = `${killer.name} keeps ${victim.name} from coming back to the stage.`
  return { kind: 'edge-guard', port: killer.port, startFrame: frameOf(from), endFrame: frameOf(diedAt), text }
}

const COMEBACK_STOCKS = 2

/** A game won from two stocks behind or more; it begins where the winner was last that far behind. */
export function comebacks(players: readonly Player[], count: number, end: ReplayEnd | null): Moment[] {
  const winner = players.find(({ port }) => end !== null && end.winner === port)
  if (winner?.others.length !== 1 || end?.quitter !== -1) return []
  const own = winner.columns.post.stocksRemaining
  const theirs = winner.others[0]!.columns.post.stocksRemaining
  let most = 0
  let from = -1
  for (let row = 0; row < count; row++) {
    const behind = theirs[row]! - own[row]!
    if (behind >= COMEBACK_STOCKS) from = row
    most = Math.max(most, behind)
  }
  if (from < 0) return []
  const text = `${winner.name} wins from ${most} stocks behind.`
  return [{ kind: 'comeback', port: winner.port, startFrame: frameOf(from), endFrame: frameOf(count - 1), text }]
}
