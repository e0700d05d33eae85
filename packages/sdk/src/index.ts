/** For bot authors: serve a bot, see the game, send pads; register and manage it. */
export { Character } from './characters.ts'
export { ArenaClient, ArenaProblem, problemOf, UnexpectedAnswer, type ArenaClientOptions, type Auth } from './client.ts'
export { BUTTON, NEUTRAL, stick, tilt, type Controller, type Hands } from './controller.ts'
export { ACTION as Action, type ActionName } from '@arena/engine/action-names'
export type { Debug, MarkOptions, Place, ScreenPlace } from './debug.ts'
export type { FighterView } from './fighter-view.ts'
export type { Game } from './game.ts'
export type { FramesSince } from './history.ts'
export type { ItemName, ItemView } from './items.ts'
export type { Port } from './port.ts'
export { randallAt, type StageView } from './stage-reader.ts'
export {
  attacksOf,
  threatsOf,
  throwsOf,
  type AttackFigures,
  type AttackName,
  type LaunchFigures,
  type ThreatFigures,
  type ThrowName,
} from './attacks.ts'
export { figuresOf, GAME, type FighterFigures } from './figures.ts'
export * as inputs from './inputs/index.ts'
export { Plan, type Inputs } from './inputs/plan.ts'
export { houseBot, houseBots, type HouseBot, type HouseBotOptions } from './house/house-bot.ts'
export { STRENGTHS, type Strength } from './house/ladder/index.ts'
export type { LeadPolicy } from './lead.ts'
export { Random } from './random.ts'
export { serveBot, type BotServer, type ServeOptions } from './serve.ts'
export type { Ended, MissedPad, Pick, Play, Reconnect, Wire } from './session.ts'
export type { Situation } from './situation.ts'
export { groundAt, STAGES, type Platform, type Stage } from './stages.ts'
export { programVersion } from './version.ts'
export type {
  Bot,
  DeployReport,
  LeaderboardRow,
  LiveMatch,
  Match,
  MatchSummary,
  PickRequest,
  StageId,
} from '@arena/protocol'
