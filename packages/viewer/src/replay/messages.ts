/** What the page and the worker that reads a replay say to each other. */
import type { ColumnsPart } from '@arena/slp'
import type { ChanceContext } from '@arena/engine/chance'
import type { Moment } from '@arena/engine/moments'
import type { Proof, ReplayInfo, Verdict } from './replay-info.ts'

/** Frames of a chunk of pictures. Chunk 0 begins at the first frame. */
export const CHUNK_FRAMES = 60

export type ReplayPlace = { readonly url: string } | { readonly file: Blob }

/** The ratings of the players by port, as of before the match. */
export type Ratings = NonNullable<ChanceContext['ratings']>

export type ToWorker =
  | {
      readonly kind: 'open'
      readonly from: ReplayPlace
      /** The match's seed, to check the draws of. */
      readonly seed: Uint8Array | null
      /** The address of the match's result note; null where nothing is signed. */
      readonly signed: string | null
      /** The replay grows while it is read. */
      readonly isLive: boolean
      /** Names of the players by port, instead of those in the replay. */
      readonly names: readonly string[]
      readonly ratings: Ratings | null
    }
  /** The players are called otherwise from now on. */
  | { readonly kind: 'names'; readonly names: readonly string[] }
  /** The ratings of the players are known now, or are others. */
  | { readonly kind: 'ratings'; readonly ratings: Ratings | null }
  /** Asks for a chunk; the worker answers with one, and again when more of it is exact. */
  | { readonly kind: 'pictures'; readonly chunk: number }

export type FromWorker =
  | { readonly kind: 'info'; readonly info: ReplayInfo }
  /** Rows that are new, or have changed. */
  | { readonly kind: 'columns'; readonly part: ColumnsPart }
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  | { readonly kind: 'proof'; readonly proof: Proof }
  | {
      readonly kind: 'pictures'
      readonly chunk: number
      /** Pictures in the buffer, and how many of them, the first ones, are as the engine played them. */
      readonly count: number
      readonly exact: number
      readonly buffer: ArrayBuffer
    }
  | { readonly kind: 'moments'; readonly moments: readonly Moment[] }
  /** Port 0's chances of winning, by row from one on. */
  | { readonly kind: 'chances'; readonly from: number; readonly chances: Float32Array<ArrayBuffer> }
  /** What is wrong, in a sentence. What was read before stays. */
  | { readonly kind: 'error'; readonly error: string }
  /** Nothing follows but answers: the replay is read and, where it can be, played again. */
  | { readonly kind: 'done' }
  /** Said now and then, so that silence means that the worker hangs. */
  | { readonly kind: 'alive' }
