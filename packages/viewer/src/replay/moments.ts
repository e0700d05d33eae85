/**
 * What is worth a look in a replay, found in its columns: pure functions of what was recorded. Frames are those of the recording.
 * Combos and edge-guards are of games of two; the rest is each player's own.
 *
 * Pads that came late or never are not among them. A recording shows them as a pad at rest, which is what a bot that waits sends
 * too.
 */
import { STAGES } from '@arena/engine'
import { FIRST_FRAME, type FighterColumns, type ReplayColumns } from '@arena/slp'
import { actionWords, attackWords } from './action-words.ts'
import type { ReplayEnd } from './replay-info.ts'

export type MomentKind =
  | 'kill'
  | 'combo'
  | 'edge-guard'
  | 'self-destruct'
  | 'shield-break'
  | 'comeback'
  | 'missed-tech'
  | 'missed-l-cancel'
  | 'grab'

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
}

interface Player {
  readonly port: number
  readonly name: string
  readonly columns: FighterColumns
  /** The other player of a game of two. */
  other: Player | null
}

/** All moments of a replay, in the order in which they begin. */
export function momentsOf(columns: ReplayColumns, context: MomentContext): Moment[] {
  const { count } = columns
  const players = playersOf(columns, context)
  const found = players.flatMap((player) => [
    ...losses(player, count, context.stage),
    ...combos(player, count),
    ...shieldBreaks(player, count),
    ...missedTechs(player, count),
    ...missedLCancels(player, count),
    ...grabs(player, count),
  ])
  return [...found, ...comebacks(players, count, context.end)].sort((a, b) => a.startFrame - b.startFrame)
}

function playersOf(columns: ReplayColumns, { names }: MomentContext): Player[] {
  const players: Player[] = []
  for (const fighter of columns.fighters) {
    if (!fighter || fighter.isFollower) continue
    const { port } = fighter
    players.push({ port, name: names[port] || `Port ${port + 1}`, columns: fighter, other: null })
  }
  const [first, second] = players
  if (players.length === 2) {
    first!.other = second!
    second!.other = first!
  }
  return players
}

const frameOf = (row: number): number => FIRST_FRAME + row
const percentOf = (percent: number): string => `${Math.floor(percent)} %`
const possessive = (name: string): string => (name.endsWith('s') ? `${name}'` : `${name}'s`)

/** Action states by what they are, as slippi-js groups them. */
const DAMAGE = [75, 91] as const
const DAMAGE_FALL = 38
const JAB_RESETS: readonly number[] = [185, 193]
const CAPTURE = [223, 232] as const
const SPECIAL_HOLDS = [
  [266, 292],
  [294, 304],
  [327, 338],
] as const
const TECHS = [199, 204] as const
const DOWN = [183, 198] as const
const DEAD = [0, 10] as const
const SHIELD_BREAKS = [205, 211] as const
const SHIELD_BREAK = 205
const DOWN_BOUNDS: readonly number[] = [183, 191]
const DOWN_WAITS = [183, 184, 191, 192] as const
const CATCH_PULLS: readonly number[] = [213, 215]
const HOLDING = [213, 222] as const
const THROWS = [219, 222] as const

const isWithin = (action: number, [first, last]: readonly [number, number]): boolean =>
  action >= first && action <= last
const isDamaged = (action: number): boolean =>
  isWithin(action, DAMAGE) || action === DAMAGE_FALL || JAB_RESETS.includes(action)
const isSeized = (action: number): boolean =>
  isWithin(action, CAPTURE) || SPECIAL_HOLDS.some((range) => isWithin(action, range))
const isHelpless = (action: number): boolean =>
  isDamaged(action) || isSeized(action) || isWithin(action, TECHS) || isWithin(action, DOWN) || isWithin(action, DEAD)

/** Whether a row begins an action that a test names. */
function begins({ columns }: Player, row: number, test: (action: number) => boolean): boolean {
  const { actionStateId } = columns.post
  return test(actionStateId[row]!) && (row === 0 || actionStateId[row - 1] !== actionStateId[row])
}

/** The first row from `row` on at which a test of the action fails. */
function endOf({ columns }: Player, row: number, count: number, test: (action: number) => boolean): number {
  let end = row
  while (end < count && test(columns.post.actionStateId[end]!)) end++
  return end
}

function isHurtOn({ columns }: Player, row: number): boolean {
  const { percent } = columns.post
  return row > 0 && percent[row]! > percent[row - 1]!
}

/** What a player hits with on a row: the attack that landed, or the action itself. */
function hitWords({ columns }: Player, row: number): string {
  const { lastAttackLanded, internalCharacterId, actionStateId } = columns.post
  return attackWords(lastAttackLanded[row]!) ?? actionWords(internalCharacterId[row]!, actionStateId[row]!)
}

