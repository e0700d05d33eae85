export type { ReplayEnd, ReplayInfo, ReplayPlayer, Verdict } from './replay/replay-info.ts'
export { StageCanvas, type StageCanvasInput, type StageCanvasOptions } from './draw/stage-canvas.ts'
export { NO_OVERLAYS, type Overlays } from './draw/overlays.ts'
