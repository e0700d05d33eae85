/** The deterministic engine: seed, picks and pads in, a recording's events out. No clock, no I/O. */
export { Game, type EndCause, type Ending, type GameSettings, type PlayerSettings, type PlayerView } from './game.ts'
export {
  asExternalId,
  asInternalId,
  EXTERNAL_ID,
  INTERNAL_ID,
  type ActionId,
  type ExternalId,
  type InternalId,
  type PickId,
} from './tables/ids.ts'
export { BrokenInvariant } from './invariants.ts'
export type { Pad } from './input/controller.ts'
export {
  CHARACTER_COUNT,
  COSTUME_COUNT,
  draw,
  drawCharacter,
  drawPorts,
  drawStage,
  STAGE_IDS,
  type StageId,
} from './seed.ts'
export { loadAllFighters, loadFighters, unloadFighters } from './load-fighters.ts'
export { diffStates, printState } from './state/state.ts'
