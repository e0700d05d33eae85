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
export type { Seeds } from './ruleset.ts'
export { poseBody, type RecordedPose } from './fill-picture.ts'
export {
  Picture,
  PICTURE_ARTICLES,
  PICTURE_BODIES,
  PICTURE_BUBBLES,
  PICTURE_BYTES,
  PICTURE_CAPSULE_WORDS,
  PICTURE_ELEMENTS,
  PICTURE_HITBOX_WORDS,
  PICTURE_PLATFORM_WORDS,
  type PictureArticle,
  type PictureBody,
  type PictureHead,
} from './picture.ts'
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
export { STAGE_BY_ID as STAGES } from './stages/index.ts'
export type { Stage, Zone } from './stages/stage.ts'
