/** For bot authors: serve a bot, see the game, send pads; register and manage it. */
export * from './client.ts'
export * from './controller.ts'
export * from './game.ts'
export { houseBots, type HouseBot } from './house/house-bot.ts'
export { OPERATIONS } from './operations.ts'
export * from './serve.ts'
export type { Pick, Play } from './session.ts'
export * from './stages.ts'
