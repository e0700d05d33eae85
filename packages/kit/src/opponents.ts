/** Bots that the kit brings along: the house bots of an arena, and one that does nothing. Served from this process. */
import { houseBots, serveBot, type BotServer, type Play } from '@arena/sdk'

const HOUSE = houseBots(8)

/** Stands there: for looking at one's own bot alone. */
const still = (): Play => ({ pick: () => ({ character: 2, costume: 0 }), frame: () => ({}) })

const PLAYS: Readonly<Record<string, () => Play>> = {
  ...Object.fromEntries(HOUSE.map(({ name, play }) => [name.toLowerCase(), play])),
  still,
}

export const OPPONENTS: readonly string[] = Object.keys(PLAYS)

/** The house bots that fight. */
export const HOUSE_NAMES: readonly string[] = HOUSE.map(({ name }) => name.toLowerCase())

export function serveOpponent(name: string, platformKey: string): Promise<BotServer> {
  // As in an arena (ADR 15).
  return serveBot({ port: 0, play: PLAYS[name]!, platformKey, lead: 'fixed', version: null })
}
