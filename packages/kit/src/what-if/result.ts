/** What the games of a what-if say together. Pure. */
import { shareBetween } from '@arena/ratings'
import type { BranchGame } from './branch-game.ts'

export interface WhatIfResult {
  readonly games: number
  readonly kept: number
  /** Where the true share lies with 95 of 100; null where all games are one and the same, or there is none. */
  readonly interval: { readonly low: number; readonly high: number } | null
  /** Whether luck changed nothing: every game is the same. */
  readonly isOneGame: boolean
  /** Counts of games by whose stock was lost first. */
  readonly lost: { readonly own: number; readonly other: number; readonly both: number; readonly nobody: number }
  /** Frames for which recorded pads were played. */
  readonly recorded: { readonly median: number; readonly least: number; readonly most: number }
  /** The mean chance of winning after the last frame; null where it is not known. */
  readonly chance: number | null
  /** Frames polled without a pad of the bot, in all games. */
  readonly missed: number
}

/** Needs a game. */
export function resultOf(games: readonly BranchGame[]): WhatIfResult {
  const kept = games.filter((game) => game.kept).length
  const isOneGame = games.length > 1 && games.every(({ digest }) => digest === games[0]!.digest)
  const losers = (loser: string | undefined): number => games.filter(({ lost }) => lost?.loser === loser).length
  const recorded = games.map((game) => game.recorded).toSorted((one, other) => one - other)
  const chances = games.flatMap(({ chance }) => (chance === null ? [] : [chance]))
  return {
    games: games.length,
    kept,
    interval: isOneGame ? null : shareBetween(kept / games.length, games.length),
    isOneGame,
    lost: { own: losers('own'), other: losers('other'), both: losers('both'), nobody: losers(undefined) },
    recorded: { median: recorded[recorded.length >> 1]!, least: recorded[0]!, most: recorded.at(-1)! },
    chance: chances.length === 0 ? null : chances.reduce((sum, each) => sum + each, 0) / chances.length,
    missed: games.reduce((sum, each) => sum + each.missed, 0),
  }
}

/** Games that a saved file plays at most. */
const MOST_SAVED = 20

/**
 * What a saved file demands: what the games have shown with 95 of 100 where the stock is mostly kept, so that other luck does not break it.
 * Else it demands what does not hold yet, that it mostly is.
 */
export function demandOf({ games, kept, interval, isOneGame }: WhatIfResult): {
  readonly games: number
  readonly atLeast: number
} {
  if (isOneGame) return { games: 1, atLeast: 1 }
  const saved = Math.min(games, MOST_SAVED)
  const mostly = Math.floor(saved / 2) + 1
  const shown = Math.floor((interval?.low ?? 0) * saved)
  return { games: saved, atLeast: kept > games / 2 ? Math.max(1, shown) : mostly }
}
