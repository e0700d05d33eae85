/** Playing matches without database and HTTP server: hosts as processes, and what reaches and checks a bot. */
export { reasonToRefuse, type Resolver } from './bots/address.ts'
export { BotConnectionError, checkBotUrl } from './bots/bot-url.ts'
export { type BotPolicy, type ConnectOptions } from './bots/connect-options.ts'
export { deployCheck } from './bots/deploy-check.ts'
export { checkReach, post } from './bots/post.ts'
export { probePing, probeUpgrade, type Probe } from './bots/probes.ts'
export { measureRoundTrip, type RoundTripOptions } from './bots/round-trip.ts'
export {
  builtInEngine,
  EngineError,
  EngineProcess,
  parseCommand,
  STEP_MS,
  tryEngine,
  type EngineCommand,
  type EngineFailure,
} from './engine/engine-process.ts'
export {
  createStep,
  encodeStart,
  ENGINE_PROTOCOL_VERSION,
  POLLED_PAD_BYTES,
  REQUEST,
  setStepFrame,
  STEP_PADS_OFFSET,
  type Answer,
  type EndReason,
  type EngineStart,
  type Standing,
} from './engine/engine-protocol.ts'
export { WildPad } from './engine/wild-pad.ts'
export { endStragglers } from './hosts/host-marks.ts'
export { HostPool, passingOn, type HostListener } from './hosts/host-pool.ts'
export { hasForfeited, likelyCauses } from './match/receipt/likely-causes.ts'
export { LiveClock } from './match/live-clock.ts'
export { matchTiming, type MatchTiming } from './match/timing.ts'
export { WatchedHost, type WatchedMatch, type WireEvent } from './match/watched-match.ts'
export { standingOf } from './match/standing.ts'
export {
  INCOMPLETE as INCOMPLETE_REPLAY,
  PART as REPLAY_PART,
  recoverFinished,
  recoverReplays,
  ReplayError,
} from './match/replay-file.ts'
export type {
  BranchOrder,
  BranchResult,
  EndCause,
  HostLoad,
  Ignored,
  Landed,
  MatchOrder,
  MatchProgress,
  MatchResult,
  MatchStarted,
  NoPick,
  Pair,
  Pick,
  SeatedBot,
  Versions,
} from './order.ts'
