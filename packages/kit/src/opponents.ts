/** Bots that the kit brings along: the house bots of an arena, and one that does nothing. Served from this process. */
import { serveBot, type BotServer, type Play } from '@arena/sdk'
import { houseBot, houseBots, STRENGTHS, type HouseBotOptions } from '@arena/sdk/house'
import type { OwnSource } from './arguments.ts'

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

export function serveOpponent(
  { name, pick }: Pick<OwnSource, 'name' | 'pick'>,
  platformKey: string,
): Promise<BotServer> {
  const style = pick && HOUSE.find((bot) => bot.name.toLowerCase() === name)
  // A house bot plays any fighter, and has to know which.
  const play = style ? () => houseBot({ ...style, ...(pick as FighterPick) }) : PLAYS[name]!
  // As in an arena (ADR 15).
  return serveBot({ port: 0, play, platformKey, lead: 'fixed', version: null })
}

type FighterPick = Pick<HouseBotOptions, 'character' | 'costume'>

/** The strongest house bot. */
export const STRONGEST = HOUSE.toSorted(
  (one, other) => STRENGTHS.indexOf(other.strength) - STRENGTHS.indexOf(one.strength),
)[0]!.name.toLowerCase()