/** Kills, the edge-guards among them, and self-destructs: every stock that is lost. */
function losses(player: Player, count: number, stage: number): Moment[] {
  const { stocksRemaining, percent, lastHitBy } = player.columns.post
  const { postAt } = player.columns.at
  const found: Moment[] = []
  let bornAt = 0
  for (let row = 1; row < count; row++) {
    if (postAt[row] === 0 || postAt[row - 1] === 0 || stocksRemaining[row]! >= stocksRemaining[row - 1]!) continue
    const { other } = player
    const hitter = lastHitBy[row - 1]!
    const isKill = other !== null && (hitter === other.port || lastHitBy[row] === other.port)
    const last = lastHurt(player, row - 1, bornAt)
    if (other && isKill && last >= 0) {
      found.push(killOf(player, other, last, row))
      const from = offStageSince(player, row, bornAt, stage)
      const guarded = from < 0 ? -1 : firstHurt(player, from, row)
      if (guarded >= 0) found.push(edgeGuardOf(player, other, from, row))
    } else {
      const from = Math.max(bornAt, row - LAST_SECONDS)
      const text = `${player.name} self-destructs at ${percentOf(percent[row - 1]!)}.`
      found.push({ kind: 'self-destruct', port: player.port, startFrame: frameOf(from), endFrame: frameOf(row), text })
    }
    bornAt = row
  }
  return found
}

/** Frames before a self-destruct that show how it comes about. */
const LAST_SECONDS = 120

function lastHurt(player: Player, row: number, least: number): number {
  for (let at = row; at > least; at--) if (isHurtOn(player, at)) return at
  return -1
}

function firstHurt(player: Player, row: number, end: number): number {
  for (let at = row; at < end; at++) if (isHurtOn(player, at)) return at
  return -1
}

function killOf(victim: Player, killer: Player, hitAt: number, diedAt: number): Moment {
  const percent = percentOf(victim.columns.post.percent[diedAt - 1]!)
  const text = `${possessive(killer.name)} ${hitWords(killer, hitAt)} kills ${victim.name} at ${percent}.`
  return { kind: 'kill', port: killer.port, startFrame: frameOf(hitAt), endFrame: frameOf(diedAt), text }
}

/** The row from which a victim is beyond the stage's ledges until it dies; -1 where it touched the stage or the ledge. */
function offStageSince({ columns }: Player, diedAt: number, bornAt: number, stage: number): number {
  const edge = edgeOf(stage)
  const { positionX, positionY, isAirborne, actionStateId } = columns.post
  let row = diedAt
  while (row > bornAt + 1) {
    const before = row - 1
    const isOff = Math.abs(positionX[before]!) > edge || positionY[before]! < BELOW_STAGE
    // Hanging on a ledge is no longer being edge-guarded.
    const isOnLedge = isWithin(actionStateId[before]!, CLIFFS)
    if (!isOff || isAirborne[before] === 0 || isOnLedge) break
    row = before
  }
  return row < diedAt ? row : -1
}

const CLIFFS = [252, 263] as const
const BELOW_STAGE = -10
/** Of a stage that the engine does not know. */
const USUAL_EDGE = 85

function edgeOf(stage: number): number {
  const known = Object.values(STAGES).find(({ id }) => id === stage)
  return known ? Math.max(...known.ledges.map(({ x }) => x)) : USUAL_EDGE
}

function edgeGuardOf(victim: Player, killer: Player, from: number, diedAt: number): Moment {
  const text = `${killer.name} keeps ${victim.name} from coming back to the stage.`
  return { kind: 'edge-guard', port: killer.port, startFrame: frameOf(from), endFrame: frameOf(diedAt), text }
}

/** Frames that a victim may be free before a combo is over, as slippi-js counts them. */
const COMBO_RESET = 45
const COMBO_HITS = 3
const COMBO_PERCENT = 30

interface Combo {
  readonly startRow: number
  readonly startPercent: number
  endRow: number
  percent: number
  hits: number
  instance: number
  freeFor: number
}

