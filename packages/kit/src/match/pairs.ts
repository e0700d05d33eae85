/**
 * The pairs of a series: what each is played on, and how its games ended. Both games of a pair have the same seed, so
 * the same draws, and the same stage; in the second the bots have exchanged their ports. What seed and stage favour,
 * they then favour twice, once for each (docs/adr/0039-match-statistics.md). Pure.
 */
import { createHmac } from 'node:crypto'
import { STAGE_IDS } from '@arena/engine/seed'
import type { StageId } from '@arena/protocol'
import type { Two } from '@arena/ratings'
import { z } from 'zod'

export interface Setting {
  readonly seed: Uint8Array
  readonly stage: StageId
}

/** A pair that is to be played. Numbers count from 1 on. */
export interface PairToPlay {
  /** Among all of the series. */
  readonly number: number
  /** The two bots, by their places in the series; the first one's points are those of a game. */
  readonly between: Two
  /** Among the pairs of the same two bots. */
  readonly turn: number
}

/** What a pair is played on. Every six pairs in a row of two bots are on all six stages. */
export function settingOf(series: Uint8Array, { number, turn }: PairToPlay): Setting {
  return {
    seed: createHmac('sha256', series).update(`pair/${number}`).digest(),
    stage: STAGE_IDS[(turn - 1) % STAGE_IDS.length]!,
  }
}

/** What a bot raised in a game: how often, and the error that came most often, in words. */
const RaisedInGame = z.object({ times: z.int().min(1), most: z.string() })
export type RaisedInGame = z.infer<typeof RaisedInGame>

/** How a game ended. Pairs of numbers and facts: the first bot's, then the second's, whatever their ports. */
export const PlayedGame = z.object({
  /** The first bot's: 1 for a win, 1/2 for a draw. */
  points: z.literal([0, 0.5, 1]),
  /** By what it ended. */
  end: z.enum(['stocks', 'time', 'forfeit', 'double-forfeit', 'absent']),
  /** Frames polled without a pad. */
  missed: z.tuple([z.int().min(0), z.int().min(0)]),
  /** Whether its program ended before the game. */
  crashed: z.tuple([z.boolean(), z.boolean()]),
  /** Null for nothing; of a series that was begun before this was counted, too. */
  raised: z.tuple([RaisedInGame.nullable(), RaisedInGame.nullable()]).default([null, null]),
})
export type PlayedGame = z.infer<typeof PlayedGame>

export const PlayedPair = z.object({
  number: z.int().min(1),
  between: z.tuple([z.int().min(0), z.int().min(0)]).default([0, 1]),
  /** None where a game was aborted: then the pair counts for nobody, and `why` says what happened. */
  games: z.union([z.tuple([PlayedGame, PlayedGame]), z.tuple([])]),
  why: z.string().optional(),
})
export type PlayedPair = z.infer<typeof PlayedPair>
