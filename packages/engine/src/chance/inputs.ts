/**
 * What the chance of winning is computed from: numbers of about 0 to 1 that a row of a replay gives. Those of a side are of one fighter, those
 * of the pair are as one fighter sees the other, and those of the game are the same for both. Left and right make no difference.
 */
import type { FighterColumns, ReplayColumns } from '@arena/slp'
import { ACTION } from '../action-ids.ts'
import { BODY_STATE, LAST_FRAME, SHIELD } from '../constants.ts'
import { FLAG4, FLAG5 } from '../events/recorder.ts'
import { isDamaged, isSeized, isWithin } from '../moments/moment-rows.ts'
import { STAGE_IDS } from '../seed.ts'
import { STAGE_BY_ID } from '../stages/index.ts'

/** Skill estimate and uncertainty, as a match record has them. */
export interface Rating {
  readonly mu: number
  readonly sigma: number
}

/** What a chance needs besides the columns. */
export interface ChanceContext {
  readonly stage: number
  /** By port, as of before the match; where they are left out, both count as new. */
  readonly ratings?: readonly [Rating, Rating] | undefined
}

/** A fighter on a row. */
interface Side {
  readonly post: FighterColumns['post']
  readonly row: number
  /** X of the stage's ledges, and the distance from there to the blast zone. */
  readonly edge: number
  readonly beyond: number
  /** Whether the fighter is dead, or on its way back. */
  readonly isOut: boolean
  /** Whether a second fighter is with it. */
  readonly hasFollower: boolean
}

const OUT = [ACTION.DeadDown, ACTION.RebirthWait] as const
const FALL_SPECIAL = [ACTION.FallSpecial, ACTION.FallSpecialB] as const
const LEDGE = [ACTION.CliffCatch, ACTION.CliffJumpQuick2] as const
const DOWN = [ACTION.DownBoundU, ACTION.DownSpotD] as const
const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))
const flag = (is: boolean): number => (is ? 1 : 0)
const overEdge = ({ post, row, edge, beyond }: Side): number => (Math.abs(post.positionX[row]!) - edge) / beyond

/** In the order of the numbers. Those from `x` on are 0 of a fighter that is out. */
const STATE = {
  stocks: ({ post, row }: Side) => post.stocksRemaining[row]! / 4,
  lastStock: ({ post, row }: Side) => flag(post.stocksRemaining[row] === 1),
  twoStocks: ({ post, row }: Side) => flag(post.stocksRemaining[row] === 2),
  threeStocks: ({ post, row }: Side) => flag(post.stocksRemaining[row] === 3),
  percent: ({ post, row, isOut }: Side) => (isOut ? 0 : post.percent[row]! / 100),
  highPercent: ({ post, row, isOut }: Side) => (isOut ? 0 : within((post.percent[row]! - 60) / 60, 0, 1)),
  isOut: ({ isOut }: Side) => flag(isOut),
  isSafe: ({ post, row }: Side) => flag(post.hurtboxCollisionState[row]! !== BODY_STATE.normal),
  shield: ({ post, row }: Side) => post.shieldSize[row]! / SHIELD.health,
  follower: ({ hasFollower }: Side) => flag(hasFollower),
} as const
const PLACE = {
  x: ({ post, row, edge }: Side) => within(Math.abs(post.positionX[row]!) / edge, 0, 1),
  offStage: (side: Side) => within(overEdge(side), 0, 1),
  y: ({ post, row }: Side) => within(post.positionY[row]! / 100, 0, 2),
  below: ({ post, row }: Side) => within(-post.positionY[row]! / 60, 0, 2),
  belowOffStage: (side: Side) =>
    flag(overEdge(side) > -0.05) * within((10 - side.post.positionY[side.row]!) / 60, 0, 2),
  isAirborne: ({ post, row }: Side) => post.isAirborne[row]!,
  jumps: ({ post, row }: Side) => within(post.jumpsRemaining[row]!, 0, 2) / 2,
  isOutOfJumps: ({ post, row }: Side) => flag(post.isAirborne[row] === 1 && post.jumpsRemaining[row] === 0),
  isHelpless: ({ post, row }: Side) => flag(isWithin(post.actionStateId[row]!, FALL_SPECIAL)),
  isOnLedge: ({ post, row }: Side) => flag(isWithin(post.actionStateId[row]!, LEDGE)),
  isDown: ({ post, row }: Side) => flag(isWithin(post.actionStateId[row]!, DOWN)),
  isHurt: ({ post, row }: Side) => flag(isDamaged(post.actionStateId[row]!)),
  isSeized: ({ post, row }: Side) => flag(isSeized(post.actionStateId[row]!)),
  hitstun: ({ post, row }: Side) =>
    flag((post.stateBitFlags4[row]! & FLAG4.hitstun) !== 0) * within(post.miscActionState[row]! / 50, 0, 2),
  knockbackX: ({ post, row }: Side) => within((post.speedAttackX[row]! * Math.sign(post.positionX[row]!)) / 3, -2, 2),
  knockbackY: ({ post, row }: Side) => within(post.speedAttackY[row]! / 3, -2, 2),
  falling: ({ post, row }: Side) => within(-post.speedY[row]! / 3, -1, 1),
} as const

