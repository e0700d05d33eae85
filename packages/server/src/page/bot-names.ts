/** Bots that a form names. */
import { z } from 'zod'
import type { PublicBot } from '../bots/store.ts'
import { distance } from '../spelling.ts'
import { MOST_NAME } from '../history/search/search.ts'
import type { Stores } from './stores.ts'

/** Names that a form offers. */
const OFFERED = 100

/** An id or a name. */
export const NameInQuery = z.string().max(MOST_NAME).default('').transform(nameable)

/** Text without what no name can hold: PostgreSQL refuses lone surrogates and NUL. */
export function nameable(text: string): string {
  return text.trim().replace(/[\p{Cc}\p{Cs}]/gu, '')
}

/** How a form and an address name a bot: by its name where that leads to this bot alone, and not to namesakes of one that is removed. */
export async function wordFor({ bots }: Stores<'bots'>, { id, name }: PublicBot): Promise<string> {
  const meant = await bots.named(nameable(name))
  return meant.length === 1 && meant[0]!.id === id ? name : id
}

/** Letters that may be wrong, missing or too many in a name that another is suggested for. */
const MOST_WRONG = 2
const SUGGESTED = 12

/** Names that a word which names no bot may be meant for: those that it is a part of, then those of nearly its spelling. */
export async function namesLike({ bots }: Stores<'bots'>, word: string, offered: readonly string[]): Promise<string[]> {
  const asked = word.toLowerCase()
  const near = offered.filter((name) => distance(asked, name.toLowerCase()) <= MOST_WRONG)
  return [...new Set([...(await bots.namesWith(word, SUGGESTED)), ...near])].slice(0, SUGGESTED)
}

/** What a field is filled with where it is empty: the top of the ranking, without the bot that is chosen already. */
export function namesToChoose(offered: readonly string[], chosen: string): string[] {
  return offered.filter((name) => name !== chosen).slice(0, SUGGESTED)
}

export async function namesOfBots({ ratings }: Stores<'ratings'>): Promise<string[]> {
  const rows = await ratings.leaderboard({ mode: 'live', limit: OFFERED, offset: 0 })
  return [...new Set(rows.map((row) => row.name))]
}
