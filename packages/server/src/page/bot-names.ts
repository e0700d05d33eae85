/** Bots that a form names. */
import { z } from 'zod'
import type { Context } from '../context.ts'

/** Names that a form offers. */
const OFFERED = 100
/** In UTF-16 units: a name of 64 characters of two units each. */
const LONGEST = 128

/** An id or a name. */
export const NameInQuery = z.string().max(LONGEST).default('').transform(nameable)

/** Text without what no name can hold: PostgreSQL refuses lone surrogates and NUL. */
export function nameable(text: string): string {
  return text.trim().replace(/[\p{Cc}\p{Cs}]/gu, '')
}

export async function namesOfBots({ ratings }: Context): Promise<string[]> {
  const rows = await ratings.leaderboard({ mode: 'live', limit: OFFERED, offset: 0 })
  return [...new Set(rows.map((row) => row.name))]
}
