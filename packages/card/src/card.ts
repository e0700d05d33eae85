/** What a card says, as plain data: made by the service, drawn in another process. */

/** Width and height in pixels, as sites that show links expect them. */
export const CARD_SIZE = { width: 1200, height: 630 } as const

export type Card = MatchCard | BotCard | ArenaCard

export interface MatchCard {
  readonly kind: 'match'
  /** By port. */
  readonly players: readonly [CardPlayer, CardPlayer]
  /** Null where no game was played. */
  readonly stage: number | null
  /** Port of the winner. */
  readonly winner: 0 | 1 | null
  /** Between the names: `3–0`, or `vs` before there is a result. */
  readonly score: string
  /** How it ended, and when, in words. */
  readonly outcome: string
  readonly day: string
  /** Path of the replay's file, `.slp` or `.slp.gz`; null where none is kept. */
  readonly replay: string | null
}

interface CardPlayer {
  readonly name: string
  /** External id; null where no game was played. */
  readonly character: number | null
  readonly costume: number | null
}

export interface BotCard {
  readonly kind: 'bot'
  readonly name: string
  /** Handle of its owner; '' where none is picked. */
  readonly owner: string
  /** In words, as the pages write them: the rating, where it ranks, the estimate with its range, the record. */
  readonly rating: string
  readonly rank: string
  readonly estimate: string
  readonly record: string
  /** External ids of the characters it played, the one it played most first. */
  readonly characters: readonly number[]
  /** The estimate and the ends of its range after each rated match, oldest first. */
  readonly curve: readonly { readonly low: number; readonly middle: number; readonly high: number }[]
}

export interface ArenaCard {
  readonly kind: 'arena'
  /** Where the arena is, as people write it. */
  readonly address: string
}
