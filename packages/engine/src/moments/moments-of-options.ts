/** What a player does where it has a choice: after a hit on its shield, and on the ledge. */
import { actionWords } from './action-words.ts'
import { begins, frameOf, isWithin, type Player } from './moment-rows.ts'
import type { Moment } from './moments.ts'

const GUARDS = [178, 182] as const
const GUARD_OFF = 180
const SHIELD_STUN = 181
const CLIFF_HOLDS = [252, 253] as const
const CLIFF_WAIT = 253
const WAIT = 14
const JUMP_SQUAT = 24
const JUMPS = [25, 28] as const
const FALLS = [29, 34] as const
/** How long a player may keep a shield up, or fall, before that is what it does. */
const MOST_FRAMES = 60

/** From the hit on the shield to what the player does next. Hits on the same shield are of one moment. */
export function shieldOptions(player: Player, count: number): Moment[] {
  const { actionStateId } = player.columns.post
  const found: Moment[] = []
  for (let row = 0; row < count; row++) {
    if (!begins(player, row, (action) => action === SHIELD_STUN)) continue
    const from = row
    let stunnedAt = row
    let isLowered = false
    while (row < count && isWithin(actionStateId[row]!, GUARDS) && row - stunnedAt <= MOST_FRAMES) {
      if (actionStateId[row] === SHIELD_STUN) stunnedAt = row
      isLowered = actionStateId[row] === GUARD_OFF
      row++
    }
    if (row === count) break
    const isHeld = isWithin(actionStateId[row]!, GUARDS)
    const option = isHeld ? { words: ['keeps the shield up'], end: row } : nextOf(player, row, count)
    const words = isLowered ? ['lowers the shield', ...option.words] : option.words
    found.push(optionOf(player, 'shield-option', 'after a hit on the shield', from, option.end, words))
    row = Math.max(row, option.end) - 1
  }
  return found
}

/** From hanging on the ledge to what the player does next. */
export function ledgeOptions(player: Player, count: number): Moment[] {
  const { actionStateId } = player.columns.post
  const found: Moment[] = []
  for (let row = 0; row < count; row++) {
    if (!begins(player, row, (action) => action === CLIFF_WAIT)) continue
    const from = row
    while (row < count && isWithin(actionStateId[row]!, CLIFF_HOLDS)) row++
    if (row === count) break
    const isLetGo = isWithin(actionStateId[row]!, FALLS)
    const { words, end } = nextOf(player, row, count)
    const said = isLetGo ? ['lets go', ...words] : words
    found.push(optionOf(player, 'ledge-option', 'on the ledge', from, end, said))
    row = Math.max(row, end) - 1
  }
  return found
}

/** What begins at a row. Jumps and falls lead to something else: these and what follows them. */
function nextOf({ columns }: Player, row: number, count: number): { words: string[]; end: number } {
  const { actionStateId, internalCharacterId } = columns.post
  const words: string[] = []
  let last = -1
  for (let at = row; at < count && at - row <= MOST_FRAMES; at++) {
    const action = actionStateId[at]!
    if (action === last || action === JUMP_SQUAT || isWithin(action, FALLS)) continue
    last = action
    const isOver = !isWithin(action, JUMPS)
    if (!isOver || action !== WAIT) words.push(actionWords(internalCharacterId[at]!, action))
    if (isOver) return { words, end: at + 1 }
  }
  return { words, end: Math.min(count, row + MOST_FRAMES + 1) }
}

function optionOf(
  player: Player,
  kind: 'shield-option' | 'ledge-option',
  where: string,
  from: number,
  end: number,
  words: readonly string[],
): Moment {
  const what = words.length === 0 ? 'waits' : words.join(', ')
  const text = `${player.name} ${where}: ${what}.`
  return { kind, port: player.port, startFrame: frameOf(from), endFrame: frameOf(Math.max(from, end - 1)), text }
}
