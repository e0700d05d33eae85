/** What the search for moments reads of a replay: its players, the groups of action states, and rows of the columns. */
import { FIRST_FRAME, type FighterColumns, type ReplayColumns } from '@arena/slp'
import { actionWords, attackWords } from './action-words.ts'

export interface Player {
  readonly port: number
  readonly name: string
  readonly columns: FighterColumns
  /** All other players: one in a game of two. */
  readonly others: readonly Player[]
}

export function playersOf(columns: ReplayColumns, names: readonly string[]): Player[] {
  const players: (Player & { others: Player[] })[] = []
  for (const fighter of columns.fighters) {
    if (!fighter || fighter.isFollower) continue
    const { port } = fighter
    players.push({ port, name: names[port] || `Port ${port + 1}`, columns: fighter, others: [] })
  }
  for (const player of players) player.others.push(...players.filter((other) => other !== player))
  return players
}

export const frameOf = (row: number): number => FIRST_FRAME + row
export const percentOf = (percent: number): string => `${Math.floor(percent)} %`
export const possessive = (name: string): string => (name.endsWith('s') ? `${name}'` : `${name}'s`)

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

export const isWithin = (action: number, [first, last]: readonly [number, number]): boolean =>
  action >= first && action <= last
export const isDamaged = (action: number): boolean =>
  isWithin(action, DAMAGE) || action === DAMAGE_FALL || JAB_RESETS.includes(action)
export const isSeized = (action: number): boolean =>
  isWithin(action, CAPTURE) || SPECIAL_HOLDS.some((range) => isWithin(action, range))
export const isHelpless = (action: number): boolean =>
  isDamaged(action) || isSeized(action) || isWithin(action, TECHS) || isWithin(action, DOWN) || isWithin(action, DEAD)

/** Whether a row begins an action that a test names. */
export function begins({ columns }: Player, row: number, test: (action: number) => boolean): boolean {
  const { actionStateId } = columns.post
  return test(actionStateId[row]!) && (row === 0 || actionStateId[row - 1] !== actionStateId[row])
}

/** The first row from `row` on at which a test of the action fails. */
export function endOf({ columns }: Player, row: number, count: number, test: (action: number) => boolean): number {
  let end = row
  while (end < count && test(columns.post.actionStateId[end]!)) end++
  return end
}

export function isHurtOn({ columns }: Player, row: number): boolean {
  const { percent } = columns.post
  return row > 0 && percent[row]! > percent[row - 1]!
}

/** The player that a hit on a row comes from: in a game of two the other, else the one that the row names; null where it names none. */
export function hitterOn({ columns, others }: Player, row: number): Player | null {
  if (others.length === 1) return others[0]!
  return others.find(({ port }) => port === columns.post.lastHitBy[row]) ?? null
}

/** What a player hits with on a row: the attack that landed, or the action itself. */
export function hitWords({ columns }: Player, row: number): string {
  const { lastAttackLanded, internalCharacterId, actionStateId } = columns.post
  return attackWords(lastAttackLanded[row]!) ?? actionWords(internalCharacterId[row]!, actionStateId[row]!)
}
