/** For bot authors: serve a bot, see the game, send pads. */
export * from './controller.ts'
export * from './game.ts'
export * from './serve.ts'
export type { Pick, Play } from './session.ts'
export * from './stages.ts'
