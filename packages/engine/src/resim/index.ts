/** Re-simulation of real recordings: how near the engine comes to them. */
export {
  addTally,
  emptyTally,
  measure,
  WINDOW_FRAMES,
  type Agreement,
  type FreeAgreement,
  type Loss,
  type Tallies,
  type Tally,
  type WindowedAgreement,
} from './agreement.ts'
export { holds, readRecording, RecordingError, SINCE, type Recording } from './recording.ts'