/** The inputs of one side, by name. */
export const SIDE_INPUTS = [...Object.keys(STATE), ...Object.keys(PLACE)]
/** As one side sees the other; the first ones change their sign for the other. */
export const PAIR_INPUTS = ['rating', 'lateStocks', 'latePercent', 'above', 'inside', 'isFacing', 'distance']
/** The same for both. */
export const GAME_INPUTS = ['certainty', 'timeLeft', 'hurry', ...STAGE_IDS.map((id) => STAGE_BY_ID[id].name)]

const STATE_READERS = Object.values(STATE)
const PLACE_READERS = Object.values(PLACE)
const SIDES = SIDE_INPUTS.length
const PAIR = PAIR_INPUTS.length
const GAME = GAME_INPUTS.length

/** What is read of a row: by port the side's own, then by port what it sees, then the game's. */
export const INPUTS = 2 * SIDES + 2 * PAIR + GAME
export const PAIR_AT = 2 * SIDES
export const GAME_AT = PAIR_AT + 2 * PAIR

/** Seconds of which the last ones of a match count most. */
const HURRY_S = 15
/** As the arena's rating has them: skill of one class over the next, and what is unknown of a new bot. */
const BETA = 25 / 6
const NEW: Rating = { mu: 25, sigma: 25 / 3 }

/** Fills `into` with what a row of a game of two says. `frame` is the row's. */
export function readInputs(
  columns: ReplayColumns,
  row: number,
  frame: number,
  { stage, ratings = [NEW, NEW] }: ChanceContext,
  into: Float64Array,
): void {
  const index = STAGE_IDS.findIndex((id) => id === stage)
  const { ledges, blastZone } = STAGE_BY_ID[STAGE_IDS[Math.max(0, index)]!]
  const edge = ledges[1]!.x
  const sides = [0, 1].map((port) => sideOf(columns, port, row, edge, blastZone.right - edge)) as [Side, Side]
  for (const port of [0, 1] as const) {
    let at = port * SIDES
    for (const read of STATE_READERS) into[at++] = read(sides[port])
    for (const read of PLACE_READERS) into[at++] = sides[port].isOut ? 0 : read(sides[port])
  }
  const left = within((LAST_FRAME - frame) / LAST_FRAME, 0, 1)
  const hurry = 1 / (1 + (left * LAST_FRAME) / (60 * HURRY_S))
  const [first, second] = ratings
  const spread = Math.sqrt(first.sigma ** 2 + second.sigma ** 2 + 2 * BETA ** 2)
  const gap = within((first.mu - second.mu) / spread, -4, 4)
  for (const port of [0, 1] as const) {
    const [own, other] = port === 0 ? sides : [sides[1], sides[0]]
    readPair(own, other, port === 0 ? gap : -gap, hurry, into, PAIR_AT + port * PAIR)
  }
  into[GAME_AT] = (Math.SQRT2 * BETA) / spread
  into[GAME_AT + 1] = left
  into[GAME_AT + 2] = hurry
  for (let i = 3; i < GAME; i++) into[GAME_AT + i] = flag(index === i - 3)
}

function sideOf(columns: ReplayColumns, port: number, row: number, edge: number, beyond: number): Side {
  const { post } = columns.fighter(port)!
  const follower = columns.fighter(port, true)
  const isOut = isWithin(post.actionStateId[row]!, OUT)
  const hasFollower =
    follower !== null && follower.at.postAt[row] !== 0 && (follower.post.stateBitFlags5[row]! & FLAG5.dead) === 0
  return { post, row, edge, beyond, isOut, hasFollower: hasFollower && !isOut }
}

function readPair(own: Side, other: Side, gap: number, hurry: number, into: Float64Array, from: number): void {
  const [mine, theirs] = [own.post, other.post]
  const { row, edge } = own
  const [x, otherX] = [mine.positionX[row]!, theirs.positionX[row]!]
  const isApart = own.isOut || other.isOut
  const stocks = mine.stocksRemaining[row]! - theirs.stocksRemaining[row]!
  const percent = (other.isOut ? 0 : theirs.percent[row]!) - (own.isOut ? 0 : mine.percent[row]!)
  into[from] = gap / 2
  into[from + 1] = hurry * Math.sign(stocks)
  into[from + 2] = stocks === 0 ? hurry * within(percent / 20, -1, 1) : 0
  into[from + 3] = isApart ? 0 : within((mine.positionY[row]! - theirs.positionY[row]!) / 60, -1, 1)
  into[from + 4] = isApart ? 0 : within((Math.abs(otherX) - Math.abs(x)) / edge, -1, 1)
  into[from + 5] = flag(!isApart && mine.facingDirection[row]! * (otherX - x) > 0)
  into[from + 6] = isApart ? 0 : within(Math.abs(otherX - x) / 100, 0, 1.5)
}