/** Three hits or more, or 30 % or more, on a victim that does not act in between. */
function combos(attacker: Player, count: number): Moment[] {
  const victim = attacker.other
  if (!victim) return []
  const { actionStateId, percent, stocksRemaining } = victim.columns.post
  const { instanceId, lastAttackLanded } = attacker.columns.post
  const found: Moment[] = []
  let combo: Combo | null = null
  const close = (isKill: boolean): void => {
    if (combo && (combo.hits >= COMBO_HITS || combo.percent - combo.startPercent >= COMBO_PERCENT)) {
      found.push(comboOf(attacker, victim, combo, isKill))
    }
    combo = null
  }
  for (let row = 1; row < count; row++) {
    const action = actionStateId[row]!
    if (stocksRemaining[row]! < stocksRemaining[row - 1]!) {
      close(true)
      continue
    }
    if (isHurtOn(victim, row) && (isDamaged(action) || isSeized(action))) {
      // The same attack hits many times, but is one hit of a combo.
      const instance = instanceId[row]! * 256 + lastAttackLanded[row]!
      combo ??= {
        startRow: row,
        startPercent: percent[row - 1]!,
        endRow: row,
        percent: 0,
        hits: 0,
        instance: -1,
        freeFor: 0,
      }
      if (instance !== combo.instance) combo.hits++
      combo.instance = instance
      combo.endRow = row
      combo.percent = percent[row]!
    }
    if (!combo) continue
    combo.freeFor = isHelpless(action) ? 0 : combo.freeFor + 1
    if (combo.freeFor > COMBO_RESET) close(false)
  }
  close(false)
  return found
}

function comboOf(attacker: Player, victim: Player, combo: Combo, isKill: boolean): Moment {
  const { startRow, endRow, hits } = combo
  const damage = percentOf(combo.percent - combo.startPercent)
  const what = `${attacker.name} hits ${victim.name} ${hits === 1 ? 'once' : `${hits} times`} in a row for ${damage}`
  const text = `${what}${isKill ? ', and kills' : ''}.`
  return { kind: 'combo', port: attacker.port, startFrame: frameOf(startRow), endFrame: frameOf(endRow), text }
}

function shieldBreaks(player: Player, count: number): Moment[] {
  const found: Moment[] = []
  for (let row = 0; row < count; row++) {
    if (!begins(player, row, (action) => action === SHIELD_BREAK)) continue
    const end = endOf(player, row, count, (action) => isWithin(action, SHIELD_BREAKS))
    const text = `${possessive(player.name)} shield breaks.`
    found.push({ kind: 'shield-break', port: player.port, startFrame: frameOf(row), endFrame: frameOf(end - 1), text })
    row = end - 1
  }
  return found
}

function missedTechs(player: Player, count: number): Moment[] {
  const { actionStateId } = player.columns.post
  const found: Moment[] = []
  for (let row = 1; row < count; row++) {
    const isLaunched = isDamaged(actionStateId[row - 1]!)
    if (!isLaunched || !begins(player, row, (action) => DOWN_BOUNDS.includes(action))) continue
    const end = endOf(player, row, count, (action) => DOWN_WAITS.some((each) => each === action))
    const text = `${player.name} misses the tech.`
    found.push({ kind: 'missed-tech', port: player.port, startFrame: frameOf(row), endFrame: frameOf(end - 1), text })
  }
  return found
}

const L_CANCEL_MISSED = 2

function missedLCancels(player: Player, count: number): Moment[] {
  const { lCancelStatus, actionStateId, internalCharacterId } = player.columns.post
  const found: Moment[] = []
  for (let row = 1; row < count; row++) {
    if (lCancelStatus[row] !== L_CANCEL_MISSED || lCancelStatus[row - 1] === L_CANCEL_MISSED) continue
    const action = actionStateId[row]!
    const end = endOf(player, row, count, (each) => each === action)
    const words = actionWords(internalCharacterId[row]!, action)
    const text = `${player.name} ${words} without an L-cancel.`
    const [startFrame, endFrame] = [frameOf(row), frameOf(end - 1)]
    found.push({ kind: 'missed-l-cancel', port: player.port, startFrame, endFrame, text })
    row = end - 1
  }
  return found
}

function grabs(player: Player, count: number): Moment[] {
  const { actionStateId, internalCharacterId } = player.columns.post
  const victim = player.other?.name ?? 'somebody'
  const found: Moment[] = []
  for (let row = 1; row < count; row++) {
    if (!begins(player, row, (action) => CATCH_PULLS.includes(action))) continue
    const end = endOf(player, row, count, (action) => isWithin(action, HOLDING))
    const last = actionStateId[end - 1]!
    const throwing = isWithin(last, THROWS) ? actionWords(internalCharacterId[row]!, last) : null
    const text = `${player.name} grabs ${victim}${throwing === null ? '' : `: ${throwing}`}.`
    found.push({ kind: 'grab', port: player.port, startFrame: frameOf(row), endFrame: frameOf(end - 1), text })
    row = end - 1
  }
  return found
}

const COMEBACK_STOCKS = 2

/** A game won from two stocks behind or more; it begins where the winner was last that far behind. */
function comebacks(players: readonly Player[], count: number, end: ReplayEnd | null): Moment[] {
  const winner = players.find(({ port }) => end !== null && end.winner === port)
  if (!winner?.other || end?.quitter !== -1) return []
  const own = winner.columns.post.stocksRemaining
  const theirs = winner.other.columns.post.stocksRemaining
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
