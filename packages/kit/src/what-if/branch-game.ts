/** What came out of a branch that was played, read from its replay. Pure. */
import { createHash } from 'node:crypto'
import { chanceAt } from '@arena/engine/chance'
import { FIRST_FRAME, type ColumnReader } from '@arena/slp'
import { isKept, nextStock, type NextStock, type Question } from './question.ts'

export interface BranchGame {
  /** From 1 on. */
  readonly number: number
  readonly kept: boolean
  /** The stock that was lost first; null where none was. */
  readonly lost: NextStock | null
  /** The last frame that was played. */
  readonly frame: number
  /** Frames after the branch point for which the opponent's recorded pads were played. */
  readonly recorded: number
  /** The side's chance of winning after the last frame; null where it is not known. */
  readonly chance: number | null
  /** Frames after the branch point that were polled without a pad of the bot. */
  readonly missed: number
  /** A digest of all that the fighters did: games with the same are the same game, whatever luck they had. */
  readonly digest: string
}

interface Facts extends Pick<BranchGame, 'number' | 'recorded' | 'missed'> {
  /** Whether the bot forfeits, so that its stock is lost with the last frame. */
  readonly isForfeit: boolean
}

export function branchGame(
  { columns, gameStart }: ColumnReader,
  question: Question,
  { isForfeit, ...facts }: Facts,
): BranchGame {
  const forfeited: NextStock | null = isForfeit ? { loser: 'own', frame: columns.lastFrame } : null
  const lost = nextStock(columns, question) ?? forfeited
  const { lastFrame } = columns
  const chance = chanceOf(chanceAt(columns, columns.count - 1, { stage: gameStart!.stageId }), question)
  return {
    ...facts,
    kept: isKept(lost),
    lost,
    frame: lastFrame,
    chance,
    digest: digestOf({ columns }, question.frame),
  }
}

/** That of the side, of port 0's. */
export const chanceOf = (chance: number, { port }: Pick<Question, 'port'>): number | null =>
  Number.isNaN(chance) ? null : port === 0 ? chance : 1 - chance

const TOLD = ['actionStateId', 'positionX', 'positionY', 'percent', 'stocksRemaining'] as const

function digestOf({ columns }: Pick<ColumnReader, 'columns'>, frame: number): string {
  const hash = createHash('sha256')
  for (const port of [0, 1]) {
    const post = columns.fighter(port)?.post
    if (post) for (const field of TOLD) hash.update(post[field].slice(frame - FIRST_FRAME + 1, columns.count))
  }
  return hash.digest('hex').slice(0, 16)
}
