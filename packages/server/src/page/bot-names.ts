/** Bots that a form names. */
import { z } from 'zod'
import type { PublicBot } from '../bots/store.ts'
import type { Context } from '../context.ts'
import { MOST_NAME } from '../matches/search/search.ts'

/** Names that a form offers. */
const OFFERED = 100

/** An id or a name. */
export const NameInQuery = z.string().max(MOST_NAME).default('').transform(nameable)

/** Text without what no name can hold: PostgreSQL refuses lone surrogates and NUL. */
export function nameable(text: string): string {
  return text.trim().replace(/[\p{Cc}\p{Cs}]/gu, '')
}

/** How a form and an address name a bot: by its name where that leads to this bot alone, and not to namesakes of one that is removed. */
export async function wordFor({ bots }: Context, { id, name }: PublicBot): Promise<string> {
  const meant = await bots.named(nameable(name))
  return meant.length === 1 && meant[0]!.id === id ? name : id
}

export async function namesOfBots({ ratings }: Context): Promise<string[]> {
  const rows = await ratings.leaderboard({ mode: 'live', limit: OFFERED, offset: 0 })
  return [...new Set(rows.map((row) => row.name))]
}
