export type { ReplayEnd, ReplayInfo, ReplayPlayer, Verdict } from './replay/replay-info.ts'
