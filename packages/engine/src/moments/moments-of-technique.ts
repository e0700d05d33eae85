/** Moments of technique: techs and L-cancels that are missed, grabs, and wavedashes. */
import { actionWords } from './action-words.ts'
import { begins, endOf, frameOf, isDamaged, isSeized, isWithin, type Player } from './moment-rows.ts'
import type { Moment } from './moments.ts'

const DOWN_BOUNDS: readonly number[] = [183, 191]
const DOWN_WAITS = [183, 184, 191, 192] as const

export function missedTechs(player: Player, count: number): Moment[] {
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

export function missedLCancels(player: Player, count: number): Moment[] {
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

const CATCH_PULLS: readonly number[] = [213, 215]
const HOLDING = [213, 222] as const
const THROWS = [219, 222] as const

export function grabs(player: Player, count: number): Moment[] {
  const { actionStateId, internalCharacterId } = player.columns.post
  const found: Moment[] = []
  for (let row = 1; row < count; row++) {
    if (!begins(player, row, (action) => CATCH_PULLS.includes(action))) continue
    const end = endOf(player, row, count, (action) => isWithin(action, HOLDING))
    const last = actionStateId[end - 1]!
    const throwing = isWithin(last, THROWS) ? actionWords(internalCharacterId[row]!, last) : null
    const text = `${player.name} grabs ${heldBy(player, row)}${throwing === null ? '' : `: ${throwing}`}.`
    found.push({ kind: 'grab', port: player.port, startFrame: frameOf(row), endFrame: frameOf(end - 1), text })
    row = end - 1
  }
  return found
}

/** The player that is held: with more than two, the only one that is. */
function heldBy({ others }: Player, row: number): string {
  const held = others.length === 1 ? others : others.filter(({ columns }) => isSeized(columns.post.actionStateId[row]!))
  return held.length === 1 ? held[0]!.name : 'somebody'
}

const JUMP_SQUAT = 24
const AIR_DODGE = 236
const LANDING_HELPLESS = 43
/** From leaving the ground to landing again. */
const WAVEDASH_FRAMES = 12

/** An air dodge into the ground, right out of a jump. */
export function wavedashes(player: Player, count: number): Moment[] {
  const { actionStateId } = player.columns.post
  const found: Moment[] = []
  for (let row = 1; row < count; row++) {
    if (actionStateId[row] !== LANDING_HELPLESS || actionStateId[row - 1] !== AIR_DODGE) continue
    const jumpedAt = actionStateId.subarray(Math.max(0, row - WAVEDASH_FRAMES), row).lastIndexOf(JUMP_SQUAT)
    if (jumpedAt < 0) continue
    const from = Math.max(0, row - WAVEDASH_FRAMES) + jumpedAt
    const end = endOf(player, row, count, (action) => action === LANDING_HELPLESS)
    const [startFrame, endFrame] = [frameOf(from), frameOf(end - 1)]
    found.push({ kind: 'wavedash', port: player.port, startFrame, endFrame, text: `${player.name} wavedashes.` })
    row = end - 1
  }
  return found
}
