/** Moments of hits: combos, hits taken in a crouch, and shields that break. */
import {
  begins,
  endOf,
  frameOf,
  hitterOn,
  hitWords,
  isDamaged,
  isHelpless,
  isHurtOn,
  isSeized,
  isWithin,
  percentOf,
  possessive,
  type Player,
} from './moment-rows.ts'
import type { Moment } from './moments.ts'

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
export function combos(attacker: Player, count: number): Moment[] {
  return attacker.others.flatMap((victim) => combosOn(victim, attacker, count))
}

function combosOn(victim: Player, attacker: Player, count: number): Moment[] {
  const { actionStateId, percent, stocksRemaining } = victim.columns.post
  const { instanceId, lastAttackLanded } = attacker.columns.post
  const found: Moment[] = []
  let combo: Combo | null = null
  let attackAt = 0
  const close = (isKill: boolean): void => {
    if (combo && (combo.hits >= COMBO_HITS || combo.percent - combo.startPercent >= COMBO_PERCENT)) {
      found.push(comboOf(attacker, victim, combo, isKill))
    }
    combo = null
  }
  for (let row = 1; row < count; row++) {
    const action = actionStateId[row]!
    if (beginsAttack(attacker, row)) attackAt = row
    if (stocksRemaining[row]! < stocksRemaining[row - 1]!) {
      close(hitterOn(victim, row - 1) === attacker)
      continue
    }
    if (isHurtOn(victim, row) && hitterOn(victim, row) === attacker && (isDamaged(action) || isSeized(action))) {
      // The same attack hits many times, but is one hit of a combo.
      const instance = (instanceId[row]! || -attackAt) * 256 + lastAttackLanded[row]!
      combo ??= {
        startRow: row,
        startPercent: percent[row - 1]!,
        endRow: row,
        percent: 0,
        hits: 0,
        instance: NaN,
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

/**
 * Where an attack has no instance id, as before version 3.16: it begins with another action, or with the same one from its start, as
 * slippi-js counts them.
 */
function beginsAttack({ columns }: Player, row: number): boolean {
  const { actionStateId, actionStateCounter } = columns.post
  return actionStateId[row] !== actionStateId[row - 1] || actionStateCounter[row]! < actionStateCounter[row - 1]!
}

function comboOf(attacker: Player, victim: Player, combo: Combo, isKill: boolean): Moment {
  const { startRow, endRow, hits } = combo
  const damage = percentOf(combo.percent - combo.startPercent)
  const what = `${attacker.name} hits ${victim.name} ${hits === 1 ? 'once' : `${hits} times in a row`} for ${damage}`
  const text = `${what}${isKill ? ', and kills' : ''}.`
  return { kind: 'combo', port: attacker.port, startFrame: frameOf(startRow), endFrame: frameOf(endRow), text }
}

const SHIELD_BREAK = 205
const SHIELD_BREAKS = [205, 211] as const

export function shieldBreaks(player: Player, count: number): Moment[] {
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

const CROUCHES = [39, 40] as const

/** Hits on a player that crouches, which go two thirds as far. */
export function crouchCancels(player: Player, count: number): Moment[] {
  const { actionStateId, percent } = player.columns.post
  const found: Moment[] = []
  for (let row = 1; row < count; row++) {
    const isHit = isHurtOn(player, row) && isDamaged(actionStateId[row]!)
    if (!isHit || !isWithin(actionStateId[row - 1]!, CROUCHES)) continue
    const end = endOf(player, row, count, isDamaged)
    const hitter = hitterOn(player, row)
    const hit = hitter === null ? 'a hit' : `${possessive(hitter.name)} ${hitWords(hitter, row)}`
    const text = `${player.name} takes ${hit} in a crouch, at ${percentOf(percent[row]!)}.`
    const [startFrame, endFrame] = [frameOf(row), frameOf(end - 1)]
    found.push({ kind: 'crouch-cancel', port: player.port, startFrame, endFrame, text })
    row = end - 1
  }
  return found
}
