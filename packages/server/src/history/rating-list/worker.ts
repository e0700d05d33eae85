/** Makes one list of ratings, in a thread of its own: the fit of some hundred bots takes seconds, in which HTTP goes on. */
import { parentPort, workerData } from 'node:worker_threads'
import { ratingListOf } from '@arena/ratings'
import type { RatedGame } from '@arena/ratings'

export interface WorkOfList {
  readonly players: number
  readonly games: readonly RatedGame[]
}

const { players, games } = workerData as WorkOfList

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has one other side
parentPort!.postMessage(ratingListOf(players, games))
