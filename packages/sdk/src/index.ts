/** For bot authors: serve a bot, see the game, send pads; register and manage it. */
export { Character } from './characters.ts'
export { ArenaClient, ArenaProblem, UnexpectedAnswer, type ArenaClientOptions, type Auth } from './client.ts'
export { BUTTON, NEUTRAL, stick, tilt, type Controller, type Hands } from './controller.ts'
export type { FighterView, Game, Port } from './game.ts'
export { houseBot, houseBots, type HouseBot, type HouseBotOptions } from './house/house-bot.ts'
export { STRENGTHS, type Strength } from './house/ladder/index.ts'
export type { LeadPolicy } from './lead.ts'
export { serveBot, type BotServer, type ServeOptions } from './serve.ts'
export type { Pick, Play } from './session.ts'
export { STAGES, type Platform, type Stage } from './stages.ts'
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
