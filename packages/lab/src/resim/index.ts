/** Re-simulation of real recordings: how far the engine agrees with them. */
export {
  addTally,
  emptyTally,
  measure,
  type Agreement,
  type Divergence,
  type FreeAgreement,
  type Loss,
  type Tallies,
  type Tally,
  type WindowedAgreement,
} from './agreement.ts'
export { CAUSES, type Cause } from './causes.ts'
export { measureFields, type FieldFault, type FieldTallies } from './fields.ts'
export { readRecording, RecordingError, type Recording } from './recording.ts'
export { diffFrames, type FighterDiff, type FrameDiff } from './frame-diff.ts'
export {
  emptyHitScore,
  HitCaseError,
  judgeCase,
  parseHitCases,
  scoreSwing,
  type HitCase,
  type HitScore,
  type JudgedCase,
} from './hit-cases.ts'
export { addHitSteps, emptyHitSteps, measureHits, type HitSteps } from './hit-steps.ts'
export { actionName } from '../../../engine/src/tables/actions.ts'
export { FIGHTERS } from '../../../engine/src/tables/fighters.ts'
export { WINDOW_FILTERS } from './window-filters.ts'
