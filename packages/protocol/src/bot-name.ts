import { NAMES_SHOW, text } from './text.ts'

/** The name of a bot, in every body that gives it one. */
export const BotName = text({ min: 1, max: 64 }).meta({
  description: `Shown wherever the bot is; need not be unique. ${NAMES_SHOW}`,
})
