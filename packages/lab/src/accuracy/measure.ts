/**
 * One recording measured for the accuracy report: in windows of 60 frames and in one free run, as `resim` does, but
 * with the stage as the engine moves it by itself. Nothing about the stage comes from the recording, and nothing from
 * later frames.
 */
import {
  addTally,
  emptyTally,
  judgedWindows,
  measureFree,
  measureWindows,
  type Tallies,
  type Tally,
} from '../resim/agreement.ts'
import { matchOf, playInputs } from '../resim/feed.ts'
import type { Recording } from '../resim/recording.ts'
import { Tracker } from '../resim/tracker.ts'
import { WINDOW_FILTERS } from '../resim/window-filters.ts'
import { OwnStage, type StageScore } from './own-stage.ts'

/** Shorter games say little about a free run. */
export const LEAST_FREE_FRAMES = 2000

export interface FreeRun {
  /** Both players are human, and the game is longer than `LEAST_FREE_FRAMES`. */
  readonly isCounted: boolean
  /** Null: the run agrees to the end. */
  readonly firstDivergence: number | null
}

export interface Measurement {
  readonly stage: number
  readonly frames: number
  /** All windows, by internal id. */
  readonly byFighter: ReadonlyMap<number, Tally>
  readonly free: FreeRun
  readonly stageScore: StageScore
}

export function measureAccuracy(recording: Recording): Measurement {
  const { frames, stage, areHumans } = recording
  const { judged } = judgedWindows(recording, WINDOW_FILTERS.all)
  const { first, states, stageScore } = takeOverWithOwnStage(recording, new Set(judged))
  const match = matchOf(recording)
  const playNext = (index: number): void => playInputs(match, recording, index)
  const windows = measureWindows(recording, match, judged, states, playNext)
  const { firstDivergence } = measureFree(recording, match, first, playNext)
  const isCounted = areHumans && frames.length > LEAST_FREE_FRAMES
  return {
    stage,
    frames: frames.length,
    byFighter: byFighter(windows.tallies),
    free: { isCounted, firstDivergence },
    stageScore,
  }
}

/**
 * The state after the first frame and after those of `indices`: fighters as recorded, the stage as the engine moves it.
 */
function takeOverWithOwnStage(recording: Recording, indices: ReadonlySet<number>) {
  const tracker = new Tracker(recording)
  const own = new OwnStage(recording)
  const states: Uint8Array[] = []
  let first: Uint8Array = new Uint8Array()
  for (let index = 0; index < recording.frames.length; index++) {
    own.advance(index, index === 0 ? null : tracker.match)
    tracker.advance()
    if (index === 0) first = own.withOwnStage(tracker.match)
    if (indices.has(index)) states.push(own.withOwnStage(tracker.match))
  }
  return { first, states, stageScore: own.score }
}

function byFighter(tallies: Tallies): Map<number, Tally> {
  return new Map(
    Array.from(tallies, ([fighter, byAction]) => {
      const sum = emptyTally()
      for (const tally of byAction.values()) addTally(sum, tally)
      return [fighter, sum]
    }),
  )
}
